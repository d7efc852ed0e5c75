//! The views of one block of a space.

use core::fmt;

use super::place::Place;

/// One block of a [`PackedSpace`](super::PackedSpace), shared: where it is, and its
/// metadata.
///
/// # Examples
///
/// ```
/// # use soa_runtime::packed::{PackedSpace, Rejected};
/// let mut space = PackedSpace::with_capacity(64, 8);
/// let id = space.alloc(6, "weights")?;
/// let block = space.get(id).expect("it was made above");
/// assert_eq!((block.offset(), block.len(), *block.meta()), (0, 6, "weights"));
/// assert!(!block.is_empty());
/// # Ok::<(), Rejected<&str>>(())
/// ```
pub struct SpaceBlock<'a, M> {
    pub(in crate::packed) place: &'a Place,
    /// Always some: what is not asked for is not looked at.
    pub(in crate::packed) meta: &'a Option<M>,
}

impl<'a, M> SpaceBlock<'a, M> {
    /// Where the block starts, in units from the start of the space; until it is moved.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedSpace, Rejected};
    /// let mut space = PackedSpace::with_capacity(64, 8);
    /// let ids = [space.alloc(6, ())?, space.alloc(8, ())?];
    /// let block = space.get(ids[1]).expect("it was made above");
    /// assert_eq!(block.offset(), 8); // a multiple of four
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    #[inline]
    pub fn offset(&self) -> usize {
        self.place.offset as usize
    }

    /// Its length in units, as it was asked for.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedSpace, Rejected};
    /// let mut space = PackedSpace::with_capacity(64, 8);
    /// let id = space.alloc(6, ())?;
    /// let block = space.get(id).expect("it was made above");
    /// assert_eq!(block.len(), 6);
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    #[inline]
    pub fn len(&self) -> usize {
        self.place.need.len as usize
    }

    /// Whether it has no length.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedSpace, Rejected};
    /// let mut space = PackedSpace::with_capacity(64, 8);
    /// let id = space.alloc(0, ())?;
    /// let block = space.get(id).expect("it was made above");
    /// assert!(block.is_empty());
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Its metadata.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedSpace, Rejected};
    /// let mut space = PackedSpace::with_capacity(64, 8);
    /// let id = space.alloc(6, "a road")?;
    /// let block = space.get(id).expect("it was made above");
    /// assert_eq!(*block.meta(), "a road");
    /// # Ok::<(), Rejected<&str>>(())
    /// ```
    #[inline]
    pub fn meta(&self) -> &'a M {
        let Some(meta) = self.meta else {
            unreachable!("the block at offset {} has no metadata", self.offset());
        };
        meta
    }
}

impl<M> Clone for SpaceBlock<'_, M> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<M> Copy for SpaceBlock<'_, M> {}

impl<M: fmt::Debug> fmt::Debug for SpaceBlock<'_, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        describe(f, "SpaceBlock", self.place, self.meta())
    }
}

/// One block of a [`PackedSpace`](super::PackedSpace), exclusive: what can be written is
/// its metadata.
///
/// # Examples
///
/// ```
/// # use soa_runtime::packed::{PackedSpace, Rejected};
/// let mut space = PackedSpace::with_capacity(64, 8);
/// let id = space.alloc(6, 1)?;
/// *space.get_mut(id).expect("it was made above").meta_mut() += 1;
/// assert_eq!(*space.get(id).expect("as above").meta(), 2);
/// # Ok::<(), Rejected<i32>>(())
/// ```
pub struct SpaceBlockMut<'a, M> {
    pub(in crate::packed) place: &'a Place,
    pub(in crate::packed) meta: &'a mut M,
}

impl<'a, M> SpaceBlockMut<'a, M> {
    /// Where the block starts, in units from the start of the space; until it is moved.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedSpace, Rejected};
    /// let mut space = PackedSpace::with_capacity(64, 8);
    /// let ids = [space.alloc(6, ())?, space.alloc(8, ())?];
    /// let block = space.get_mut(ids[1]).expect("it was made above");
    /// assert_eq!(block.offset(), 8); // a multiple of four
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    #[inline]
    pub fn offset(&self) -> usize {
        self.place.offset as usize
    }

    /// Its length in units, as it was asked for.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedSpace, Rejected};
    /// let mut space = PackedSpace::with_capacity(64, 8);
    /// let id = space.alloc(6, ())?;
    /// let block = space.get_mut(id).expect("it was made above");
    /// assert_eq!(block.len(), 6);
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    #[inline]
    pub fn len(&self) -> usize {
        self.place.need.len as usize
    }

    /// Whether it has no length.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedSpace, Rejected};
    /// let mut space = PackedSpace::with_capacity(64, 8);
    /// let id = space.alloc(0, ())?;
    /// let block = space.get_mut(id).expect("it was made above");
    /// assert!(block.is_empty());
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Its metadata, to be read.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedSpace, Rejected};
    /// let mut space = PackedSpace::with_capacity(64, 8);
    /// let id = space.alloc(6, "a road")?;
    /// let block = space.get_mut(id).expect("it was made above");
    /// assert_eq!(*block.meta(), "a road");
    /// # Ok::<(), Rejected<&str>>(())
    /// ```
    #[inline]
    pub fn meta(&self) -> &M {
        self.meta
    }

    /// Its metadata, to be written.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedSpace, Rejected};
    /// let mut space = PackedSpace::with_capacity(64, 8);
    /// let id = space.alloc(6, "a road")?;
    /// let mut block = space.get_mut(id).expect("it was made above");
    /// *block.meta_mut() = "a path";
    /// assert_eq!(*block.meta(), "a path");
    /// # Ok::<(), Rejected<&str>>(())
    /// ```
    #[inline]
    pub fn meta_mut(&mut self) -> &mut M {
        self.meta
    }

    /// Its metadata, to be written, for as long as the space is borrowed.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedSpace, Rejected};
    /// let mut space = PackedSpace::with_capacity(64, 8);
    /// let id = space.alloc(6, "a road")?;
    /// let meta = space.get_mut(id).map(|block| block.into_meta());
    /// *meta.expect("it was made above") = "a path";
    /// assert_eq!(space.get(id).map(|block| *block.meta()), Some("a path"));
    /// # Ok::<(), Rejected<&str>>(())
    /// ```
    #[inline]
    pub fn into_meta(self) -> &'a mut M {
        self.meta
    }
}

impl<M: fmt::Debug> fmt::Debug for SpaceBlockMut<'_, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        describe(f, "SpaceBlockMut", self.place, self.meta)
    }
}

fn describe<M: fmt::Debug>(
    f: &mut fmt::Formatter<'_>,
    name: &str,
    place: &Place,
    meta: &M,
) -> fmt::Result {
    f.debug_struct(name)
        .field("offset", &place.offset)
        .field("len", &place.need.len)
        .field("meta", meta)
        .finish()
}
