//! The part of the buffer that is in use, compared with the number of live bytes.

use soa_runtime::packed::{Compaction, PackedBuffer, PackedConfig, Placement};

use crate::random::Random;
use crate::support::{ROOM, assert_consistent};

const BYTES: usize = 8 << 20;

/// Fills, releases half at random, then lives on with releases, blocks and resizes, and
/// returns the most that was ever in use: `top` over the live bytes.
fn most_in_use(placement: Placement, compaction: Compaction, seed: u64) -> f64 {
    let mut numbers = Random::new(seed);
    let mut buffer = PackedBuffer::with_config(
        PackedConfig::new(BYTES, 4096)
            .placement(placement)
            .compaction(compaction),
    );
    let mut live = Vec::new();
    let mut most: f64 = 1.0;
    for _ in 0..2_000 {
        let len = 64 + numbers.below(4032);
        live.push(buffer.alloc(len, ()).expect(ROOM));
    }
    for turn in 0..4_000 {
        let id = live.swap_remove(numbers.below(live.len()));
        assert_eq!(buffer.remove(id), Some(()));
        most = most.max(in_use(&buffer));
        if turn >= 1_000 {
            let len = 64 + numbers.below(4032);
            live.push(buffer.alloc(len, ()).expect(ROOM));
            most = most.max(in_use(&buffer));
        }
        if turn % 4 == 0 {
            let len = 64 + numbers.below(4032);
            let id = live[numbers.below(live.len())];
            buffer.resize(id, len).expect("there is room for one more");
            most = most.max(in_use(&buffer));
        }
    }
    assert_consistent(&buffer, 4);
    most
}

#[expect(clippy::cast_precision_loss, reason = "both are small")]
fn in_use(buffer: &PackedBuffer<()>) -> f64 {
    buffer.top() as f64 / buffer.allocated() as f64
}

#[test]
#[cfg_attr(miri, ignore = "a long run")]
fn the_default_policy_never_uses_more_than_1_3_times_the_live_bytes() {
    for seed in [1, 0x5eed, 0xdead_beef] {
        let config = PackedConfig::default();
        let most = most_in_use(config.placement, config.compaction, seed);
        assert!((1.05..=1.3).contains(&most), "{most}");
    }
}

#[test]
#[cfg_attr(miri, ignore = "a long run")]
fn a_threshold_is_the_bound_whatever_the_placement() {
    for placement in [Placement::Append, Placement::ReuseHoles] {
        for (percent, bound) in [(0, 1.01), (10, 1.11), (50, 1.51)] {
            let most = most_in_use(placement, Compaction::Threshold { percent }, 77);
            assert!(most <= bound, "{most} with {placement:?} and {percent} %");
        }
    }
}

#[test]
#[cfg_attr(miri, ignore = "a long run")]
fn strides_that_ask_for_more_than_the_threshold_do_not_make_every_release_compact() {
    let mut buffer =
        PackedBuffer::with_config(PackedConfig::default().placement(Placement::Append));
    let (mut small, mut large) = (Vec::new(), Vec::new());
    for _ in 0..500 {
        small.push(buffer.insert(&[1; 4], ()).expect(ROOM));
        let id = buffer.insert_slice(&[[0_u32; 25]], ());
        large.push(id.expect(ROOM));
    }
    // 104 bytes of blocks take 200, and no compaction brings that to 25 %.
    assert_eq!(buffer.stats().hole_units, 500 * 96);
    buffer.compact();
    assert_eq!(buffer.stats().hole_units, 500 * 96);
    for id in small.into_iter().chain(large.drain(..250)) {
        buffer.remove(id);
    }
    // Each of the 750 leaves 100 bytes that can be closed, its own and what a stride
    // asked for.
    let moved = buffer.stats().moved;
    assert!(
        moved <= 750 * 100 * 9 / 2,
        "{moved} bytes were moved to close 75 000"
    );
    assert!(moved > 0);
    assert_consistent(&buffer, 4);
}

#[test]
fn a_gap_that_a_stride_asked_for_is_a_hole_once_its_block_is_gone() {
    for placement in [Placement::Append, Placement::ReuseHoles] {
        for leave in [
            |buffer: &mut PackedBuffer<()>, id| buffer.remove(id).is_some(),
            |buffer: &mut PackedBuffer<()>, id| buffer.remove_many([id]) == 1,
            |buffer: &mut PackedBuffer<()>, id| buffer.resize(id, 8192).is_ok(),
        ] {
            let mut buffer =
                PackedBuffer::with_config(PackedConfig::new(1 << 15, 4096).placement(placement));
            buffer.alloc(1000, ()).expect(ROOM);
            let page = buffer.insert_slice(&[[0_u8; 4096]], ());
            let page = page.expect(ROOM);
            buffer.alloc(5000, ()).expect(ROOM);
            buffer.resize(page, 4).expect("it shrinks in its place");
            assert!(leave(&mut buffer, page));
            let strides = if buffer.contains(page) { 4092 } else { 0 };
            let (holes, live) = (buffer.stats().hole_units, buffer.allocated());
            assert!(
                holes <= live / 4 + strides,
                "{holes} bytes of holes for {live}"
            );
            assert_consistent(&buffer, 4);
        }
    }
}

#[test]
fn appending_never_changes_the_order_and_filling_does_not_leave_a_block_behind() {
    for placement in [Placement::Append, Placement::ReuseHoles] {
        let mut buffer = PackedBuffer::with_config(PackedConfig::default().placement(placement));
        let ids: Vec<_> = (0..1000_u32)
            .map(|nth| buffer.insert(&nth.to_le_bytes(), nth).expect(ROOM))
            .collect();
        for id in ids.iter().filter(|id| id.index() % 3 != 1) {
            buffer.remove(*id);
        }
        assert_eq!(buffer.len(), 333);
        for (_, block) in &buffer {
            assert_eq!(block.bytes(), block.meta().to_le_bytes());
            assert_eq!(block.meta() % 3, 1);
        }
        let in_order = buffer.iter().is_sorted_by_key(|(_, block)| *block.meta());
        assert_eq!(in_order, placement == Placement::Append);
    }
}
