//! What a file becomes over many commits, and after a crash.

use std::fs;
use std::path::Path;
use std::time::Instant;

use soa_bench::harness::{Failure, Samples, Table, digits, real};
use soa_journal::{Load, Options};

use crate::contenders::{Contender, Journaled};
use crate::snapshot_size;
use crate::world::{UnitHub, change, some, units};

/// Commits 10 000 rows, of which 1 % changes each time, and looks at the file.
pub(crate) fn sizes(folder: &Path, commits: u64) -> Result<Table, Failure> {
    let mut contender = Journaled::new(folder)?;
    let mut world = units(10_000);
    let mut table = Table::new("after commit | file, MB | of a snapshot | folds | compactions");
    let mut largest = 0;
    for commit in 1..=commits {
        change(&mut world, &some(10_000, 0.01, commit), false);
        contender.save(&mut world, &[])?;
        if commit % 64 == 0 {
            largest = largest.max(contender.size()?);
        }
        let is_power = commit.to_string().trim_end_matches('0') == "1";
        if is_power {
            contender.flush()?;
            let snapshot = snapshot_size(&world)?;
            let (size, stats) = (real(contender.size()?), contender.journal.stats());
            table.row([
                commit.to_string(),
                digits(size / 1e6),
                digits(size / snapshot),
                stats.folds.to_string(),
                stats.compactions.to_string(),
            ]);
        }
    }
    let snapshot = snapshot_size(&world)?;
    let largest = real(largest);
    table.row([
        "the largest",
        &digits(largest / 1e6),
        &digits(largest / snapshot),
        "",
        "",
    ]);
    Ok(table)
}

/// Opens a file that was closed, and one as it is after a crash.
pub(crate) fn openings(folder: &Path, rows: usize, rounds: usize) -> Result<Table, Failure> {
    let mut contender = Journaled::new(folder)?;
    let mut world = units(rows);
    contender.save(&mut world, &[])?;
    for round in 0..20 {
        change(&mut world, &some(rows, 0.01, round), true);
        contender.save(&mut world, &[])?;
    }
    contender.flush()?;
    let crashed = folder.join("crashed.journal");
    let copied = fs::read(folder.join("world.journal"))?;
    let closed = contender.path.clone();
    drop(contender);

    let mut table = Table::new("| checked | `trust_file` | file, MB | load");
    for (name, path) in [("after closing", &closed), ("after a crash", &crashed)] {
        let [mut checked, mut trusted, mut loaded] = <[Samples; 3]>::default();
        for round in 0..2 * rounds {
            if name == "after a crash" {
                fs::write(path, &copied)?;
            }
            let (options, taken) = if round % 2 == 0 {
                (Options::new(), &mut checked)
            } else {
                (Options::new().trust_file(), &mut trusted)
            };
            let start = Instant::now();
            let journal = options.open(path)?;
            taken.push(start.elapsed().as_secs_f64());
            let start = Instant::now();
            let units = journal.load::<UnitHub>("units")?;
            loaded.push(start.elapsed().as_secs_f64());
            if units.len() != rows {
                return Err("rows are missing".into());
            }
        }
        let size = digits(real(fs::metadata(path)?.len()) / 1e6);
        table.row([
            name.to_owned(),
            checked.spread(1e3),
            trusted.spread(1e3),
            size,
            loaded.spread(1e3),
        ]);
    }
    Ok(table)
}
