//! What a journal costs, beside a postcard snapshot and `SQLite`: rows of 64 bytes in eight columns.
//! Writes `journal.md`.
//!
//! The files are in the folder `target` of this repository, so on a disk that syncs. What is
//! loaded is compared with what was saved.

mod contenders;
mod past;
mod world;

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use soa_bench::harness::{Failure, Options, Samples, Table, digits, real};

use crate::contenders::{Contender, Journaled, Snapshot, Sqlite};
use crate::world::{UnitHub, change, some, units};

fn main() -> Result<(), Failure> {
    let options = Options::from_args()?;
    let (rows, rounds) = (
        if options.quick { 20_000 } else { 1_000_000 },
        options.rounds(11),
    );
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../target/benches/journal");
    fs::create_dir_all(&folder)?;
    let mut page = format!(
        "# The journal\n\n\
         Written by `cargo run --release -p soa-bench --features journal --bin journal`: rows of 64 bytes in eight columns, {rounds} \
         rounds; medians, with the quartiles in parentheses. What is loaded is compared with what was saved.\n"
    );
    for (title, in_all) in [("all columns", true), ("one column", false)] {
        let table = beside(&folder, rows, rounds, in_all)?;
        let title = format!("{rows} rows, of which 1 % change in {title}");
        write!(page, "\n## {title}\n\n{table}")?;
    }
    page.push_str(
        "\nA snapshot and a transaction of SQLite are on disk when the call returns; a journal has a thread. \
         Loading is from an open file or database.\n",
    );
    let most = if options.quick { 10_000 } else { 1_000_000 };
    let table = callers(&folder, most, rounds)?;
    write!(page, "\n## What a commit costs its caller, ms\n\n{table}")?;
    let commits = if options.quick { 1000 } else { 100_000 };
    let table = past::sizes(&folder, commits)?;
    write!(
        page,
        "\n## The size of the file over {commits} commits\n\n{table}"
    )?;
    let table = past::openings(&folder, rows, rounds.min(7))?;
    write!(page, "\n## Opening a file of {rows} rows, ms\n\n{table}")?;
    options.publish("journal.md", &page)
}

/// Saves the same changes in all ways.
fn beside(folder: &Path, rows: usize, rounds: usize, in_all: bool) -> Result<Table, Failure> {
    let mut contenders: Vec<Box<dyn Contender>> = vec![
        Box::new(Journaled::new(folder)?),
        Box::new(Snapshot::new(folder)?),
        Box::new(Sqlite::new(folder)?),
    ];
    let mut table = Table::new(
        "| the caller waits, ms | until it is on disk, ms | load, ms | file, MB | of a snapshot",
    );
    for contender in &mut contenders {
        let (world, [called, flushed]) = saves(&mut **contender, (rows, 0.01, in_all), rounds)?;
        let mut loaded = Samples::default();
        for _ in 0..rounds.min(7) {
            let start = Instant::now();
            let read = contender.load()?;
            loaded.push(start.elapsed().as_secs_f64());
            if read.len() != world.len() || !read.iter().eq(world.iter()) {
                return Err("what was read is not what was saved".into());
            }
        }
        let size = real(contender.size()?);
        let [called, flushed, loaded] = [called, flushed, loaded].map(|taken| taken.spread(1e3));
        let name = contender.name().to_owned();
        let share = digits(size / snapshot_size(&world)?);
        table.row([name, called, flushed, loaded, digits(size / 1e6), share]);
    }
    Ok(table)
}

/// Saves all rows of a new world, and then this share of them in each round. Returns the world, how
/// long the caller waits, and how long it takes until all is on disk.
fn saves(
    contender: &mut dyn Contender,
    (rows, share, in_all): (usize, f64, bool),
    rounds: usize,
) -> Result<(UnitHub, [Samples; 2]), Failure> {
    let (mut world, mut taken) = (units(rows), <[Samples; 2]>::default());
    contender.save(&mut world, &some(rows, 1.0, 0))?;
    contender.flush()?;
    for round in 0..rounds {
        let changed = some(rows, share, 1 + round as u64);
        change(&mut world, &changed, in_all);
        let start = Instant::now();
        contender.save(&mut world, &changed)?;
        taken[0].push(start.elapsed().as_secs_f64());
        contender.flush()?;
        taken[1].push(start.elapsed().as_secs_f64());
    }
    Ok((world, taken))
}

/// Returns the bytes of a postcard snapshot.
pub(crate) fn snapshot_size(units: &UnitHub) -> Result<f64, Failure> {
    Ok(real(postcard::to_allocvec(units)?.len() as u64))
}

/// Commits worlds of three sizes, of which nothing, a little and all changes.
fn callers(folder: &Path, most: usize, rounds: usize) -> Result<Table, Failure> {
    let mut table = Table::new(
        "rows | nothing changed | 1 % in one column | 1 % in all columns | all rows in one column | all rows in all columns",
    );
    for rows in [most / 100, most / 10, most] {
        let mut line = vec![rows.to_string()];
        for (share, in_all) in [
            (0.0, false),
            (0.01, false),
            (0.01, true),
            (1.0, false),
            (1.0, true),
        ] {
            let mut contender = Journaled::new(folder)?;
            let (_, [called, _]) = saves(&mut contender, (rows, share, in_all), rounds)?;
            line.push(called.spread(1e3));
        }
        table.row(line);
    }
    Ok(table)
}
