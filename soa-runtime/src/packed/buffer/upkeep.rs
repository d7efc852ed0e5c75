//! How blocks are resized and released, and how the buffer becomes compact or longer.

use core::borrow::Borrow;

use super::PackedBuffer;
use crate::packed::error::PackedError;
use crate::packed::space::{BlockId, Resized};

impl<M> PackedBuffer<M> {
    /// Gives a block another length: contents kept, growth zeroed, in place where the
    /// bytes behind it are free. Else it moves as if it were made anew, under
    /// `Append` to the end. O(1), and the move; then the compaction policy has its turn.
    ///
    /// # Errors
    ///
    /// [`PackedError::Stale`] if the id is; [`PackedError::Full`] if no place is long
    /// enough and the buffer may not grow to make one, where the block's present bytes
    /// do not count as free. It is [fragmented](PackedError::is_fragmented) if a
    /// compaction helps, also by making room behind the block.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedBuffer, PackedError};
    /// let mut buffer = PackedBuffer::with_capacity(64, 8);
    /// let id = buffer.insert(&[1, 2, 3], ())?;
    /// buffer.resize(id, 5)?;
    /// assert_eq!(buffer.get(id).unwrap().bytes(), [1, 2, 3, 0, 0]);
    /// buffer.resize(id, 1)?;
    /// assert_eq!(buffer.get(id).unwrap().bytes(), [1]);
    /// # Ok::<(), PackedError>(())
    /// ```
    pub fn resize(&mut self, id: BlockId<M>, len: usize) -> Result<(), PackedError> {
        let Resized { slot, kept } = self.space.resize_with(id, len, &mut self.bytes)?;
        let place = self.space.spans.place(slot);
        self.bytes.resize(slot, place, kept);
        Ok(())
    }

    /// Releases a block and hands its metadata back; `None`, and nothing changes, if
    /// the id is stale. O(1); then the compaction policy has its turn.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedBuffer, Rejected};
    /// let mut buffer = PackedBuffer::with_capacity(64, 8);
    /// let id = buffer.alloc(8, "scratch")?;
    /// assert_eq!(buffer.release(id), Some("scratch"));
    /// assert_eq!(buffer.release(id), None);
    /// # Ok::<(), Rejected<&str>>(())
    /// ```
    pub fn release(&mut self, id: BlockId<M>) -> Option<M> {
        self.space.release_with(id, &mut self.bytes)
    }

    /// Releases many blocks, then lets the compaction policy have one turn for all;
    /// returns how many they were. Stale ids are ignored. The metadata are dropped
    /// last.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedBuffer, Rejected};
    /// let mut buffer = PackedBuffer::with_capacity(64, 8);
    /// let ids = [buffer.alloc(8, 'a')?, buffer.alloc(8, 'b')?, buffer.alloc(8, 'c')?];
    /// assert_eq!(buffer.release_many(&ids[..2]), 2);
    /// assert_eq!(buffer.release_many(ids), 1);
    /// # Ok::<(), Rejected<char>>(())
    /// ```
    pub fn release_many<I>(&mut self, ids: I) -> usize
    where
        I: IntoIterator<Item: Borrow<BlockId<M>>>,
    {
        self.space.release_many_with(ids, &mut self.bytes)
    }

    /// Releases all blocks; their ids are stale. Recorded moves are forgotten, growth
    /// is not; the metadata are dropped last. O(slots).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedBuffer, Rejected};
    /// let mut buffer = PackedBuffer::with_capacity(64, 8);
    /// let id = buffer.alloc(8, ())?;
    /// buffer.clear();
    /// assert!(buffer.is_empty() && !buffer.contains(id));
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    pub fn clear(&mut self) {
        self.bytes.touched = false;
        self.space.clear();
    }

    /// Closes all holes, but for those that strides ask for: O(blocks) and a move of
    /// all bytes above the first hole. The memory order and the ids stay.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{Compaction, PackedBuffer, PackedConfig, Rejected};
    /// # let config = PackedConfig { compaction: Compaction::Manual, ..Default::default() };
    /// # let mut buffer = PackedBuffer::with_config(config);
    /// let (a, b) = (buffer.alloc(8, ())?, buffer.insert(&[7; 8], ())?);
    /// buffer.release(a);
    /// assert_eq!(buffer.get(b).unwrap().offset(), 8);
    /// buffer.compact();
    /// assert_eq!(buffer.get(b).unwrap().offset(), 0);
    /// assert_eq!(buffer.as_bytes(), [7; 8]);
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    pub fn compact(&mut self) {
        self.space.compact_with(&mut self.bytes);
    }

    /// Closes holes for a frame's budget, from the lowest on and from where the last
    /// call stopped; any other call may come in between. Moves at most `max_bytes`
    /// bytes, but one block in any case unless it is 0. Returns the bytes moved, 0 if
    /// there was nothing left to do.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{Compaction, PackedBuffer, PackedConfig, Rejected};
    /// # let config = PackedConfig { compaction: Compaction::Manual, ..Default::default() };
    /// # let mut buffer = PackedBuffer::with_config(config);
    /// let ids = [(); 4].map(|()| buffer.alloc(8, ()).expect("there is room"));
    /// buffer.release(ids[0]);
    /// assert_eq!(buffer.compact_step(16), 16);
    /// assert_eq!(buffer.compact_step(16), 8);
    /// assert_eq!(buffer.compact_step(16), 0);
    /// assert_eq!(buffer.top(), 24);
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    pub fn compact_step(&mut self, max_bytes: usize) -> usize {
        self.space.compact_step_with(max_bytes, &mut self.bytes)
    }

    /// Makes the buffer at least `bytes` bytes long, up to the grain; ids and offsets
    /// stay, the bytes are copied. One that is as long already stays as it is.
    ///
    /// # Errors
    ///
    /// [`PackedError::Full`] if that is more than the config's `max_bytes`,
    /// [`PackedError::OutOfMemory`] if the allocator does not have them. Nothing has
    /// changed then.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedBuffer, PackedConfig, PackedError};
    /// let config = PackedConfig { bytes: 64, max_bytes: Some(256), ..Default::default() };
    /// let mut buffer = PackedBuffer::with_config(config);
    /// let id = buffer.insert(&[1, 2, 3], ())?;
    /// buffer.grow_to(100)?;
    /// buffer.grow_to(10)?;
    /// assert_eq!(buffer.capacity(), 100);
    /// assert_eq!(buffer.get(id).unwrap().bytes(), [1, 2, 3]);
    /// assert!(buffer.grow_to(257).is_err());
    /// # Ok::<(), PackedError>(())
    /// ```
    pub fn grow_to(&mut self, bytes: usize) -> Result<(), PackedError> {
        self.space.lengthen(bytes, &mut self.bytes)
    }
}
