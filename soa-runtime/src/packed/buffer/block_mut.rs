//! One block, exclusive.

use core::fmt;
use core::ops::Range;

use bytemuck::Pod;

use super::block::{describe, elements};
use super::dirty::Dirty;
use crate::packed::error::ViewError;

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
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedBuffer, Rejected};
    /// let mut buffer = PackedBuffer::with_capacity(64, 8);
    /// let ids = [buffer.insert(&[1; 12], ())?, buffer.insert(&[2; 20], ())?];
    /// let block = buffer.get_mut(ids[1]).expect("it was inserted above");
    /// assert_eq!(block.offset(), 12);
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    #[inline]
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// Its length in bytes, as it was asked for.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedBuffer, Rejected};
    /// let mut buffer = PackedBuffer::with_capacity(64, 8);
    /// let id = buffer.insert(&[1, 2, 3, 4, 5], ())?;
    /// let block = buffer.get_mut(id).expect("it was inserted above");
    /// assert_eq!(block.len(), 5);
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    #[inline]
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Whether it has no bytes.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedBuffer, Rejected};
    /// let mut buffer = PackedBuffer::with_capacity(64, 8);
    /// let id = buffer.alloc(0, ())?;
    /// let block = buffer.get_mut(id).expect("it was made above");
    /// assert!(block.is_empty());
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Its bytes, to be read.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedBuffer, Rejected};
    /// let mut buffer = PackedBuffer::with_capacity(64, 8);
    /// let id = buffer.insert(&[1, 2, 3], ())?;
    /// buffer.take_dirty(0);
    ///
    /// let block = buffer.get_mut(id).expect("it was inserted above");
    /// assert_eq!(block.bytes(), [1, 2, 3]);
    /// assert!(buffer.take_dirty(0).is_empty());
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    #[inline]
    pub fn bytes(&self) -> &[u8] {
        self.bytes
    }

    /// Its bytes, to be written; all of them become dirty.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedBuffer, Rejected};
    /// let mut buffer = PackedBuffer::with_capacity(64, 8);
    /// let id = buffer.insert(&[1, 2, 3, 4], ())?;
    /// buffer.take_dirty(0);
    ///
    /// let mut block = buffer.get_mut(id).expect("it was inserted above");
    /// block.bytes_mut()[3] = 7;
    /// assert_eq!(block.bytes(), [1, 2, 3, 7]);
    /// assert_eq!(buffer.take_dirty(0), [0..4]);
    /// # Ok::<(), Rejected<()>>(())
    /// ```
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
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedBuffer, Rejected};
    /// let mut buffer = PackedBuffer::with_capacity(64, 8);
    /// let id = buffer.insert(&[1, 2, 3], "a road")?;
    /// let block = buffer.get_mut(id).expect("it was inserted above");
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
    /// # use soa_runtime::packed::{PackedBuffer, Rejected};
    /// let mut buffer = PackedBuffer::with_capacity(64, 8);
    /// let id = buffer.insert(&[1, 2, 3], "a road")?;
    /// buffer.take_dirty(0);
    ///
    /// let mut block = buffer.get_mut(id).expect("it was inserted above");
    /// *block.meta_mut() = "a path";
    /// assert_eq!(*block.meta(), "a path");
    /// assert!(buffer.take_dirty(0).is_empty());
    /// # Ok::<(), Rejected<&str>>(())
    /// ```
    #[inline]
    pub fn meta_mut(&mut self) -> &mut M {
        self.meta
    }

    /// Its bytes as elements, to be read. O(1).
    ///
    /// # Errors
    ///
    /// As [`Block::as_slice`](super::Block::as_slice).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedBuffer, Rejected};
    /// let mut buffer = PackedBuffer::with_capacity(64, 8);
    /// let id = buffer.insert_slice(&[7_u16, 8], ())?;
    /// buffer.take_dirty(0);
    ///
    /// let block = buffer.get_mut(id).expect("it was inserted above");
    /// assert_eq!(block.as_slice::<u16>(), Ok(&[7, 8][..]));
    /// assert!(buffer.take_dirty(0).is_empty());
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    #[inline]
    pub fn as_slice<P: Pod>(&self) -> Result<&[P], ViewError> {
        elements(self.offset, self.bytes)
    }

    /// Its bytes as elements, to be written; all of them become dirty. O(1).
    ///
    /// # Errors
    ///
    /// As [`Block::as_slice`](super::Block::as_slice); nothing becomes dirty then.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedBuffer, Rejected};
    /// let mut buffer = PackedBuffer::with_capacity(64, 8);
    /// let id = buffer.insert_slice(&[7_u16, 8], ())?;
    /// buffer.take_dirty(0);
    ///
    /// let mut block = buffer.get_mut(id).expect("it was inserted above");
    /// block.as_mut_slice::<u16>().expect("it is made of them")[1] += 1;
    /// assert!(block.as_mut_slice::<[u8; 3]>().is_err());
    /// assert_eq!(buffer.take_dirty(0), [0..4]);
    /// # Ok::<(), Rejected<()>>(())
    /// ```
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
