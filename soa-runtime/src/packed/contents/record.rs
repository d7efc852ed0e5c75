//! What the copies elsewhere lack. Nothing is recorded without readers.

use alloc::collections::{BTreeMap, TryReserveError, VecDeque};
use alloc::vec::Vec;
use core::ops::Range;

use crate::packed::changes::{Move, PackedChanges, PackedReader};
use crate::packed::place::{Placed, Slot, round_down, round_up};
use crate::ticks::Incarnation;

/// The moves and writes that some reader lacks, each with the turn in which it was made. All
/// readers share them. Each call of a reader ends the turn.
///
/// 1. Every turn in `moves` and `marks` is after the oldest `seen`, and at most `now`.
/// 2. `moves` is in the order of the turns.
/// 3. While a buffer has readers, `marks` has an entry for every slot that has a block.
#[derive(Debug)]
pub(in crate::packed) struct Record {
    container: Option<Incarnation>,
    /// `false` in a space, which has no marks.
    has_bytes: bool,
    now: u64,
    readers: Vec<Reader>,
    moves: VecDeque<(u64, Move)>,
    /// By slot; empty in a space.
    marks: Vec<Marks>,
    /// No mark is of a later turn.
    marked: u64,
    /// The turn up to which marks were removed.
    trimmed: u64,
}

#[derive(Debug)]
struct Reader {
    /// The turn in which the reader was made.
    number: u64,
    /// The last turn that the reader has seen.
    seen: u64,
    /// The capacity that the reader has seen.
    capacity: u32,
}

impl Record {
    pub(super) fn new(has_bytes: bool) -> Self {
        Record {
            container: Incarnation::next(),
            has_bytes,
            now: 1,
            readers: Vec::new(),
            moves: VecDeque::new(),
            marks: Vec::new(),
            marked: 0,
            trimmed: 0,
        }
    }

    /// Adds a reader of a container with that capacity and that many slots.
    pub(in crate::packed) fn add(&mut self, capacity: u32, slots: usize) -> PackedReader {
        let number = self.now;
        self.readers.push(Reader {
            number,
            seen: number,
            capacity,
        });
        if self.has_bytes {
            self.marks.resize_with(slots, Marks::default);
        }
        self.now += 1;
        PackedReader {
            container: self.container,
            number,
        }
    }

    /// Makes marks for `slots` slots, if writes are recorded.
    pub(in crate::packed) fn try_reserve(&mut self, slots: usize) -> Result<(), TryReserveError> {
        if self.has_bytes && !self.readers.is_empty() && self.marks.len() < slots {
            self.marks.try_reserve(1)?;
            self.marks.resize_with(slots, Marks::default);
        }
        Ok(())
    }

    /// Removes a reader, and what no other reader lacks.
    #[track_caller]
    pub(in crate::packed) fn forget(&mut self, reader: PackedReader) {
        self.readers.remove(self.position(reader));
        self.trim();
    }

    /// Returns what a reader lacks. The blocks come in memory order.
    #[track_caller]
    pub(in crate::packed) fn drain<'p>(
        &mut self,
        reader: PackedReader,
        capacity: u32,
        grain: u32,
        placed: impl Iterator<Item = (Slot, &'p Placed)>,
    ) -> PackedChanges {
        let position = self.position(reader);
        let Reader {
            seen,
            capacity: known,
            ..
        } = self.readers[position];
        let first = self.moves.partition_point(|(turn, _)| *turn <= seen);
        let moves = self.moves.range(first..).map(|(_, step)| *step);
        let mut changes = PackedChanges {
            grown: (known < capacity).then_some(known as usize..capacity as usize),
            moves: moves.collect(),
            written: Vec::new(),
        };
        if self.marked > seen {
            for (slot, place) in placed {
                let size = place.need.size;
                self.marks[slot.index()].for_each_after(seen, size, |part| {
                    let start = round_down(part.start, grain) + place.offset;
                    let end = round_up(part.end, grain).unwrap_or(size) + place.offset;
                    push(&mut changes.written, start as usize..end as usize);
                });
            }
        }
        self.readers[position].seen = self.now;
        self.readers[position].capacity = capacity;
        self.now += 1;
        self.trim();
        changes
    }

    #[track_caller]
    fn position(&self, reader: PackedReader) -> usize {
        assert!(
            reader.container == self.container,
            "the reader belongs to another packed container"
        );
        let mut numbers = self.readers.iter().map(|known| known.number);
        match numbers.position(|number| number == reader.number) {
            Some(position) => position,
            None => panic!("the reader was forgotten, so nothing is recorded for it"),
        }
    }

