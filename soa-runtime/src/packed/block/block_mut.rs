//! The mutable view of one block.

use core::fmt;
use core::marker::PhantomData;

use super::describe;
use crate::packed::contents::{Bytes, Contents, PartMut};
use crate::packed::place::Placed;

/// One block of a container, borrowed mutably: its metadata can be changed, and in a
/// [`PackedBuffer`](crate::packed::PackedBuffer) its bytes.
///
/// Bytes that are borrowed mutably count as written, so the next
/// [`take_dirty`](crate::packed::PackedBuffer::take_dirty) returns them. `C` is as in
/// [`Block`](crate::packed::Block).
///
/// # Examples
///
/// ```
/// # use soa_runtime::packed::{PackedBuffer, Rejected};
/// let mut buffer = PackedBuffer::with_capacity(64, 8);
/// let id = buffer.insert_slice(&[0.5_f32, 1.5], "weights")?;
/// assert_eq!(buffer.take_dirty(0), [0..8]);
///
/// let mut block = buffer.get_mut(id).expect("it was inserted above");
/// *block.meta_mut() = "more weights";
/// assert!(buffer.take_dirty(0).is_empty());
///
/// let mut block = buffer.get_mut(id).expect("it was inserted above");
/// block.as_mut_slice::<f32>().expect("it was made of them")[1] = 2.5;
/// assert_eq!(buffer.take_dirty(0), [0..8]);
/// # Ok::<(), Rejected<&str>>(())
/// ```
pub struct BlockMut<'a, M, C: Contents = Bytes> {
    pub(in crate::packed) place: &'a Placed,
    pub(in crate::packed) meta: &'a mut M,
    pub(in crate::packed) part: PartMut<'a>,
    pub(in crate::packed) contents: PhantomData<C>,
}

impl<'a, M, C: Contents> BlockMut<'a, M, C> {
    /// Returns the offset of the block in units, which changes when the block moves.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedSpace, Rejected};
    /// let mut space = PackedSpace::with_capacity(64, 8);
    /// let ids = [space.alloc(6, ())?, space.alloc(8, ())?];
    /// let block = space.get_mut(ids[1]).expect("it was created above");
    /// assert_eq!(block.offset(), 8); // a multiple of the grain
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    pub fn offset(&self) -> usize {
        self.place.offset as usize
    }

    /// Returns the length of the block in units, as it was requested.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedSpace, Rejected};
    /// let mut space = PackedSpace::with_capacity(64, 8);
    /// let id = space.alloc(6, ())?;
    /// let block = space.get_mut(id).expect("it was created above");
    /// assert_eq!(block.len(), 6);
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    pub fn len(&self) -> usize {
        self.place.need.len as usize
    }

    /// Returns whether the length of the block is 0.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedSpace, Rejected};
    /// let mut space = PackedSpace::with_capacity(64, 8);
    /// let id = space.alloc(0, ())?;
    /// let block = space.get_mut(id).expect("it was created above");
    /// assert!(block.is_empty());
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the metadata of the block.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedSpace, Rejected};
    /// let mut space = PackedSpace::with_capacity(64, 8);
    /// let id = space.alloc(6, "a road")?;
    /// let block = space.get_mut(id).expect("it was created above");
    /// assert_eq!(*block.meta(), "a road");
    /// # Ok::<(), Rejected<&str>>(())
    /// ```
    pub fn meta(&self) -> &M {
        self.meta
    }

    /// Returns the metadata of the block mutably. No byte becomes dirty.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedSpace, Rejected};
    /// let mut space = PackedSpace::with_capacity(64, 8);
    /// let id = space.alloc(6, "a road")?;
    /// let mut block = space.get_mut(id).expect("it was created above");
    /// *block.meta_mut() = "a path";
    /// assert_eq!(*block.meta(), "a path");
    /// # Ok::<(), Rejected<&str>>(())
    /// ```
    pub fn meta_mut(&mut self) -> &mut M {
        self.meta
    }

    /// Returns the metadata of the block mutably, for as long as the container is borrowed.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedSpace, Rejected};
    /// let mut space = PackedSpace::with_capacity(64, 8);
    /// let id = space.alloc(6, "a road")?;
    /// let meta = space.get_mut(id).map(|block| block.into_meta());
    /// *meta.expect("it was created above") = "a path";
    /// assert_eq!(space.get(id).map(|block| *block.meta()), Some("a path"));
    /// # Ok::<(), Rejected<&str>>(())
    /// ```
    pub fn into_meta(self) -> &'a mut M {
        self.meta
    }
}

impl<M: fmt::Debug, C: Contents> fmt::Debug for BlockMut<'_, M, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        describe(f, "BlockMut", self.place, self.meta)
    }
}
