//! `soa-resources` beside `bevy_asset` and bare channels, in one process. Writes `resources.md`.
//!
//! ```sh
//! cd benches/resources && cargo run --release
//! ```

mod bevy;
mod ours;

use std::time::Duration;

use soa_benches_report::{Failure, Options, Samples, Table, real, seconds};

/// The bytes of a resource, and the number of resources.
const BYTES: usize = 64;
const COUNT: usize = 10_000;

fn main() -> Result<(), Failure> {
    let options = Options::from_args()?;
    let rounds = options.rounds(51);
    let names: Vec<String> = (0..COUNT)
        .map(|it| format!("level/item_{it:05}.bin"))
        .collect();
    let mut figures = [const { Samples::new() }; 10];
    let mut frames = Samples::new();
    for _ in 0..rounds {
        // In turns: whatever disturbs the machine disturbs all of them.
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
        for time in ours::frames(&names[..1000]) {
            frames.push(milliseconds(time));
        }
    }
    let [
        all,
        channels,
        bevys,
        known,
        bevy_known,
        row,
        value,
        bevy_value,
        idle,
        bevy_idle,
    ] = figures.map(|figures| figures.median());
    let mut table = Table::new("| soa-resources | bevy_asset 0.20 | bare channels | goal");
    let mut line = |name: &str, ours: String, bevy: String, channels: String, goal: &str| {
        table.row([name.into(), ours, bevy, channels, goal.into()]);
    };
    let (ms, ns) = (
        |it: f64| format!("{it:.1} ms"),
        |it: f64| format!("{it:.1} ns"),
    );
    let none = String::new;
    let bevys = format!("{} ({:.2} of it)", ms(bevys), all / bevys);
    let bare = format!("{} ({:.1} times)", ms(channels), all / channels);
    line("load all", ms(all), bevys, bare, "a fifth; 3 times");
    line("a known name", ns(known), ns(bevy_known), none(), "60 ns");
    line("`row(id)`", ns(row), none(), none(), "3.5 ns");
    line("its value, by id", ns(value), ns(bevy_value), none(), "");
    let update = format!("{} (`App::update`, all of it)", ns(bevy_idle));
    line("an idle frame", ns(idle), update, none(), "50 ns");
    let overrun = format!("{:.0} %", (frames.median() - 1.0) * 100.0);
    let title = "overrun of a budget of 1 ms, with 20 µs for each `finish`";
    line(title, overrun, none(), none(), "20 %");
    let page = format!(
        "# Resources\n\n\
         Written by `cargo run --release` in `benches/resources`: {COUNT} resources of {BYTES} \
         bytes from memory, one worker, medians of {rounds} rounds in turns in one process: compare \
         ratios.\n\n{table}"
    );
    options.publish("resources.md", &page)
}

/// Returns the nanoseconds of one of `count` things that `run` does.
fn each(count: usize, mut run: impl FnMut()) -> f64 {
    run();
    seconds(run) * 1e9 / real(count as u64)
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}
