//! The views and the walks: what they yield, from both ends, in a buffer and in a space.

use std::fmt::Debug;
use std::rc::Rc;

use soa_runtime::packed::iter::{Iter, IterMut};
use soa_runtime::packed::{
    Block, BlockId, BlockMut, PackedBuffer, PackedChanges, PackedError, PackedReader, PackedSpace,
    Rejected,
};
use static_assertions::{assert_impl_all, assert_not_impl_any};

use crate::support::{ROOM, manual};

assert_impl_all!(PackedSpace<u32>: Send, Sync, Debug);
assert_not_impl_any!(PackedSpace<Rc<u32>>: Send, Sync);
assert_impl_all!(PackedBuffer<u32>: Send, Sync);
assert_not_impl_any!(PackedBuffer<Rc<u32>>: Send, Sync);
assert_impl_all!(BlockId<Rc<u32>>: Send, Sync, Copy, Eq, Ord, std::hash::Hash, Debug);
assert_impl_all!(Block<'static, Rc<u32>>: Copy);
assert_impl_all!(PackedError: std::error::Error, Copy);
assert_impl_all!(Rejected<u32>: std::error::Error);
assert_impl_all!(BlockMut<'static, u32>: Send, Sync);
assert_impl_all!(BlockMut<'static, u32, ()>: Send, Sync);
assert_impl_all!(IterMut<'static, u32>: Send, Sync, ExactSizeIterator, DoubleEndedIterator);
assert_impl_all!(PackedReader: Send, Sync, Copy, Eq, std::hash::Hash, Debug);
assert_impl_all!(Iter<'static, Rc<u32>>: Clone, ExactSizeIterator, DoubleEndedIterator);

/// Views of longer borrows can be used where shorter ones are expected.
fn _views_are_covariant<'a>(
    block: Block<'static, &'static str>,
    block_mut: BlockMut<'static, u32>,
    iter: Iter<'static, u32, ()>,
) -> (Block<'a, &'a str>, BlockMut<'a, u32>, Iter<'a, u32, ()>) {
    (block, block_mut, iter)
}

#[test]
fn views_refuse_what_is_no_whole_number_of_elements_or_not_aligned() {
    let mut buffer = PackedBuffer::with_capacity(64, 8);
    let seven = buffer.insert(&[1; 7], ()).expect(ROOM);
    let twelve = buffer.insert(&[1; 12], ()).expect(ROOM);
    let odd = buffer.insert(&[1; 8], ()).expect(ROOM);
    assert!(
        buffer
            .get(seven)
            .expect("it is live")
            .as_slice::<u16>()
            .is_err()
    );
    let block = buffer.get(odd).expect("it is live");
    assert_eq!(
        (block.offset(), block.as_slice::<u32>().map(<[u32]>::len)),
        (20, Ok(2))
    );
    let error = block.as_slice::<u64>().expect_err("20 is no multiple of 8");
    assert_eq!(
        (error.offset, error.len, error.size, error.align),
        (20, 8, 8, 8)
    );
    assert_eq!(
        error.to_string(),
        "8 bytes at offset 20 are not a slice of `u64`, which has a size of 8 and an alignment of 8"
    );
    let mut block = buffer.get_mut(twelve).expect("it is live");
    assert_eq!(
        block
            .as_mut_slice::<[u8; 12]>()
            .map(|elements| elements.len()),
        Ok(1)
    );
}

#[test]
fn mutable_blocks_live_side_by_side_from_both_ends() {
    let mut buffer = PackedBuffer::with_config(manual(256));
    let ids: Vec<_> = (0..5)
        .map(|nth| buffer.alloc(8, nth).expect(ROOM))
        .collect();
    buffer.remove(ids[1]);
    let mut walk = buffer.iter_mut();
    assert_eq!(walk.len(), 4);
    let (_, mut first) = walk.next().expect("one of four");
    let (_, mut last) = walk.next_back().expect("two of four");
    let (id, mut third) = walk.next().expect("three of four");
    assert_eq!((id, *third.meta()), (ids[2], 2));
    let blocks: [&mut BlockMut<'_, _>; 3] = [&mut first, &mut last, &mut third];
    for block in blocks {
        let meta = u8::try_from(*block.meta()).expect("below 5");
        block.bytes_mut().fill(meta + 1);
        *block.meta_mut() += 10;
    }
    let (_, fourth) = walk.next_back().expect("four of four");
    fourth.into_bytes().fill(4);
    assert!(walk.next().is_none() && walk.next_back().is_none());
    for (_, block) in &buffer {
        let was = u8::try_from(*block.meta() % 10).expect("below 5");
        assert_eq!(block.bytes(), [was + 1; 8]);
    }
    let visited: Vec<_> = (&mut buffer).into_iter().map(|(id, _)| id).collect();
    assert_eq!(visited, [ids[0], ids[2], ids[3], ids[4]]);
}

#[test]
fn walks_from_both_ends_meet_once() {
    let mut buffer = PackedBuffer::with_capacity(1 << 16, 1000);
    let ids: Vec<_> = (0..200)
        .map(|nth| buffer.alloc(4, nth).expect(ROOM))
        .collect();
    buffer.remove_many(ids.iter().skip(1).step_by(3));
    for front in [0, 1, 28, 29, 30, 66, 133] {
        let mut walk = buffer.iter();
        let mut seen: Vec<_> = walk.by_ref().take(front).map(|(id, _)| id).collect();
        let left = walk.len();
        let folded: Vec<_> = walk.clone().map(|(id, _)| id).collect();
        let mut back: Vec<_> = walk.rev().map(|(id, _)| id).collect();
        assert_eq!(back.len(), left);
        back.reverse();
        assert_eq!(folded, back);
        seen.extend(back);
        assert!(buffer.iter().map(|(id, _)| id).eq(seen));
    }
}

#[test]
fn debug_shows_counts_and_blocks() {
    let mut buffer = PackedBuffer::with_capacity(64, 8);
    buffer.insert(&[1, 2, 3], "cube").expect(ROOM);
    let shown = "PackedBuffer { blocks: 1, allocated: 3, top: 4, capacity: 64 }";
    assert_eq!(format!("{buffer:?}"), shown);
    let shown = "{0v1: Block { offset: 0, len: 3, meta: \"cube\" }}";
    assert_eq!(format!("{:?}", buffer.iter()), shown);
}

#[test]
fn blocks_of_a_space_are_walked_from_both_ends_and_changed_on_the_way() {
    let mut space = PackedSpace::with_config(manual(64));
    let ids = [1, 2, 3].map(|meta| space.alloc(meta, meta).expect(ROOM));
    let reader = space.reader();
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
    assert_eq!(space.changes(reader), PackedChanges::default());
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
