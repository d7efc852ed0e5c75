//! The packed space beside the crate `offset-allocator`, in the pattern of bevy's mesh slabs: many
//! meshes in one buffer that only the GPU has, and each frame some of them go and as many come.
//!
//! Both are asked for the same lengths in the same order, in units of 4 bytes; both have room for
//! three times what lives. `offset-allocator` gives offsets alone; who uses it keeps a table of ids,
//! generations and metadata beside it, which here is a plain array without any. The packed space has
//! ids and metadata itself, and its time is with them.
//!
//! It loses in time: each block is in the memory order, which a compaction walks and `offset-allocator`
//! does not have, and in tables of ids, metadata, places and holes. A profile shows the time at the
//! first look at an entry of each, where its cache line comes in.

use std::fmt::Write as _;
use std::hint::black_box;
use std::time::{Duration, Instant};

use offset_allocator::{Allocation, Allocator};
use soa_runtime::packed::{BlockId, Compaction, PackedConfig, PackedSpace};

/// How many meshes live.
const MESHES: u32 = 10_000;
/// How many go and come each frame.
const TURNOVER: u32 = 20;
const FRAMES: u32 = 1_000;
/// How often all is measured; the contenders take turns.
const ROUNDS: usize = 25;
/// Bytes of a unit.
const UNIT: u32 = 4;
/// What a compaction may move each frame, in units: 64 KiB.
const BUDGET: usize = (64 << 10) / UNIT as usize;
/// Units that both have room for.
const CAPACITY: u32 = 3 * MESHES * 520;

/// Somebody who gives meshes their places.
trait Slab {
    /// What a mesh is named by.
    type Id: Copy;

    fn new() -> Self;
    fn alloc(&mut self, units: u32) -> Self::Id;
    fn free(&mut self, id: Self::Id);
    /// Ends a frame: what is to be done about holes.
    fn end_frame(&mut self) {}
    /// Where a mesh starts.
    fn offset(&self, id: Self::Id) -> u32;
    /// Units moved so far.
    fn moved(&self) -> u64 {
        0
    }
}

/// The crate `offset-allocator`.
struct Peer(Allocator);

impl Slab for Peer {
    type Id = Allocation;

    fn new() -> Self {
        Peer(Allocator::with_max_allocs(CAPACITY, 2 * MESHES))
    }

    fn alloc(&mut self, units: u32) -> Allocation {
        self.0.allocate(units).expect("three times the room")
    }

    fn free(&mut self, id: Allocation) {
        self.0.free(id);
    }

    fn offset(&self, id: Allocation) -> u32 {
        id.offset
    }
}

/// A packed space that moves so many units a frame.
struct Ours<const BUDGET: usize>(PackedSpace<()>);

impl<const BUDGET: usize> Slab for Ours<BUDGET> {
    type Id = BlockId<()>;

    fn new() -> Self {
        Ours(PackedSpace::with_config(
            PackedConfig::new(CAPACITY as usize, MESHES as usize)
                .align(1)
                .compaction(Compaction::Manual),
        ))
    }

    fn alloc(&mut self, units: u32) -> BlockId<()> {
        self.0
            .alloc(units as usize, ())
            .expect("three times the room")
    }

    fn free(&mut self, id: BlockId<()>) {
        self.0.remove(id);
    }

    fn end_frame(&mut self) {
        self.0.compact_step(BUDGET);
        // They would be replayed on the GPU.
        black_box(self.0.take_moves());
    }

    fn offset(&self, id: BlockId<()>) -> u32 {
        let block = self.0.get(id).expect("it lives");
        u32::try_from(block.offset()).expect("a space is shorter")
    }

    fn moved(&self) -> u64 {
        self.0.stats().moved
    }
}

/// What a run came to.
#[derive(Debug, Clone, Copy, Default)]
struct Cost {
    alloc: Duration,
    free: Duration,
    end_frame: Duration,
    /// The end of the highest mesh over what lives, at most and at the end.
    most: f64,
    last: f64,
    moved: u64,
}

/// A slab and what lives in it.
struct Filled<S: Slab> {
    slab: S,
    live: Vec<(S::Id, u32)>,
    random: fastrand::Rng,
    cost: Cost,
}

impl<S: Slab> Filled<S> {
    fn new() -> Self {
        let mut filled = Self {
            slab: S::new(),
            live: Vec::with_capacity(MESHES as usize),
            random: fastrand::Rng::with_seed(10),
            cost: Cost::default(),
        };
        filled.make(MESHES);
        filled.cost = Cost::default();
        filled
    }

    /// Makes meshes of 64 to 4096 bytes.
    fn make(&mut self, count: u32) {
        let lens: Vec<u32> = (0..count).map(|_| self.random.u32(16..=1024)).collect();
        let start = Instant::now();
        for len in lens {
            self.live.push((self.slab.alloc(len), len));
        }
        self.cost.alloc += start.elapsed();
    }

    /// Takes random meshes away.
    fn free(&mut self, count: u32) {
        let taken = |_| self.live.swap_remove(self.random.usize(..self.live.len()));
        let gone: Vec<(S::Id, u32)> = (0..count).map(taken).collect();
        let start = Instant::now();
        for (id, _) in gone {
            self.slab.free(id);
        }
        self.cost.free += start.elapsed();
    }

    fn end_frame(&mut self) {
        let start = Instant::now();
        self.slab.end_frame();
        self.cost.end_frame += start.elapsed();
    }

