//! `soa-resources` beside `bevy_asset` and code by hand, in one process. Writes `resources.md`.
//!
//! ```sh
//! cd benches/resources && cargo run --release
//! ```

mod bevy;
mod ours;
mod streaming;

use std::collections::BTreeMap;
use std::hint::black_box;
use std::time::Duration;

use soa_bench::harness::{Failure, Options, Samples, Table, digits, real, seconds};
use soa_resources::Priority;

use crate::ours::{LEVEL, Loaded};

/// The bytes of a resource, and the number of resources.
const BYTES: usize = 64;
const COUNT: usize = 10_000;

fn main() -> Result<(), Failure> {
    let options = Options::from_args()?;
    let rounds = options.rounds(51);
    let names: Vec<String> = (0..COUNT)
        .map(|it| format!("level/item_{it:05}.bin"))
        .collect();
    let mut figures = Figures::default();
    // In turns: whatever disturbs the machine disturbs all of them.
    (0..rounds).for_each(|_| round(&names, &mut figures));
    let mut table = Table::new("| soa-resources | bevy_asset 0.20 | by hand");
    for row in ROWS {
        table.row(figures.fill(row).split('|').map(str::trim));
    }
    let page = format!(
        "# Resources\n\n\
         Written by `cargo run --release` in `benches/resources`: {COUNT} resources of {BYTES} \
         bytes from memory, one worker, medians of {rounds} rounds in turns in one process: compare \
         ratios.\n\n{table}"
    );
    options.publish("resources.md", &page)
}

/// Measures everything once.
fn round(names: &[String], figures: &mut Figures) {
    let (time, mut ours) = ours::load(names, 1);
    figures.add("load all", milliseconds(time));
    figures.add("load all: channels", milliseconds(ours::channels(names)));
    let (time, mut bevy) = bevy::load(names);
    figures.add("load all: bevy", milliseconds(time));
    let (time, _) = ours::load(names, 0);
    figures.add("load all: no threads", milliseconds(time));

    let Loaded { hub, library, ids } = &mut ours;
    figures.add(
        "known name",
        each(names, |name| library.request(name, LEVEL)),
    );
    figures.add("known name: bevy", bevy.known_name(names));
    figures.add("value", each(ids, |id| hub.row(library.row(*id)).bytes));
    figures.add("value: bevy", bevy.value());
    let mut maintain = || library.maintain_into(hub, Duration::from_millis(1));
    figures.add("idle", each(&[(); 10_000], |()| maintain()));
    figures.add("idle: bevy", bevy.idle());

    let urgent = |priority| milliseconds(ours::urgent_name(names, priority));
    figures.add("urgent", urgent(Priority(1)));
    figures.add("last in line", urgent(Priority(0)));
    figures.add("urgent: bevy", milliseconds(bevy::urgent_name(names)));

    figures.add("streaming", streaming::frames(names));
    figures.add("streaming: by hand", streaming::frames_by_hand(names));
}

/// The rows of the page. `{name}` stands for a median, and `{name / other}` for a ratio of two.
#[rustfmt::skip]
const ROWS: [&str; 7] = [
    "load all | {load all} ms | {load all: bevy} ms ({load all / load all: bevy} of it) \
     | {load all: channels} ms ({load all / load all: channels} times), bare channels",
    "load all, without threads | {load all: no threads} ms | | ",
    "a known name | {known name} ns | {known name: bevy} ns | ",
    "its value, by id | {value} ns | {value: bevy} ns | ",
    "an idle frame | {idle} ns | {idle: bevy} ns (`App::update`, all of it) | ",
    "an urgent name after 9999 others, in frames of 1 ms | {urgent} ms | {urgent: bevy} ms \
     | {last in line} ms, without its priority",
    "a frame of streaming (5000 names, budget for 500, 100 uses, loads and evictions) \
     | {streaming} µs | | {streaming: by hand} µs",
];

/// What was measured, by name.
#[derive(Default)]
struct Figures(BTreeMap<&'static str, Samples>);

impl Figures {
    fn add(&mut self, name: &'static str, figure: f64) {
        self.0.entry(name).or_default().push(figure);
    }

    /// Replaces what stands in braces.
    fn fill(&self, row: &str) -> String {
        let median = |name: &str| self.0.get(name).map_or(f64::NAN, Samples::median);
        let figure = |name: &str| match name.split_once(" / ") {
            Some((name, other)) => digits(median(name) / median(other)),
            None => digits(median(name)),
        };
        let parts = row.split(['{', '}']).enumerate();
        // Every second part stood in braces.
        let fill = |(n, part)| {
            if n % 2 == 1 {
                figure(part)
            } else {
                part.into()
            }
        };
        parts.map(fill).collect()
    }
}

/// Returns the nanoseconds of what `run` does with one of these.
fn each<T, R>(all: &[T], mut run: impl FnMut(&T) -> R) -> f64 {
    let mut run_all = || {
        for it in all {
            black_box(run(black_box(it)));
        }
    };
    run_all();
    seconds(run_all) * 1e9 / real(all.len() as u64)
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}
