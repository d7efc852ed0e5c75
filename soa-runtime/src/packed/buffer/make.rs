//! How a block and its bytes come into the buffer.

use bytemuck::Pod;

use super::PackedBuffer;
use crate::packed::error::Rejected;
use crate::packed::space::BlockId;
use crate::packed::space::place::Slot;

impl<M> PackedBuffer<M> {
    /// Makes a block of `len` zeroes. O(1), and the zeroes; in a buffer without a
    /// fitting end it looks at all holes before it gives up, and then at all blocks, to
    /// say whether a compaction helps. A buffer that grows for it is copied, which is
    /// O(1) per byte, amortised.
    ///
    /// # Errors
    ///
    /// [`PackedError::Full`] if no place is long enough, and the buffer may not grow to
    /// make one; [`PackedError::TooManyBlocks`] if as many live as may. Both hand the
    /// metadata back.
    ///
    /// [`PackedError::Full`]: crate::packed::PackedError::Full
    /// [`PackedError::TooManyBlocks`]: crate::packed::PackedError::TooManyBlocks
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedBuffer, Rejected};
    /// let mut buffer = PackedBuffer::with_capacity(64, 8);
    /// let id = buffer.alloc(10, "scratch")?;
    /// assert_eq!(buffer.get(id).unwrap().bytes(), [0; 10]);
    /// # Ok::<(), Rejected<&str>>(())
    /// ```
    pub fn alloc(&mut self, len: usize, meta: M) -> Result<BlockId<M>, Rejected<M>> {
        let (id, bytes) = self.make(len, 1, meta)?;
        bytes.fill(0);
        Ok(id)
    }

    /// Makes a block that holds a copy of `bytes`. Cost as [`alloc`](Self::alloc).
    ///
    /// # Errors
    ///
    /// As [`alloc`](Self::alloc).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedBuffer, Rejected};
    /// let mut buffer = PackedBuffer::with_capacity(64, 8);
    /// let a = buffer.insert(&[1, 2, 3, 4, 5], ())?;
    /// let b = buffer.insert(&[6], ())?;
    /// assert_eq!(buffer.get(b).unwrap().offset(), 8); // a's 5 bytes take up 8
    /// assert_eq!(buffer.as_bytes(), [1, 2, 3, 4, 5, 0, 0, 0, 6, 0, 0, 0]);
    /// # assert_eq!(buffer.get(a).unwrap().len(), 5);
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    pub fn insert(&mut self, bytes: &[u8], meta: M) -> Result<BlockId<M>, Rejected<M>> {
        self.insert_at(bytes, 1, meta)
    }

    /// Makes a block that holds a copy of `elements`, at an offset that is, and stays
    /// through every move, a multiple of the element's size. So
    /// [`first`](Self::first) is a whole vertex index, for a stride of 12 or 20 bytes
    /// too. Cost as [`alloc`](Self::alloc).
    ///
    /// # Errors
    ///
    /// As [`alloc`](Self::alloc).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedBuffer, Rejected};
    /// let mut buffer = PackedBuffer::with_capacity(256, 8);
    /// buffer.insert(&[1, 2, 3, 4], ())?;
    /// let id = buffer.insert_slice(&[[0.0_f32; 5]; 3], ())?;
    /// assert_eq!(buffer.get(id).unwrap().offset(), 20);
    /// assert_eq!(buffer.first::<[f32; 5]>(id), Some(1));
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    pub fn insert_slice<P: Pod>(
        &mut self,
        elements: &[P],
        meta: M,
    ) -> Result<BlockId<M>, Rejected<M>> {
        // Only elements of no size are no bytes.
        let bytes = bytemuck::try_cast_slice(elements).unwrap_or(&[]);
        self.insert_at(bytes, size_of::<P>(), meta)
    }

    fn insert_at(
        &mut self,
        bytes: &[u8],
        stride: usize,
        meta: M,
    ) -> Result<BlockId<M>, Rejected<M>> {
        let (id, to) = self.make(bytes.len(), stride, meta)?;
        let (to, padding) = to.split_at_mut(bytes.len());
        to.copy_from_slice(bytes);
        padding.fill(0);
        Ok(id)
    }

    /// Makes a block whose bytes, padding included, the caller writes.
    fn make(
        &mut self,
        len: usize,
        stride: usize,
        meta: M,
    ) -> Result<(BlockId<M>, &mut [u8]), Rejected<M>> {
        let id = self.space.make(len, stride, meta, &mut self.bytes)?;
        let slot = Slot::of(id);
        let place = self.space.spans.place(slot);
        Ok((id, self.bytes.admit(slot, place)))
    }
}
