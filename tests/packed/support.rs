//! Helpers that the tests share: every combination of policies, and a check of the invariants
//! between any two calls.

use proptest::prelude::ProptestConfig;
use soa_runtime::packed::{Compaction, Move, PackedBuffer, PackedConfig, Placement};

/// Returns the settings for this number of cases. Miri gets only a few, and no files.
pub(crate) fn cases(count: u32) -> ProptestConfig {
    if cfg!(miri) {
        ProptestConfig {
            failure_persistence: None,
            ..ProptestConfig::with_cases(3)
        }
    } else {
        ProptestConfig::with_cases(count)
    }
}

/// Returns the number of iterations of a long run, or of calls of a case. Miri gets only a few.
pub(crate) fn most(count: usize) -> usize {
    if cfg!(miri) { count.min(20) } else { count }
}

/// What a call is expected to find.
pub(crate) const ROOM: &str = "there is room";

pub(crate) const fn step(src: usize, dst: usize, len: usize) -> Move {
    Move { src, dst, len }
}

pub(crate) const PLACEMENTS: [Placement; 2] = [Placement::Append, Placement::ReuseHoles];

pub(crate) const COMPACTIONS: [Compaction; 5] = [
    Compaction::Eager,
    Compaction::Threshold { percent: 0 },
    Compaction::Threshold { percent: 25 },
    Compaction::Threshold { percent: 100 },
    Compaction::Manual,
];

/// Every placement with every compaction, on a buffer of that size and grain.
pub(crate) fn policies(bytes: usize, align: usize) -> impl Iterator<Item = PackedConfig> {
    PLACEMENTS.into_iter().flat_map(move |placement| {
        COMPACTIONS.into_iter().map(move |compaction| {
            PackedConfig::new(bytes, 4096)
                .align(align)
                .placement(placement)
                .compaction(compaction)
        })
    })
}

pub(crate) fn manual(bytes: usize) -> PackedConfig {
    PackedConfig::new(bytes, 4096).compaction(Compaction::Manual)
}

/// Checks that the blocks are apart, in order and on the grain, and that all that the
/// buffer says about itself is what its blocks say.
pub(crate) fn assert_consistent<M>(buffer: &PackedBuffer<M>, align: usize) {
    let mut end = 0;
    let mut lens = 0;
    let mut sizes = 0;
    let mut holes = Vec::new();
    for (id, block) in buffer {
        assert!(buffer.contains(id));
        let same = buffer.get(id).expect("what is walked is live");
        assert_eq!(
            (same.offset(), same.bytes()),
            (block.offset(), block.bytes())
        );
        assert_eq!(block.offset() % align, 0);
        assert!(block.offset() >= end, "blocks overlap or are out of order");
        if block.offset() > end {
            holes.push(block.offset() - end);
        }
        lens += block.len();
        sizes += block.len().next_multiple_of(align);
        end = block.offset() + block.len().next_multiple_of(align);
        let padding = &buffer.as_bytes()[block.offset() + block.len()..end];
        assert!(padding.iter().all(|&byte| byte == 0), "padding is not zero");
    }
    assert_eq!(buffer.top(), end);
    assert_eq!(buffer.as_bytes().len(), end);
    assert!(end <= buffer.capacity());
    assert_eq!(buffer.allocated(), lens);
    assert_eq!(buffer.iter().count(), buffer.len());
    assert_eq!(buffer.is_empty(), buffer.iter().len() == 0);

    let backwards = buffer.iter().rev().map(|(id, _)| id);
    let mut forwards: Vec<_> = buffer.iter().map(|(id, _)| id).collect();
    forwards.reverse();
    assert!(backwards.eq(forwards));

    let stats = buffer.stats();
    assert_eq!((stats.live, stats.holes), (buffer.len(), holes.len()));
    assert_eq!(stats.hole_units, holes.iter().sum::<usize>());
    assert_eq!(stats.largest_hole, holes.into_iter().max().unwrap_or(0));
    assert_eq!(stats.slack, sizes - lens);
    assert!((0.0..=1.0).contains(&stats.fragmentation));
}
