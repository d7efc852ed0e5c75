//! Buffers and spaces that grow: when, and how far.

use soa_runtime::packed::{PackedBuffer, PackedConfig, PackedError, PackedSpace};

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
    assert_eq!(buffer.capacity(), 64);
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
        let reader = buffer.reader();
        let id = buffer.insert(&[7; 9], ()).expect("it grows");
        assert_eq!(
            (buffer.capacity(), buffer.changes(reader).grown),
            (16, Some(0..16))
        );
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
