//! The readers of a container: what they get, and when.
#![expect(
    clippy::single_range_in_vec_init,
    reason = "a list of one range is what is meant"
)]

use std::panic::{AssertUnwindSafe, catch_unwind};

use soa_runtime::packed::{Move, PackedBuffer, PackedChanges, PackedReader, PackedSpace};

use crate::support::{ROOM, manual};

const fn step(src: usize, dst: usize, len: usize) -> Move {
    Move { src, dst, len }
}

#[test]
fn changes_are_recorded_from_the_reader_on_and_drained_once() {
    let mut buffer = PackedBuffer::with_config(manual(256).max_capacity(1024));
    let ids = [(); 4].map(|()| buffer.alloc(16, ()).expect(ROOM));
    buffer.remove(ids[0]);
    buffer.compact();
    buffer.grow_to(300).expect("below the limit");
    let first = buffer.reader();
    buffer.remove(ids[1]);
    buffer.compact();
    let second = buffer.reader();
    buffer.grow_to(400).expect("below the limit");
    let id = buffer.insert(&[1; 7], ()).expect(ROOM);
    let lacking = PackedChanges {
        grown: Some(300..400),
        moves: vec![],
        written: vec![32..40],
    };
    assert_eq!(buffer.changes(second), lacking);
    assert_eq!(buffer.changes(second), PackedChanges::default());
    buffer.write(id, &[2; 5]).expect(ROOM);
    assert_eq!(buffer.changes(second).written, [32..40]);
    let moves = vec![step(16, 0, 32)];
    assert_eq!(buffer.changes(first), PackedChanges { moves, ..lacking });
    assert_eq!(buffer.changes(first), PackedChanges::default());
}

#[test]
fn clearing_forgets_moves_and_writes_but_not_growth() {
    let mut buffer = PackedBuffer::with_config(manual(64).max_capacity(1000));
    let reader = buffer.reader();
    let ids = [(); 2].map(|()| buffer.alloc(40, ()).expect("it grows"));
    buffer.remove(ids[0]);
    buffer.compact();
    buffer.clear();
    let grown = Some(64..128);
    let lacking = PackedChanges {
        grown,
        ..PackedChanges::default()
    };
    assert_eq!(buffer.changes(reader), lacking);
    assert_eq!((buffer.grow_to(0), buffer.capacity()), (Ok(()), 128));
    buffer.insert(&[1; 8], ()).expect(ROOM);
    assert_eq!(buffer.changes(reader).written, [0..8]);
}

#[test]
fn neighbours_that_move_alike_are_one_move() {
    let mut buffer = PackedBuffer::with_config(manual(4096));
    let ids = [(); 100].map(|()| buffer.alloc(40, ()).expect(ROOM));
    let reader = buffer.reader();
    buffer.remove_many([ids[0], ids[50]]);
    buffer.compact();
    let moves = [step(40, 0, 49 * 40), step(51 * 40, 49 * 40, 49 * 40)];
    assert_eq!(buffer.changes(reader).moves, moves);
}

#[test]
fn parts_of_a_block_are_ranges_of_their_own_for_each_reader() {
    let mut buffer = PackedBuffer::with_config(manual(256));
    let id = buffer.alloc(100, ()).expect(ROOM);
    let [slow, fast] = [(); 2].map(|()| buffer.reader());
    let write = |buffer: &mut PackedBuffer<()>, ranges: &[std::ops::Range<usize>]| {
        let mut block = buffer.get_mut(id).expect("it is live");
        for range in ranges {
            block.range_mut(range.clone()).expect("100 bytes").fill(1);
        }
    };
    write(&mut buffer, &[0..5, 40..60, 99..100]);
    assert_eq!(buffer.changes(fast).written, [0..8, 40..60, 96..100]);
    // The middle of an older part, what follows a part, and both ends of one.
    write(&mut buffer, &[48..52, 60..64, 36..41, 70..70]);
    assert_eq!(buffer.changes(fast).written, [36..44, 48..52, 60..64]);
    write(&mut buffer, &[4..8, 8..12]);
    buffer.resize(id, 50).expect("it shrinks");
    assert_eq!(buffer.changes(fast).written, [4..12, 48..52]);
    assert_eq!(buffer.changes(slow).written, [0..12, 36..52]);
    assert_eq!(buffer.changes(slow).written, []);
}

#[test]
fn what_was_only_read_is_clean() {
    let mut buffer = PackedBuffer::with_capacity(256, 8);
    let id = buffer.insert_slice(&[1_u32, 2, 3], 7).expect(ROOM);
    let reader = buffer.reader();
    let mut block = buffer.get_mut(id).expect("it is live");
    assert_eq!(block.as_slice::<u32>().expect("it is of them"), [1, 2, 3]);
    assert!(block.as_mut_slice::<u64>().is_err());
    assert!(block.range_mut(8..13).is_none());
    *block.meta_mut() += 1;
    assert_eq!(block.bytes().len(), 12);
    assert_eq!(buffer.iter_mut().count(), 1);
    assert_eq!(buffer.changes(reader), PackedChanges::default());
    buffer.for_each_mut(|meta, bytes| assert_eq!((*meta, bytes.len()), (8, 12)));
    assert_eq!(buffer.changes(reader).written, [0..12]);
}

#[test]
fn a_write_that_does_not_fit_changes_nothing() {
    let mut buffer = PackedBuffer::with_config(manual(64));
    let ids = [4, 40].map(|len| buffer.insert(&vec![9; len], ()).expect(ROOM));
    let reader = buffer.reader();
    assert!(buffer.write(ids[0], &[1; 21]).is_err());
    assert_eq!(buffer.get(ids[0]).expect("it is live").bytes(), [9; 4]);
    assert_eq!(buffer.changes(reader), PackedChanges::default());
    // It moves to the end, and its old bytes with it.
    buffer.write(ids[0], &[1; 20]).expect("20 at the end");
    let changes = buffer.changes(reader);
    assert_eq!(
        (changes.moves, changes.written),
        (vec![step(0, 44, 4)], vec![44..64])
    );
}

/// Asserts that each use of a reader panics with this sentence, and changes nothing.
fn assert_refused(buffer: &mut PackedBuffer<()>, reader: PackedReader, sentence: &str) {
    let uses = [
        |buffer: &mut PackedBuffer<()>, reader| drop(buffer.changes(reader)),
        |buffer: &mut PackedBuffer<()>, reader| buffer.forget_reader(reader),
    ];
    for call in uses {
        let refused = catch_unwind(AssertUnwindSafe(|| call(buffer, reader)));
        let refused = refused.expect_err("the reader is refused");
        assert_eq!(refused.downcast_ref(), Some(&sentence));
    }
}

#[test]
fn a_reader_that_was_forgotten_or_is_another_container_s_is_refused() {
    let mut buffer = PackedBuffer::with_capacity(256, 8);
    let forgotten = buffer.reader();
    let other = buffer.reader();
    buffer.forget_reader(forgotten);
    assert!((0..100).all(|_| buffer.reader() != forgotten));
    let sentence = "the reader was forgotten, so nothing is recorded for it";
    assert_refused(&mut buffer, forgotten, sentence);
    let sentence = "the reader belongs to another packed container";
    let foreign = PackedSpace::<()>::with_capacity(256, 8).reader();
    assert_refused(&mut buffer, foreign, sentence);
    buffer.alloc(8, ()).expect(ROOM);
    assert_eq!(buffer.changes(other).written, [0..8]);
}
