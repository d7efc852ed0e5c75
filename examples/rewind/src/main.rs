//! Opens a journal and shows any commit of it: a slider on the page of the inspector chooses.
//!
//! Usage: `cargo run -p rewind -- [PATH]`
//!
//! A new journal gets 300 frames of a firework. It is shown by a reader, so the journal of a running
//! game can be shown if it is flushed with each commit.

use std::env;
use std::error::Error;
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use rewind::Firework;
use soa_inspect::Inspector;
use soa_journal::{Journal, JournalReader, Load, Options};

/// How long a frame is shown.
const FRAME: Duration = Duration::from_millis(8);

/// The number of commits that the slider can go back.
const KEPT: u64 = 10_000;

fn main() -> Result<(), Box<dyn Error>> {
    let path = env::args_os().nth(1).map(PathBuf::from);
    let path = path.unwrap_or_else(|| "firework.journal".into());
    if !path.exists() {
        let mut journal = Options::new().keep(KEPT).open(&path)?;
        rewind::write(&mut journal, 300)?;
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
