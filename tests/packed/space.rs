//! A space and a buffer that get the same calls must return the same results.

use std::fmt::Debug;

use proptest::prelude::*;
use soa_runtime::packed::{BlockId, PackedBuffer, PackedConfig, PackedSpace};
use static_assertions::{assert_impl_all, assert_not_impl_any};

use crate::support::{COMPACTIONS, PLACEMENTS, ROOM, cases, manual, most};
use crate::trace::{Call, calls};

assert_impl_all!(PackedSpace<u32>: Send, Sync, Debug);
assert_not_impl_any!(PackedSpace<std::rc::Rc<u32>>: Send, Sync);

/// Both, and all ids that the calls gave.
pub(crate) struct Twins {
    space: PackedSpace<usize>,
    buffer: PackedBuffer<usize>,
    ever: Vec<BlockId<usize>>,
}

impl Twins {
    pub(crate) fn new(config: PackedConfig) -> Self {
        let mut buffer = PackedBuffer::with_config(config);
        assert_eq!(buffer.take_moves(), []);
        Twins {
            space: PackedSpace::with_config(config),
            buffer,
            ever: Vec::new(),
        }
    }

    /// A block by its number; none before the first was made.
    fn id(&self, block: usize) -> BlockId<usize> {
        let id = self.ever.get(block % self.ever.len().max(1));
        id.copied().unwrap_or(BlockId::DANGLING)
    }

    /// Makes a call on both, which have to answer alike.
    pub(crate) fn apply(&mut self, call: &Call) {
        match call {
            Call::Alloc(_) | Call::Insert(_) | Call::InsertSlice { .. } => self.make(call),
            &Call::Resize(block, len) => {
                let id = self.id(block);
                assert_eq!(self.space.resize(id, len), self.buffer.resize(id, len));
            }
            &Call::Release(block) => {
                let id = self.id(block);
                assert_eq!(self.space.remove(id), self.buffer.remove(id));
            }
            Call::ReleaseMany(blocks) => {
                let ids: Vec<_> = blocks.iter().map(|&block| self.id(block)).collect();
                let released = self.space.remove_many(&ids);
                assert_eq!(released, self.buffer.remove_many(&ids));
            }
            Call::Write { .. } => {}
            Call::Compact => {
                self.space.compact();
                self.buffer.compact();
            }
            &Call::CompactStep(budget) => {
                let moved = self.space.compact_step(budget);
                assert_eq!(moved, self.buffer.compact_step(budget));
            }
            Call::Flush(_) | Call::Replay(_) => {
                assert_eq!(self.space.take_grown(), self.buffer.take_grown());
                assert_eq!(self.space.take_moves(), self.buffer.take_moves());
            }
            &Call::GrowTo(bytes) => {
                assert_eq!(self.space.grow_to(bytes), self.buffer.grow_to(bytes));
            }
            Call::Clear => {
                self.space.clear();
                self.buffer.clear();
            }
        }
    }

    /// Makes a block in both, if both have room.
    fn make(&mut self, call: &Call) {
        let (space, buffer) = (&mut self.space, &mut self.buffer);
        let meta = self.ever.len();
        let (one, other) = match call {
            Call::Alloc(len) => (space.alloc(*len, meta), buffer.alloc(*len, meta)),
            Call::Insert(bytes) => (space.alloc(bytes.len(), meta), buffer.insert(bytes, meta)),
            &Call::InsertSlice { element, count, .. } => (
                space.alloc_strided(element * count, element, meta),
                match element {
                    1 => buffer.insert_slice(&vec![1_u8; count], meta),
                    2 => buffer.insert_slice(&vec![[1_u8; 2]; count], meta),
                    12 => buffer.insert_slice(&vec![[1_u8; 12]; count], meta),
                    _ => buffer.insert_slice(&vec![[1_u8; 20]; count], meta),
                },
            ),
            other => panic!("{other:?} makes no block"),
        };
        assert_eq!(one, other);
        self.ever.extend(one);
    }

