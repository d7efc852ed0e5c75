//! Random calls under every policy and grain, compared with a map of the expected content.

use std::collections::HashMap;
use std::ops::Range;

use proptest::prelude::*;
use soa_runtime::packed::{
    BlockId, Compaction, Move, PackedBuffer, PackedConfig, PackedError, Placement, Rejected,
};

use crate::support::{COMPACTIONS, PLACEMENTS, assert_consistent, cases, most};
use crate::trace::{Call, calls};

pub(crate) const BYTES: usize = 2048;
pub(crate) const BLOCKS: usize = 40;

/// A buffer, what it must hold, and the copies that its flushes keep equal.
pub(crate) struct Checked {
    buffer: PackedBuffer<u32>,
    config: PackedConfig,
    live: HashMap<BlockId<u32>, Expected>,
    ever: Vec<BlockId<u32>>,
    next_meta: u32,
    /// Kept by the dirty ranges, or by the moves and what was written.
    uploaded: Vec<u8>,
    /// Whether the buffer records its moves.
    records: bool,
}

struct Expected {
    bytes: Vec<u8>,
    meta: u32,
    stride: usize,
}

impl Checked {
    pub(crate) fn new(config: PackedConfig) -> Self {
        let buffer = PackedBuffer::with_config(config);
        Checked {
            uploaded: vec![0xaa; buffer.capacity()],
            buffer,
            config,
            live: HashMap::new(),
            ever: Vec::new(),
            next_meta: 0,
            records: false,
        }
    }

    pub(crate) fn apply(&mut self, call: &Call) {
        match call {
            Call::Alloc(len) => {
                let result = self.buffer.alloc(*len, self.next_meta);
                self.made(result, vec![0; *len], self.config.align);
            }
            Call::Insert(bytes) => {
                let result = self.buffer.insert(bytes, self.next_meta);
                self.made(result, bytes.clone(), self.config.align);
            }
            &Call::InsertSlice {
                element,
                count,
                byte,
            } => {
                self.insert_slice(element, count, byte);
            }
            &Call::Resize(block, len) => self.resize(block, len),
            &Call::Release(block) => {
                let Some(id) = self.id(block) else { return };
                let meta = self.live.remove(&id).map(|expected| expected.meta);
                assert_eq!(self.buffer.remove(id), meta);
            }
            Call::ReleaseMany(blocks) => {
                let ids: Vec<_> = blocks.iter().filter_map(|&block| self.id(block)).collect();
                let live = ids.iter().filter_map(|id| self.live.remove(id)).count();
                assert_eq!(self.buffer.remove_many(&ids), live);
            }
            &Call::Write { block, at, byte } => self.write(block, at, byte),
            Call::Compact => {
                self.buffer.compact();
                self.assert_packed();
            }
            &Call::CompactStep(budget) => {
                let largest = self.live.values().map(|expected| self.size(expected)).max();
                let moved = self.buffer.compact_step(budget);
                assert!(moved <= budget || moved <= largest.unwrap_or(0));
                if budget > 0 && moved == 0 {
                    self.assert_packed();
                }
            }
            &Call::Flush(gap) => self.flush(gap),
            &Call::Replay(gap) => self.replay(gap),
            &Call::GrowTo(bytes) => {
                let grown = self.buffer.grow_to(bytes);
                assert_eq!(grown.is_ok(), bytes <= self.limit());
                assert!(grown.is_err() || self.buffer.capacity() >= bytes);
            }
            Call::Clear => {
                self.buffer.clear();
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
        match result {
            Ok(id) => {
                assert!(!self.ever.contains(&id), "an id came back to life");
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
        match (self.live.get_mut(&id), result) {
            (None, result) => assert_eq!(result, Err(PackedError::Stale)),
            (Some(expected), Ok(())) => expected.bytes.resize(len, 0),
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
        let range = at..at + 1;
        assert_eq!(view.range_mut(range).is_some(), at < expected.bytes.len());
        if let Some(there) = expected.bytes.get_mut(at) {
            *there = byte;
            view.range_mut(at..at + 1).expect("it is within")[0] = byte;
        }
    }

    pub(crate) fn flush(&mut self, gap: usize) {
        self.grow();
        if self.records {
            // The ranges have the bytes of the moved blocks.
            let _ = self.buffer.take_moves();
        }
        let ranges = self.buffer.take_dirty(gap);
        self.upload(ranges, gap);
    }

    /// Brings the copy up to date by the moves. The first ones that are recorded are those
    /// after the first call.
    fn replay(&mut self, gap: usize) {
        self.grow();
        self.records = true;
        for Move { src, dst, len } in self.buffer.take_moves() {
            self.uploaded.copy_within(src..src + len, dst);
        }
        let ranges = self.buffer.take_written(gap);
        self.upload(ranges, gap);
    }

    fn grow(&mut self) {
        if let Some(grown) = self.buffer.take_grown() {
            assert_eq!(grown.start, self.uploaded.len());
            self.uploaded.resize(grown.end, 0xaa);
        }
        assert_eq!(self.uploaded.len(), self.buffer.capacity());
    }

    /// Copies ranges, after which the copy has all blocks.
    fn upload(&mut self, ranges: Vec<Range<usize>>, gap: usize) {
        let mut end = None;
        for range in ranges {
            assert!(range.start < range.end && range.end <= self.buffer.top());
            assert_eq!(
                (
                    range.start % self.config.align,
                    range.end % self.config.align
                ),
                (0, 0)
            );
            if let Some(end) = end {
                assert!(
                    range.start > end && range.start - end >= gap,
                    "not sorted or not merged"
                );
            }
            end = Some(range.end);
            self.uploaded[range.clone()].copy_from_slice(&self.buffer.as_bytes()[range]);
        }
        for (_, block) in &self.buffer {
            let range = block.offset()..block.offset() + block.len();
            assert_eq!(
                &self.uploaded[range],
                block.bytes(),
                "the copy lacks something"
            );
        }
    }

    pub(crate) fn check(&mut self) {
        assert_consistent(&self.buffer, self.config.align);
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
        let limit = self.config.max_capacity.unwrap_or(BYTES);
        limit / self.config.align * self.config.align
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
        max_capacity in prop::sample::select(vec![None, Some(3 * BYTES)]),
        calls in calls(most(160)),
    ) {
        let mut config = PackedConfig::new(BYTES, BLOCKS).align(align).placement(placement).compaction(compaction);
        config.max_capacity = max_capacity;
        let mut checked = Checked::new(config);
        for call in &calls {
            checked.apply(call);
            checked.check();
        }
        checked.flush(0);
    }
}
