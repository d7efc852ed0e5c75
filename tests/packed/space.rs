//! Spaces, which are buffers without bytes.

use std::fmt::Debug;

use soa_runtime::packed::{BlockId, PackedSpace};
use static_assertions::{assert_impl_all, assert_not_impl_any};

use crate::support::{ROOM, manual};

assert_impl_all!(PackedSpace<u32>: Send, Sync, Debug);
assert_not_impl_any!(PackedSpace<std::rc::Rc<u32>>: Send, Sync);

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
