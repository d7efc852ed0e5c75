//! Measures the packed container and writes `packed.md`: what its policies cost, and how it
//! compares with the crate `offset-allocator` in the pattern of bevy's mesh slabs.
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

use std::iter;

use offset_allocator::Allocator;
use soa_bench::harness::{Failure, Options, Samples, Table, digits, measure, real};
use soa_runtime::packed::{Compaction, PackedBuffer, PackedConfig, PackedSpace, Placement};

use crate::spaces::{Cost, Filled, Pattern, Space};

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

fn contender<S: Space>(name: impl Into<String>, new: impl Fn() -> S + 'static) -> Contender {
    let run = move |pattern, watched| Filled::run(new(), pattern, watched);
    (name.into(), Box::new(run))
}

/// Measures contenders in turns. The first one is what the others are compared with.
fn table(contenders: &mut [Contender], pattern: Pattern, rounds: usize) -> Result<Table, Failure> {
    let times = measure(rounds, contenders, |(_, run)| {
        Ok(run(pattern, false).seconds.map(|seconds| seconds * 1e9))
    })?;
    let (frames, releases) = match pattern {
        Pattern::Turnover(frames) => (frames, frames * TURNOVER),
        Pattern::Decay => (FRAMES, BLOCKS / 2),
    };
    let (frames, releases) = (f64::from(frames), f64::from(releases));
    let mut table = Table::new(
        "| an allocation, ns | a release, ns | to the first line's | the end of a frame, ns \
         | bytes moved per byte released | end of the last block over live bytes, at most | at the end",
    );
    let first = times[0][1].least();
    for ((name, run), times) in contenders.iter().zip(&times) {
        let (cost, [alloc, release, end]) =
            (run(pattern, true), times.each_ref().map(Samples::least));
        let moved = real(cost.moved) / real(cost.released);
        let (each, ratio) = (release / releases, release / first);
        let times = [alloc / releases, each, ratio, end / frames].map(digits);
        let space = [moved, cost.most, cost.last].map(digits);
        table.row(iter::once(name.clone()).chain(times).chain(space));
    }
    Ok(table)
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
        let config = PackedConfig::new((CAPACITY * UNIT) as usize, BLOCKS as usize)
            .placement(placement)
            .compaction(compaction);
        let new = move || (PackedBuffer::<()>::with_config(config), None);
        contender(format!("`{placement:?}`, `{compaction:?}`"), new)
    };
    policies.into_iter().map(policy).collect()
}

fn spaces() -> Vec<Contender> {
    let space = |budget| {
        let config = PackedConfig::new(CAPACITY as usize, BLOCKS as usize)
            .align(1)
            .compaction(Compaction::Manual);
        move || {
            let mut space = PackedSpace::<()>::with_config(config);
            let reader = space.reader();
            (space, Some((budget, reader)))
        }
    };
    let peer = || Allocator::with_max_allocs(CAPACITY, 2 * BLOCKS);
    let ours = "**soa `PackedSpace`**";
    vec![
        contender("offset-allocator", peer),
        contender(format!("{ours}, without compaction"), space(0)),
        contender(format!("{ours}, 64 KiB per frame"), space(BUDGET)),
    ]
}

fn main() -> Result<(), Failure> {
    let options = Options::from_args()?;
    let rounds = options.rounds(25);
    let (mut policies, mut spaces) = (policies(), spaces());
    let decay = table(&mut policies, Pattern::Decay, 3)?;
    // It moves everything each time, so it is measured for a shorter while.
    let eager = table(
        &mut policies.split_off(5),
        Pattern::Turnover(FRAMES / 20),
        3,
    )?;
    let turnover = table(&mut policies, Pattern::Turnover(FRAMES), rounds.min(5))?;
    let page = format!(
        "# The packed container\n\n\
         Written by `cargo run --release -p soa-bench --bin packed`: {BLOCKS} blocks of 64 to 4096 \
         bytes. Bytes are exact; times are the least of some rounds in turns, in one process.\n\n\
         ## Policies: {TURNOVER} blocks released and {TURNOVER} made in each of {FRAMES} frames\n\n\
         {turnover}\nThe same in {} frames, in which `Eager` moves as much as it can:\n\n{eager}\n\
         ## Policies: half of the blocks released in random order, and none made\n\n{decay}\n\
         ## Beside `offset-allocator`: {TURNOVER} meshes go and {TURNOVER} come in each frame\n\n\
         Meshes in memory that only the GPU has, as in bevy's slabs.\n\n{}\n\
         ## Beside `offset-allocator`: half of the meshes go at once, {FRAMES} quiet frames follow\n\n{}",
        FRAMES / 20,
        table(&mut spaces, Pattern::Turnover(FRAMES), rounds)?,
        table(&mut spaces, Pattern::Decay, rounds.min(3))?,
    );
    options.publish("packed.md", &page)
}
