//! `soa-resources` beside `bevy_asset`, by wall clock: see `results/resources.md`.
//!
//! A workspace of its own, because nothing else here needs bevy.

mod bevy;
mod ours;
mod streaming;

use std::collections::BTreeMap;
use std::time::Duration;

use soa_benches_report::{Failure, Options, Samples, Table, real, seconds};
use soa_resources::Priority;

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
    for _ in 0..rounds {
        round(&names, &mut figures);
    }
    let page = format!(
        "# Resources\n\n\
         Written by `cargo run --release` in `benches/resources`: {COUNT} resources of {BYTES} \
         bytes from memory, one worker, medians of {rounds} rounds in turns in one process: compare \
         ratios.\n\n{}",
        table(&mut figures)
    );
    options.publish("resources.md", &page)
}

/// Measures everything once, in turns: whatever disturbs the machine disturbs all of them.
fn round(names: &[String], figures: &mut Figures) {
    let (time, mut ours) = ours::load(names);
    figures.add("load all", milliseconds(time));
    figures.add("load all: channels", milliseconds(ours::channels(names)));
    let (time, mut bevy) = bevy::load(names);
    figures.add("load all: bevy", milliseconds(time));
    let time = ours::load_without_threads(names);
    figures.add("load all: no threads", milliseconds(time));

    figures.add("new name", ours::new_name(names));
    figures.add("known name", ours.known_name(names));
    figures.add("known name: bevy", bevy.known_name(names));
    figures.add("row", ours.row());
    figures.add("value", ours.value());
    figures.add("value: bevy", bevy.value());
    figures.add("idle", ours.idle());
    figures.add("idle: bevy", bevy.idle());
    for time in ours::frames(&names[..1000]) {
        figures.add("frame", milliseconds(time));
    }

    let urgent = |priority| milliseconds(ours::urgent_name(names, priority));
    figures.add("urgent", urgent(Priority(1)));
    figures.add("last in line", urgent(Priority(0)));
    figures.add("urgent: bevy", milliseconds(bevy::urgent_name(names)));

    let mut streaming = streaming::Ours::new(names);
    figures.add("streaming", streaming.frames());
    let quiet = streaming.quiet();
    figures.add("used", quiet.used);
    figures.add("maintain", quiet.maintain);
    figures.add("streaming: by hand", streaming::ByHand::new(names).frames());
}

/// What was measured, by name.
#[derive(Default)]
struct Figures(BTreeMap<&'static str, Samples>);

impl Figures {
    fn add(&mut self, name: &'static str, figure: f64) {
        self.0.entry(name).or_insert(Samples::new()).push(figure);
    }

    fn median(&mut self, name: &str) -> f64 {
        self.0
            .get_mut(name)
            .map_or(f64::NAN, |samples| samples.median())
    }
}

/// Writes the table of all figures.
fn table(figures: &mut Figures) -> Table {
    let mut it = |name| figures.median(name);
    let [all, bevys, channels] = ["load all", "load all: bevy", "load all: channels"].map(&mut it);
    let ms = |it: f64| format!("{it:.1} ms");
    let us = |it: f64| format!("{:.2} µs", it / 1e3);
    let ns = |it: f64| format!("{it:.1} ns");
    let none = String::new;
    let mut table = Table::new("| soa-resources | bevy_asset 0.20 | by hand | goal");
    let mut line = |name: &str, ours: String, bevy: String, hand: String, goal: &str| {
        table.row([name.into(), ours, bevy, hand, goal.into()]);
    };
    let bevys = format!("{} ({:.2} of it)", ms(bevys), all / bevys);
    let bare = format!(
        "{} ({:.1} times), bare channels",
        ms(channels),
        all / channels
    );
    line("load all", ms(all), bevys, bare, "a fifth; 3 times");
    line(
        "load all, without threads",
        ms(it("load all: no threads")),
        none(),
        none(),
        "",
    );
    line(
        "a known name",
        ns(it("known name")),
        ns(it("known name: bevy")),
        none(),
        "60 ns",
    );
    line(
        "a new name",
        ns(it("new name")),
        none(),
        none(),
        "1.3 times what it was",
    );
    line("`row(id)`", ns(it("row")), none(), none(), "3.5 ns");
    line(
        "its value, by id",
        ns(it("value")),
        ns(it("value: bevy")),
        none(),
        "",
    );
    let update = format!("{} (`App::update`, all of it)", ns(it("idle: bevy")));
    line("an idle frame", ns(it("idle")), update, none(), "50 ns");
    let overrun = format!("{:.0} %", (it("frame") - 1.0) * 100.0);
    let title = "overrun of a budget of 1 ms, with 20 µs for each `finish`";
    line(title, overrun, none(), none(), "20 %");
    let title = format!(
        "an urgent name after {} others, in frames of 1 ms",
        COUNT - 1
    );
    let last = format!("{}, without its priority", ms(it("last in line")));
    line(
        &title,
        ms(it("urgent")),
        ms(it("urgent: bevy")),
        last,
        "the next decode",
    );
    let title = format!(
        "a frame of streaming ({} names, budget for {}, 100 uses, loads and evictions)",
        streaming::COUNT,
        streaming::BUDGET
    );
    line(
        &title,
        us(it("streaming")),
        none(),
        us(it("streaming: by hand")),
        "",
    );
    line("`used(id)`", ns(it("used")), none(), none(), "10 ns");
    let title = "`maintain` with a budget, after 100 uses, without loads";
    line(title, us(it("maintain")), none(), none(), "2 µs");
    table
}

/// Returns the nanoseconds of one of `count` things that `run` does.
fn each(count: usize, mut run: impl FnMut()) -> f64 {
    run();
    seconds(run) * 1e9 / real(count as u64)
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}
