//! Random calls under every policy and grain, compared with a list of the blocks: each byte, offset,
//! growth and refusal. A space gets the same calls, and copies follow at different times.

use std::collections::HashMap;
use std::ops::Range;

use proptest::prelude::*;
use soa_runtime::packed::{
    BlockId, Compaction, Move, PackedBuffer, PackedChanges, PackedConfig, PackedError,
    PackedReader, PackedSpace, Placement, Rejected,
};

use crate::support::{COMPACTIONS, PLACEMENTS, assert_consistent, cases, most};
use crate::trace::{COPIES, Call, calls};

pub(crate) const BYTES: usize = 2048;
pub(crate) const BLOCKS: usize = 40;

/// One block as it lies in the memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Listed {
    id: BlockId<u32>,
    offset: usize,
    /// With the padding.
    size: usize,
    stride: usize,
}

/// The blocks in memory order.
#[derive(Debug, Clone, PartialEq, Eq)]
struct List {
    blocks: Vec<Listed>,
    placement: Placement,
    capacity: usize,
}

impl List {
    fn top(&self) -> usize {
        self.blocks.last().map_or(0, |last| last.offset + last.size)
    }

    /// Returns where a block may go in memory of that capacity: under `Append` only to the end.
    fn rooms(&self, size: usize, stride: usize, capacity: usize) -> Vec<usize> {
        let starts = self.blocks.iter().map(|block| block.offset + block.size);
        let ends = self.blocks.iter().map(|block| block.offset);
        let pieces = [0].into_iter().chain(starts).zip(ends.chain([capacity]));
        let skipped = match self.placement {
            Placement::Append => self.blocks.len(),
            Placement::ReuseHoles => 0,
        };
        let starts = pieces.skip(skipped).filter_map(|(from, to)| {
            let start = from.next_multiple_of(stride);
            (start + size <= to).then_some(start)
        });
        let mut rooms: Vec<usize> = starts.collect();
        if size == 0 && rooms.is_empty() {
            rooms.push(0);
        }
        rooms
    }

    /// Returns whether a block can have a size where it is.
    fn fits_in_place(&self, position: usize, size: usize, capacity: usize) -> bool {
        let next = self.blocks.get(position + 1);
        self.blocks[position].offset + size <= next.map_or(capacity, |next| next.offset)
    }

    /// Slides blocks down as a step of a compaction does: the lowest first, one in any case. Returns
    /// the number of units that moved.
    fn slide(&mut self, budget: usize) -> usize {
        let (mut end, mut moved) = (0_usize, 0);
        for block in &mut self.blocks {
            let lowest = end.next_multiple_of(block.stride);
            if lowest < block.offset {
                if budget == 0 || (moved > 0 && moved + block.size > budget) {
                    break;
                }
                block.offset = lowest;
                moved += block.size;
            }
            end = block.offset + block.size;
        }
        moved
    }
}

/// A buffer, a space that answers alike, what they must contain, and the copies that follow them.
pub(crate) struct Checked {
    buffer: PackedBuffer<u32>,
    space: PackedSpace<u32>,
    config: PackedConfig,
    live: HashMap<BlockId<u32>, Expected>,
    ever: Vec<BlockId<u32>>,
    next_meta: u32,
    copies: Vec<Copy>,
}

struct Expected {
    bytes: Vec<u8>,
    meta: u32,
    stride: usize,
}

/// A copy of the buffer.
struct Copy {
    reader: PackedReader,
    /// The reader of the space.
    twin: PackedReader,
    bytes: Vec<u8>,
    /// The bytes of each block, padding included, that were written since the last update.
    written: HashMap<BlockId<u32>, Vec<bool>>,
}

impl Copy {
    fn new(buffer: &mut PackedBuffer<u32>, space: &mut PackedSpace<u32>) -> Self {
        let mut bytes = buffer.as_bytes().to_vec();
        bytes.resize(buffer.capacity(), 0xaa);
        let sizes = buffer
            .iter()
            .map(|(id, block)| (id, vec![false; block.len()]));
        Copy {
            bytes,
            written: sizes.collect(),
            reader: buffer.reader(),
            twin: space.reader(),
        }
    }
}

