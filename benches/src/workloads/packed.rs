//! W10: the packed container, blocks of 64 to 4096 bytes.
//!
//! The limit of a release is the one memory move that keeps the bytes compact
//! after every release, all blocks above sliding down; who may leave holes for a
//! while does far less. As such a move takes a quarter of a millisecond in a
//! buffer of 10 000 blocks, only every twentieth is made there, and counted
//! twenty times; and the eager policy, which makes them all, stays away. The
//! other limits are a plain `Vec` of bytes with a list of ranges. `SlotMap` of
//! boxed slices is what one has without such a container: it is compact nowhere,
//! and nothing of it can be uploaded in one piece.

use std::hint::black_box;
use std::ops::Range;
use std::rc::Rc;

use slotmap::{DefaultKey, SlotMap};
use soa_runtime::packed::{BlockId, Compaction, PackedBuffer, PackedConfig, Placement};

use crate::element::sum_u32;
use crate::harness::{Case, Kind, Run, Stopwatch};

/// What is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Work {
    Release,
    ReleaseMany,
    Insert,
    FirstWords,
    Scan,
}

/// The blocks of a case.
pub(crate) struct Blocks {
    bytes: Vec<u8>,
    ranges: Vec<Range<usize>>,
    /// The half that a release takes, in its order.
    released: Vec<usize>,
}

impl Blocks {
    pub(crate) fn new(count: usize) -> Self {
        let mut random = fastrand::Rng::with_seed(10);
        let mut end = 0;
        let ranges: Vec<Range<usize>> = (0..count)
            .map(|_| {
                let start = end;
                end += random.usize(16..=1024) * 4;
                start..end
            })
            .collect();
        let bytes = (0..end).map(|_| random.u8(..)).collect();
        let mut released: Vec<usize> = (0..count).collect();
        random.shuffle(&mut released);
        released.truncate(count / 2);
        Self {
            bytes,
            ranges,
            released,
        }
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &[u8]> {
        self.ranges.iter().map(|range| &self.bytes[range.clone()])
    }
}

pub(super) fn case(count: usize, work: Work) -> Case {
    let mut blocks = Blocks::new(count);
    if work == Work::ReleaseMany {
        blocks.released = (0..count).step_by(2).collect();
    }
    let operations = match work {
        Work::Release | Work::ReleaseMany => blocks.released.len(),
        Work::Insert | Work::FirstWords | Work::Scan => count,
    };
    let blocks = Rc::new(blocks);
    let mut case = Case::new(count, operations);
    case.add(
        limit_name(work),
        Kind::Limit,
        limit(Rc::clone(&blocks), work),
    );
    for (name, placement, compaction) in POLICIES {
        if work == Work::Release && compaction == Compaction::Eager && count > EAGER_BLOCKS {
            continue;
        }
        let config = PackedConfig::new(blocks.bytes.len(), count)
            .placement(placement)
            .compaction(compaction);
        case.add(name, Kind::Ours, packed(Rc::clone(&blocks), work, config));
    }
    case.add(
        "SlotMap of boxes",
        Kind::Peer,
        boxes(Rc::clone(&blocks), work),
    );
    case
}

/// The largest buffer in which every release moves all bytes above.
const EAGER_BLOCKS: usize = 1_000;

/// In a larger one, the limit makes one of so many moves.
const MOVE_STRIDE: u32 = 20;

const POLICIES: [(&str, Placement, Compaction); 3] = [
    (
        "soa packed (default)",
        Placement::ReuseHoles,
        Compaction::Threshold { percent: 25 },
    ),
    (
        "soa packed, append + eager",
        Placement::Append,
        Compaction::Eager,
    ),
    (
        "soa packed, reuse + manual",
        Placement::ReuseHoles,
        Compaction::Manual,
    ),
];

fn limit_name(work: Work) -> &'static str {
    match work {
        Work::Release => "one memmove a release",
        Work::ReleaseMany => "one memmove a block kept",
        Work::Insert | Work::FirstWords => "Vec and ranges",
        Work::Scan => "one Vec",
    }
}

fn limit(blocks: Rc<Blocks>, work: Work) -> impl FnMut(u32) -> Run {
    let mut moves = moves(&blocks, work);
    let mut stride = 1;
    if work == Work::Release && blocks.ranges.len() > EAGER_BLOCKS {
        moves = moves.into_iter().step_by(MOVE_STRIDE as usize).collect();
        stride = MOVE_STRIDE;
    }
    let kept = |block: &usize| !blocks.released.contains(block);
    let kept: u32 = match work {
        Work::Release | Work::ReleaseMany => (0..blocks.ranges.len())
            .filter(kept)
            .map(|block| sum_bytes(&blocks.bytes[blocks.ranges[block].clone()]))
            .fold(0, u32::wrapping_add),
        Work::Insert | Work::FirstWords | Work::Scan => 0,
    };
    let mut bytes = blocks.bytes.clone();
    move |repetitions| {
        let mut stopwatch = Stopwatch::default();
        let mut sum = 0;
        for _ in 0..repetitions {
            match work {
                Work::Release | Work::ReleaseMany => {
                    bytes.copy_from_slice(&blocks.bytes);
                    stopwatch.time(|| {
                        for (source, target) in &moves {
                            black_box(&mut bytes).copy_within(source.clone(), *target);
                        }
                    });
                    sum = kept;
                }
                Work::Insert => {
                    let (mut bytes, mut ranges) = (Vec::with_capacity(bytes.len()), Vec::new());
                    stopwatch.time(|| {
                        for block in blocks.iter() {
                            ranges.push(bytes.len()..bytes.len() + block.len());
                            bytes.extend_from_slice(black_box(block));
                        }
                    });
                    sum = sum_bytes(&bytes);
                }
                Work::FirstWords => {
                    sum = stopwatch.time(|| first_words(black_box(&*blocks).iter()));
                }
                Work::Scan => sum = stopwatch.time(|| sum_bytes(black_box(&bytes))),
            }
        }
        stopwatch.scaled(stride).finish(sum.into())
    }
}

