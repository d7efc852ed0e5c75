//! `soa-resources` beside `bevy_asset` and bare channels, in one process.
//!
//! ```sh
//! cd benches/resources && cargo run --release
//! ```
//!
//! Writes `../results/resources.md` and `../results/resources.svg`.

mod bevy;
mod ours;
mod streaming;

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use soa_resources::Priority;

/// The bytes of a resource, and how many there are.
const BYTES: usize = 64;
const COUNT: usize = 10_000;
const ROUNDS: usize = 51;

fn main() -> std::io::Result<()> {
    let names: Vec<String> = (0..COUNT)
        .map(|it| format!("level/item_{it:05}.bin"))
        .collect();
    let mut figures = Figures::default();
    for _ in 0..ROUNDS {
        round(&names, &mut figures);
    }
    let page = page(&figures);
    print!("{page}");
    let results = concat!(env!("CARGO_MANIFEST_DIR"), "/../results");
    std::fs::write(format!("{results}/resources.md"), page)?;
    std::fs::write(format!("{results}/resources.svg"), plot(&figures))
}

/// Measures everything once, in turns, so that what else the machine does falls on all.
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
struct Figures(std::collections::BTreeMap<&'static str, Vec<f64>>);

impl Figures {
    fn add(&mut self, name: &'static str, figure: f64) {
        self.0.entry(name).or_default().push(figure);
    }

    fn median(&self, name: &str) -> f64 {
        let mut figures = self.0.get(name).cloned().unwrap_or_default();
        figures.sort_by(f64::total_cmp);
        figures.get(figures.len() / 2).copied().unwrap_or(f64::NAN)
    }
}

/// The nanoseconds of one of `count` things that `run` does.
fn each(count: usize, mut run: impl FnMut()) -> f64 {
    run();
    let begin = Instant::now();
    run();
    milliseconds(begin.elapsed()) * 1e6 / count as f64
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

fn page(figures: &Figures) -> String {
    let it = |name| figures.median(name);
    let [all, bevy_all, channels] = ["load all", "load all: bevy", "load all: channels"].map(it);
    let mut page = format!(
        "# Resources\n\n\
         Written by `cargo run --release` in `benches/resources`: {COUNT} resources of {BYTES} bytes from memory, one worker, \
         medians of {ROUNDS} rounds in turns in one process, on a shared two-core machine that was busy with other builds: compare ratios.\n\n\
         ![resources](resources.svg)\n\n\
         |  | soa-resources | bevy_asset 0.20 | by hand | goal |\n\
         |---|--:|--:|--:|---|\n\
         | load all | {all:.1} ms | {bevy_all:.1} ms ({:.2} of it) | {channels:.1} ms ({:.1} times), bare channels | a fifth; 3 times |\n\
         | a known name | {:.0} ns | {:.0} ns | | 60 ns |\n\
         | `row(id)` | {:.1} ns | | | 3.5 ns |\n\
         | its value, by id | {:.1} ns | {:.1} ns | | |\n\
         | an idle frame | {:.0} ns | {:.0} ns (`App::update`, all of it) | | 50 ns |\n\
         | overrun of a budget of 1 ms, with 20 µs for each `finish` | {:.0} % | | | 20 % |\n",
        all / bevy_all,
        all / channels,
        it("known name"),
        it("known name: bevy"),
        it("row"),
        it("value"),
        it("value: bevy"),
        it("idle"),
        it("idle: bevy"),
        (it("frame") - 1.0) * 100.0,
    );
    // Writing to a string cannot fail.
    let _ = write!(
        page,
        "| load all, without threads | {:.1} ms | | | |\n\
         | a new name | {:.0} ns | | | 1.3 times what it was |\n\
         | an urgent name after {} others, in frames of 1 ms | {:.2} ms | {:.1} ms | {:.1} ms, without its priority | the next decode |\n\
         | a frame of streaming ({} names, budget for {}, 100 uses, loads and evictions) | {:.1} µs | | {:.1} µs | |\n\
         | `used(id)` | {:.1} ns | | | 10 ns |\n\
         | `maintain` with a budget, after 100 uses, without loads | {:.2} µs | | | 2 µs |\n",
        it("load all: no threads"),
        it("new name"),
        COUNT - 1,
        it("urgent"),
        it("urgent: bevy"),
        it("last in line"),
        streaming::COUNT,
        streaming::BUDGET,
        it("streaming") / 1e3,
        it("streaming: by hand") / 1e3,
        it("used"),
        it("maintain") / 1e3,
    );
    page
}

/// Bars on a logarithmic scale, each by ours.
fn plot(figures: &Figures) -> String {
    let times = |other, ours| figures.median(other) / figures.median(ours);
    let bars = [
        (
            "load all: bare channels",
            times("load all: channels", "load all"),
        ),
        ("load all: bevy_asset", times("load all: bevy", "load all")),
        (
            "a known name: bevy_asset",
            times("known name: bevy", "known name"),
        ),
        ("value by id: bevy_asset", times("value: bevy", "value")),
        (
            "an urgent name: bevy_asset",
            times("urgent: bevy", "urgent"),
        ),
        (
            "streaming: by hand",
            times("streaming: by hand", "streaming"),
        ),
    ];
    let height = 60 + 26 * bars.len();
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"640\" height=\"{height}\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"640\" height=\"{height}\" fill=\"#fff\"/>\n\
         <text x=\"10\" y=\"20\" font-size=\"16\" fill=\"#222\">Times the time of soa-resources</text>\n\
         <line x1=\"300\" x2=\"300\" y1=\"34\" y2=\"{}\" stroke=\"#222\"/>\n",
        height - 20,
    );
    for (place, (name, ratio)) in bars.into_iter().enumerate() {
        let y = 40 + 26 * place;
        let end = 300.0 + ratio.ln() * 60.0;
        let (left, width) = (end.min(300.0), (end - 300.0).abs().max(1.0));
        // Writing to a string cannot fail.
        let _ = writeln!(
            svg,
            "<text x=\"190\" y=\"{0}\" text-anchor=\"end\" fill=\"#222\">{name}</text>\n\
             <rect x=\"{left:.0}\" y=\"{y}\" width=\"{width:.0}\" height=\"16\" fill=\"#4f7cac\"/>\n\
             <text x=\"{1:.0}\" y=\"{0}\" fill=\"#222\">{ratio:.2}</text>",
            y + 13,
            left + width + 6.0,
        );
    }
    svg + "</svg>\n"
}
