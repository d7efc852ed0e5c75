//! Rayon: the live rows in parallel.
//!
//! Columns need nothing: they are slices, and rayon's `par_iter` works on them.

use rayon::iter::ParallelIterator;
use rayon::iter::plumbing::{Folder, UnindexedConsumer, UnindexedProducer, bridge_unindexed};

use crate::hub::Hub;
use crate::iter::{Iter, IterMut};
use crate::record::{IdAllocator, Row, RowMut};

/// The live rows with their ids, in parallel; see [`Hub::par_iter`].
pub struct ParIter<'a, T: IdAllocator>(Iter<'a, T>);

/// The live rows with their ids, lent uniquely, in parallel; see [`Hub::par_iter_mut`].
pub struct ParIterMut<'a, T: IdAllocator>(IterMut<'a, T>);

/// Reaching all rows in parallel.
impl<T: IdAllocator> Hub<T> {
    /// The live rows with their ids, in parallel.
    ///
    /// # Examples
    ///
    /// ```
    /// # #[cfg(feature = "derive")] {
    /// use rayon::prelude::*;
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Texture { mips: u32 }
    ///
    /// let textures: TextureHub = (0..1000).map(|mips| Texture { mips }).collect();
    /// let sum: u32 = textures.par_iter().map(|(_, texture)| *texture.mips).sum();
    /// assert_eq!(sum, 499_500);
    /// # }
    /// ```
    pub fn par_iter(&self) -> ParIter<'_, T> {
        ParIter(self.iter())
    }

    /// The live rows with their ids, uniquely, in parallel.
    ///
    /// # Examples
    ///
    /// ```
    /// # #[cfg(feature = "derive")] {
    /// use rayon::prelude::*;
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Texture { mips: u32 }
    ///
    /// let mut textures: TextureHub = (0..1000).map(|mips| Texture { mips }).collect();
    /// textures.par_iter_mut().for_each(|(_, texture)| *texture.mips += 1);
    /// assert_eq!(textures.columns().mips.par_iter().sum::<u32>(), 500_500);
    /// # }
    /// ```
    pub fn par_iter_mut(&mut self) -> ParIterMut<'_, T> {
        ParIterMut(self.iter_mut())
    }
}

macro_rules! parallel {
    ($($name:ident, $iter:ident, $row:ident, $bound:ident;)*) => {$(
        impl<T: IdAllocator> core::fmt::Debug for $name<'_, T> {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.debug_tuple(stringify!($name)).field(&self.0).finish()
            }
        }

        impl<'a, T: IdAllocator + $bound> UnindexedProducer for $iter<'a, T> {
            type Item = (T::Id, $row<'a, T>);

            fn split(self) -> (Self, Option<Self>) {
                $iter::split(self)
            }

            fn fold_with<F: Folder<Self::Item>>(self, folder: F) -> F {
                folder.consume_iter(self)
            }
        }

        impl<'a, T: IdAllocator + $bound> ParallelIterator for $name<'a, T>
        where
            $row<'a, T>: Send,
        {
            type Item = (T::Id, $row<'a, T>);

            fn drive_unindexed<C: UnindexedConsumer<Self::Item>>(self, consumer: C) -> C::Result {
                bridge_unindexed(self.0, consumer)
            }
        }
    )*};
}

parallel! {
    ParIter, Iter, Row, Sync;
    ParIterMut, IterMut, RowMut, Send;
}
