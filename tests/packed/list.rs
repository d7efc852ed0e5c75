//! Compares a space with a plain list of its blocks: every offset, every step of a compaction,
//! every growth and error, and a memory that repeats the reported moves.

use proptest::prelude::*;
use soa_runtime::packed::{
    BlockId, Compaction, Move, PackedConfig, PackedError, PackedReader, PackedSpace, Placement,
    Rejected,
};

use crate::support::{PLACEMENTS, cases, most};

/// What a call is about: lengths and strides in units, blocks by their number.
#[derive(Debug, Clone)]
enum Call {
    Make {
        len: usize,
        stride: usize,
    },
    Resize {
        block: prop::sample::Index,
        len: usize,
    },
    Release(prop::sample::Index),
    Step(usize),
    GrowTo(usize),
}

fn call() -> impl Strategy<Value = Call> {
    let block = any::<prop::sample::Index>();
    let len = prop_oneof![6 => 0..40_usize, 1 => 40..400_usize];
    let stride = prop::sample::select(vec![0, 1, 4, 5, 12, 20, 33]);
    prop_oneof![
        8 => (len.clone(), stride).prop_map(|(len, stride)| Call::Make { len, stride }),
        3 => (block.clone(), len).prop_map(|(block, len)| Call::Resize { block, len }),
        5 => block.prop_map(Call::Release),
        3 => (0..120_usize).prop_map(Call::Step),
        1 => (0..900_usize).prop_map(Call::GrowTo),
    ]
}

/// One block as the list has it; its number is what the memory holds where it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Listed {
    id: BlockId<u32>,
    number: u32,
    offset: usize,
    len: usize,
    /// With the grain in it.
    stride: usize,
}

/// The space, the list in memory order, and the memory.
struct Checked {
    space: PackedSpace<u32>,
    reader: PackedReader,
    list: Vec<Listed>,
    memory: Vec<u32>,
    config: PackedConfig,
    limit: usize,
    made: u32,
}

impl Checked {
    fn new(config: PackedConfig) -> Self {
        let mut space = PackedSpace::with_config(config);
        let limit = config.max_capacity.unwrap_or(0) / config.align * config.align;
        Checked {
            memory: vec![0; space.capacity()],
            limit: limit.max(space.capacity()),
            reader: space.reader(),
            space,
            list: Vec::new(),
            config,
            made: 0,
        }
    }

    fn size(&self, len: usize) -> usize {
        len.next_multiple_of(self.config.align)
    }

    fn end(&self, block: &Listed) -> usize {
        block.offset + self.size(block.len)
    }

    /// The first place for that, behind `from`.
    fn lowest(from: usize, stride: usize) -> usize {
        from.next_multiple_of(stride)
    }

    /// The least multiple of both.
    fn stride(&self, stride: usize) -> usize {
        let stride = stride.max(1);
        let multiples = (1..).map(|nth| nth * stride);
        let mut common = multiples.filter(|multiple| multiple % self.config.align == 0);
        common.next().expect("there is one below their product")
    }

    /// The pieces between the blocks, and the piece after them, up to a capacity: where
    /// each starts, where it ends, and the position of the block after it.
    fn pieces(&self, capacity: usize) -> Vec<(usize, usize, usize)> {
        let mut start = 0;
        let mut pieces = Vec::new();
        for (position, block) in self.list.iter().enumerate() {
            pieces.push((start, block.offset, position));
            start = self.end(block);
        }
        pieces.push((start, capacity, self.list.len()));
        pieces
    }

    /// Where a block may go in a space of that capacity: under `Append` only to the end.
    fn rooms(&self, len: usize, stride: usize, capacity: usize) -> Vec<(usize, usize)> {
        let pieces = self.pieces(capacity).into_iter();
        let end = self.list.len();
        let fits = pieces.filter_map(|(from, to, position)| {
            let start = Self::lowest(from, stride);
            let allowed = self.config.placement == Placement::ReuseHoles || position == end;
            (allowed && start + self.size(len) <= to).then_some((start, position))
        });
        let mut rooms: Vec<_> = fits.collect();
        if len == 0 && rooms.is_empty() {
            rooms.push((0, 0));
        }
        rooms
    }