/// The moves that keep the bytes compact: the source and where it goes.
fn moves(blocks: &Blocks, work: Work) -> Vec<(Range<usize>, usize)> {
    let mut lengths: Vec<usize> = blocks.ranges.iter().map(Range::len).collect();
    let mut top: usize = lengths.iter().sum();
    match work {
        Work::Release => {
            let release = |&block: &usize| {
                let target: usize = lengths[..block].iter().sum();
                let length = std::mem::take(&mut lengths[block]);
                let source = target + length..top;
                top -= length;
                (source, target)
            };
            blocks.released.iter().map(release).collect()
        }
        Work::ReleaseMany => {
            let mut target = 0;
            let kept = blocks.ranges.iter().skip(1).step_by(2);
            kept.map(|range| {
                let to = target;
                target += range.len();
                (range.clone(), to)
            })
            .collect()
        }
        Work::Insert | Work::FirstWords | Work::Scan => Vec::new(),
    }
}

fn packed(blocks: Rc<Blocks>, work: Work, config: PackedConfig) -> impl FnMut(u32) -> Run {
    let filled = fill(&blocks, config);
    move |repetitions| {
        let mut stopwatch = Stopwatch::default();
        let mut sum = 0;
        for _ in 0..repetitions {
            match work {
                Work::Release | Work::ReleaseMany => {
                    let (mut buffer, ids) = fill(&blocks, config);
                    let ids: Vec<_> = blocks.released.iter().map(|&block| ids[block]).collect();
                    if work == Work::ReleaseMany {
                        stopwatch.time(|| buffer.remove_many(ids));
                    } else {
                        stopwatch.time(|| {
                            for id in ids {
                                black_box(buffer.remove(id));
                            }
                        });
                    }
                    sum = scan(buffer.iter().map(|(_, block)| block.bytes()));
                }
                Work::Insert => {
                    let mut buffer = PackedBuffer::with_config(config);
                    stopwatch.time(|| insert_all(&mut buffer, black_box(&blocks)).len());
                    sum = scan(buffer.iter().map(|(_, block)| block.bytes()));
                }
                Work::FirstWords => {
                    let buffer = black_box(&filled.0);
                    sum = stopwatch
                        .time(|| first_words(buffer.iter().map(|(_, block)| block.bytes())));
                }
                Work::Scan => {
                    let buffer = black_box(&filled.0);
                    sum = stopwatch.time(|| scan(buffer.iter().map(|(_, block)| block.bytes())));
                }
            }
        }
        stopwatch.finish(sum.into())
    }
}

type Packed = PackedBuffer<u32>;

pub(crate) fn fill(blocks: &Blocks, config: PackedConfig) -> (Packed, Vec<BlockId<u32>>) {
    let mut buffer = PackedBuffer::with_config(config);
    let ids = insert_all(&mut buffer, blocks);
    (buffer, ids)
}

fn insert_all(buffer: &mut Packed, blocks: &Blocks) -> Vec<BlockId<u32>> {
    let meta = 0_u32..;
    let insert = |(block, meta)| buffer.insert(block, meta);
    blocks
        .iter()
        .zip(meta)
        .map(insert)
        .collect::<Result<_, _>>()
        .unwrap_or_default()
}

fn boxes(blocks: Rc<Blocks>, work: Work) -> impl FnMut(u32) -> Run {
    let (filled, _) = boxed(&blocks);
    move |repetitions| {
        let mut stopwatch = Stopwatch::default();
        let mut sum = 0;
        for _ in 0..repetitions {
            match work {
                Work::Release | Work::ReleaseMany => {
                    let (mut map, ids) = boxed(&blocks);
                    stopwatch.time(|| {
                        for &block in &blocks.released {
                            black_box(map.remove(ids[block]));
                        }
                    });
                    sum = scan(map.values().map(|block| &**block));
                }
                Work::Insert => {
                    let (map, _) = stopwatch.time(|| boxed(black_box(&blocks)));
                    sum = scan(map.values().map(|block| &**block));
                }
                Work::FirstWords => {
                    let map = black_box(&filled);
                    sum = stopwatch.time(|| first_words(map.values().map(|block| &**block)));
                }
                Work::Scan => {
                    let map = black_box(&filled);
                    sum = stopwatch.time(|| scan(map.values().map(|block| &**block)));
                }
            }
        }
        stopwatch.finish(sum.into())
    }
}

fn boxed(blocks: &Blocks) -> (SlotMap<DefaultKey, Box<[u8]>>, Vec<DefaultKey>) {
    let mut map = SlotMap::with_capacity(blocks.ranges.len());
    let ids = blocks
        .iter()
        .map(|block| map.insert(block.into()))
        .collect();
    (map, ids)
}

fn first_words<'a>(blocks: impl Iterator<Item = &'a [u8]>) -> u32 {
    let words = blocks.filter_map(|block| block.first_chunk().copied());
    words.map(u32::from_ne_bytes).fold(0, u32::wrapping_add)
}

fn scan<'a>(blocks: impl Iterator<Item = &'a [u8]>) -> u32 {
    blocks.map(sum_bytes).fold(0, u32::wrapping_add)
}

/// The sum of the words of `bytes`, whose length is a multiple of four.
#[inline(never)]
fn sum_bytes(bytes: &[u8]) -> u32 {
    sum_u32(bytes.as_chunks().0, |&word| u32::from_ne_bytes(word))
}
