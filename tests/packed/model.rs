//! Random calls under every policy and grain, compared with a map of the expected content. A space
//! gets the same calls, and copies follow at different times.

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

    pub(crate) fn apply(&mut self, call: &Call) {
        match call {
            Call::Alloc(len) => {
                let result = self.buffer.alloc(*len, self.next_meta);
                self.made(result, vec![0; *len], 1);
            }
            Call::Insert(bytes) => {
                let result = self.buffer.insert(bytes, self.next_meta);
                self.made(result, bytes.clone(), 1);
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
            &Call::Write { block, at, byte } => self.write(block, at, byte),
            Call::Compact => {
                self.buffer.compact();
                self.space.compact();
                self.assert_packed();
            }
            &Call::CompactStep(budget) => {
                let largest = self.live.values().map(|expected| self.size(expected)).max();
                let moved = self.buffer.compact_step(budget);
                assert_eq!(self.space.compact_step(budget), moved);
                assert!(moved <= budget || moved <= largest.unwrap_or(0));
                if budget > 0 && moved == 0 {
                    self.assert_packed();
                }
            }
            &Call::Update(copy) => self.update(copy),
            &Call::Restart(copy) => {
                let copy = &mut self.copies[copy];
                self.buffer.forget_reader(copy.reader);
                self.space.forget_reader(copy.twin);
                *copy = Copy::new(&mut self.buffer, &mut self.space);
            }
            &Call::GrowTo(bytes) => {
                let grown = self.buffer.grow_to(bytes);
                assert_eq!(self.space.grow_to(bytes), grown);
                assert_eq!(grown.is_ok(), bytes <= self.limit());
                assert!(grown.is_err() || self.buffer.capacity() >= bytes);
            }
            Call::Clear => {
                self.buffer.clear();
                self.space.clear();
                self.live.clear();
            }
        }
    }

    fn insert_slice(&mut self, element: usize, count: usize, byte: u8) {
        let meta = self.next_meta;
        let result = match element {
            1 => self.buffer.insert_slice(&vec![byte; count], meta),
            2 => self.buffer.insert_slice(&vec![[byte; 2]; count], meta),
            12 => self.buffer.insert_slice(&vec![[byte; 12]; count], meta),
            _ => self.buffer.insert_slice(&vec![[byte; 20]; count], meta),
        };
        self.made(result, vec![byte; element * count], element);
    }

    fn made(&mut self, result: Result<BlockId<u32>, Rejected<u32>>, bytes: Vec<u8>, stride: usize) {
        let meta = self.next_meta;
        assert_eq!(self.space.alloc_strided(bytes.len(), stride, meta), result);
        let stride = if stride == 1 {
            self.config.align
        } else {
            stride
        };
        match result {
            Ok(id) => {
                assert!(!self.ever.contains(&id), "an id came back to life");
                self.wrote(id, 0..bytes.len());
                self.live.insert(
                    id,
                    Expected {
                        bytes,
                        meta,
                        stride,
                    },
                );
                self.ever.push(id);
                self.next_meta += 1;
            }
            Err(rejected) => {
                assert_eq!(rejected.meta, meta);
                self.assert_rightly_refused(rejected.error, bytes.len(), stride, 0);
            }
        }
    }

    /// Full only where no hole is long enough, but for the padding of a stride. A
    /// block that has bytes of its own can grow by as many as are free.
    fn assert_rightly_refused(&self, error: PackedError, len: usize, stride: usize, own: usize) {
        match error {
            PackedError::TooManyBlocks { limit } => {
                assert_eq!((limit, self.live.len()), (BLOCKS, BLOCKS));
            }
            PackedError::Full {
                requested,
                total_free,
                largest_free,
                fragmented,
            } => {
                assert_eq!(requested, len);
                assert!(!fragmented || len <= total_free + own);
                let used: usize = self.live.values().map(|block| self.size(block)).sum();
                assert_eq!(total_free, self.limit() - used);
                let end = self.limit() - self.buffer.top();
                let longest = match self.config.placement {
                    Placement::Append => end,
                    Placement::ReuseHoles => end.max(self.buffer.stats().largest_hole),
                };
                assert_eq!(largest_free, longest);
                assert!(len + stride * self.config.align > largest_free || len > largest_free);
                if stride == self.config.align {
                    assert!(len > largest_free);
                }
            }
            other => panic!("{other:?} is no reason to refuse a block"),
        }
    }

    fn resize(&mut self, block: usize, len: usize) {
        let Some(id) = self.id(block) else { return };
        let result = self.buffer.resize(id, len);
        self.resized(id, len, result);
    }

    fn replace(&mut self, block: usize, bytes: &[u8]) {
        let Some(id) = self.id(block) else { return };
        let result = self.buffer.write(id, bytes);
        self.resized(id, bytes.len(), result);
        if result.is_ok() {
            self.wrote(id, 0..bytes.len());
            self.live.get_mut(&id).expect("it is live").bytes = bytes.to_vec();
        }
    }

    fn resized(&mut self, id: BlockId<u32>, len: usize, result: Result<(), PackedError>) {
        assert_eq!(self.space.resize(id, len), result);
        match (self.live.get_mut(&id), result) {
            (None, result) => assert_eq!(result, Err(PackedError::Stale)),
            (Some(expected), Ok(())) => {
                let kept = expected.bytes.len().min(len);
                expected.bytes.resize(len, 0);
                self.wrote(id, kept..len);
            }
            (Some(expected), Err(error)) => {
                assert!(len > expected.bytes.len(), "shrinking needs no room");
                let (stride, own) = (expected.stride, expected.bytes.len());
                let own = own.next_multiple_of(self.config.align);
                self.assert_rightly_refused(error, len, stride, own);
            }
        }
    }

    fn write(&mut self, block: usize, at: usize, byte: u8) {
        let Some(id) = self.id(block) else { return };
        let Some(expected) = self.live.get_mut(&id) else {
            assert!(self.buffer.get_mut(id).is_none());
            return;
        };
        let mut view = self.buffer.get_mut(id).expect("the block is live");
        let there = view.range_mut(at..at + 1);
        assert_eq!(there.is_some(), at < expected.bytes.len());
        if let Some(there) = there {
            (there[0], expected.bytes[at]) = (byte, byte);
            self.wrote(id, at..at + 1);
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
        if let Compaction::Threshold { percent } = self.config.compaction {
            let used: usize = self.live.values().map(|block| self.size(block)).sum();
            // What the strides of the living ask for at most.
            let align = self.config.align;
            let gaps = self.live.values().map(|block| {
                let stride = (align..)
                    .step_by(align)
                    .find(|most| most % block.stride == 0);
                stride.expect("a common multiple") - align
            });
            let allowed = used * percent as usize / 100 + gaps.sum::<usize>();
            let holes = self.buffer.stats().hole_units;
            assert!(
                holes <= allowed,
                "{holes} bytes of holes, {allowed} allowed"
            );
        }
        if self.config.compaction == Compaction::Eager {
            self.assert_packed();
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

    /// No block could be lower with those below it where they are.
    fn assert_packed(&self) {
        let mut end: usize = 0;
        for (id, block) in &self.buffer {
            let lowest = (end..).step_by(self.config.align);
            let stride = self.live[&id].stride;
            let lowest = lowest.into_iter().find(|offset| offset % stride == 0);
            assert_eq!(lowest, Some(block.offset()), "a hole was left");
            end = block.offset() + block.len().next_multiple_of(self.config.align);
        }
    }

    /// What the buffer may grow to.
    fn limit(&self) -> usize {
        let limit = self.config.max_capacity.unwrap_or(BYTES).max(BYTES);
        limit.min(u32::MAX as usize) / self.config.align * self.config.align
    }

    fn size(&self, expected: &Expected) -> usize {
        expected.bytes.len().next_multiple_of(self.config.align)
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
    #![proptest_config(cases(300))]

    #[test]
    fn every_policy_and_grain_behaves_like_a_map(
        placement in prop::sample::select(&PLACEMENTS[..]),
        compaction in prop::sample::select(&COMPACTIONS[..]),
        align in prop::sample::select(vec![1, 4, 12, 16, 64]),
        max_capacity in prop::sample::select(vec![None, Some(1000), Some(3 * BYTES), Some(usize::MAX)]),
        calls in calls(most(160)),
    ) {
        let mut config = PackedConfig::new(BYTES, BLOCKS).align(align).placement(placement).compaction(compaction);
        config.max_capacity = max_capacity;
        let mut checked = Checked::new(config);
        for call in &calls {
            checked.apply(call);
            checked.check();
        }
        (0..COPIES).for_each(|copy| checked.apply(&Call::Update(copy)));
    }
}
