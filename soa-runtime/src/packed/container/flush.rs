//! What a copy elsewhere has to do to be equal again.

use alloc::vec::Vec;
use core::ops::Range;

use super::Packed;
use crate::packed::contents::{Bytes, Contents, Lacking};
use crate::packed::moves::Move;

impl<M, C: Contents> Packed<M, C> {
    /// Returns by what the container has grown since the last call, or since it was created: the
    /// range from the old capacity to the new one. Returns `None` if the capacity is the same.
    ///
    /// A copy becomes that much longer first and keeps its contents. Then it replays the moves and
    /// takes what is dirty. Growth does not make bytes dirty.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedBuffer, PackedConfig, Rejected};
    /// let mut buffer = PackedBuffer::with_config(PackedConfig::new(64, 8).max_capacity(1 << 20));
    /// let mut copy = vec![0; buffer.capacity()];
    /// buffer.insert(&[1; 200], ())?;
    ///
    /// if let Some(grown) = buffer.take_grown() {
    ///     assert_eq!(grown, 64..256);
    ///     copy.resize(grown.end, 0); // on a GPU: a new buffer, with a copy of the old one
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
        let capacity = self.spans.capacity;
        let reported = core::mem::replace(&mut self.reported_capacity, capacity);
        (reported < capacity).then_some(reported as usize..capacity as usize)
    }

    /// Returns the moves since the last call, in the order in which a copy must replay them, after
    /// it grew by [`take_grown`](Self::take_grown).
    ///
    /// A space records moves from the start. A buffer records them from the first call on, which
    /// returns none, so a buffer without such calls does not pay for the record. After the replay
    /// the copy lacks what [`take_written`](Packed::take_written) returns.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{Compaction, Move, PackedConfig, PackedSpace, Rejected};
    /// # let config = PackedConfig::new(64, 8).compaction(Compaction::Manual);
    /// # let mut space = PackedSpace::with_config(config);
    /// let ids = [space.alloc(8, ())?, space.alloc(4, ())?];
    /// space.remove(ids[0]);
    /// space.compact();
    /// assert_eq!(space.take_moves(), [Move { src: 8, dst: 0, len: 4 }]);
    /// assert_eq!(space.take_moves(), []);
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    #[must_use = "the moves are forgotten from now on, so the copy has to make them"]
    pub fn take_moves(&mut self) -> Vec<Move> {
        self.contents.take_moves()
    }
}

impl<M> Packed<M, Bytes> {
    /// Returns the ranges of bytes that a copy lacks since the last call, because they are new,
    /// written or moved. The blocks are clean afterwards.
    ///
    /// The ranges are sorted, and start and end at multiples of the grain. Ranges with fewer than
    /// `gap` bytes between them are joined. An upload costs some microseconds whatever its size,
    /// so a gap of 512 to 4096 is worth the bytes in between. O(blocks), and O(1) if nothing was
    /// borrowed mutably.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedBuffer, Rejected};
    /// let mut buffer = PackedBuffer::with_capacity(64, 8);
    /// let mut copy = vec![0; buffer.capacity()];
    /// let ids = [(); 3].map(|()| buffer.alloc(8, ()).expect("there is room"));
    /// assert_eq!(buffer.take_dirty(0), [0..24]); // zeroes, which the copy has
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

    /// Returns what [`take_dirty`](Self::take_dirty) returns, without the bytes that are in place
    /// on a copy that has replayed all moves of [`take_moves`](Self::take_moves) so far.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedBuffer, Rejected};
    /// let mut buffer = PackedBuffer::with_capacity(64, 8);
    /// let ids = [buffer.alloc(8, ())?, buffer.insert(&[7; 8], ())?];
    /// let mut copy = vec![0; buffer.capacity()];
    /// assert!(buffer.take_moves().is_empty()); // moves are recorded from now on
    /// for range in buffer.take_written(0) {
    ///     copy[range.clone()].copy_from_slice(&buffer.as_bytes()[range]);
    /// }
    ///
    /// buffer.remove(ids[0]);
    /// buffer.compact();
    /// for moved in buffer.take_moves() {
    ///     copy.copy_within(moved.src..moved.src + moved.len, moved.dst);
    /// }
    /// assert!(buffer.take_written(0).is_empty()); // the move put the bytes in place
    /// assert_eq!(copy[..8], *buffer.as_bytes());
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    #[must_use = "the blocks are clean from now on, so the copy has to be brought up to date"]
    pub fn take_written(&mut self, gap: usize) -> Vec<Range<usize>> {
        self.take(gap, Lacking::Written)
    }

    fn take(&mut self, gap: usize, lacking: Lacking) -> Vec<Range<usize>> {
        let spans = &self.spans;
        self.contents
            .take_dirty(spans.placed(), spans.grain, gap, lacking)
    }
}
