//! The bytes of a buffer: how they come in, and how they are read and written as a whole.

use bytemuck::Pod;

use super::{BlockId, Packed};
use crate::packed::contents::Bytes;
use crate::packed::error::Rejected;
use crate::packed::place::Slot;

impl<M> Packed<M, Bytes> {
    /// Creates a block with a copy of `bytes`. Costs the same as [`alloc`](Self::alloc).
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`alloc`](Self::alloc).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedBuffer, Rejected};
    /// let mut buffer = PackedBuffer::with_capacity(64, 8);
    /// buffer.insert(&[1, 2, 3, 4, 5], ())?;
    /// let id = buffer.insert(&[6], ())?;
    /// assert_eq!(buffer.get(id).unwrap().offset(), 8); // the first 5 bytes take up 8
    /// assert_eq!(buffer.as_bytes(), [1, 2, 3, 4, 5, 0, 0, 0, 6, 0, 0, 0]);
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    pub fn insert(&mut self, bytes: &[u8], meta: M) -> Result<BlockId<M>, Rejected<M>> {
        self.insert_strided(bytes, 1, meta)
    }

    /// Creates a block with a copy of `elements`, at an offset that is a multiple of the element's
    /// size, and stays one when the block moves.
    ///
    /// So [`element_offset`](Self::element_offset) is always a whole number, also for vertices of
    /// 12 or 20 bytes. Costs the same as [`alloc`](Self::alloc).
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`alloc`](Self::alloc).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedBuffer, Rejected};
    /// let mut buffer = PackedBuffer::with_capacity(256, 8);
    /// buffer.insert(&[1, 2, 3, 4], ())?;
    /// let id = buffer.insert_slice(&[[0.0_f32; 5]; 3], ())?;
    /// assert_eq!(buffer.get(id).unwrap().offset(), 20);
    /// assert_eq!(buffer.element_offset::<[f32; 5]>(id), Some(1));
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    pub fn insert_slice<P: Pod>(
        &mut self,
        elements: &[P],
        meta: M,
    ) -> Result<BlockId<M>, Rejected<M>> {
        // The cast fails only for elements without a size, which have no bytes.
        let bytes = bytemuck::try_cast_slice(elements).unwrap_or(&[]);
        self.insert_strided(bytes, size_of::<P>(), meta)
    }

    fn insert_strided(
        &mut self,
        bytes: &[u8],
        stride: usize,
        meta: M,
    ) -> Result<BlockId<M>, Rejected<M>> {
        let id = self.make(bytes.len(), stride, meta)?;
        self.contents.write(self.spans.place(Slot::of(id)), bytes);
        Ok(id)
    }

    /// Returns the bytes from the start to [`top`](Self::top), as a copy on the GPU should be. The
    /// bytes in holes are unspecified.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedBuffer, Rejected};
    /// let mut buffer = PackedBuffer::with_capacity(64, 8);
    /// buffer.insert(&[1, 2, 3], ())?;
    /// assert_eq!(buffer.as_bytes(), [1, 2, 3, 0]); // up to the grain
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    pub fn as_bytes(&self) -> &[u8] {
        &self.contents.as_slice()[..self.top()]
    }

    /// Calls `visit` for the metadata and bytes of each block, in memory order. All bytes become
    /// dirty. O(blocks), without an allocation.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedBuffer, Rejected};
    /// let mut buffer = PackedBuffer::with_capacity(64, 8);
    /// buffer.alloc(4, 1)?;
    /// buffer.alloc(4, 2)?;
    /// buffer.for_each_mut(|meta, bytes| bytes.fill(*meta));
    /// assert_eq!(buffer.as_bytes(), [1, 1, 1, 1, 2, 2, 2, 2]);
    /// # Ok::<(), Rejected<u8>>(())
    /// ```
    pub fn for_each_mut(&mut self, mut visit: impl FnMut(&mut M, &mut [u8])) {
        let residents = &mut self.residents;
        self.contents
            .for_each_mut(self.spans.placed(), |slot, bytes| {
                if let Some(meta) = &mut residents[slot.index()].meta {
                    visit(meta, bytes);
                }
            });
    }
}
