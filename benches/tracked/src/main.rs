//! What tracked columns cost, beside `bevy_ecs`'s change detection and beside
//! copying everything: of a million rows of 64 bytes one in a hundred changes.
//!
//! ```sh
//! cargo run --release -p soa-benches-tracked -- --out benches/results/tracked.md
//! ```
//!
//! A round runs all contenders one after the other, each round in another order;
//! what one costs more than another is taken round by round.

mod contenders;
mod rounds;

use std::error::Error;
use std::fmt::{self, Write};
use std::path::PathBuf;
use std::{env, fs};

use crate::contenders::{Bevy, Contender, Pattern, Ticks, Tracked, Untracked};
use crate::rounds::{Rounds, measure};

const USAGE: &str = "usage: soa-benches-tracked [--quick] [--out FILE]";

/// How much is measured.
#[derive(Clone, Copy)]
struct Extent {
    rows: usize,
    rounds: u16,
}

const FULL: Extent = Extent {
    rows: 1_000_000,
    rounds: 41,
};

/// To see that it runs.
const QUICK: Extent = Extent {
    rows: 20_000,
    rounds: 3,
};

fn main() -> Result<(), Box<dyn Error>> {
    let (mut extent, mut out) = (FULL, None);
    let mut arguments = env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--quick" => extent = QUICK,
            "--out" => out = Some(PathBuf::from(arguments.next().ok_or(USAGE)?)),
            _ => return Err(USAGE.into()),
        }
    }
    let page = page(extent)?;
    print!("{page}");
    if let Some(out) = out {
        fs::write(out, page)?;
    }
    Ok(())
}

/// All workloads, as a page.
fn page(Extent { rows, rounds }: Extent) -> Result<String, fmt::Error> {
    let mut page = String::new();
    writeln!(
        page,
        "# Tracked columns\n\n\
         Written by `cargo run --release -p soa-benches-tracked`: {rows} rows of 64 bytes, {rounds} rounds;\n\
         medians, with the quartiles in parentheses. Every copy is compared with the rows.\n"
    )?;
    let mut contenders: [Box<dyn Contender>; 4] = [
        Box::new(Tracked::new(rows)),
        Box::new(Untracked::new(rows)),
        Box::new(Bevy::new(rows, Ticks::Set)),
        Box::new(Bevy::new(rows, Ticks::Bypassed)),
    ];
    for pattern in [Pattern::Scattered, Pattern::Runs] {
        let changed = pattern.rows(rows);
        let taken = measure(&mut contenders, &changed, rounds);
        writeln!(
            page,
            "## {} rows are written: {pattern}\n\n\
             | | writing a row, ns | copying what changed, us | finding that nothing changed, us |\n\
             |---|---|---|---|",
            changed.len()
        )?;
        let a_row = 1e9 / real(changed.len());
        for (contender, taken) in contenders.iter().zip(&taken) {
            writeln!(
                page,
                "| {} | {} | {} | {} |",
                contender.name(),
                cell(&taken.write, a_row),
                cell(&taken.copy, 1e6),
                cell(&taken.find_nothing, 1e6),
            )?;
        }
        writeln!(
            page,
            "\nNoting a write costs {} ns in a tracked column, {} ns in `bevy_ecs`.\n",
            cell(&taken[0].write.beyond(&taken[1].write), a_row),
            cell(&taken[2].write.beyond(&taken[3].write), a_row),
        )?;
    }
    Ok(page)
}

/// A median and its quartiles in units of which so many are a second.
fn cell(rounds: &Rounds, unit: f64) -> String {
    rounds.figure().map_or_else(String::new, |figure| {
        let [low, high] = figure.quartiles.map(|seconds| seconds * unit);
        format!("{:.2} ({low:.2} to {high:.2})", figure.median * unit)
    })
}

/// How many, as a real number.
#[expect(
    clippy::cast_precision_loss,
    reason = "there are far fewer rows than a double can count"
)]
fn real(count: usize) -> f64 {
    count as f64
}
