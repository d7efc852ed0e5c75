//! Buffers and spaces that grow: when, how far, and what they report to a copy.
#![expect(
    clippy::single_range_in_vec_init,
    reason = "a list of one range is what is meant"
)]

use soa_runtime::packed::{
    Move, PackedBuffer, PackedConfig, PackedError, PackedSpace, Placement, Rejected,
};

use crate::support::{ROOM, assert_consistent, manual};

fn growing(bytes: usize, max_capacity: usize) -> PackedConfig {
    manual(bytes).max_capacity(max_capacity)
}

#[test]
fn without_a_limit_nothing_grows() {
    let mut buffer = PackedBuffer::with_config(manual(64));
    let full = PackedError::Full {
        requested: 65,
        total_free: 64,
        largest_free: 64,
        fragmented: false,
    };
    assert_eq!(buffer.alloc(65, ()).expect_err("64 is all").error, full);
    assert_eq!(buffer.grow_to(65), Err(full));
    assert_eq!(buffer.grow_to(64), Ok(()));
    assert_eq!((buffer.capacity(), buffer.take_grown()), (64, None));
}

#[test]
fn a_request_without_room_doubles_the_capacity_until_it_fits() {
    let mut buffer = PackedBuffer::with_config(growing(64, 10_000));
    let first = buffer.insert(&[1; 40], ()).expect(ROOM);
    let base = buffer.as_bytes().as_ptr().addr();
    assert_eq!(base % 64, 0);
    let second = buffer.insert(&[2; 40], ()).expect("it grows once");
    assert_eq!(buffer.capacity(), 128);
    let third = buffer.insert(&[3; 500], ()).expect("it grows three times");
    assert_eq!(buffer.capacity(), 1024);
    for (id, byte, len) in [(first, 1, 40), (second, 2, 40), (third, 3, 500)] {
        let block = buffer.get(id).expect("it is live");
        assert_eq!(block.bytes(), vec![byte; len]);
        assert_eq!(buffer.as_bytes().as_ptr().addr() % 64, 0);
    }
    assert_eq!(buffer.take_grown(), Some(64..1024));
    assert_eq!(buffer.take_grown(), None);
    assert_consistent(&buffer, 4);
}

#[test]
fn a_block_that_just_fits_does_not_make_it_double_once_more() {
    let mut buffer = PackedBuffer::with_config(growing(64, 10_000));
    buffer.insert(&[1; 64], ()).expect(ROOM);
    buffer.insert(&[2; 64], ()).expect("it grows once");
    assert_eq!(buffer.capacity(), 128);
}

#[test]
fn growth_ends_at_the_limit_rounded_down_to_the_grain() {
    for (align, limit) in [(1, 103), (4, 100), (48, 96)] {
        let mut buffer = PackedBuffer::with_config(growing(64, 103).align(align));
        let room = buffer.capacity();
        buffer.alloc(room, ()).expect(ROOM);
        assert!(buffer.alloc(104 - room, ()).is_err());
        assert_eq!(buffer.capacity(), room, "a failure changes nothing");
        buffer.alloc(limit - room, ()).expect("up to the limit");
        assert_eq!((buffer.capacity(), buffer.top()), (limit, limit));
        let full = PackedError::Full {
            requested: 1,
            total_free: 0,
            largest_free: 0,
            fragmented: false,
        };
        assert_eq!(buffer.alloc(1, ()).expect_err("all taken").error, full);
        assert!(buffer.grow_to(limit + 1).is_err());
        assert_consistent(&buffer, align);
    }
}

#[test]
fn a_buffer_of_no_bytes_grows_by_its_grain() {
    for bytes in [0, 3] {
        let mut buffer = PackedBuffer::with_config(growing(bytes, 1000));
        assert_eq!(buffer.capacity(), 0);
        let id = buffer.insert(&[7; 9], ()).expect("it grows");
        assert_eq!((buffer.capacity(), buffer.take_grown()), (16, Some(0..16)));
        assert_eq!(buffer.get(id).expect("it is live").bytes(), [7; 9]);
    }
}

#[test]
fn a_limit_below_the_size_or_beyond_the_offsets_never_binds() {
    let mut buffer = PackedBuffer::with_config(growing(64, 10));
    assert_eq!(buffer.capacity(), 64);
    assert!(buffer.alloc(65, ()).is_err());
    let mut space = PackedSpace::with_config(growing(64, usize::MAX));
    let all = u32::MAX as usize / 4 * 4;
    space.alloc(all, ()).expect("as far as offsets go");
    assert_eq!((space.capacity(), space.top()), (all, all));
    assert!(space.alloc(1, ()).is_err());
    assert!(
        space
            .grow_to((u32::MAX as usize).saturating_add(1))
            .is_err()
    );
}

#[test]
fn it_grows_also_where_a_compaction_would_do() {
    let mut buffer = PackedBuffer::with_config(growing(64, 128));
    let ids = [(); 4].map(|()| buffer.alloc(16, ()).expect(ROOM));
    buffer.remove_many([ids[0], ids[2]]);
    let id = buffer
        .alloc(32, ())
        .expect("32 are free, but in two pieces");
    assert_eq!(buffer.get(id).expect("it is live").offset(), 64);
    assert_eq!((buffer.capacity(), buffer.stats().moved), (128, 0));
}

#[test]
fn what_fits_a_hole_does_not_make_it_grow() {
    let mut buffer = PackedBuffer::with_config(growing(64, 128));
    let ids = [(); 4].map(|()| buffer.alloc(16, ()).expect(ROOM));
    buffer.remove(ids[1]);
    buffer.alloc(16, ()).expect("the hole");
    assert_eq!(buffer.capacity(), 64);
    let mut buffer = PackedBuffer::with_config(growing(64, 128).placement(Placement::Append));
    let ids = [(); 4].map(|()| buffer.alloc(16, ()).expect(ROOM));
    buffer.remove(ids[1]);
    buffer.alloc(16, ()).expect("behind the others");
    assert_eq!(buffer.capacity(), 128);
}