    /// The end of the highest mesh over what lives.
    fn look(&mut self) {
        let end = |&(id, len): &(S::Id, u32)| self.slab.offset(id) + len;
        let top = self.live.iter().map(end).max().unwrap_or(0);
        let lives: u32 = self.live.iter().map(|(_, len)| len).sum();
        self.cost.last = f64::from(top) / f64::from(lives);
        self.cost.most = self.cost.most.max(self.cost.last);
    }

    /// Each frame some meshes go and as many come; whoever looks does not look at the time.
    fn turnover(look: fn(&mut Self)) -> Cost {
        let mut filled = Self::new();
        for _ in 0..FRAMES {
            filled.free(TURNOVER);
            filled.make(TURNOVER);
            look(&mut filled);
            filled.end_frame();
        }
        filled.finish()
    }

    fn timed() -> Cost {
        Self::turnover(|_| ())
    }

    fn watched() -> Cost {
        Self::turnover(Self::look)
    }

    /// Half of the meshes go at once, and then nothing happens.
    fn quiet() -> Cost {
        let mut filled = Self::new();
        filled.free(MESHES / 2);
        filled.look();
        for _ in 0..FRAMES {
            filled.end_frame();
        }
        filled.finish()
    }

    fn finish(mut self) -> Cost {
        self.look();
        self.cost.moved = self.slab.moved() * u64::from(UNIT);
        self.cost
    }
}

/// A contender, and its runs.
struct Contender {
    name: &'static str,
    timed: fn() -> Cost,
    watched: fn() -> Cost,
    quiet: fn() -> Cost,
}

/// The peer first: the others' times are told by its.
const CONTENDERS: [Contender; 3] = [
    Contender {
        name: "offset-allocator",
        timed: Filled::<Peer>::timed,
        watched: Filled::<Peer>::watched,
        quiet: Filled::<Peer>::quiet,
    },
    Contender {
        name: "**soa `PackedSpace`**, without compaction",
        timed: Filled::<Ours<0>>::timed,
        watched: Filled::<Ours<0>>::watched,
        quiet: Filled::<Ours<0>>::quiet,
    },
    Contender {
        name: "**soa `PackedSpace`**, 64 KiB a frame",
        timed: Filled::<Ours<BUDGET>>::timed,
        watched: Filled::<Ours<BUDGET>>::watched,
        quiet: Filled::<Ours<BUDGET>>::quiet,
    },
];

/// The times of one contender in every round, in nanoseconds.
#[derive(Debug, Clone, Default)]
struct Times {
    /// Of an allocation and a release together.
    pair: Vec<f64>,
    /// Of what ends a frame.
    end_frame: Vec<f64>,
}

/// Measures all and returns the page that says so.
#[must_use]
pub fn page() -> String {
    let mut times = vec![Times::default(); CONTENDERS.len()];
    let mut turns: Vec<usize> = (0..CONTENDERS.len()).collect();
    let mut random = fastrand::Rng::with_seed(7);
    for _ in 0..ROUNDS {
        random.shuffle(&mut turns);
        for &turn in &turns {
            let cost = (CONTENDERS[turn].timed)();
            let pair = (cost.alloc + cost.free).as_secs_f64() / f64::from(FRAMES * TURNOVER);
            times[turn].pair.push(pair * 1e9);
            let end_frame = cost.end_frame.as_secs_f64() / f64::from(FRAMES);
            times[turn].end_frame.push(end_frame * 1e9);
        }
    }
    let mut page = format!(
        "# The packed space beside `offset-allocator`\n\n\
         Written by `cargo run --release -p soa-benches --bin slabs`: {MESHES} meshes of 64 to 4096 bytes in memory that \
         only the GPU has, as in bevy's slabs. Bytes are exact; times are of the fastest of {ROUNDS} rounds in one process, \
         taken in turns.\n\n\
         ## {TURNOVER} meshes go and {TURNOVER} come a frame, {FRAMES} frames\n\n\
         | | an allocation and a release, ns | to the first line's | the end of a frame, ns | bytes moved a frame | \
         end of the last mesh over live bytes, at most | at the end |\n|---|--:|--:|--:|--:|--:|--:|\n"
    );
    for (contender, mine) in CONTENDERS.iter().zip(&times) {
        let cost = (contender.watched)();
        let _ = writeln!(
            page,
            "| {} | {:.0} | {:.2} | {:.0} | {} | {:.3} | {:.3} |",
            contender.name,
            fastest(&mine.pair),
            fastest(&mine.pair) / fastest(&times[0].pair),
            fastest(&mine.end_frame),
            cost.moved / u64::from(FRAMES),
            cost.most,
            cost.last,
        );
    }
    let _ = write!(
        page,
        "\n## Half of the meshes go at once, and {FRAMES} quiet frames follow\n\n\
         | | bytes moved | end of the last mesh over live bytes, before | after |\n|---|--:|--:|--:|\n"
    );
    for contender in &CONTENDERS {
        let Cost {
            moved, most, last, ..
        } = (contender.quiet)();
        let _ = writeln!(
            page,
            "| {} | {moved} | {most:.3} | {last:.3} |",
            contender.name
        );
    }
    page
}

fn fastest(times: &[f64]) -> f64 {
    times.iter().copied().fold(f64::INFINITY, f64::min)
}
