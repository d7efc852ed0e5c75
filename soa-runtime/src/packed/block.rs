//! The views of one block.

use core::fmt;
use core::marker::PhantomData;
use core::ops::Range;

use bytemuck::Pod;

use super::contents::{Bytes, Contents};
use super::error::ViewError;
use super::place::Placed;
use super::record::Mark;

/// One block of a container: its offset, its length, its metadata, and in a
/// [`PackedBuffer`](super::PackedBuffer) its bytes.
///
/// `C` is [`Bytes`] in a buffer, which is the default, and `()` in a
/// [`PackedSpace`](super::PackedSpace).
///
/// # Examples
///
/// ```
/// # use soa_runtime::packed::{PackedBuffer, Rejected};
/// let mut buffer = PackedBuffer::with_capacity(64, 8);
/// let id = buffer.insert_slice(&[0.5_f32, 1.5], "weights")?;
///
/// let block = buffer.get(id).expect("it was inserted above");
/// assert_eq!((block.offset(), block.len(), *block.meta()), (0, 8, "weights"));
/// assert_eq!(block.as_slice::<f32>(), Ok(&[0.5, 1.5][..]));
/// # Ok::<(), Rejected<&str>>(())
/// ```
pub struct Block<'a, M, C: Contents = Bytes> {
    pub(super) place: &'a Placed,
    /// Always `Some` for a live block. It is unwrapped only on access, so walks that ignore
    /// metadata never touch it.
    pub(super) meta: &'a Option<M>,
    pub(super) bytes: &'a [u8],
    pub(super) contents: PhantomData<C>,
}

impl<'a, M, C: Contents> Block<'a, M, C> {
    /// Returns the offset of the block in units, which changes when the block moves.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedSpace, Rejected};
    /// let mut space = PackedSpace::with_capacity(64, 8);
    /// let ids = [space.alloc(6, ())?, space.alloc(8, ())?];
    /// let block = space.get(ids[1]).expect("it was created above");
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
    /// let block = space.get(id).expect("it was created above");
    /// assert_eq!((block.len(), space.top()), (6, 8)); // it takes up 8
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
    /// let ids = [space.alloc(0, ())?, space.alloc(4, ())?];
    /// let empty = ids.map(|id| space.get(id).expect("it was created above").is_empty());
    /// assert_eq!(empty, [true, false]);
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
    /// let block = space.get(id).expect("it was created above");
    /// assert_eq!(*block.meta(), "a road");
    /// # Ok::<(), Rejected<&str>>(())
    /// ```
    pub fn meta(&self) -> &'a M {
        let Some(meta) = self.meta else {
            unreachable!("the block at offset {} has no metadata", self.offset());
        };
        meta
    }
}

copy!([M, C: Contents] Block<'_, M, C>);

impl<M: fmt::Debug, C: Contents> fmt::Debug for Block<'_, M, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        describe(f, "Block", self.place, self.meta())
    }
}

fn describe<M: fmt::Debug>(
    f: &mut fmt::Formatter<'_>,
    name: &str,
    place: &Placed,
    meta: &M,
) -> fmt::Result {
    f.debug_struct(name)
        .field("offset", &place.offset)
        .field("len", &place.need.len)
        .field("meta", meta)
        .finish()
}

/// One block of a container, borrowed mutably: its metadata can be changed, and in a
/// [`PackedBuffer`](super::PackedBuffer) its bytes.
///
/// Bytes that are borrowed mutably count as written, so the next [`changes`](super::Packed::changes)
/// of each reader have them. `C` is as in [`Block`].
///
/// # Examples
///
/// ```
/// # use soa_runtime::packed::{PackedBuffer, Rejected};
/// let mut buffer = PackedBuffer::with_capacity(64, 8);
/// let id = buffer.insert_slice(&[0.5_f32, 1.5], "weights")?;
/// let reader = buffer.reader();
///
/// let mut block = buffer.get_mut(id).expect("it was inserted above");
/// *block.meta_mut() = "more weights";
/// assert!(buffer.changes(reader).written.is_empty());
///
/// let mut block = buffer.get_mut(id).expect("it was inserted above");
/// block.as_mut_slice::<f32>().expect("it was made of them")[1] = 2.5;
/// assert_eq!(buffer.changes(reader).written, [0..8]);
/// # Ok::<(), Rejected<&str>>(())
/// ```
pub struct BlockMut<'a, M, C: Contents = Bytes> {
    pub(super) place: &'a Placed,
    pub(super) meta: &'a mut M,
    pub(super) bytes: &'a mut [u8],
    pub(super) mark: Mark<'a>,
    pub(super) contents: PhantomData<C>,
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

    /// Returns the metadata of the block mutably. No byte counts as written.
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

impl<'a, M> Block<'a, M, Bytes> {
    /// Returns the bytes of the block.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedBuffer, Rejected};
    /// let mut buffer = PackedBuffer::with_capacity(64, 8);
    /// let id = buffer.insert(&[1, 2, 3], ())?;
    /// let block = buffer.get(id).expect("it was inserted above");
    /// assert_eq!(block.bytes(), [1, 2, 3]);
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// Returns the bytes of the block as elements. O(1).
    ///
    /// # Errors
    ///
    /// Returns [`ViewError`] if the bytes are not a whole number of elements, or not aligned for
    /// `P`. A block made by [`insert_slice`](super::PackedBuffer::insert_slice) of the
    /// same type can always be viewed if the alignment of `P` is at most 64.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedBuffer, Rejected};
    /// let mut buffer = PackedBuffer::with_capacity(64, 8);
    /// let id = buffer.insert_slice(&[[0.5_f32, 1.5]], ())?;
    /// let block = buffer.get(id).expect("it was inserted above");
    /// assert_eq!(block.as_slice::<[f32; 2]>(), Ok(&[[0.5, 1.5]][..]));
    /// assert!(block.as_slice::<[f32; 3]>().is_err());
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    pub fn as_slice<P: Pod>(&self) -> Result<&'a [P], ViewError> {
        elements(self.offset(), self.bytes)
    }
}