    /// The capacity after it doubled for a block that ends there.
    fn grown(&self, end: usize) -> usize {
        let mut capacity = self.memory.len();
        while capacity < end {
            capacity = (capacity * 2).max(self.config.align);
        }
        capacity.min(self.limit)
    }

    fn make(&mut self, len: usize, stride: usize) {
        let before = self.space.capacity();
        let made = self.space.alloc_strided(len, stride, self.made);
        let stride = self.stride(stride);
        let (near, far) = (
            self.rooms(len, stride, before),
            self.rooms(len, stride, self.limit),
        );
        let id = match made {
            Ok(id) => id,
            Err(Rejected { meta, error }) => {
                assert_eq!(meta, self.made);
                if self.list.len() == self.config.blocks {
                    let limit = self.config.blocks;
                    assert_eq!(error, PackedError::TooManyBlocks { limit });
                } else {
                    assert!(far.is_empty(), "{far:?} and {error:?}");
                    self.assert_full(error, len);
                }
                return;
            }
        };
        let offset = self.space.get(id).expect("it was made").offset();
        if near.is_empty() {
            let &(start, _) = far.last().expect("it was made beyond the old capacity");
            assert_eq!(offset, start);
            assert_eq!(self.space.capacity(), self.grown(start + self.size(len)));
        } else {
            assert_eq!(self.space.capacity(), before, "it grew without need");
        }
        let rooms = if near.is_empty() { far } else { near };
        assert!(
            rooms.iter().any(|&(start, _)| start == offset),
            "{offset} is none of {rooms:?}"
        );
        let block = Listed {
            id,
            number: self.made + 1,
            offset,
            len,
            stride,
        };
        self.follow();
        self.write(&block);
        self.put(block);
        self.made += 1;
    }

    fn resize(&mut self, position: usize, len: usize) {
        let old = self.list[position];
        let before = self.space.capacity();
        let resized = self.space.resize(old.id, len);
        let in_place = |capacity| {
            let to = self
                .list
                .get(position + 1)
                .map_or(capacity, |next| next.offset);
            old.offset + self.size(len) <= to
        };
        let near = self.rooms(len, old.stride, before);
        if let Err(error) = resized {
            assert!(!in_place(self.limit));
            assert!(self.rooms(len, old.stride, self.limit).is_empty());
            self.assert_full(error, len);
            return;
        }
        let offset = self.space.get(old.id).expect("it is live").offset();
        let new = Listed { offset, len, ..old };
        if in_place(before) {
            assert_eq!((offset, self.space.capacity()), (old.offset, before));
        } else if !near.is_empty() {
            assert!(near.iter().any(|&(start, _)| start == offset));
            assert_eq!(self.space.capacity(), before);
        } else {
            assert!(
                offset == old.offset || offset >= self.list.last().map_or(0, |last| self.end(last))
            );
            assert_eq!(self.space.capacity(), self.grown(self.end(&new)));
        }
        self.list.remove(position);
        self.follow();
        // What was there came along; the rest is new.
        let kept = offset..offset + len.min(old.len);
        assert!(self.memory[kept].iter().all(|&unit| unit == old.number));
        self.write(&new);
        self.put(new);
    }

    /// Slides the list as a step does: what is lower closes first, one block in any case.
    fn step(&mut self, budget: usize) {
        let moved = self.space.compact_step(budget);
        let (mut end, mut expected) = (0, 0);
        for position in 0..self.list.len() {
            let block = self.list[position];
            let (lowest, size) = (Self::lowest(end, block.stride), self.size(block.len));
            if lowest < block.offset {
                if budget == 0 || (expected > 0 && expected + size > budget) {
                    break;
                }
                self.list[position].offset = lowest;
                expected += size;
            }
            end = self.end(&self.list[position]);
        }
        assert_eq!(moved, expected);
        self.follow();
    }

