//! Nothing, too much, and sizes out of range.

use soa_runtime::packed::{ConfigError, PackedBuffer, PackedConfig, PackedError, PackedSpace};

use crate::support::{ROOM, assert_consistent, manual};

#[test]
fn a_hundred_blocks_without_bytes_at_one_place_are_told_apart() {
    let mut buffer = PackedBuffer::with_config(manual(64));
    let first = buffer.insert(&[1; 8], 100).expect(ROOM);
    let blocks = if cfg!(miri) { 12 } else { 100 };
    let ids: Vec<_> = (0..blocks)
        .map(|nth| buffer.alloc(0, nth).expect(ROOM))
        .collect();
    let last = buffer.insert(&[2; 8], 100).expect(ROOM);
    for (id, nth) in ids.iter().zip(0..).step_by(2) {
        assert_eq!(buffer.remove(*id), Some(nth));
        assert_consistent(&buffer, 4);
    }
    buffer.remove(first);
    while buffer.compact_step(4) > 0 {}
    assert_eq!(buffer.get(last).map(|block| block.offset()), Some(0));
    assert_eq!(buffer.len(), ids.len() / 2 + 1);
    assert_consistent(&buffer, 4);
}

#[test]
fn a_buffer_of_no_blocks_refuses_them() {
    let mut none = PackedBuffer::with_capacity(64, 0);
    let error = none.alloc(4, "meta").expect_err("no blocks");
    assert_eq!(
        (error.meta, error.error),
        ("meta", PackedError::TooManyBlocks { limit: 0 })
    );
}

#[test]
fn sizes_near_the_largest_are_full_and_change_nothing() {
    for align in [1, 4, 48] {
        let config = PackedConfig::new(960, 4096).align(align);
        let mut buffer = PackedBuffer::with_config(config);
        let id = buffer.alloc(48, "kept").expect(ROOM);
        let u32_max = u32::MAX as usize;
        for len in [
            961,
            u32_max - 3,
            u32_max,
            u32_max.saturating_add(1),
            usize::MAX - 3,
            usize::MAX,
        ] {
            let error = buffer.alloc(len, "back").expect_err("too large");
            let full = PackedError::Full {
                requested: len,
                total_free: 912,
                largest_free: 912,
                fragmented: false,
            };
            assert_eq!((error.meta, error.error), ("back", full));
            assert_eq!(buffer.resize(id, len), Err(full));
        }
        assert_eq!((buffer.len(), buffer.top()), (1, 48));
        assert_consistent(&buffer, align);
        assert!(buffer.alloc(912, "rest").is_ok());
        assert_eq!(buffer.top(), buffer.capacity());
    }
}

#[test]
fn a_config_out_of_range_is_refused() {
    let refused = |config| PackedBuffer::<()>::try_with_config(config).expect_err("refused");
    let config = PackedConfig::default();
    assert_eq!(refused(config.align(0)), ConfigError::Align { align: 0 });
    let align = usize::MAX;
    assert_eq!(refused(config.align(align)), ConfigError::Align { align });
    // With 32-bit addresses there is no such size.
    if let Ok(capacity) = usize::try_from(1_u64 << 32) {
        assert_eq!(
            refused(PackedConfig::new(capacity, 8)),
            ConfigError::Capacity { capacity }
        );
    }
}

#[test]
#[cfg(target_pointer_width = "64")]
#[should_panic(expected = "is out of range; expected at most 4294967295")]
fn a_capacity_beyond_the_offsets_panics_with_a_sentence() {
    let _ = PackedBuffer::<()>::with_capacity(u32::MAX as usize + 1, 1);
}

#[test]
fn the_capacity_is_rounded_down_to_the_grain_and_the_base_is_aligned() {
    for align in [1, 4, 12, 256] {
        let config = PackedConfig::new(1003, 4096).align(align);
        let mut buffer = PackedBuffer::with_config(config);
        assert_eq!(buffer.capacity(), 1003 / align * align);
        let id = buffer.alloc(buffer.capacity(), ()).expect("all of it");
        let base = buffer.get(id).expect("it is live").bytes().as_ptr();
        assert_eq!(base.addr() % 64, 0);
    }
}

#[test]
fn elements_without_a_size_make_a_block_without_bytes() {
    let mut buffer = PackedBuffer::with_capacity(64, 8);
    let id = buffer.insert_slice(&[[0_u32; 0]; 5], ()).expect(ROOM);
    let block = buffer.get(id).expect("it is live");
    assert!(block.is_empty());
    assert_eq!(block.as_slice::<u64>(), Ok(&[][..]));
    assert_eq!(buffer.element_offset::<[u32; 0]>(id), None);
}

#[test]
fn a_limit_below_the_size_or_beyond_the_offsets_never_binds() {
    let mut buffer = PackedBuffer::with_config(manual(64).max_capacity(10));
    assert_eq!(buffer.capacity(), 64);
    assert!(buffer.alloc(65, ()).is_err());
    let mut space = PackedSpace::with_config(manual(64).max_capacity(usize::MAX));
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
