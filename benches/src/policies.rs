//! What the policies of the packed container cost: bytes moved, bytes in use, time.
//!
//! The bytes are exact and the same on every machine; only the times are not.

use std::fmt::Write as _;
use std::hint::black_box;
use std::time::{Duration, Instant};

use soa_runtime::packed::{BlockId, Compaction, PackedBuffer, PackedConfig, Placement};

/// How many blocks live.
const BLOCKS: usize = 10_000;
/// How many are released and made each frame.
const TURNOVER: usize = 20;
const FRAMES: usize = 1_000;

const POLICIES: [(&str, Placement, Compaction); 6] = [
    ("`Append`, `Eager`", Placement::Append, Compaction::Eager),
    (
        "`Append`, `Threshold` 10 %",
        Placement::Append,
        Compaction::Threshold { percent: 10 },
    ),
    (
        "`Append`, `Threshold` 25 %",
        Placement::Append,
        Compaction::Threshold { percent: 25 },
    ),
    (
        "`Append`, `Threshold` 100 %",
        Placement::Append,
        Compaction::Threshold { percent: 100 },
    ),
    (
        "`ReuseHoles`, `Threshold` 25 %, the default",
        Placement::ReuseHoles,
        Compaction::Threshold { percent: 25 },
    ),
    (
        "`ReuseHoles`, `Manual`",
        Placement::ReuseHoles,
        Compaction::Manual,
    ),
];

/// What a run of releases came to.
#[derive(Debug, Default)]
struct Cost {
    released: u64,
    releases: u32,
    moved: u64,
    /// The most bytes in use over the bytes of the blocks.
    used: f64,
    time: Duration,
}

impl Cost {
    fn moved_a_byte(&self) -> f64 {
        ratio(self.moved, self.released)
    }

    fn nanoseconds(&self) -> f64 {
        self.time.as_secs_f64() * 1e9 / f64::from(self.releases)
    }
}

#[expect(clippy::cast_precision_loss, reason = "far below 2^52 bytes")]
fn ratio(a: u64, b: u64) -> f64 {
    a as f64 / b as f64
}

/// A full buffer and the ids of its blocks.
struct Filled {
    buffer: PackedBuffer<()>,
    ids: Vec<BlockId<()>>,
    random: fastrand::Rng,
}

impl Filled {
    fn new(placement: Placement, compaction: Compaction) -> Self {
        let config = PackedConfig::new(3 * BLOCKS * 2080, BLOCKS)
            .placement(placement)
            .compaction(compaction);
        let mut filled = Self {
            buffer: PackedBuffer::with_config(config),
            ids: Vec::with_capacity(BLOCKS),
            random: fastrand::Rng::with_seed(10),
        };
        (0..BLOCKS).for_each(|_| filled.make());
        filled
    }

    /// Makes a block of 64 to 4096 bytes.
    fn make(&mut self) {
        let length = self.random.usize(16..=1024) * 4;
        let id = self.buffer.alloc(length, ());
        self.ids
            .push(id.expect("there is room for three times the bytes"));
    }

    /// Releases a random block.
    fn release(&mut self, cost: &mut Cost) {
        let id = self.ids.swap_remove(self.random.usize(..self.ids.len()));
        cost.released += self.buffer.get(id).map_or(0, |block| block.len() as u64);
        let start = Instant::now();
        black_box(self.buffer.remove(id));
        cost.time += start.elapsed();
        cost.releases += 1;
        self.look(cost);
    }

    fn look(&self, cost: &mut Cost) {
        let used = ratio(self.buffer.top() as u64, self.buffer.allocated() as u64);
        cost.used = cost.used.max(used);
        cost.moved = self.buffer.stats().moved;
    }
}

/// Each frame some blocks go and as many come.
fn turnover(placement: Placement, compaction: Compaction, frames: usize) -> Cost {
    let (mut filled, mut cost) = (Filled::new(placement, compaction), Cost::default());
    for _ in 0..frames {
        for _ in 0..TURNOVER {
            filled.release(&mut cost);
        }
        for _ in 0..TURNOVER {
            filled.make();
            filled.look(&mut cost);
        }
    }
    cost
}

/// Half of the blocks go, in random order.
fn decay(placement: Placement, compaction: Compaction) -> Cost {
    let (mut filled, mut cost) = (Filled::new(placement, compaction), Cost::default());
    for _ in 0..BLOCKS / 2 {
        filled.release(&mut cost);
    }
    cost
}

/// Every second block goes from a buffer without holes, one by one or all at once.
fn every_second(at_once: bool) -> Cost {
    let mut filled = Filled::new(Placement::Append, Compaction::Eager);
    let ids: Vec<BlockId<()>> = filled.ids.iter().copied().step_by(2).collect();
    let mut cost = Cost::default();
    let start = Instant::now();
    if at_once {
        filled.buffer.remove_many(ids);
    } else {
        for id in ids {
            filled.buffer.remove(id);
        }
    }
    cost.time = start.elapsed();
    filled.look(&mut cost);
    cost
}

/// Measures all and returns the page that says so.
#[must_use]
pub fn page() -> String {
    let mut page = format!(
        "# Policies of the packed container\n\n\
         Written by `cargo run --release -p soa-benches --bin policies`: {BLOCKS} blocks of 64 to \
         4096 bytes. Bytes are exact; times are this machine's, each release timed alone.\n\n\
         ## {TURNOVER} blocks released and {TURNOVER} made a frame\n\n"
    );
    let header = "| placement, compaction | bytes moved a byte released | `top` over live bytes, \
                  at most | a release, ns | to the default's |\n|---|--:|--:|--:|--:|\n";
    let table = |page: &mut String, costs: &[(&str, Cost)]| {
        page.push_str(header);
        let default = costs.iter().find(|(name, _)| name.ends_with("default"));
        let default = default.map_or(f64::NAN, |(_, cost)| cost.nanoseconds());
        for (name, cost) in costs {
            let _ = writeln!(
                page,
                "| {name} | {:.2} | {:.2} | {:.0} | {:.1} |",
                cost.moved_a_byte(),
                cost.used,
                cost.nanoseconds(),
                cost.nanoseconds() / default,
            );
        }
    };
    let costs = POLICIES.map(|(name, placement, compaction)| {
        // What moves everything each time is measured for a shorter while.
        let frames = match compaction {
            Compaction::Eager => FRAMES / 20,
            _ => FRAMES,
        };
        (name, turnover(placement, compaction, frames))
    });
    table(&mut page, &costs);
    page.push_str("\n## Half of the blocks released in random order, and none made\n\n");
    let costs = POLICIES.map(|(name, placement, compaction)| (name, decay(placement, compaction)));
    table(&mut page, &costs);
    page.push_str(
        "\n## Every second block released, `Append` and `Eager`\n\n\
         | | bytes moved | ms |\n|---|--:|--:|\n",
    );
    for (name, at_once) in [("one by one", false), ("`remove_many`", true)] {
        let cost = every_second(at_once);
        let _ = writeln!(
            page,
            "| {name} | {} | {:.1} |",
            cost.moved,
            cost.time.as_secs_f64() * 1e3
        );
    }
    page
}
