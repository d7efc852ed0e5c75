//! The readers of a container: what they get, and when.
#![expect(
    clippy::single_range_in_vec_init,
    reason = "a list of one range is what is meant"
)]

use std::panic::{AssertUnwindSafe, catch_unwind};

use soa_runtime::packed::{PackedBuffer, PackedChanges, PackedReader, PackedSpace};

use crate::support::{ROOM, manual, step};

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