    pub(crate) fn check(&self) {
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
        let spans = space
            .iter()
            .map(|(id, block)| (id, block.offset(), block.len(), *block.meta()));
        let blocks = buffer
            .iter()
            .map(|(id, block)| (id, block.offset(), block.len(), *block.meta()));
        assert!(spans.eq(blocks));
        for &id in &self.ever {
            assert_eq!(space.contains(id), buffer.contains(id));
            assert_eq!(
                space.element_offset::<[u8; 20]>(id),
                buffer.element_offset::<[u8; 20]>(id)
            );
        }
    }
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn the_same_calls_give_the_same_ids_offsets_errors_moves_and_stats(
        placement in prop::sample::select(&PLACEMENTS[..]),
        compaction in prop::sample::select(&COMPACTIONS[..]),
        align in prop::sample::select(vec![1, 4, 12, 16, 64]),
        max_capacity in prop::sample::select(vec![None, Some(1000), Some(3000), Some(usize::MAX)]),
        calls in calls(most(160)),
    ) {
        let mut config = PackedConfig::new(1000, 40).align(align).placement(placement).compaction(compaction);
        config.max_capacity = max_capacity;
        let mut twins = Twins::new(config);
        for call in &calls {
            twins.apply(call);
            twins.check();
        }
        twins.apply(&Call::Flush(0));
    }
}

#[test]
fn blocks_of_a_space_are_walked_from_both_ends_and_changed_on_the_way() {
    let mut space = PackedSpace::with_config(manual(64));
    let ids = [1, 2, 3].map(|meta| space.alloc(meta, meta).expect(ROOM));
    let mut walk = space.iter_mut();
    assert_eq!(walk.len(), 3);
    let (last, mut block) = walk.next_back().expect("one of three");
    *block.meta_mut() += 10;
    let (first, block) = walk.next().expect("two of three");
    assert_eq!((block.offset(), block.len(), *block.meta()), (0, 1, 1));
    *block.into_meta() += 10;
    assert_eq!((first, last), (ids[0], ids[2]));
    space.for_each_mut(|meta| *meta += 100);
    let metas: Vec<_> = (&space)
        .into_iter()
        .map(|(_, block)| *block.meta())
        .collect();
    assert_eq!(metas, [111, 102, 113]);
    assert!(space.get_mut(BlockId::DANGLING).is_none());
}

#[test]
fn a_space_of_other_units_has_their_strides() {
    let mut space = PackedSpace::with_config(manual(100).align(1));
    space.alloc(7, ()).expect(ROOM);
    let id = space.alloc_strided(9, 3, ()).expect(ROOM);
    assert_eq!(space.get(id).expect("it is live").offset(), 9);
    let any = space.alloc_strided(2, 0, ()).expect("0 is any stride");
    assert_eq!(space.get(any).expect("it is live").offset(), 7);
    for stride in [(u32::MAX as usize).saturating_add(1), usize::MAX] {
        assert!(space.alloc_strided(1, stride, ()).is_err());
    }
}

#[test]
fn a_space_shows_counts_and_blocks() {
    let mut space = PackedSpace::with_capacity(64, 8);
    let id = space.alloc(3, "cube").expect(ROOM);
    let shown = "PackedSpace { blocks: 1, allocated: 3, top: 4, capacity: 64 }";
    assert_eq!(format!("{space:?}"), shown);
    let shown = "{0v1: Block { offset: 0, len: 3, meta: \"cube\" }}";
    assert_eq!(format!("{:?}", space.iter()), shown);
    let shown = "Some(BlockMut { offset: 0, len: 3, meta: \"cube\" })";
    assert_eq!(format!("{:?}", space.get_mut(id)), shown);
    assert_eq!(format!("{:?}", space.iter_mut()), "IterMut { left: 1, .. }");
}