impl Checked {
    pub(crate) fn new(config: PackedConfig) -> Self {
        let mut buffer = PackedBuffer::with_config(config);
        let mut space = PackedSpace::with_config(config);
        let copies = [(); COPIES].map(|()| Copy::new(&mut buffer, &mut space));
        Checked {
            buffer,
            space,
            config,
            live: HashMap::new(),
            ever: Vec::new(),
            next_meta: 0,
            copies: copies.into(),
        }
    }

    /// The blocks as they lie now.
    fn list(&self) -> List {
        let align = self.config.align;
        let blocks = self.buffer.iter().map(|(id, block)| Listed {
            id,
            offset: block.offset(),
            size: block.len().next_multiple_of(align),
            stride: self.live[&id].stride,
        });
        List {
            blocks: blocks.collect(),
            placement: self.config.placement,
            capacity: self.buffer.capacity(),
        }
    }

    pub(crate) fn apply(&mut self, call: &Call) {
        match call {
            &Call::Alloc(len, stride) => {
                let (before, meta) = (self.list(), self.next_meta);
                let result = match stride {
                    1 => self.buffer.alloc(len, meta),
                    _ => self.buffer.alloc_strided(len, stride, meta),
                };
                self.made(&before, result, vec![0; len], stride);
            }
            Call::Insert(bytes) => {
                let before = self.list();
                let result = self.buffer.insert(bytes, self.next_meta);
                self.made(&before, result, bytes.clone(), 1);
            }
            &Call::InsertSlice {
                element,
                count,
                byte,
            } => {
                self.insert_slice(element, count, byte);
            }
            &Call::Resize(block, len) => self.resize(block, len),
            Call::Replace(block, bytes) => self.replace(*block, bytes),
            &Call::Release(block) => {
                let Some(id) = self.id(block) else { return };
                let meta = self.live.remove(&id).map(|expected| expected.meta);
                assert_eq!(self.buffer.remove(id), meta);
                assert_eq!(self.space.remove(id), meta);
            }
            Call::ReleaseMany(blocks) => {
                let ids: Vec<_> = blocks.iter().filter_map(|&block| self.id(block)).collect();
                let live = ids.iter().filter_map(|id| self.live.remove(id)).count();
                assert_eq!(self.buffer.remove_many(&ids), live);
                assert_eq!(self.space.remove_many(&ids), live);
            }
            &Call::Write {
                block,
                at,
                len,
                byte,
            } => self.write(block, at..at + len, byte),
            Call::Compact => {
                let mut slid = self.list();
                slid.slide(usize::MAX);
                self.buffer.compact();
                self.space.compact();
                assert_eq!(self.list(), slid);
            }
            &Call::CompactStep(budget) => {
                let mut slid = self.list();
                let moved = slid.slide(budget);
                assert_eq!(self.buffer.compact_step(budget), moved);
                assert_eq!(self.space.compact_step(budget), moved);
                assert_eq!(self.list(), slid);
            }
            &Call::Update(copy) => self.update(copy),
            &Call::Restart(copy) => {
                let copy = &mut self.copies[copy];
                self.buffer.forget_reader(copy.reader);
                self.space.forget_reader(copy.twin);
                *copy = Copy::new(&mut self.buffer, &mut self.space);
            }
            &Call::GrowTo(bytes) => {
                let before = self.buffer.capacity();
                let grown = self.buffer.grow_to(bytes);
                assert_eq!(self.space.grow_to(bytes), grown);
                assert_eq!(grown.is_ok(), bytes <= self.limit());
                let rounded = grown.map_or(0, |()| bytes.next_multiple_of(self.config.align));
                assert_eq!(self.buffer.capacity(), before.max(rounded));
            }
            Call::Clear => {
                self.buffer.clear();
                self.space.clear();
                self.live.clear();
            }
        }
    }

    fn insert_slice(&mut self, element: usize, count: usize, byte: u8) {
        let (before, meta) = (self.list(), self.next_meta);
        let result = match element {
            1 => self.buffer.insert_slice(&vec![byte; count], meta),
            2 => self.buffer.insert_slice(&vec![[byte; 2]; count], meta),
            12 => self.buffer.insert_slice(&vec![[byte; 12]; count], meta),
            _ => self.buffer.insert_slice(&vec![[byte; 20]; count], meta),
        };
        self.made(&before, result, vec![byte; element * count], element);
    }

