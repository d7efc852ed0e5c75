//! What tracked columns cost, beside `bevy_ecs`'s change detection and beside copying
//! everything: one in a hundred of a million rows of 64 bytes changes. Then what it costs to
//! find changes, in more rows, for many readers, and by slots. Writes `tracked.md`.
//!
//! A round runs all contenders in turns. What one costs more than another is taken round by
//! round.

mod contenders;
mod searches;

use std::fmt::Write as _;

use soa_bench::harness::{Failure, Options, Table, measure, real, seconds};

use crate::contenders::{Bevy, Contender, News, Tracked, Untracked};
use crate::searches::searches;

fn main() -> Result<(), Failure> {
    let options = Options::from_args()?;
    let (rows, rounds) = (
        if options.quick { 20_000 } else { 1_000_000 },
        options.rounds(41),
    );
    let mut page = format!(
        "# Tracked columns\n\n\
         Written by `cargo run --release -p soa-bench --features bevy --bin tracked`: {rows} rows of 64 bytes, {rounds} \
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
            (0..rows / 100).map(|n| n * 7 % 200).collect(),
        ),
    ];
    for (title, changed) in kinds {
        // Writes the rows, copies what changed, and looks for changes once more.
        let mut value = 0.0;
        let taken = measure(rounds, &mut contenders, |contender| {
            value += 1.0;
            let written = seconds(|| contender.write(&changed, value));
            let copied = seconds(|| _ = contender.copy(News::Some));
            let mut can_look = true;
            let looked = seconds(|| can_look = contender.copy(News::None));
            assert!(contender.is_copied(), "{} lost a change", contender.name());
            Ok([written, copied, if can_look { looked } else { f64::NAN }])
        })?;
        let a_row = 1e9 / real(changed.len() as u64);
        let mut table = Table::new(
            "| writing a row, ns | copying what changed, us | finding that nothing changed, us",
        );
        for (contender, [write, copy, find]) in contenders.iter().zip(&taken) {
            table.row([
                contender.name().to_owned(),
                write.spread(a_row),
                copy.spread(1e6),
                find.spread(1e6),
            ]);
        }
        let marking = taken[0][0].with(&taken[1][0], |tracked, untracked| tracked - untracked);
        // Writing to a string cannot fail.
        let _ = write!(
            page,
            "\n## {} rows are written: {title}\n\n{table}\nMarking a write costs {} ns.\n",
            changed.len(),
            marking.spread(a_row),
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
        let mut contenders = searches(rows, readers);
        let changed = changed(rows, changes, run);
        let expected = changed.len() * readers;
        let taken = measure(rounds, &mut contenders, |(name, contender)| {
            contender.write(&changed);
            let mut found = 0;
            let looked = seconds(|| found = contender.find());
            assert_eq!(found, expected, "{name} lost a change, or found too many");
            Ok([looked])
        })?;
        let mut table = Table::new("| finding all changes, us");
        for ((name, _), [find]) in contenders.iter().zip(&taken) {
            table.row([(*name).to_owned(), find.spread(1e6)]);
        }
        // Writing to a string cannot fail.
        let _ = write!(
            page,
            "\n## {changes} of {rows} rows of 4 bytes change, in runs of {run}; readers: {readers}\n\n{table}"
        );
    }
    options.publish("tracked.md", &page)
}

/// Returns the rows that are written in a frame, in runs of this length.
fn changed(rows: usize, count: usize, run: usize) -> Vec<usize> {
    // Odd and far from a fraction of the rows, so it meets each row once.
    let step = 611_953;
    let row = |n: usize| (n / run * step * run + n % run) % rows;
    (0..count).map(row).collect()
}