    fn grow_to(&mut self, units: usize) {
        let before = self.space.capacity();
        let grown = self.space.grow_to(units);
        assert_eq!(grown.is_ok(), units <= self.limit);
        let expected = match grown {
            Ok(()) => before.max(self.size(units)),
            Err(_) => before,
        };
        assert_eq!(self.space.capacity(), expected);
    }

    fn assert_full(&self, error: PackedError, len: usize) {
        let PackedError::Full {
            requested,
            total_free,
            ..
        } = error
        else {
            panic!("{error:?} is no reason to refuse a block");
        };
        let used: usize = self.list.iter().map(|block| self.size(block.len)).sum();
        assert_eq!((requested, total_free), (len, self.limit - used));
    }

    /// Does to the memory what the space says: it grows, then what moved moves.
    fn follow(&mut self) {
        let changes = self.space.changes(self.reader);
        if let Some(grown) = changes.grown {
            assert_eq!(grown.start, self.memory.len());
            self.memory.resize(grown.end, 0);
        }
        for Move { src, dst, len } in changes.moves {
            self.memory.copy_within(src..src + len, dst);
        }
    }

    fn write(&mut self, block: &Listed) {
        self.memory[block.offset..block.offset + block.len].fill(block.number);
    }

    /// Lists a block where the space has it: blocks of no length share their offset.
    fn put(&mut self, block: Listed) {
        let mut walk = self.space.iter();
        let position = walk.position(|(id, _)| id == block.id);
        self.list
            .insert(position.expect("it is walked over"), block);
    }

    fn apply(&mut self, call: &Call) {
        match call {
            &Call::Make { len, stride } => self.make(len, stride),
            Call::Resize { block, len } if !self.list.is_empty() => {
                self.resize(block.index(self.list.len()), *len);
            }
            Call::Release(block) if !self.list.is_empty() => {
                let block = self.list.remove(block.index(self.list.len()));
                assert_eq!(self.space.remove(block.id), Some(block.number - 1));
            }
            Call::Resize { .. } | Call::Release(_) => {}
            &Call::Step(budget) => self.step(budget),
            &Call::GrowTo(units) => self.grow_to(units),
        }
        self.follow();
    }

    fn check(&self) {
        assert_eq!(self.space.capacity(), self.memory.len());
        assert!(self.memory.len() <= self.limit);
        let top = self.list.last().map_or(0, |last| self.end(last));
        assert_eq!((self.space.len(), self.space.top()), (self.list.len(), top));
        let walk = self.space.iter();
        let walk = walk.map(|(id, block)| (id, *block.meta(), block.offset(), block.len()));
        let list = self.list.iter();
        assert!(walk.eq(list.map(|block| (block.id, block.number - 1, block.offset, block.len))));
        for block in &self.list {
            let units = &self.memory[block.offset..block.offset + block.len];
            assert!(units.iter().all(|&unit| unit == block.number), "{block:?}");
            assert_eq!(block.offset % block.stride, 0);
        }
    }
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn a_space_is_a_list_of_blocks_and_its_memory_follows(
        placement in prop::sample::select(&PLACEMENTS[..]),
        bytes in prop::sample::select(vec![0, 100, 256]),
        max_capacity in prop::sample::select(vec![None, Some(99), Some(700)]),
        align in prop::sample::select(vec![1, 4, 12]),
        calls in prop::collection::vec(call(), 1..most(120)),
    ) {
        let compaction = Compaction::Manual;
        let mut config = PackedConfig::new(bytes, 24).align(align).placement(placement).compaction(compaction);
        config.max_capacity = max_capacity;
        let mut checked = Checked::new(config);
        for call in &calls {
            checked.apply(call);
            checked.check();
        }
    }
}
