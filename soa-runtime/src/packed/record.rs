//! What the copies elsewhere lack. Nothing is recorded without readers.

use alloc::collections::{BTreeMap, TryReserveError, VecDeque};
use alloc::vec::Vec;
use core::ops::Range;

use super::changes::{Move, PackedChanges, PackedReader};
use super::place::{Placed, Slot, round_down, round_up, try_extend};
use crate::ticks::Incarnation;

/// The moves and writes that some reader lacks, each with the turn in which it was made. All
/// readers share them. Each call of a reader ends the turn.
///
/// 1. Every turn in `moves` and in the parts of `marks` is after the oldest `seen`, and at most `now`.
/// 2. `moves` is in the order of the turns.
/// 3. While a buffer has readers, `marks` has an entry for every slot that has a block.
#[derive(Debug, Default)]
pub(super) struct Record {
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
            ..Record::default()
        }
    }

    /// Adds a reader of a container with that capacity and that many slots.
    pub(super) fn add(&mut self, capacity: u32, slots: usize) -> PackedReader {
        self.now += 1;
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
    pub(super) fn try_reserve(&mut self, slots: usize) -> Result<(), TryReserveError> {
        let is_recording = self.has_bytes && !self.readers.is_empty();
        let slots = if is_recording { slots } else { 0 };
        try_extend(&mut self.marks, slots, Marks::default)
    }

    /// Removes a reader, and what no other reader lacks.
    #[track_caller]
    pub(super) fn forget(&mut self, reader: PackedReader) {
        self.readers.remove(self.position(reader));
        self.trim_moves();
        self.trim_marks();
    }

    /// Returns what a reader lacks. The blocks come in memory order.
    #[track_caller]
    pub(super) fn drain<'p>(
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
                for part in self.marks[slot.index()].after(seen, size) {
                    let start = round_down(part.start, grain) + place.offset;
                    let end = round_up(part.end, grain).unwrap_or(size) + place.offset;
                    push(&mut changes.written, start as usize..end as usize);
                }
            }
        }
        self.readers[position].seen = self.now;
        self.readers[position].capacity = capacity;
        self.now += 1;
        self.trim_moves();
        if self.marked > seen {
            self.trim_marks();
        }
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

    /// Forgets the moves that every reader has seen.
    fn trim_moves(&mut self) {
        let seen = self.readers.iter().map(|reader| reader.seen).min();
        let seen = seen.unwrap_or(self.now);
        let first = self.moves.partition_point(|(turn, _)| *turn <= seen);
        self.moves.drain(..first);
        if self.moves.len() < self.moves.capacity() / 4 {
            self.moves.shrink_to(2 * self.moves.len());
        }
    }

    /// Forgets the writes that no reader lacks.
    fn trim_marks(&mut self) {
        if self.readers.is_empty() {
            self.marks = Vec::new();
        }
        for marks in &mut self.marks {
            marks.trim(&self.readers);
        }
    }

    /// Records a move.
    pub(super) fn relocate(&mut self, step: Move) {
        if !self.readers.is_empty() {
            self.moves.push_back((self.now, step));
        }
    }

    /// Returns the mark of a slot, for writes that follow.
    #[inline]
    pub(super) fn mark(&mut self, slot: Slot) -> Mark<'_> {
        let marks = self.marks.get_mut(slot.index());
        if marks.is_some() {
            self.marked = self.now;
        }
        Mark(marks.map(|marks| (marks, self.now)))
    }

    /// Returns the marks of all slots, for writes that follow.
    pub(super) fn marks(&mut self) -> Vec<Mark<'_>> {
        if !self.marks.is_empty() {
            self.marked = self.now;
        }
        let marks = self.marks.iter_mut();
        marks.map(|marks| Mark(Some((marks, self.now)))).collect()
    }

    /// Forgets the writes to a block, which is gone.
    pub(super) fn remove(&mut self, slot: Slot) {
        if let Some(marks) = self.marks.get_mut(slot.index()) {
            *marks = Marks::default();
        }
    }

    /// Forgets all moves and writes, because all blocks are gone.
    pub(super) fn clear(&mut self) {
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

    /// Forgets the parts that no reader lacks without lacking the whole block, and joins neighbours
    /// that no reader tells apart.
    fn trim(&mut self, readers: &[Reader]) {
        if self.parts.is_empty() {
            return;
        }
        let whole = self.whole;
        let lacks = |reader: &Reader, turn| whole <= reader.seen && reader.seen < turn;
        let mut joined: Vec<(u32, (u32, u64))> = Vec::new();
        for (start, (end, turn)) in core::mem::take(&mut self.parts) {
            let are_alike = |other| readers.iter().all(|it| lacks(it, turn) == lacks(it, other));
            match joined.last_mut() {
                _ if !readers.iter().any(|reader| lacks(reader, turn)) => {}
                Some((_, (near, before))) if *near == start && are_alike(*before) => {
                    (*near, *before) = (end, turn.max(*before));
                }
                _ => joined.push((start, (end, turn))),
            }
        }
        self.parts = joined.into_iter().collect();
    }

    /// Yields the parts that were written after a turn, by their starts. If the whole block was, they
    /// are within the first one.
    fn after(&self, seen: u64, size: u32) -> impl Iterator<Item = Range<u32>> {
        let whole = (self.whole > seen).then_some(0..size);
        let parts = self.parts.iter();
        let parts = parts.filter(move |(_, (_, turn))| *turn > seen);
        let parts = parts.map(|(&start, &(end, _))| start..end);
        whole.into_iter().chain(parts)
    }
}

/// The marks of one block while it is written, if writes are recorded.
#[derive(Default)]
pub(super) struct Mark<'a>(Option<(&'a mut Marks, u64)>);

impl Mark<'_> {
    /// Records that all bytes of the block are written.
    #[inline]
    pub(super) fn write_all(&mut self) {
        if let Some((marks, now)) = &mut self.0 {
            marks.whole = *now;
            marks.parts.clear();
        }
    }

    /// Records that a part of the block is written. Blocks are shorter than `u32::MAX`.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "checked by the debug assertion"
    )]
    pub(super) fn write(&mut self, part: Range<usize>) {
        debug_assert!(u32::try_from(part.end).is_ok());
        if let Some((marks, now)) = &mut self.0 {
            marks.write(part.start as u32..part.end as u32, *now);
        }
    }

    /// Records that the block has this size now, and new bytes from `kept` on.
    pub(super) fn resize(&mut self, kept: u32, size: u32) {
        if kept == 0 {
            self.write_all();
        } else if let Some((marks, now)) = &mut self.0 {
            marks.truncate(size);
            marks.write(kept..size, *now);
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