#[test]
fn too_many_blocks_do_not_make_it_grow() {
    let config = PackedConfig::new(64, 1).max_capacity(128);
    let mut buffer = PackedBuffer::with_config(config);
    buffer.alloc(60, ()).expect(ROOM);
    let rejected: Rejected<()> = buffer.alloc(60, ()).expect_err("one lives");
    assert_eq!(rejected.error, PackedError::TooManyBlocks { limit: 1 });
    assert_eq!((buffer.capacity(), buffer.take_grown()), (64, None));
}

#[test]
fn a_block_of_no_length_does_not_make_it_grow() {
    let mut buffer = PackedBuffer::with_config(growing(64, 128));
    buffer.alloc(64, ()).expect(ROOM);
    buffer.alloc(0, ()).expect("no bytes need no room");
    assert_eq!(buffer.capacity(), 64);
}

#[test]
fn the_last_block_grows_where_it_is_and_others_at_the_new_end() {
    let mut buffer = PackedBuffer::with_config(growing(64, 1000));
    assert_eq!(buffer.take_moves(), []);
    let ids = [1, 2].map(|byte| buffer.insert(&[byte; 32], ()).expect(ROOM));
    assert_eq!(buffer.resize(ids[1], 100), Ok(()));
    assert_eq!((buffer.capacity(), buffer.take_moves()), (256, vec![]));
    assert_eq!(buffer.resize(ids[0], 200), Ok(()));
    let step = Move {
        src: 0,
        dst: 132,
        len: 32,
    };
    assert_eq!((buffer.capacity(), buffer.take_moves()), (512, vec![step]));
    for (id, byte, len) in [(ids[0], 1, 200), (ids[1], 2, 100)] {
        let bytes = buffer.get(id).expect("it is live").bytes();
        assert_eq!((&bytes[..32], bytes.len()), (&[byte; 32][..], len));
        assert!(bytes[32..].iter().all(|&byte| byte == 0), "growth is zero");
    }
    assert_consistent(&buffer, 4);
}

#[test]
fn a_resize_that_does_not_fit_the_limit_changes_nothing() {
    let mut buffer = PackedBuffer::with_config(growing(64, 128));
    let ids = [1, 2].map(|byte| buffer.insert(&[byte; 32], ()).expect(ROOM));
    for id in ids {
        assert!(buffer.resize(id, 129).is_err());
    }
    assert!(buffer.resize(ids[0], 100).is_err());
    assert_eq!((buffer.capacity(), buffer.take_grown()), (64, None));
    assert_eq!(buffer.as_bytes(), [[1; 32], [2; 32]].concat());
}

#[test]
fn strides_hold_at_the_new_end() {
    let mut buffer = PackedBuffer::with_config(growing(64, 10_000));
    buffer.alloc(44, ()).expect(ROOM);
    let id = buffer.insert_slice(&[[9_u8; 20]; 2], ()).expect("it grows");
    assert_eq!(buffer.element_offset::<[u8; 20]>(id), Some(3));
    assert_eq!(buffer.capacity(), 128);
    // The stride's gap is counted: 100 + 36 from 108 on is 144.
    buffer.insert_slice(&[[9_u32; 9]; 1], ()).expect("it grows");
    assert_eq!(buffer.capacity(), 256);
}

#[test]
fn a_larger_buffer_may_still_be_fragmented() {
    let mut buffer = PackedBuffer::with_config(growing(64, 100));
    let ids = [(); 4].map(|()| buffer.alloc(16, ()).expect(ROOM));
    buffer.remove_many([ids[0], ids[2]]);
    let error = buffer.alloc(60, ()).expect_err("36 at the end").error;
    assert_eq!(
        error,
        PackedError::Full {
            requested: 60,
            total_free: 68,
            largest_free: 36,
            fragmented: true
        }
    );
    assert_eq!(
        error.to_string(),
        "no room for 60 units: 68 are free, at most 36 in a piece that the placement can use; \
         call `compact` to make room"
    );
    buffer.compact();
    assert!(buffer.alloc(60, ()).is_ok());
    assert_eq!(buffer.capacity(), 100);
}

#[test]
fn growth_makes_nothing_dirty_and_forgets_nothing_that_is() {
    let mut buffer = PackedBuffer::with_config(growing(64, 10_000));
    let id = buffer.insert(&[1; 40], ()).expect(ROOM);
    assert_eq!(buffer.take_dirty(0), [0..40]);
    buffer.grow_to(1000).expect("within the limit");
    assert!(buffer.take_dirty(0).is_empty());
    let mut block = buffer.get_mut(id).expect("it is live");
    block.range_mut(8..12).expect("40 bytes").fill(2);
    buffer.grow_to(2001).expect("within the limit");
    assert_eq!(
        (buffer.capacity(), buffer.take_dirty(0)),
        (2004, vec![8..12])
    );
    assert_eq!(buffer.take_grown(), Some(64..2004));
}

#[test]
fn clearing_keeps_the_size_and_tells_of_growth() {
    let mut buffer = PackedBuffer::with_config(growing(64, 1000));
    buffer.alloc(100, ()).expect("it grows");
    buffer.clear();
    assert_eq!(
        (buffer.capacity(), buffer.take_grown()),
        (128, Some(64..128))
    );
    assert_eq!(buffer.grow_to(0), Ok(()));
    assert_eq!(buffer.capacity(), 128);
}
