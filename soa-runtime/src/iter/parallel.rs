//! The parallel walks over live rows for rayon.

use rayon::iter::plumbing::{
    Consumer, Folder, Producer, ProducerCallback, UnindexedConsumer, UnindexedProducer, bridge,
    bridge_unindexed,
};
use rayon::iter::{IndexedParallelIterator, ParallelIterator};

use super::{Iter, IterMut};
use crate::ids::Dense;
use crate::record::{IdAllocator, Row, RowMut};

/// A parallel iterator over the live rows with their ids: `hub.par_iter()`, with rayon's traits in
/// scope.
///
/// With `layout = dense` it is indexed, so it can be zipped, enumerated and
/// collected in order. Columns need no type of their own, because rayon walks over slices.
///
/// # Examples
///
/// ```
/// use rayon::prelude::*;
/// # use soa_runtime::IdAllocator;
/// # #[derive(IdAllocator)]
/// # struct Texture { mips: u32 }
///
/// let textures: TextureHub = (0..1000).map(|mips| Texture { mips }).collect();
/// let sum: u32 = textures.par_iter().map(|(_, texture)| *texture.mips).sum();
/// assert_eq!(sum, 499_500);
/// ```
pub struct ParIter<'a, T: IdAllocator>(pub(crate) Iter<'a, T>);

/// A mutable parallel iterator over the live rows with their ids: `hub.par_iter_mut()`, with
/// rayon's traits in scope.
///
/// With `layout = dense` it is indexed.
///
/// # Examples
///
/// ```
/// use rayon::prelude::*;
/// # use soa_runtime::IdAllocator;
/// # #[derive(IdAllocator)]
/// # struct Texture { mips: u32 }
///
/// let mut textures: TextureHub = (0..1000).map(|mips| Texture { mips }).collect();
/// textures.par_iter_mut().for_each(|(_, texture)| *texture.mips += 1);
/// assert_eq!(textures.columns().mips.par_iter().sum::<u32>(), 500_500);
/// ```
pub struct ParIterMut<'a, T: IdAllocator>(pub(crate) IterMut<'a, T>);

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

        /// Without holes, the position of a row is known before the walk reaches
        /// it.
        impl<'a, T: IdAllocator<Layout = Dense> + $bound> Producer for $iter<'a, T> {
            type Item = (T::Id, $row<'a, T>);
            type IntoIter = Self;

            fn into_iter(self) -> Self {
                self
            }

            fn split_at(self, index: usize) -> (Self, Self) {
                $iter::split_at(self, index)
            }
        }

        impl<'a, T: IdAllocator<Layout = Dense> + $bound> IndexedParallelIterator for $name<'a, T>
        where
            $row<'a, T>: Send,
        {
            fn len(&self) -> usize {
                self.0.len()
            }

            fn drive<C: Consumer<Self::Item>>(self, consumer: C) -> C::Result {
                bridge(self, consumer)
            }

            fn with_producer<B: ProducerCallback<Self::Item>>(self, callback: B) -> B::Output {
                callback.callback(self.0)
            }
        }
    )*};
}

parallel! {
    ParIter, Iter, Row, Sync;
    ParIterMut, IterMut, RowMut, Send;
}
