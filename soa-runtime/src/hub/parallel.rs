//! Parallel walks over the live rows, with rayon.
//!
//! Columns need no methods of their own, because they are slices and rayon's
//! `par_iter` works on them.

use crate::hub::Hub;
use crate::iter::{ParIter, ParIterMut};
use crate::record::IdAllocator;

/// Methods that walk over all rows in parallel.
impl<T: IdAllocator> Hub<T> {
    /// Returns a parallel iterator over the live rows with their ids.
    ///
    /// With `layout = dense` it is indexed, so it can be zipped, enumerated and
    /// collected in order.
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
    pub fn par_iter(&self) -> ParIter<'_, T> {
        ParIter::new(self.iter())
    }

    /// Returns a mutable parallel iterator over the live rows with their ids.
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
    pub fn par_iter_mut(&mut self) -> ParIterMut<'_, T> {
        ParIterMut::new(self.iter_mut())
    }
}
