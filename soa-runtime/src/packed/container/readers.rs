//! The readers of what changed.

use super::Packed;
use crate::packed::changes::{PackedChanges, PackedReader};
use crate::packed::contents::Contents;

impl<M, C: Contents> Packed<M, C> {
    /// Adds a reader, for a copy of the memory elsewhere. From now on its changes are recorded, until
    /// [`forget_reader`](Self::forget_reader). O(slots).
    ///
    /// The copy begins with what the container has now: its [`capacity`](Self::capacity), and in a
    /// buffer [`as_bytes`](Packed::as_bytes). There can be any number of readers. They share what is
    /// recorded, so the memory for it is what the reader that was called the longest time ago lacks.
    /// Without readers nothing is recorded.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedBuffer, Rejected};
    /// let mut buffer = PackedBuffer::with_capacity(64, 8);
    /// buffer.insert(&[1; 8], ())?;
    /// let (mut copy, reader) = (buffer.as_bytes().to_vec(), buffer.reader());
    /// buffer.insert(&[2; 8], ())?;
    /// let late = buffer.reader();
    /// assert_eq!(buffer.changes(reader).written, [8..16]);
    /// assert!(buffer.changes(late).written.is_empty());
    /// # copy.clear();
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    pub fn reader(&mut self) -> PackedReader {
        let slots = self.residents.len();
        self.contents.record.add(self.spans.capacity, slots)
    }

    /// Returns what the reader's copy lacks, because it changed since the last call, or since the
    /// reader was made. The copy repeats the growth, then the moves, then the writes.
    ///
    /// O(moves + ranges), and O(blocks) if bytes were borrowed mutably.
    ///
    /// # Panics
    ///
    /// Panics if the reader was forgotten, or belongs to another container.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{Move, PackedBuffer, PackedConfig, Rejected};
    /// let mut buffer = PackedBuffer::with_config(PackedConfig::new(64, 8).max_capacity(1 << 20));
    /// let reader = buffer.reader();
    /// let ids = [buffer.alloc(40, ())?, buffer.insert(&[2; 200], ())?];
    /// let changes = buffer.changes(reader);
    /// assert_eq!(changes.grown, Some(64..256)); // on a GPU: a new buffer, with a copy of the old one
    /// assert_eq!(changes.written, [0..240]);
    ///
    /// buffer.get_mut(ids[1]).unwrap().range_mut(5..6).unwrap().fill(3);
    /// buffer.remove(ids[0]);
    /// buffer.compact();
    /// let changes = buffer.changes(reader);
    /// assert_eq!(changes.moves, [Move { src: 40, dst: 0, len: 200 }]);
    /// assert_eq!(changes.written, [4..8]); // the other bytes have moved
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    #[must_use = "the changes are not returned again, so the copy has to repeat them"]
    #[track_caller]
    pub fn changes(&mut self, reader: PackedReader) -> PackedChanges {
        let spans = &self.spans;
        let record = &mut self.contents.record;
        record.drain(reader, spans.capacity, spans.grain, spans.placed())
    }

    /// Removes a reader, and what was recorded only for it. Its number is never issued again.
    ///
    /// # Panics
    ///
    /// Panics if the reader was forgotten before, or belongs to another container.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::PackedSpace;
    /// let mut space = PackedSpace::<()>::with_capacity(64, 8);
    /// let old = space.reader();
    /// space.forget_reader(old);
    /// assert_ne!(space.reader(), old);
    /// ```
    #[track_caller]
    pub fn forget_reader(&mut self, reader: PackedReader) {
        self.contents.record.forget(reader);
    }
}
