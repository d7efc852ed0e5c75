//! Copies of the buffer, as on a GPU: one is updated by dirty ranges alone, the other by moves
//! and by what else was written.
#![expect(
    clippy::single_range_in_vec_init,
    reason = "a list of one range is what is meant"
)]

use soa_runtime::packed::{Move, PackedBuffer};

use crate::support::manual;

#[test]
fn moves_are_recorded_from_the_first_call_on() {
    let mut buffer = PackedBuffer::with_config(manual(256));
    let ids = [(); 4].map(|()| buffer.alloc(16, ()).expect("there is room"));
    buffer.remove(ids[0]);
    buffer.compact();
    assert_eq!(buffer.take_moves(), []);
    buffer.remove(ids[1]);
    buffer.compact();
    assert_eq!(
        buffer.take_moves(),
        [Move {
            src: 16,
            dst: 0,
            len: 32
        }]
    );
    assert_eq!(buffer.take_moves(), []);
}

#[test]
fn clearing_forgets_the_moves() {
    let mut buffer = PackedBuffer::with_config(manual(256));
    assert_eq!(buffer.take_moves(), []);
    let ids = [(); 2].map(|()| buffer.alloc(16, ()).expect("there is room"));
    buffer.remove(ids[0]);
    buffer.compact();
    buffer.clear();
    assert_eq!(buffer.take_moves(), []);
    assert!(buffer.take_dirty(0).is_empty());
}

#[test]
fn neighbours_that_move_alike_are_one_move() {
    let mut buffer = PackedBuffer::with_config(manual(4096));
    let ids = [(); 100].map(|()| buffer.alloc(40, ()).expect("there is room"));
    assert_eq!(buffer.take_moves(), []);
    buffer.remove_many([ids[0], ids[50]]);
    buffer.compact();
    let moves = [
        Move {
            src: 40,
            dst: 0,
            len: 49 * 40,
        },
        Move {
            src: 51 * 40,
            dst: 49 * 40,
            len: 49 * 40,
        },
    ];
    assert_eq!(buffer.take_moves(), moves);
}

#[test]
fn what_is_dirty_moves_with_its_block() {
    let mut buffer = PackedBuffer::with_config(manual(256));
    assert_eq!(buffer.take_moves(), []);
    let ids = [(); 3].map(|()| buffer.alloc(32, ()).expect("there is room"));
    assert_eq!(buffer.take_written(0), [0..96]);

    buffer
        .get_mut(ids[2])
        .expect("it is live")
        .range_mut(9..10)
        .expect("32 bytes")
        .fill(1);
    buffer.remove(ids[0]);
    buffer.compact();
    assert_eq!(buffer.get(ids[2]).expect("it is live").offset(), 32);
    assert_eq!(buffer.take_written(0), [40..44]);
}

#[test]
fn a_block_without_bytes_that_moves_is_no_range() {
    let mut buffer = PackedBuffer::with_config(manual(256));
    assert_eq!(buffer.take_moves(), []);
    let hole = buffer.alloc(32, ()).expect("there is room");
    let empty = buffer.alloc(0, ()).expect("there is room");
    assert_eq!(buffer.take_dirty(0), [0..32]);
    buffer.remove(hole);
    buffer.compact();
    assert_eq!(buffer.get(empty).expect("it is live").offset(), 0);
    assert!(buffer.take_dirty(0).is_empty());
}

#[test]
fn a_block_that_keeps_its_length_or_shrinks_is_clean() {
    let mut buffer = PackedBuffer::with_config(manual(256).align(1));
    let id = buffer.alloc(32, ()).expect("there is room");
    assert_eq!(buffer.take_dirty(0), [0..32]);
    for len in [32, 24] {
        buffer.resize(id, len).expect("it fits");
        let mut block = buffer.get_mut(id).expect("it is live");
        block.range_mut(1..2).expect("24 bytes").fill(1);
        assert_eq!(buffer.take_dirty(0), [1..2]);
    }
}

#[test]
fn ranges_nearer_than_the_gap_are_one() {
    let mut buffer = PackedBuffer::with_capacity(1024, 8);
    let id = buffer.alloc(1024, ()).expect("there is room");
    let more = |buffer: &mut PackedBuffer<()>| {
        buffer.clear();
        let ids = [(); 3].map(|()| buffer.alloc(40, ()).expect("there is room"));
        assert_eq!(buffer.take_dirty(0), [0..120]);
        for id in [ids[0], ids[2]] {
            let mut block = buffer.get_mut(id).expect("it is live");
            block.range_mut(0..4).expect("40 bytes").fill(1);
        }
    };
    assert!(buffer.contains(id));
    more(&mut buffer);
    assert_eq!(buffer.take_dirty(76), [0..4, 80..84]);
    more(&mut buffer);
    assert_eq!(buffer.take_dirty(77), [0..84]);
}

#[test]
fn what_was_only_read_is_clean() {
    let mut buffer = PackedBuffer::with_capacity(256, 8);
    let id = buffer
        .insert_slice(&[1_u32, 2, 3], 7)
        .expect("there is room");
    assert_eq!(buffer.take_dirty(0), [0..12]);
    let mut block = buffer.get_mut(id).expect("it is live");
    assert_eq!(block.as_slice::<u32>().expect("it is of them"), [1, 2, 3]);
    assert!(block.as_mut_slice::<u64>().is_err());
    assert!(block.range_mut(8..13).is_none());
    *block.meta_mut() += 1;
    assert_eq!(block.bytes().len(), 12);
    assert_eq!(buffer.iter_mut().count(), 1);
    assert!(buffer.take_dirty(0).is_empty());
    buffer.for_each_mut(|meta, bytes| assert_eq!((*meta, bytes.len()), (8, 12)));
    assert_eq!(buffer.take_dirty(0), [0..12]);
}
