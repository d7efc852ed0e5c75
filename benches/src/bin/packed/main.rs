//! Measures the packed container and writes `packed.md`: what its policies cost, how it compares
//! with the crate `offset-allocator` in the pattern of bevy's mesh slabs, and what a walk costs.
//!
//! All get the same lengths in the same order, and have room for three times what lives. Bytes
//! are exact and the same on every machine; only the times are not.
//!
//! `offset-allocator` returns offsets alone; its users keep a table of ids, generations and
//! metadata beside it, which here is a plain array. A packed space has ids and metadata itself,
//! and its time includes them. It loses in time: each block is in the memory order, which a
//! compaction walks and `offset-allocator` does not have, and in tables of ids, metadata, places
//! and holes. A profile shows the time at the first access to an entry of each, where its cache
//! line is fetched.

mod spaces;

use std::hint::black_box;
use std::iter;
use std::ops::Range;

use offset_allocator::Allocator;
use soa_benches_report::{Failure, Options, Samples, Table, digits, real, seconds, take_turns};
use soa_runtime::packed::{
    BlockId, Compaction, PackedBuffer, PackedConfig, PackedSpace, Placement,
};

use crate::spaces::{Cost, Filled, Pattern, Space, units};

/// The number of blocks, and the number of those that are released and made in each frame.
const BLOCKS: u32 = 10_000;
const TURNOVER: u32 = 20;
const FRAMES: u32 = 1_000;
/// Bytes of a unit.
const UNIT: u32 = 4;
/// The units that a compaction step may move in each frame: 64 KiB.
const BUDGET: usize = (64 << 10) / UNIT as usize;
/// Units for which all have room.
const CAPACITY: u32 = 3 * BLOCKS * 520;

/// A name and what runs it. Whether the run is watched comes last.
type Contender = (String, Box<dyn Fn(Pattern, bool) -> Cost>);

fn contender<S: Space>(name: String, new: impl Fn() -> S + 'static) -> Contender {
    let run = move |pattern, watched| Filled::run(new(), pattern, watched);
    (name, Box::new(run))
}

/// Measures contenders in turns. The first one is what the others are compared with.
fn table(contenders: &[Contender], pattern: Pattern, rounds: usize) -> Table {
    let mut times = vec![[const { Samples::new() }; 3]; contenders.len()];
    take_turns(
        contenders.len(),
        |done| done < rounds,
        |turn| {
            let cost = (contenders[turn].1)(pattern, false);
            for (times, seconds) in times[turn].iter_mut().zip(cost.seconds) {
                times.push(seconds * 1e9);
            }
        },
    );
    let (frames, releases) = match pattern {
        Pattern::Turnover(frames) => (frames, frames * TURNOVER),
        Pattern::Decay => (FRAMES, BLOCKS / 2),
    };
    let mut table = Table::new(
        "| an allocation, ns | a release, ns | to the first line's | the end of a frame, ns \
         | bytes moved per byte released | end of the last block over live bytes, at most | at the end",
    );
    let first = times[0][1].least();
    for ((name, run), times) in contenders.iter().zip(times) {
        let (cost, [alloc, release, end]) = (run(pattern, true), times.map(|it| it.least()));
        let [alloc, each] = [alloc, release].map(|time| time / f64::from(releases));
        let (end, moved) = (
            end / f64::from(frames),
            real(cost.moved) / real(cost.released),
        );
        let figures = [
            alloc,
            each,
            release / first,
            end,
            moved,
            cost.most,
            cost.last,
        ];
        table.row(iter::once(name.clone()).chain(figures.map(digits)));
    }
    table
}

fn config(placement: Placement, compaction: Compaction) -> PackedConfig {
    PackedConfig::new((CAPACITY * UNIT) as usize, BLOCKS as usize)
        .placement(placement)
        .compaction(compaction)
}

fn policies() -> Vec<Contender> {
    let percent = |percent| Compaction::Threshold { percent };
    let policies = [
        (Placement::ReuseHoles, percent(25)),
        (Placement::ReuseHoles, Compaction::Manual),
        (Placement::Append, percent(10)),
        (Placement::Append, percent(25)),
        (Placement::Append, percent(100)),
        (Placement::Append, Compaction::Eager),
    ];
    let policy = |(placement, compaction)| {
        let name = format!("`{placement:?}`, `{compaction:?}`");
        let config = config(placement, compaction);
        contender(name, move || {
            (PackedBuffer::<()>::with_config(config), None)
        })
    };
    policies.into_iter().map(policy).collect()
}

fn spaces() -> Vec<Contender> {
    let space = |budget| {
        let config = PackedConfig::new(CAPACITY as usize, BLOCKS as usize)
            .align(1)
            .compaction(Compaction::Manual);
        move || (PackedSpace::<()>::with_config(config), Some(budget))
    };
    let peer = || Allocator::with_max_allocs(CAPACITY, 2 * BLOCKS);
    vec![
        contender("offset-allocator".into(), peer),
        contender("**soa `PackedSpace`**, without compaction".into(), space(0)),
        contender(
            "**soa `PackedSpace`**, 64 KiB per frame".into(),
            space(BUDGET),
        ),
    ]
}

