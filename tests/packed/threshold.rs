//! When a threshold compacts, how far, and what is counted while strides keep holes open.

use soa_runtime::packed::{
    BlockId, Compaction, PackedConfig, PackedReader, PackedSpace, Placement,
};

use crate::support::{ROOM, step};

/// A quarter of what the blocks take up may be in holes.
fn quarter(placement: Placement) -> PackedSpace<()> {
    let config = PackedConfig::new(1000, 100)
        .align(1)
        .placement(placement)
        .compaction(Compaction::Threshold { percent: 25 });
    PackedSpace::with_config(config)
}

fn offset(space: &PackedSpace<()>, id: BlockId<()>) -> usize {
    space.get(id).expect("it is live").offset()
}

#[test]
fn only_the_blocks_after_the_holes_that_must_be_closed_move() {
    let mut space = quarter(Placement::ReuseHoles);
    let reader = space.reader();
    let [low, below, high, last] = [4, 20, 20, 44].map(|len| space.alloc(len, ()).expect(ROOM));
    space.remove(low);
    assert_eq!(space.changes(reader).moves, []);
    space.remove(high);
    // Closing the higher hole is enough: 4 of 64 units stay open.
    assert_eq!(space.changes(reader).moves, [step(44, 24, 44)]);
    assert_eq!((offset(&space, below), offset(&space, last)), (4, 24));
}

#[test]
fn a_block_that_left_a_hole_below_one_that_slides_counts_as_closed() {
    let mut space = quarter(Placement::ReuseHoles);
    let reader = space.reader();
    let lens = [10, 20, 10, 20, 10, 10, 12];
    let ids = lens.map(|len| space.alloc(len, ()).expect(ROOM));
    space.remove(ids[0]);
    assert_eq!(space.changes(reader).moves, []);
    // The last block fits no hole. The one before it does, and the last one takes its place.
    space.remove(ids[2]);
    let moves = space.changes(reader).moves;
    assert_eq!(
        (moves.len(), space.stats().hole_units),
        (2, 10),
        "{moves:?}"
    );
    assert_eq!((offset(&space, ids[4]), offset(&space, ids[6])), (60, 70));
}

#[test]
fn a_block_slides_with_those_after_it_and_not_into_its_own_hole_before() {
    let mut space = quarter(Placement::ReuseHoles);
    let reader = space.reader();
    let ids = [20, 10, 30].map(|len| space.alloc(len, ()).expect(ROOM));
    space.remove(ids[0]);
    assert_eq!(space.changes(reader).moves, [step(20, 0, 40)]);
}

#[test]
fn what_a_stride_kept_open_is_closed_from_below() {
    let mut space = quarter(Placement::ReuseHoles);
    let [first, below] = [8, 30].map(|len| space.alloc(len, ()).expect(ROOM));
    let strided = space.alloc_strided(18, 16, ()).expect(ROOM);
    assert_eq!(offset(&space, strided), 48);
    // 18 units are open, and 12 are allowed. The strided block cannot close its 10 alone.
    space.remove(first);
    assert_eq!((offset(&space, below), offset(&space, strided)), (0, 32));
    assert_eq!(space.stats().hole_units, 2);
}

#[test]
fn holes_of_exactly_the_threshold_are_left_and_closed_at_the_next_call() {
    let mut space = quarter(Placement::ReuseHoles);
    let reader = space.reader();
    let [first, below] = [6, 16].map(|len| space.alloc(len, ()).expect(ROOM));
    let strided = space.alloc_strided(28, 16, ()).expect(ROOM);
    assert_eq!(offset(&space, strided), 32);
    // It would fit before the stride, where 11 units are taken first.
    let filler = space.alloc(10, ()).expect(ROOM);
    let last = space.alloc(4, ()).expect(ROOM);
    space.remove(filler);
    // The last block fills 4 of 6 units. With the 10 before the stride 12 are left: a quarter.
    space.remove(first);
    assert_eq!(space.changes(reader).moves, [step(60, 0, 4)]);
    assert_eq!((space.stats().hole_units, space.allocated()), (12, 48));
    assert_eq!((offset(&space, last), offset(&space, below)), (0, 6));
    // One unit more is too much.
    space.resize(below, 15).expect("it shrinks");
    assert_eq!((offset(&space, below), offset(&space, strided)), (4, 32));
}

type Stuck<const N: usize> = (PackedSpace<()>, PackedReader, BlockId<()>, [BlockId<()>; N]);

/// A space that is stuck: the stride of its second block keeps open more than the threshold.
/// After it are blocks of these lengths.
fn stuck<const N: usize>(lens: [usize; N]) -> Stuck<N> {
    let mut space = quarter(Placement::Append);
    let reader = space.reader();
    space.alloc(1, ()).expect(ROOM);
    let strided = space.alloc_strided(16, 64, ()).expect(ROOM);
    let ids = lens.map(|len| space.alloc(len, ()).expect(ROOM));
    // The policy has its turn, and closes nothing.
    let extra = space.alloc(1, ()).expect(ROOM);
    space.remove(extra);
    assert_eq!(
        (space.changes(reader).moves, space.stats().hole_units),
        (vec![], 63)
    );
    (space, reader, strided, ids)
}

#[test]
fn a_stuck_space_compacts_when_more_than_the_threshold_was_freed_again() {
    let (mut space, reader, strided, [freed, last]) = stuck([8, 15]);
    // 8 of 32 units are allowed.
    space.remove(freed);
    assert_eq!((space.allocated(), offset(&space, last)), (32, 88));
    assert_eq!(space.changes(reader).moves, []);
    space.resize(strided, 15).expect("it shrinks");
    assert_eq!(offset(&space, last), 79);
}

#[test]
fn in_a_stuck_space_units_between_two_holes_count_once() {
    let (mut space, reader, strided, [first, between, third, last]) = stuck([3, 5, 2, 24]);
    space.remove(first);
    space.remove(third);
    // The hole of 10 units was of 3 and 2 before. 10 of 41 units are allowed.
    space.remove(between);
    assert_eq!((space.allocated(), offset(&space, last)), (41, 90));
    assert_eq!(space.changes(reader).moves, []);
    space.resize(strided, 15).expect("it shrinks");
    assert_eq!(offset(&space, last), 79);
}

#[test]
fn in_a_stuck_space_a_block_that_moves_away_counts_once() {
    let (mut space, reader, strided, [first, grown, last]) = stuck([3, 5, 10]);
    space.remove(first);
    // The hole of 8 units was of 3 before. 8 of 33 units are allowed.
    space.resize(grown, 6).expect(ROOM);
    assert_eq!((space.allocated(), offset(&space, last)), (33, 88));
    assert_eq!(space.changes(reader).moves, [step(83, 98, 5)]);
    space.resize(strided, 15).expect("it shrinks");
    assert_eq!(offset(&space, last), 79);
}