    /// Checks where a block was made, or why not.
    fn made(
        &mut self,
        before: &List,
        result: Result<BlockId<u32>, Rejected<u32>>,
        bytes: Vec<u8>,
        stride: usize,
    ) {
        let (meta, len, align) = (self.next_meta, bytes.len(), self.config.align);
        assert_eq!(self.space.alloc_strided(len, stride, meta), result);
        let size = len.next_multiple_of(align);
        let strides = (align..).step_by(align);
        let stride = strides
            .into_iter()
            .find(|multiple| multiple % stride.max(1) == 0);
        let stride = stride.expect("a common multiple");
        let id = match result {
            Ok(id) => id,
            Err(rejected) => {
                assert_eq!(rejected.meta, meta);
                if self.live.len() == BLOCKS {
                    let limit = BLOCKS;
                    assert_eq!(rejected.error, PackedError::TooManyBlocks { limit });
                } else {
                    self.assert_full(before, rejected.error, len, stride, None);
                }
                return;
            }
        };
        assert!(!self.ever.contains(&id), "an id came back to life");
        let offset = self.buffer.get(id).expect("it was made").offset();
        let rooms = before.rooms(size, stride, before.capacity);
        if rooms.is_empty() {
            let rooms = before.rooms(size, stride, self.limit());
            assert_eq!(Some(&offset), rooms.last(), "the end of a larger buffer");
            self.assert_capacity(before, offset + size);
        } else {
            assert!(rooms.contains(&offset), "{offset} is none of {rooms:?}");
            self.assert_capacity(before, 0);
        }
        self.wrote(id, 0..len);
        let expected = Expected {
            bytes,
            meta,
            stride,
        };
        self.live.insert(id, expected);
        self.ever.push(id);
        self.next_meta += 1;
    }

    /// The capacity has doubled until a block that ends at `end` fits.
    fn assert_capacity(&self, before: &List, end: usize) {
        let mut capacity = before.capacity;
        while capacity < end {
            capacity = (capacity * 2).max(self.config.align);
        }
        assert_eq!(self.buffer.capacity(), capacity.min(self.limit()));
    }

    /// There is no room, and the error says whether a compaction makes some.
    fn assert_full(
        &self,
        before: &List,
        error: PackedError,
        len: usize,
        stride: usize,
        resized: Option<usize>,
    ) {
        let (limit, size) = (self.limit(), len.next_multiple_of(self.config.align));
        let fits = |list: &List| {
            let in_place = resized.is_some_and(|nth| list.fits_in_place(nth, size, limit));
            in_place || !list.rooms(size, stride, limit).is_empty()
        };
        assert!(!fits(before), "there is room");
        let mut slid = before.clone();
        slid.slide(usize::MAX);
        let used: usize = before.blocks.iter().map(|block| block.size).sum();
        let end = limit - before.top();
        let full = PackedError::Full {
            requested: len,
            total_free: limit - used,
            largest_free: match self.config.placement {
                Placement::Append => end,
                Placement::ReuseHoles => end.max(self.buffer.stats().largest_hole),
            },
            fragmented: fits(&slid),
        };
        assert_eq!(error, full);
    }

    fn resize(&mut self, block: usize, len: usize) {
        let Some(id) = self.id(block) else { return };
        let before = self.list();
        let result = self.buffer.resize(id, len);
        self.resized(&before, id, len, result);
    }

    fn replace(&mut self, block: usize, bytes: &[u8]) {
        let Some(id) = self.id(block) else { return };
        let before = self.list();
        let result = self.buffer.write(id, bytes);
        self.resized(&before, id, bytes.len(), result);
        if result.is_ok() {
            self.wrote(id, 0..bytes.len());
            self.live.get_mut(&id).expect("it is live").bytes = bytes.to_vec();
        }
    }

