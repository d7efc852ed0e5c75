//! What tracked columns cost, beside `bevy_ecs`'s change detection and beside copying
//! everything: one in a hundred of a million rows of 64 bytes changes. Then what it costs to
//! find changes, in more rows, for many readers, and by slots. Writes `tracked.md`.
//!
//! A round runs all contenders in turns. What one costs more than another is taken round by
//! round.

mod contenders;
mod searches;

use std::fmt::Write as _;

use soa_benches_report::{Failure, Options, Samples, Table, real, seconds, take_turns};

use crate::contenders::{Bevy, Contender, News, Tracked, Untracked};
use crate::searches::{Column, Components, Rows, Search, Slots, Summaries};

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
    let kinds = [
        ("single rows, in no order", changed(rows, rows / 100, 1)),
        ("runs of 100 rows", changed(rows, rows / 100, 100)),
        (
            "the same 200 rows, which stay in the cache",
            again(200, rows / 100),
        ),
    ];
    for (title, changed) in kinds {
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
    // The rows, how many of them change in a frame, in runs of this length, and the readers.
    let (small, large) = (rows, rows / 2 * 9);
    let frames = [
        (small, 0, 1, 1),
        (small, small / 100, 1, 1),
        (small, small / 100, 1, 64),
        (large, large / 900, 1, 1),
        (large, large / 900, 100, 1),
    ];
    page.push_str("\n# Finding what changed\n");
    for (rows, changes, run, readers) in frames {
        let mut contenders: [Box<dyn Search>; 5] = [
            Box::new(Column::new(rows, readers)),
            Box::new(Slots::new(rows, readers)),
            Box::new(Rows::new(rows, readers)),
            Box::new(Components::new(rows, readers)),
            Box::new(Summaries::new(rows, readers)),
        ];
        let changed = changed(rows, changes, run);
        let taken = search(&mut contenders, &changed, readers, rounds);
        let mut table = Table::new("| finding all changes, us");
        for (contender, find) in contenders.iter().zip(&taken) {
            table.row([contender.name().to_owned(), cell(find, 1e6)]);
        }
        // Writing to a string cannot fail.
        let _ = write!(
            page,
            "\n## {changes} of {rows} rows of 4 bytes change, in runs of {run}; readers: {readers}\n\n{table}"
        );
    }
    options.publish("tracked.md", &page)
}

/// Returns `count` of the first rows, again and again.
fn again(rows: usize, count: usize) -> Vec<usize> {
    (0..count).map(|n| n * 7 % rows).collect()
}

/// Writes the rows in every round, and has all readers look for them.
fn search(
    contenders: &mut [Box<dyn Search>; 5],
    rows: &[usize],
    readers: usize,
    rounds: usize,
) -> [Samples; 5] {
    let mut taken = [const { Samples::new() }; 5];
    take_turns(
        contenders.len(),
        |done| done < rounds,
        |turn| {
            let (contender, samples) = (&mut contenders[turn], &mut taken[turn]);
            contender.write(rows);
            let mut found = 0;
            samples.push(seconds(|| found = contender.find()));
            assert_eq!(
                found,
                rows.len() * readers,
                "{} lost a change, or found too many",
                contender.name()
            );
        },
    );
    taken
}

/// Returns the rows that are written in a frame, in runs of this length.
fn changed(rows: usize, count: usize, run: usize) -> Vec<usize> {
    // Odd and far from a fraction of the rows, so it meets each row once.
    let step = 611_953;
    let row = |n: usize| (n / run * step * run + n % run) % rows;
    (0..count).map(row).collect()
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
