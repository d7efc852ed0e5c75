//! Runs a colony that lives in a journal. Kill it at any time, and run it again.
//!
//! Usage: `cargo run -p colony -- [PATH] [--days N] [--from-v1]`
//!
//! It lives for 1000 days, or for `N`. `--from-v1` goes on with a colony that version 1 wrote. The
//! example `rewind` shows the commits of a journal on a page.

use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use colony::{Colony, version_1};
use lexopt::{Arg, Parser, ValueExt};
use soa_journal::{Flush, JournalError, Load, Options};

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            if let Some(JournalError::Changed { .. }) = error.downcast_ref() {
                eprintln!("version 1 wrote it: run `colony --from-v1` once");
            }
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let (mut path, mut days) = (PathBuf::from("colony.journal"), 1000);
    let mut is_old = false;
    let mut arguments = Parser::from_env();
    while let Some(argument) = arguments.next()? {
        match argument {
            Arg::Long("days") => days = arguments.value()?.parse()?,
            Arg::Long("from-v1") => is_old = true,
            Arg::Value(value) => path = value.into(),
            unknown => return Err(unknown.unexpected().into()),
        }
    }
    // A crash costs the colony at most a twentieth of a second.
    let options = Options::new().flush(Flush::Every(Duration::from_millis(50)));
    let mut journal = options.open(&path)?;
    let mut colony = if is_old {
        journal.load_world::<version_1::Colony>()?.into()
    } else {
        Colony::load(&journal)?
    };
    colony.check()?;
    println!("day {}: {} people", colony.ledger.day, colony.people.len());
    for _ in 0_u64..days {
        colony.live();
        journal.commit_world(&mut colony)?;
    }
    journal.flush()?;
    let ledger = colony.ledger;
    println!(
        "day {}: {} people, {} jobs, {} goods made and {} eaten",
        ledger.day,
        colony.people.len(),
        colony.jobs.len(),
        ledger.made,
        ledger.eaten
    );
    Ok(())
}