/// Releases every second block of a buffer without holes, one by one or all at once.
fn every_second(at_once: bool) -> [String; 2] {
    let mut buffer = PackedBuffer::with_config(config(Placement::Append, Compaction::Eager));
    let mut random = fastrand::Rng::with_seed(10);
    let mut alloc = |_| {
        let block = buffer.alloc((units(&mut random) * UNIT) as usize, ());
        block.expect("three times the room")
    };
    let ids: Vec<BlockId<()>> = (0..BLOCKS).map(&mut alloc).step_by(2).collect();
    let seconds = seconds(|| {
        if at_once {
            buffer.remove_many(ids);
        } else {
            for id in ids {
                buffer.remove(id);
            }
        }
    });
    [buffer.stats().moved.to_string(), digits(seconds * 1e3)]
}

/// Measures walks that read the first word of each block, beside an array of ranges.
fn walks(rounds: usize) -> Table {
    let mut buffer = PackedBuffer::with_config(config(Placement::ReuseHoles, Compaction::Manual));
    let mut random = fastrand::Rng::with_seed(10);
    let alloc = |_| buffer.alloc((units(&mut random) * UNIT) as usize, ()).ok();
    let ids: Vec<BlockId<()>> = (0..BLOCKS).filter_map(alloc).collect();
    let blocks = ids.iter().filter_map(|&id| buffer.get(id));
    let ranges = blocks.map(|block| block.offset()..block.offset() + block.len());
    let ranges: Vec<Range<usize>> = ranges.collect();
    let word = |block: &[u8]| {
        block
            .first_chunk()
            .map_or(0, |word| u32::from_ne_bytes(*word))
    };
    let by_ranges = || {
        ranges
            .iter()
            .map(|range| word(&buffer.as_bytes()[range.clone()]))
            .sum()
    };
    let by_iter = || buffer.iter().map(|(_, block)| word(block.bytes())).sum();
    let walks: [(&str, &dyn Fn() -> u32); 2] = [("ranges", &by_ranges), ("`iter`", &by_iter)];
    let mut times = [const { Samples::new() }; 2];
    take_turns(
        2,
        |done| done < rounds,
        |turn| {
            let time = seconds(|| _ = black_box(walks[turn].1()));
            times[turn].push(time * 1e9 / f64::from(BLOCKS));
        },
    );
    let mut table = Table::new("| a block, ns | ratio");
    for ((name, _), mine) in walks.iter().zip(&times) {
        let [time, ratio] = [1.0, times[0].median()].map(|unit| digits(mine.median() / unit));
        table.row([(*name).to_owned(), time, ratio]);
    }
    table
}

fn main() -> Result<(), Failure> {
    let options = Options::from_args()?;
    let rounds = options.rounds(25);
    let mut policies = policies();
    let decay = table(&policies, Pattern::Decay, 3);
    // It moves everything each time, so it is measured for a shorter while.
    let eager = table(&policies.split_off(5), Pattern::Turnover(FRAMES / 20), 3);
    let turnover = table(&policies, Pattern::Turnover(FRAMES), rounds.min(5));
    let (spaces, mut seconds) = (spaces(), Table::new("| bytes moved | ms"));
    for (name, at_once) in [("one by one", false), ("`remove_many`", true)] {
        let [moved, time] = every_second(at_once);
        seconds.row([name.to_owned(), moved, time]);
    }
    let page = format!(
        "# The packed container\n\n\
         Written by `cargo run --release -p soa-benches --bin packed`: {BLOCKS} blocks of 64 to 4096 \
         bytes. Bytes are exact; times are the least of some rounds in turns, in one process.\n\n\
         ## Policies: {TURNOVER} blocks released and {TURNOVER} made in each of {FRAMES} frames\n\n\
         {turnover}\nThe same in {} frames, in which `Eager` moves as much as it can:\n\n{eager}\n\
         ## Policies: half of the blocks released in random order, and none made\n\n{decay}\n\
         ## Every second block released, `Append` and `Eager`\n\n{seconds}\n\
         ## Beside `offset-allocator`: {TURNOVER} meshes go and {TURNOVER} come in each frame\n\n\
         Meshes in memory that only the GPU has, as in bevy's slabs.\n\n{}\n\
         ## Beside `offset-allocator`: half of the meshes go at once, {FRAMES} quiet frames follow\n\n{}\n\
         ## A walk that reads a word of each block\n\n{}",
        FRAMES / 20,
        table(&spaces, Pattern::Turnover(FRAMES), rounds),
        table(&spaces, Pattern::Decay, rounds.min(3)),
        walks(rounds * 4),
    );
    options.publish("packed.md", &page)
}