    /// Checks where a resized block is, or why it is not.
    fn resized(
        &mut self,
        before: &List,
        id: BlockId<u32>,
        len: usize,
        result: Result<(), PackedError>,
    ) {
        assert_eq!(self.space.resize(id, len), result);
        let Some(nth) = before.blocks.iter().position(|block| block.id == id) else {
            return assert_eq!(result, Err(PackedError::Stale));
        };
        let (old, limit) = (before.blocks[nth], self.limit());
        let size = len.next_multiple_of(self.config.align);
        if let Err(error) = result {
            return self.assert_full(before, error, len, old.stride, Some(nth));
        }
        let rooms = before.rooms(size, old.stride, before.capacity);
        let (end, rooms) = if before.fits_in_place(nth, size, before.capacity) {
            (0, vec![old.offset])
        } else if !rooms.is_empty() {
            (0, rooms)
        } else if before.fits_in_place(nth, size, limit) {
            (old.offset + size, vec![old.offset])
        } else {
            let end = before.top().next_multiple_of(old.stride);
            (end + size, vec![end])
        };
        self.assert_capacity(before, end);
        // A policy may have moved it since.
        if self.config.compaction == Compaction::Manual {
            let offset = self.buffer.get(id).expect("it is live").offset();
            assert!(rooms.contains(&offset), "{offset} is none of {rooms:?}");
        }
        let expected = self.live.get_mut(&id).expect("it is listed");
        let kept = expected.bytes.len().min(len);
        expected.bytes.resize(len, 0);
        self.wrote(id, kept..len);
    }

    fn write(&mut self, block: usize, part: Range<usize>, byte: u8) {
        let Some(id) = self.id(block) else { return };
        let Some(expected) = self.live.get_mut(&id) else {
            assert!(self.buffer.get_mut(id).is_none());
            return;
        };
        // Half of the time by a walk, which lends all other blocks and writes to none.
        let (mut walk, mut space) = (self.buffer.iter_mut(), self.space.iter_mut());
        let mut view = if part.start % 2 == 0 {
            assert!(space.any(|(other, _)| other == id));
            let found = walk.find(|(other, _)| *other == id);
            found.expect("the block is live").1
        } else {
            drop(walk);
            self.buffer.get_mut(id).expect("the block is live")
        };
        let there = view.range_mut(part.clone());
        assert_eq!(there.is_some(), part.end <= expected.bytes.len());
        if let Some(there) = there {
            there.fill(byte);
            expected.bytes[part.clone()].fill(byte);
            self.wrote(id, part);
        }
    }

    /// Records for all copies which part of a live block was written. A part that ends with the block
    /// has its padding.
    fn wrote(&mut self, id: BlockId<u32>, part: Range<usize>) {
        let len = self.buffer.get(id).expect("it is live").len();
        let size = len.next_multiple_of(self.config.align);
        let end = if part.end == len { size } else { part.end };
        for copy in &mut self.copies {
            let written = copy.written.entry(id).or_default();
            written.resize(size, false);
            written[part.start..end].fill(true);
        }
    }

    /// Brings a copy up to date, after which it has all blocks.
    fn update(&mut self, copy: usize) {
        let copy = &mut self.copies[copy];
        let changes = self.buffer.changes(copy.reader);
        let twin = PackedChanges {
            written: Vec::new(),
            ..changes.clone()
        };
        assert_eq!(self.space.changes(copy.twin), twin);
        let PackedChanges {
            grown,
            moves,
            written,
        } = changes;
        let len = copy.bytes.len();
        let capacity = self.buffer.capacity();
        assert_eq!(grown, (len < capacity).then_some(len..capacity));
        copy.bytes.resize(capacity, 0xaa);
        for Move { src, dst, len } in moves {
            copy.bytes.copy_within(src..src + len, dst);
        }
        let mut expected: Vec<Range<usize>> = Vec::new();
        for (id, block) in &self.buffer {
            let bytes = copy.written.entry(id).or_default();
            let grains = bytes.chunks(self.config.align).enumerate();
            for (nth, _) in grains.filter(|(_, grain)| grain.contains(&true)) {
                let start = block.offset() + nth * self.config.align;
                let end = start + self.config.align;
                match expected.last_mut().filter(|last| last.end == start) {
                    Some(last) => last.end = end,
                    None => expected.push(start..end),
                }
            }
            bytes.fill(false);
        }
        assert_eq!(written, expected);
        for range in written {
            copy.bytes[range.clone()].copy_from_slice(&self.buffer.as_bytes()[range]);
        }
        for (_, block) in &self.buffer {
            let size = block.len().next_multiple_of(self.config.align);
            let range = block.offset()..block.offset() + size;
            let (there, here) = (&copy.bytes[range.clone()], &self.buffer.as_bytes()[range]);
            assert_eq!(there, here, "the copy lacks something");
        }
    }

