//! Compaction by steps, by policy, and not at all.

use soa_runtime::packed::{Compaction, PackedBuffer, PackedConfig, PackedSpace, Placement};

use crate::support::{ROOM, assert_consistent, manual};

#[test]
fn blocks_without_bytes_do_not_hide_a_hole_from_the_cursor() {
    let mut buffer = PackedBuffer::with_config(manual(256).placement(Placement::Append));
    buffer.insert(&[1; 4], ()).expect(ROOM);
    let stride = buffer.insert_slice::<[u8; 12]>(&[], ()).expect(ROOM);
    let [_, last_empty] = [(); 2].map(|()| buffer.alloc(0, ()).expect(ROOM));
    let last = buffer.insert(&[2; 4], ()).expect(ROOM);
    let offset = |buffer: &PackedBuffer<()>| buffer.get(last).expect("it is live").offset();
    assert_eq!(offset(&buffer), 12);
    // All at offset 12: the cursor is at the last block when the stride's gap is freed.
    buffer.remove(last_empty);
    buffer.remove(stride);
    assert_eq!(buffer.compact_step(1000), 4);
    assert_eq!(offset(&buffer), 4);
    assert_consistent(&buffer, 4);
}

#[test]
fn a_hole_before_a_block_without_units_is_not_forgotten() {
    let mut space = PackedSpace::with_config(manual(256).placement(Placement::Append));
    let hole = space.alloc(8, ()).expect(ROOM);
    let empty = space.alloc(0, ()).expect(ROOM);
    let removed = space.alloc(8, ()).expect(ROOM);
    let last = space.alloc(8, ()).expect(ROOM);
    space.remove(hole);
    // It starts where the block without units does, from which the next step would slide.
    space.remove(removed);
    space.compact();
    let offset = |id| space.get(id).expect("it is live").offset();
    assert_eq!((offset(empty), offset(last), space.top()), (0, 0, 8));
}

#[test]
fn filling_holes_from_the_end_stops_at_three_quarters_of_the_threshold() {
    let mut space = PackedSpace::with_config(
        PackedConfig::new(1000, 1000)
            .align(1)
            .compaction(Compaction::Threshold { percent: 50 }),
    );
    let ids: Vec<_> = (0..600).map(|_| space.alloc(1, ()).expect(ROOM)).collect();
    let reader = space.reader();
    // The holes that are exactly half of the used units are allowed.
    space.remove_many(ids.iter().take(400).step_by(2));
    assert_eq!((space.stats().hole_units, space.allocated()), (200, 400));
    assert_eq!(space.changes(reader).moves, []);
    space.remove(ids[1]);
    let allowed = space.allocated() / 2;
    assert_eq!(space.stats().hole_units, allowed / 4 * 3);
    assert!(!space.changes(reader).moves.is_empty());
}

#[test]
fn every_hole_takes_a_block_of_its_own_size_or_less() {
    for hole in (1..=70).chain([127, 128, 129, 1000, 70_000]) {
        for len in [1, hole / 2, hole - hole / 8, hole - 1, hole].map(|len: usize| len.max(1)) {
            let config = PackedConfig::new(hole + 1, 8).align(1);
            let mut space = PackedSpace::with_config(config.compaction(Compaction::Manual));
            let id = space.alloc(hole, ()).expect(ROOM);
            space.alloc(1, ()).expect(ROOM);
            space.remove(id);
            let id = space.alloc(len, ()).expect("the hole is large enough");
            assert_eq!(space.get(id).expect("it is live").offset(), 0);
        }
    }
}

#[test]
fn a_block_takes_the_smallest_hole_that_fits() {
    let mut buffer = PackedBuffer::with_config(manual(4096));
    let lens = [112, 4, 120, 4, 128, 4];
    let ids = lens.map(|len| buffer.alloc(len, ()).expect(ROOM));
    buffer.remove_many([ids[0], ids[2], ids[4]]);
    let id = buffer.alloc(116, ()).expect(ROOM);
    assert_eq!(buffer.get(id).expect("it is live").offset(), 116);
}

#[test]
fn in_a_full_buffer_no_hole_that_fits_is_overlooked() {
    let mut buffer = PackedBuffer::with_config(manual(116 + 20 * 116));
    let fits = buffer.alloc(116, ()).expect(ROOM);
    let pairs = [(); 20].map(|()| {
        let id = buffer.alloc(112, ()).expect(ROOM);
        buffer.alloc(4, ()).expect(ROOM);
        id
    });
    buffer.remove(fits);
    buffer.remove_many(pairs.iter().skip(1));
    // 19 holes of the same size class, all too small, came after the one that fits.
    let id = buffer.alloc(116, ()).expect("the first hole fits");
    assert_eq!(buffer.get(id).expect("it is live").offset(), 0);
    let error = buffer
        .alloc(116, ())
        .expect_err("no hole fits any more")
        .error;
    assert!(error.is_fragmented());
}
