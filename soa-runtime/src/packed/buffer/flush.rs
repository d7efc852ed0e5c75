//! What a copy of the buffer has to do to be equal again.

use alloc::vec::Vec;
use core::ops::Range;

use super::PackedBuffer;
use super::dirty::Lacking;
use crate::packed::moves::Move;

impl<M> PackedBuffer<M> {
    /// The ranges of bytes that a copy lacks since the last call: new, written and
    /// moved ones alike. They are sorted, start and end at multiples of `align`, and
    /// those with fewer than `gap` bytes between them are one. O(blocks), and O(1) if
    /// nothing was borrowed as mutable.
    ///
    /// A call to upload costs some microseconds whatever its size, so a gap of 512 to
    /// 4096 is worth the bytes in between.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedBuffer, Rejected};
    /// let mut buffer = PackedBuffer::with_capacity(64, 8);
    /// let mut copy = vec![0; buffer.capacity()];
    /// let ids = [(); 3].map(|()| buffer.alloc(8, ()).expect("there is room"));
    /// buffer.take_dirty(0);
    ///
    /// buffer.get_mut(ids[0]).unwrap().bytes_mut().fill(1);
    /// buffer.get_mut(ids[2]).unwrap().range_mut(5..6).unwrap().fill(2);
    /// let ranges = buffer.take_dirty(0);
    /// assert_eq!(ranges, [0..8, 20..24]);
    /// for range in ranges {
    ///     copy[range.clone()].copy_from_slice(&buffer.as_bytes()[range]);
    /// }
    /// assert_eq!(copy[..24], *buffer.as_bytes());
    /// assert!(buffer.take_dirty(0).is_empty());
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    #[must_use = "the blocks are clean from now on, so the copy has to be brought up to date"]
    pub fn take_dirty(&mut self, gap: usize) -> Vec<Range<usize>> {
        self.take(gap, Lacking::All)
    }

    /// As [`take_dirty`](Self::take_dirty), for a copy on which the moves of
    /// [`take_moves`](Self::take_moves) were replayed up to this moment: without the
    /// bytes that are in place by that.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedBuffer, Rejected};
    /// let mut buffer = PackedBuffer::with_capacity(64, 8);
    /// let ids = [buffer.alloc(8, ())?, buffer.insert(&[7; 8], ())?];
    /// let mut copy = vec![0; buffer.capacity()];
    /// assert!(buffer.take_moves().is_empty()); // recorded from now on
    /// for range in buffer.take_written(0) {
    ///     copy[range.clone()].copy_from_slice(&buffer.as_bytes()[range]);
    /// }
    ///
    /// buffer.release(ids[0]);
    /// buffer.compact();
    /// for moved in buffer.take_moves() {
    ///     copy.copy_within(moved.src..moved.src + moved.len, moved.dst);
    /// }
    /// assert!(buffer.take_written(0).is_empty()); // it is in place by the move
    /// assert_eq!(copy[..8], *buffer.as_bytes());
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    #[must_use = "the blocks are clean from now on, so the copy has to be brought up to date"]
    pub fn take_written(&mut self, gap: usize) -> Vec<Range<usize>> {
        self.take(gap, Lacking::Written)
    }

    /// The moves since the last call, in the order to replay on a copy. They are
    /// recorded from the first call on, which returns none: nobody pays who does not
    /// ask. After the replay the copy lacks what
    /// [`take_written`](Self::take_written) says.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{Compaction, PackedBuffer, PackedConfig, Move, Rejected};
    /// # let config = PackedConfig { compaction: Compaction::Manual, ..Default::default() };
    /// # let mut buffer = PackedBuffer::with_config(config);
    /// let mut copy = vec![0; buffer.capacity()];
    /// let ids = [buffer.alloc(8, ())?, buffer.insert(&[7; 8], ())?];
    /// assert_eq!(buffer.take_moves(), []);
    /// assert_eq!(buffer.take_written(0), [0..16]);
    /// copy[..16].copy_from_slice(buffer.as_bytes());
    ///
    /// buffer.release(ids[0]);
    /// buffer.compact();
    /// for Move { src, dst, len } in buffer.take_moves() {
    ///     copy.copy_within(src..src + len, dst);
    /// }
    /// assert!(buffer.take_written(0).is_empty());
    /// assert_eq!(copy[..8], *buffer.as_bytes());
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    #[must_use = "the moves are forgotten from now on, so the copy has to make them"]
    pub fn take_moves(&mut self) -> Vec<Move> {
        self.space.take_moves()
    }

    /// What the buffer has grown by since the last call: from its capacity then, or when
    /// it was made, to that of now; `None` if they are the same. A copy becomes longer by
    /// that first, keeps its bytes, and then replays the moves and takes what is dirty:
    /// growth alone makes nothing dirty.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedBuffer, PackedConfig, Rejected};
    /// let config = PackedConfig { bytes: 64, max_bytes: Some(1 << 20), ..Default::default() };
    /// let mut buffer = PackedBuffer::with_config(config);
    /// let mut copy = vec![0; buffer.capacity()];
    /// buffer.insert(&[1; 200], ())?;
    ///
    /// if let Some(grown) = buffer.take_grown() {
    ///     assert_eq!(grown, 64..256);
    ///     copy.resize(grown.end, 0); // a new buffer of that size, the old one copied into it
    /// }
    /// for range in buffer.take_dirty(512) {
    ///     copy[range.clone()].copy_from_slice(&buffer.as_bytes()[range]);
    /// }
    /// assert_eq!(copy[..200], *buffer.as_bytes());
    /// assert_eq!(buffer.take_grown(), None);
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    #[must_use = "the growth is forgotten from now on, so the copy has to grow"]
    pub fn take_grown(&mut self) -> Option<Range<usize>> {
        self.space.take_grown()
    }

    fn take(&mut self, gap: usize, lacking: Lacking) -> Vec<Range<usize>> {
        let ranges = self.bytes.take_dirty(&self.space.spans, gap, lacking);
        ranges.merged
    }
}
