//! `soa-resources` beside `bevy_asset` and code by hand, in one process. Writes `resources.md`.
//!
//! ```sh
//! cd benches/resources && cargo run --release
//! ```

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
        // In turns: whatever disturbs the machine disturbs all of them.
        round(&names, &mut figures);
    }
    let page = format!(
        "# Resources\n\n\
         Written by `cargo run --release` in `benches/resources`: {COUNT} resources of {BYTES} \
         bytes from memory, one worker, medians of {rounds} rounds in turns in one process: compare \
         ratios.\n\n{}",
        table(&figures)
    );
    options.publish("resources.md", &page)
}

/// Measures everything once.
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
        self.0.entry(name).or_insert_with(Samples::new).push(figure);
    }

    fn median(&self, name: &str) -> f64 {
        self.0.get(name).map_or(f64::NAN, Samples::median)
    }
}

fn table(figures: &Figures) -> Table {
    let mut table = Table::new("| soa-resources | bevy_asset 0.20 | by hand | goal");
    let mut line = |name: &str, ours: String, bevy: String, by_hand: String, goal: &str| {
        table.row([name.into(), ours, bevy, by_hand, goal.into()]);
    };
    let it = |name| figures.median(name);
    let (ms, us, ns) = (
        |name| format!("{:.1} ms", it(name)),
        |name| format!("{:.2} µs", it(name) / 1e3),
        |name| format!("{:.1} ns", it(name)),
    );
    let none = String::new;
    let bevys = it("load all") / it("load all: bevy");
    let bevys = format!("{} ({bevys:.2} of it)", ms("load all: bevy"));
    let bare = it("load all") / it("load all: channels");
    let bare = format!(
        "{} ({bare:.1} times), bare channels",
        ms("load all: channels")
    );
    line("load all", ms("load all"), bevys, bare, "a fifth; 3 times");
    let title = "load all, without threads";
    line(title, ms("load all: no threads"), none(), none(), "");
    line(
        "a new name",
        ns("new name"),
        none(),
        none(),
        "1.3 times what it was",
    );
    line(
        "a known name",
        ns("known name"),
        ns("known name: bevy"),
        none(),
        "60 ns",
    );
    line("`row(id)`", ns("row"), none(), none(), "3.5 ns");
    line(
        "its value, by id",
        ns("value"),
        ns("value: bevy"),
        none(),
        "",
    );
    let update = format!("{} (`App::update`, all of it)", ns("idle: bevy"));
    line("an idle frame", ns("idle"), update, none(), "50 ns");
    let overrun = format!("{:.0} %", (it("frame") - 1.0) * 100.0);
    let title = "overrun of a limit of 1 ms, with 20 µs for each `finish`";
    line(title, overrun, none(), none(), "20 %");
    let title = format!(
        "an urgent name after {} others, in frames of 1 ms",
        COUNT - 1
    );
    let without = format!("{}, without its priority", ms("last in line"));
    line(
        &title,
        ms("urgent"),
        ms("urgent: bevy"),
        without,
        "the next decode",
    );
    let title = format!(
        "a frame of streaming ({} names, budget for {}, 100 uses, loads and evictions)",
        streaming::COUNT,
        streaming::BUDGET
    );
    line(
        &title,
        us("streaming"),
        none(),
        us("streaming: by hand"),
        "",
    );
    line("`used(id)`", ns("used"), none(), none(), "10 ns");
    let title = "`maintain` with a budget, after 100 uses, without loads";
    line(title, us("maintain"), none(), none(), "2 µs");
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