    pub(crate) fn check(&mut self) {
        assert_consistent(&self.buffer, self.config.align);
        self.assert_alike();
        assert_eq!(self.buffer.len(), self.live.len());
        for (&id, expected) in &self.live {
            let block = self.buffer.get(id).expect("it was not released");
            assert_eq!(
                (block.bytes(), *block.meta()),
                (&expected.bytes[..], expected.meta)
            );
            assert_eq!(
                block.offset() % expected.stride,
                0,
                "a move lost the stride"
            );
        }
        for &id in &self.ever {
            assert_eq!(self.buffer.contains(id), self.live.contains_key(&id));
        }
        let list = self.list();
        if let Compaction::Threshold { percent } = self.config.compaction {
            let used: usize = list.blocks.iter().map(|block| block.size).sum();
            // What the strides of the living ask for at most.
            let gaps = list
                .blocks
                .iter()
                .map(|block| block.stride - self.config.align);
            let allowed = used * percent as usize / 100 + gaps.sum::<usize>();
            let holes = self.buffer.stats().hole_units;
            assert!(
                holes <= allowed,
                "{holes} bytes of holes, {allowed} allowed"
            );
        }
        if self.config.compaction == Compaction::Eager {
            let mut slid = list.clone();
            slid.slide(usize::MAX);
            assert_eq!(slid, list, "a hole was left");
        }
    }

    /// The space answers like the buffer.
    fn assert_alike(&self) {
        let (space, buffer) = (&self.space, &self.buffer);
        assert_eq!(space.stats(), buffer.stats());
        assert_eq!(
            (space.len(), space.is_empty(), space.top()),
            (buffer.len(), buffer.is_empty(), buffer.top())
        );
        assert_eq!(
            (space.capacity(), space.allocated()),
            (buffer.capacity(), buffer.allocated())
        );
        let spans = space.iter();
        let spans = spans.map(|(id, block)| (id, block.offset(), block.len(), *block.meta()));
        let blocks = buffer.iter();
        let blocks = blocks.map(|(id, block)| (id, block.offset(), block.len(), *block.meta()));
        assert!(spans.eq(blocks));
        for &id in &self.ever {
            assert_eq!(space.contains(id), buffer.contains(id));
            let offset = space.offset_in(id, 20);
            assert_eq!(offset, buffer.element_offset::<[u8; 20]>(id));
            let block = buffer.get(id).map(|block| block.offset());
            assert_eq!(offset, block.filter(|at| at % 20 == 0).map(|at| at / 20));
        }
    }

    /// What the buffer may grow to.
    fn limit(&self) -> usize {
        let limit = self
            .config
            .max_capacity
            .unwrap_or(0)
            .max(self.config.capacity);
        limit.min(u32::MAX as usize) / self.config.align * self.config.align
    }

    fn id(&self, block: usize) -> Option<BlockId<u32>> {
        // Half of the time one that lives, else any that ever did.
        let mut live: Vec<_> = self.live.keys().copied().collect();
        live.sort_unstable();
        let from = if block % 2 == 0 && !live.is_empty() {
            &live
        } else {
            &self.ever
        };
        from.get(block / 2 % from.len().max(1)).copied()
    }
}

proptest! {
    #![proptest_config(cases(600))]

    #[test]
    fn every_policy_and_grain_behaves_like_a_map(
        placement in prop::sample::select(&PLACEMENTS[..]),
        compaction in prop::sample::select(&COMPACTIONS[..]),
        bytes in prop::sample::select(vec![0, 100, 400, BYTES, BYTES]),
        align in prop::sample::select(vec![1, 4, 12, 16, 64]),
        max_capacity in prop::sample::select(vec![None, Some(99), Some(1000), Some(3 * BYTES), Some(usize::MAX)]),
        calls in calls(most(160)),
    ) {
        let mut config = PackedConfig::new(bytes, BLOCKS).align(align).placement(placement).compaction(compaction);
        config.max_capacity = max_capacity;
        let mut checked = Checked::new(config);
        for call in &calls {
            checked.apply(call);
            checked.check();
        }
        (0..COPIES).for_each(|copy| checked.apply(&Call::Update(copy)));
    }
}