    /// Forgets what every reader has seen.
    fn trim(&mut self) {
        let Some(seen) = self.readers.iter().map(|reader| reader.seen).min() else {
            (self.moves, self.marks) = (VecDeque::new(), Vec::new());
            return;
        };
        let first = self.moves.partition_point(|(turn, _)| *turn <= seen);
        self.moves.drain(..first);
        if self.moves.len() < self.moves.capacity() / 4 {
            self.moves.shrink_to(2 * self.moves.len());
        }
        if self.trimmed < self.marked.min(seen) {
            for marks in &mut self.marks {
                marks.parts.retain(|_, (_, turn)| *turn > seen);
            }
            self.trimmed = seen;
        }
    }

    /// Records a move.
    pub(super) fn relocate(&mut self, step: Move) {
        if !self.readers.is_empty() {
            self.moves.push_back((self.now, step));
        }
    }

    /// Returns the mark of a slot for writes that follow, if they are recorded.
    #[inline]
    pub(super) fn mark(&mut self, slot: Slot) -> Option<Mark<'_>> {
        let marks = self.marks.get_mut(slot.index())?;
        self.marked = self.now;
        Some(Mark {
            marks,
            now: self.now,
        })
    }

    /// Returns the marks of all slots for writes that follow, if they are recorded.
    pub(super) fn marks(&mut self) -> impl Iterator<Item = Mark<'_>> {
        let now = self.now;
        self.marked = now;
        let marks = self.marks.iter_mut();
        marks.map(move |marks| Mark { marks, now })
    }

    /// Forgets the writes to a block, which is gone.
    pub(in crate::packed) fn remove(&mut self, slot: Slot) {
        if let Some(marks) = self.marks.get_mut(slot.index()) {
            *marks = Marks::default();
        }
    }

    /// Forgets all moves and writes, because all blocks are gone.
    pub(in crate::packed) fn clear(&mut self) {
        self.moves = VecDeque::new();
        self.marks.fill_with(Marks::default);
    }
}

/// The writes to one block, relative to it, so that they move with it.
#[derive(Debug, Default)]
struct Marks {
    /// The last turn in which the whole block was written.
    whole: u64,
    /// The parts that were written since: by their starts, their ends and turns. They do not
    /// overlap.
    parts: BTreeMap<u32, (u32, u64)>,
}

impl Marks {
    fn write(&mut self, part: Range<u32>, now: u64) {
        if part.is_empty() || self.whole == now {
            return;
        }
        let Range { mut start, mut end } = part;
        self.cut(start);
        self.cut(end);
        while let Some((&older, _)) = self.parts.range(start..end).next() {
            self.parts.remove(&older);
        }
        // Neighbours of the same turn become one part.
        if let Some(&(far, turn)) = self.parts.get(&end) {
            if turn == now {
                self.parts.remove(&end);
                end = far;
            }
        }
        if let Some((&near, &(touching, turn))) = self.parts.range(..start).next_back() {
            if (touching, turn) == (start, now) {
                start = near;
            }
        }
        self.parts.insert(start, (end, now));
    }

    /// Cuts the part that contains both the bytes before and after `at`.
    fn cut(&mut self, at: u32) {
        if let Some((_, (end, turn))) = self.parts.range_mut(..at).next_back() {
            if *end > at {
                let rest = (core::mem::replace(end, at), *turn);
                self.parts.insert(at, rest);
            }
        }
    }

    /// Forgets what lies past the new end of the block.
    fn truncate(&mut self, size: u32) {
        self.cut(size);
        self.parts.split_off(&size);
    }

    /// Calls `visit` for the parts that were written after a turn, in ascending order.
    fn for_each_after(&self, seen: u64, size: u32, mut visit: impl FnMut(Range<u32>)) {
        if self.whole > seen {
            visit(0..size);
            return;
        }
        for (&start, &(end, turn)) in &self.parts {
            if turn > seen {
                visit(start..end);
            }
        }
    }
}

/// The marks of one block while it is written.
#[derive(Debug)]
pub(super) struct Mark<'a> {
    marks: &'a mut Marks,
    now: u64,
}

impl Mark<'_> {
    /// Records that all bytes of the block are written.
    #[inline]
    pub(super) fn write_all(&mut self) {
        self.marks.whole = self.now;
        self.marks.parts.clear();
    }

    /// Records that a part of the block is written.
    pub(super) fn write(&mut self, part: Range<u32>) {
        self.marks.write(part, self.now);
    }

    /// Records that the block has a new size, and new bytes from `kept` on.
    pub(super) fn resize(&mut self, kept: u32, size: u32) {
        if kept == 0 {
            self.write_all();
        } else {
            self.marks.truncate(size);
            self.marks.write(kept..size, self.now);
        }
    }
}

/// Adds a range that starts after the last one has started.
fn push(ranges: &mut Vec<Range<usize>>, range: Range<usize>) {
    match ranges.last_mut() {
        _ if range.is_empty() => {}
        Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
        _ => ranges.push(range),
    }
}
