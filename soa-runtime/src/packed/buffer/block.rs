//! The views of one block.

use core::fmt;
use core::ops::Range;

use bytemuck::Pod;

use super::dirty::Dirty;
use crate::packed::error::ViewError;
use crate::packed::space::SpaceBlock;

/// One block, shared: where it is, its bytes and its metadata.
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
pub struct Block<'a, M> {
    offset: usize,
    bytes: &'a [u8],
    /// Always some: what is not asked for is not looked at.
    meta: &'a Option<M>,
}

impl<'a, M> Block<'a, M> {
    #[inline]
    pub(super) fn new(block: SpaceBlock<'a, M>, bytes: &'a [u8]) -> Self {
        let SpaceBlock { place, meta } = block;
        Block {
            offset: place.offset as usize,
            bytes: &bytes[place.range()],
            meta,
        }
    }

    /// Where the block starts, in bytes from the buffer's start; until it is moved.
    #[inline]
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// Its length in bytes, as it was asked for.
    #[inline]
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Whether it has no bytes.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Its bytes.
    #[inline]
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// Its metadata.
    #[inline]
    pub fn meta(&self) -> &'a M {
        let Some(meta) = self.meta else {
            unreachable!("the block at offset {} has no metadata", self.offset);
        };
        meta
    }

    /// Its bytes as elements. O(1).
    ///
    /// # Errors
    ///
    /// [`ViewError`] if they are not a whole number of elements, or start where `P`
    /// may not: a block made by `insert_slice` of the same type always can, up to an
    /// alignment of 64.
    #[inline]
    pub fn as_slice<P: Pod>(&self) -> Result<&'a [P], ViewError> {
        elements(self.offset, self.bytes)
    }
}

impl<M> Clone for Block<'_, M> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<M> Copy for Block<'_, M> {}

impl<M: fmt::Debug> fmt::Debug for Block<'_, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        describe(f, "Block", self.offset, self.len(), self.meta())
    }
}

/// One block, exclusive. What is handed out as mutable counts as written, so that
/// the next [`take_dirty`](super::PackedBuffer::take_dirty) has it.
///
/// # Examples
///
/// ```
/// # use soa_runtime::packed::{PackedBuffer, Rejected};
/// let mut buffer = PackedBuffer::with_capacity(64, 8);
/// let id = buffer.insert_slice(&[0.5_f32, 1.5], "weights")?;
/// buffer.take_dirty(0);
///
/// let mut block = buffer.get_mut(id).expect("it was inserted above");
/// *block.meta_mut() = "more weights";
/// assert!(buffer.take_dirty(0).is_empty());
///
/// let mut block = buffer.get_mut(id).expect("it was inserted above");
/// block.as_mut_slice::<f32>().expect("it is made of them")[1] = 2.5;
/// assert_eq!(buffer.take_dirty(0), [0..8]);
/// # Ok::<(), Rejected<&str>>(())
/// ```
pub struct BlockMut<'a, M> {
    pub(super) offset: usize,
    pub(super) bytes: &'a mut [u8],
    pub(super) meta: &'a mut M,
    pub(super) dirty: &'a mut Dirty,
}

impl<'a, M> BlockMut<'a, M> {
    /// Where the block starts, in bytes from the buffer's start; until it is moved.
    #[inline]
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// Its length in bytes, as it was asked for.
    #[inline]
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Whether it has no bytes.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Its bytes, to be read.
    #[inline]
    pub fn bytes(&self) -> &[u8] {
        self.bytes
    }

    /// Its bytes, to be written; all of them become dirty.
    #[inline]
    pub fn bytes_mut(&mut self) -> &mut [u8] {
        self.dirty.write(0, truncated(self.bytes.len()));
        self.bytes
    }

    /// Some of its bytes, to be written; only those become dirty. `None`, and nothing
    /// does, if the range is not within the block.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedBuffer, Rejected};
    /// let mut buffer = PackedBuffer::with_capacity(64, 8);
    /// let id = buffer.alloc(40, ())?;
    /// buffer.take_dirty(0);
    ///
    /// let mut block = buffer.get_mut(id).expect("it was made above");
    /// block.range_mut(8..12).expect("it has 40 bytes").fill(1);
    /// assert!(block.range_mut(38..42).is_none());
    /// assert_eq!(buffer.take_dirty(0), [8..12]);
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    #[inline]
    pub fn range_mut(&mut self, range: Range<usize>) -> Option<&mut [u8]> {
        let bytes = self.bytes.get_mut(range.clone())?;
        self.dirty
            .write(truncated(range.start), truncated(range.end));
        Some(bytes)
    }

    /// Its metadata, to be read.
    #[inline]
    pub fn meta(&self) -> &M {
        self.meta
    }

    /// Its metadata, to be written.
    #[inline]
    pub fn meta_mut(&mut self) -> &mut M {
        self.meta
    }

    /// Its bytes as elements, to be read. O(1).
    ///
    /// # Errors
    ///
    /// As [`Block::as_slice`].
    #[inline]
    pub fn as_slice<P: Pod>(&self) -> Result<&[P], ViewError> {
        elements(self.offset, self.bytes)
    }

    /// Its bytes as elements, to be written; all of them become dirty. O(1).
    ///
    /// # Errors
    ///
    /// As [`Block::as_slice`]; nothing becomes dirty then.
    #[inline]
    pub fn as_mut_slice<P: Pod>(&mut self) -> Result<&mut [P], ViewError> {
        let len = self.bytes.len();
        if len == 0 {
            return Ok(&mut []);
        }
        let elements = bytemuck::try_cast_slice_mut(self.bytes)
            .map_err(|_| ViewError::of::<P>(self.offset, len))?;
        self.dirty.write(0, truncated(len));
        Ok(elements)
    }

    /// The bytes, to be written, for as long as the buffer is borrowed; all of them
    /// become dirty.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedBuffer, Rejected};
    /// let mut buffer = PackedBuffer::with_capacity(64, 8);
    /// let id = buffer.insert(&[1, 2, 3, 4], ())?;
    /// buffer.take_dirty(0);
    ///
    /// let bytes = buffer.get_mut(id).expect("it was inserted above").into_bytes();
    /// bytes[3] = 7;
    /// assert_eq!(bytes, [1, 2, 3, 7]);
    /// assert_eq!(buffer.take_dirty(0), [0..4]);
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    #[inline]
    pub fn into_bytes(self) -> &'a mut [u8] {
        self.dirty.write(0, truncated(self.bytes.len()));
        self.bytes
    }
}

impl<M: fmt::Debug> fmt::Debug for BlockMut<'_, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        describe(f, "BlockMut", self.offset, self.len(), self.meta)
    }
}

#[inline]
fn elements<P: Pod>(offset: usize, bytes: &[u8]) -> Result<&[P], ViewError> {
    if bytes.is_empty() {
        return Ok(&[]);
    }
    bytemuck::try_cast_slice(bytes).map_err(|_| ViewError::of::<P>(offset, bytes.len()))
}

/// A position within a block as the buffer keeps it; blocks are shorter than `u32::MAX`.
#[inline]
#[expect(
    clippy::cast_possible_truncation,
    reason = "checked by the debug assertion"
)]
fn truncated(position: usize) -> u32 {
    debug_assert!(u32::try_from(position).is_ok());
    position as u32
}

fn describe<M: fmt::Debug>(
    f: &mut fmt::Formatter<'_>,
    name: &str,
    offset: usize,
    len: usize,
    meta: &M,
) -> fmt::Result {
    f.debug_struct(name)
        .field("offset", &offset)
        .field("len", &len)
        .field("meta", meta)
        .finish()
}