impl<'a, M> BlockMut<'a, M, Bytes> {
    /// Returns the bytes of the block. No byte counts as written.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedBuffer, Rejected};
    /// let mut buffer = PackedBuffer::with_capacity(64, 8);
    /// let id = buffer.insert(&[1, 2, 3], ())?;
    /// let reader = buffer.reader();
    ///
    /// let block = buffer.get_mut(id).expect("it was inserted above");
    /// assert_eq!(block.bytes(), [1, 2, 3]);
    /// assert!(buffer.changes(reader).written.is_empty());
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    pub fn bytes(&self) -> &[u8] {
        self.bytes
    }

    /// Returns the bytes of the block mutably. All of them count as written.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedBuffer, Rejected};
    /// let mut buffer = PackedBuffer::with_capacity(64, 8);
    /// let id = buffer.insert(&[1, 2, 3, 4], ())?;
    /// let reader = buffer.reader();
    ///
    /// let mut block = buffer.get_mut(id).expect("it was inserted above");
    /// block.bytes_mut()[3] = 7;
    /// assert_eq!(block.bytes(), [1, 2, 3, 7]);
    /// assert_eq!(buffer.changes(reader).written, [0..4]);
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    pub fn bytes_mut(&mut self) -> &mut [u8] {
        self.mark.write_all();
        self.bytes
    }

    /// Returns some bytes of the block mutably. Only those count as written. Returns
    /// `None`, and no byte counts as written, if the range is not within the block.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedBuffer, Rejected};
    /// let mut buffer = PackedBuffer::with_capacity(64, 8);
    /// let id = buffer.alloc(40, ())?;
    /// let reader = buffer.reader();
    ///
    /// let mut block = buffer.get_mut(id).expect("it was created above");
    /// block.range_mut(8..12).expect("it has 40 bytes").fill(1);
    /// assert!(block.range_mut(38..42).is_none());
    /// assert_eq!(buffer.changes(reader).written, [8..12]);
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    pub fn range_mut(&mut self, range: Range<usize>) -> Option<&mut [u8]> {
        self.bytes.get(range.clone())?;
        self.mark.write(range.clone());
        self.bytes.get_mut(range)
    }

    /// Returns the bytes of the block as elements. No byte counts as written. O(1).
    ///
    /// # Errors
    ///
    /// Returns [`ViewError`] in the same cases as [`Block::as_slice`].
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedBuffer, Rejected};
    /// let mut buffer = PackedBuffer::with_capacity(64, 8);
    /// let id = buffer.insert_slice(&[7_u16, 8], ())?;
    /// let block = buffer.get_mut(id).expect("it was inserted above");
    /// assert_eq!(block.as_slice::<u16>(), Ok(&[7, 8][..]));
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    pub fn as_slice<P: Pod>(&self) -> Result<&[P], ViewError> {
        elements(self.offset(), self.bytes)
    }

    /// Returns the bytes of the block as elements, mutably. All of them count as written. O(1).
    ///
    /// # Errors
    ///
    /// Returns [`ViewError`] in the same cases as [`Block::as_slice`]. No byte counts as written then.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedBuffer, Rejected};
    /// let mut buffer = PackedBuffer::with_capacity(64, 8);
    /// let id = buffer.insert_slice(&[7_u16, 8], ())?;
    /// let reader = buffer.reader();
    ///
    /// let mut block = buffer.get_mut(id).expect("it was inserted above");
    /// block.as_mut_slice::<u16>().expect("it was made of them")[1] += 1;
    /// assert!(block.as_mut_slice::<[u8; 3]>().is_err());
    /// assert_eq!(buffer.changes(reader).written, [0..4]);
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    pub fn as_mut_slice<P: Pod>(&mut self) -> Result<&mut [P], ViewError> {
        let offset = self.offset();
        elements::<P>(offset, self.bytes)?;
        self.mark.write_all();
        Ok(bytemuck::try_cast_slice_mut(self.bytes).unwrap_or_default())
    }

    /// Returns the bytes of the block mutably, for as long as the buffer is borrowed. All of them
    /// count as written.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedBuffer, Rejected};
    /// let mut buffer = PackedBuffer::with_capacity(64, 8);
    /// let id = buffer.insert(&[1, 2, 3, 4], ())?;
    /// let reader = buffer.reader();
    ///
    /// let bytes = buffer.get_mut(id).expect("it was inserted above").into_bytes();
    /// bytes[3] = 7;
    /// assert_eq!(bytes, [1, 2, 3, 7]);
    /// assert_eq!(buffer.changes(reader).written, [0..4]);
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    pub fn into_bytes(mut self) -> &'a mut [u8] {
        self.mark.write_all();
        self.bytes
    }
}

fn elements<P: Pod>(offset: usize, bytes: &[u8]) -> Result<&[P], ViewError> {
    if bytes.is_empty() {
        return Ok(&[]);
    }
    bytemuck::try_cast_slice(bytes).map_err(|_| ViewError::of::<P>(offset, bytes.len()))
}
