//! What tracked columns cost, beside `bevy_ecs`'s change detection and beside copying
//! everything: one in a hundred of a million rows of 64 bytes changes. Writes `tracked.md`.
//!
//! A round runs all contenders in turns. What one costs more than another is taken round by
//! round.

mod contenders;

use std::fmt::Write as _;

use soa_benches_report::{Failure, Options, Samples, Table, real, seconds, take_turns};

use crate::contenders::{Bevy, Contender, News, Tracked, Untracked};

fn main() -> Result<(), Failure> {
    let options = Options::from_args()?;
    let (rows, rounds) = (
        if options.quick { 20_000 } else { 1_000_000 },
        options.rounds(41),
    );
    let mut page = format!(
        "# Tracked columns\n\n\
         Written by `cargo run --release -p soa-benches-tracked`: {rows} rows of 64 bytes, {rounds} \
         rounds; medians, with the quartiles in parentheses. Every copy is compared with the rows.\n"
    );
    let mut contenders: [Box<dyn Contender>; 3] = [
        Box::new(Tracked::new(rows)),
        Box::new(Untracked::new(rows)),
        Box::new(Bevy::new(rows)),
    ];
    for (title, run) in [("single rows, in no order", 1), ("runs of 100 rows", 100)] {
        let changed = changed(rows, run);
        let taken = measure(&mut contenders, &changed, rounds);
        let a_row = 1e9 / real(changed.len() as u64);
        let mut table = Table::new(
            "| writing a row, ns | copying what changed, us | finding that nothing changed, us",
        );
        for (contender, [write, copy, find]) in contenders.iter().zip(&taken) {
            let [write, copy, find] = [cell(write, a_row), cell(copy, 1e6), cell(find, 1e6)];
            table.row([contender.name().to_owned(), write, copy, find]);
        }
        let [[tracked, ..], [untracked, ..], _] = &taken;
        let marking = tracked.with(untracked, |tracked, untracked| tracked - untracked);
        // Writing to a string cannot fail.
        let _ = write!(
            page,
            "\n## {} rows are written: {title}\n\n{table}\nMarking a write costs {} ns.\n",
            changed.len(),
            cell(&marking, a_row),
        );
    }
    options.publish("tracked.md", &page)
}

/// Returns the rows that are written in a frame, one in a hundred, in runs of this length.
fn changed(rows: usize, run: usize) -> Vec<usize> {
    // Odd and far from a fraction of the rows, so it meets each row once.
    let step = 611_953;
    let row = |n: usize| (n / run * step * run + n % run) % rows;
    (0..rows / 100).map(row).collect()
}

/// Writes the rows in every round, copies what changed, and looks for changes once more. Checks
/// every copy.
fn measure(
    contenders: &mut [Box<dyn Contender>; 3],
    rows: &[usize],
    rounds: usize,
) -> [[Samples; 3]; 3] {
    let mut taken = [const { [const { Samples::new() }; 3] }; 3];
    let mut value = 0.0;
    take_turns(
        contenders.len(),
        |done| done < rounds,
        |turn| {
            let (contender, [write, copy, find]) = (&mut contenders[turn], &mut taken[turn]);
            value += 1.0;
            write.push(seconds(|| contender.write(rows, value)));
            copy.push(seconds(|| _ = contender.copy(News::Some)));
            let mut found = true;
            let time = seconds(|| found = contender.copy(News::None));
            find.push(if found { time } else { f64::NAN });
            assert!(contender.is_copied(), "{} lost a change", contender.name());
        },
    );
    taken
}

/// Returns a median and its quartiles in units of a second, or an empty cell for NaN.
fn cell(samples: &Samples, unit: f64) -> String {
    let [low, median, high] = samples.quartiles().map(|seconds| seconds * unit);
    if median.is_nan() {
        return String::new();
    }
    format!("{median:.2} ({low:.2} to {high:.2})")
}
