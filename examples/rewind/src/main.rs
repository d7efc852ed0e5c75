//! Opens a journal and shows any commit of it: a slider on the page of the inspector chooses.
//!
//! Usage: `cargo run -p rewind -- [PATH] [--frames N]`
//!
//! A new journal gets 300 frames of a firework. `--frames` adds `N` frames to any journal. It is
//! shown by a reader, so the journal of a running game can be shown if it is flushed with each commit.

use std::error::Error;
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use lexopt::{Arg, Parser, ValueExt};
use rewind::Firework;
use soa_inspect::Inspector;
use soa_journal::{Journal, JournalReader, Load, Options};

/// How long a frame is shown.
const FRAME: Duration = Duration::from_millis(8);

/// The number of commits that the slider can go back.
const KEPT: u64 = 10_000;

fn main() -> Result<(), Box<dyn Error>> {
    let (mut path, mut frames) = (PathBuf::from("firework.journal"), None);
    let mut arguments = Parser::from_env();
    while let Some(argument) = arguments.next()? {
        match argument {
            Arg::Long("frames") => frames = Some(arguments.value()?.parse()?),
            Arg::Value(value) => path = value.into(),
            unknown => return Err(unknown.unexpected().into()),
        }
    }
    if frames.is_some() || !path.exists() {
        let mut journal = Options::new().keep(KEPT).open(&path)?;
        rewind::write(&mut journal, frames.unwrap_or(300))?;
    }
    show(&Journal::open_read_only(&path)?)
}

/// Shows the last commit, and then those that a viewer chooses, until the program is ended.
fn show(journal: &JournalReader) -> Result<(), Box<dyn Error>> {
    let mut commit = journal.last();
    let mut firework: Firework = journal.load_world()?;
    let inspector = Inspector::bind("127.0.0.1:0")?;
    println!("open {}", inspector.url());
    loop {
        if let Some(chosen) = inspector.timeline(journal.commits(), commit) {
            commit = chosen;
            firework = journal.at(commit)?.load_world()?;
            println!("frame {}: {} sparks", firework.frame, firework.sparks.len());
        }
        inspector.show_world(&firework);
        thread::sleep(FRAME);
    }
}
