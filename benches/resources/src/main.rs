//! `soa-resources` beside `bevy_asset` and bare channels, in one process.
//!
//! ```sh
//! cd benches/resources && cargo run --release
//! ```
//!
//! Writes `../results/resources.md` and `../results/resources.svg`.

mod bevy;
mod ours;

use std::fmt::Write as _;
use std::time::{Duration, Instant};

/// The bytes of a resource, and how many there are.
const BYTES: usize = 64;
const COUNT: usize = 10_000;
const ROUNDS: usize = 51;

fn main() -> std::io::Result<()> {
    let names: Vec<String> = (0..COUNT)
        .map(|it| format!("level/item_{it:05}.bin"))
        .collect();
    let mut figures: [Vec<f64>; 10] = Default::default();
    let mut frames = Vec::new();
    for _ in 0..ROUNDS {
        // In turns, so that what else the machine does falls on all.
        let (time, mut ours) = ours::load(&names);
        let (bevys, mut bevy) = bevy::load(&names);
        let round = [
            milliseconds(time),
            milliseconds(ours::channels(&names)),
            milliseconds(bevys),
            ours.known_name(&names),
            bevy.known_name(&names),
            ours.row(),
            ours.value(),
            bevy.value(),
            ours.idle(),
            bevy.idle(),
        ];
        for (figures, figure) in figures.iter_mut().zip(round) {
            figures.push(figure);
        }
        frames.extend(ours::frames(&names[..1000]));
    }
    let figures = figures.map(median);
    let overrun = median(frames.iter().map(|time| milliseconds(*time)).collect());
    let page = page(&figures, overrun - 1.0);
    print!("{page}");
    let results = concat!(env!("CARGO_MANIFEST_DIR"), "/../results");
    std::fs::write(format!("{results}/resources.md"), page)?;
    std::fs::write(format!("{results}/resources.svg"), plot(&figures))
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

fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures.get(figures.len() / 2).copied().unwrap_or(f64::NAN)
}

fn page(figures: &[f64; 10], overrun: f64) -> String {
    let [
        all,
        channels,
        bevy_all,
        known,
        bevy_known,
        row,
        value,
        bevy_value,
        idle,
        bevy_idle,
    ] = *figures;
    format!(
        "# Resources\n\n\
         Written by `cargo run --release` in `benches/resources`: {COUNT} resources of {BYTES} bytes from memory, one worker, \
         medians of {ROUNDS} rounds in turns in one process, on a shared two-core machine that was busy with other builds: compare ratios.\n\n\
         ![resources](resources.svg)\n\n\
         |  | soa-resources | bevy_asset 0.20 | bare channels | goal |\n\
         |---|--:|--:|--:|---|\n\
         | load all | {all:.1} ms | {bevy_all:.1} ms ({:.2} of it) | {channels:.1} ms ({:.1} times) | a fifth; 3 times |\n\
         | a known name | {known:.0} ns | {bevy_known:.0} ns | | 60 ns |\n\
         | `row(id)` | {row:.1} ns | | | 3.5 ns |\n\
         | its value, by id | {value:.1} ns | {bevy_value:.1} ns | | |\n\
         | an idle frame | {idle:.0} ns | {bevy_idle:.0} ns (`App::update`, all of it) | | 50 ns |\n\
         | overrun of a budget of 1 ms, with 20 µs for each `finish` | {:.0} % | | | 20 % |\n",
        all / bevy_all,
        all / channels,
        overrun * 100.0,
    )
}

/// Bars on a logarithmic scale, each by ours.
fn plot(figures: &[f64; 10]) -> String {
    let [
        all,
        channels,
        bevy_all,
        known,
        bevy_known,
        _,
        value,
        bevy_value,
        ..,
    ] = *figures;
    let bars = [
        ("load all: bare channels", channels / all),
        ("load all: bevy_asset", bevy_all / all),
        ("a known name: bevy_asset", bevy_known / known),
        ("value by id: bevy_asset", bevy_value / value),
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
