//! The parallel walks over live rows for rayon.

use super::{Iter, IterMut};
use crate::ids::Dense;
use crate::live::parallel;
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

parallel! {
    impl['a, T: IdAllocator] ParIter<'a, T> as Iter<'a, T>, "ParIter"
    where [T: Sync, Row<'a, T>: Send] [T: IdAllocator<Layout = Dense>]
}

parallel! {
    impl['a, T: IdAllocator] ParIterMut<'a, T> as IterMut<'a, T>, "ParIterMut"
    where [T: Send, RowMut<'a, T>: Send] [T: IdAllocator<Layout = Dense>]
}
