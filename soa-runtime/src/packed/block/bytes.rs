//! The bytes of one block of a buffer.

use core::ops::Range;

use bytemuck::Pod;

use super::{Block, BlockMut};
use crate::packed::contents::Bytes;
use crate::packed::error::ViewError;

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
        self.part
    }

    /// Returns the bytes of the block as elements. O(1).
    ///
    /// # Errors
    ///
    /// Returns [`ViewError`] if the bytes are not a whole number of elements, or not aligned for
    /// `P`. A block made by [`insert_slice`](crate::packed::PackedBuffer::insert_slice) of the
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
        elements(self.offset(), self.part)
    }
}

impl<'a, M> BlockMut<'a, M, Bytes> {
    /// Returns the bytes of the block. No byte becomes dirty.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedBuffer, Rejected};
    /// let mut buffer = PackedBuffer::with_capacity(64, 8);
    /// let id = buffer.insert(&[1, 2, 3], ())?;
    /// assert_eq!(buffer.take_dirty(0), [0..4]);
    ///
    /// let block = buffer.get_mut(id).expect("it was inserted above");
    /// assert_eq!(block.bytes(), [1, 2, 3]);
    /// assert!(buffer.take_dirty(0).is_empty());
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    pub fn bytes(&self) -> &[u8] {
        self.part.bytes
    }

    /// Returns the bytes of the block mutably. All of them become dirty.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedBuffer, Rejected};
    /// let mut buffer = PackedBuffer::with_capacity(64, 8);
    /// let id = buffer.insert(&[1, 2, 3, 4], ())?;
    /// assert_eq!(buffer.take_dirty(0), [0..4]);
    ///
    /// let mut block = buffer.get_mut(id).expect("it was inserted above");
    /// block.bytes_mut()[3] = 7;
    /// assert_eq!(block.bytes(), [1, 2, 3, 7]);
    /// assert_eq!(buffer.take_dirty(0), [0..4]);
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    pub fn bytes_mut(&mut self) -> &mut [u8] {
        self.part.write(0..self.part.bytes.len());
        self.part.bytes
    }

    /// Returns some bytes of the block mutably. Only those become dirty. Returns `None`, and no
    /// byte becomes dirty, if the range is not within the block.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedBuffer, Rejected};
    /// let mut buffer = PackedBuffer::with_capacity(64, 8);
    /// let id = buffer.alloc(40, ())?;
    /// assert_eq!(buffer.take_dirty(0), [0..40]);
    ///
    /// let mut block = buffer.get_mut(id).expect("it was created above");
    /// block.range_mut(8..12).expect("it has 40 bytes").fill(1);
    /// assert!(block.range_mut(38..42).is_none());
    /// assert_eq!(buffer.take_dirty(0), [8..12]);
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    pub fn range_mut(&mut self, range: Range<usize>) -> Option<&mut [u8]> {
        self.part.bytes.get(range.clone())?;
        self.part.write(range.clone());
        self.part.bytes.get_mut(range)
    }

    /// Returns the bytes of the block as elements. No byte becomes dirty. O(1).
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
        elements(self.offset(), self.part.bytes)
    }

    /// Returns the bytes of the block as elements, mutably. All of them become dirty. O(1).
    ///
    /// # Errors
    ///
    /// Returns [`ViewError`] in the same cases as [`Block::as_slice`]. No byte becomes dirty then.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedBuffer, Rejected};
    /// let mut buffer = PackedBuffer::with_capacity(64, 8);
    /// let id = buffer.insert_slice(&[7_u16, 8], ())?;
    /// assert_eq!(buffer.take_dirty(0), [0..4]);
    ///
    /// let mut block = buffer.get_mut(id).expect("it was inserted above");
    /// block.as_mut_slice::<u16>().expect("it was made of them")[1] += 1;
    /// assert!(block.as_mut_slice::<[u8; 3]>().is_err());
    /// assert_eq!(buffer.take_dirty(0), [0..4]);
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    pub fn as_mut_slice<P: Pod>(&mut self) -> Result<&mut [P], ViewError> {
        let offset = self.offset();
        let len = self.part.bytes.len();
        elements::<P>(offset, self.part.bytes)?;
        self.part.write(0..len);
        Ok(bytemuck::try_cast_slice_mut(self.part.bytes).unwrap_or_default())
    }

    /// Returns the bytes of the block mutably, for as long as the buffer is borrowed. All of them
    /// become dirty.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedBuffer, Rejected};
    /// let mut buffer = PackedBuffer::with_capacity(64, 8);
    /// let id = buffer.insert(&[1, 2, 3, 4], ())?;
    /// assert_eq!(buffer.take_dirty(0), [0..4]);
    ///
    /// let bytes = buffer.get_mut(id).expect("it was inserted above").into_bytes();
    /// bytes[3] = 7;
    /// assert_eq!(bytes, [1, 2, 3, 7]);
    /// assert_eq!(buffer.take_dirty(0), [0..4]);
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    pub fn into_bytes(mut self) -> &'a mut [u8] {
        self.part.write(0..self.part.bytes.len());
        self.part.bytes
    }
}

fn elements<P: Pod>(offset: usize, bytes: &[u8]) -> Result<&[P], ViewError> {
    if bytes.is_empty() {
        return Ok(&[]);
    }
    bytemuck::try_cast_slice(bytes).map_err(|_| ViewError::of::<P>(offset, bytes.len()))
}
