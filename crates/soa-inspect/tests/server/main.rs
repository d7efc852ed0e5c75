//! The server, as browsers and strangers see it.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod client;
#[cfg(feature = "edit")]
mod edits;
mod hostile;
mod look;
mod pause;
#[path = "../../../../tests/support/rounds.rs"]
mod rounds;
mod timeline;
mod worlds;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use rounds::Rounds;
use soa_inspect::Inspector;
use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
#[soa(tracked, derive(Debug))]
struct Rock {
    name: String,
    size: u32,
}

/// A program that shows its hub frame by frame.
struct Program {
    inspector: Arc<Inspector>,
    /// The number of rounds of its loop, with a frame or without. Tests wait for rounds and not
    /// for a time, so that a slow machine makes them slow and nothing else.
    rounds: Arc<AtomicU64>,
    frames: Arc<AtomicU64>,
    _runs: Rounds,
}

impl Program {
    /// Runs `frame` in each frame that is not paused.
    fn start(
        name: &'static str,
        rocks: u32,
        mut frame: impl FnMut(&mut RockHub) + Send + 'static,
    ) -> Self {
        let inspector = Arc::new(Inspector::bind("127.0.0.1:0").unwrap());
        let [rounds, frames] = [(); 2].map(|()| Arc::new(AtomicU64::new(0)));
        let (own, every_round, every_frame) = (inspector.clone(), rounds.clone(), frames.clone());
        let mut hub: RockHub = (0..rocks).map(rock).collect();
        let runs = Rounds::start(move || {
            if own.gate() {
                every_frame.fetch_add(1, Ordering::Relaxed);
                frame(&mut hub);
                hub.advance();
            }
            own.show(name, &hub);
            every_round.fetch_add(1, Ordering::Relaxed);
        });
        Program {
            inspector,
            rounds,
            frames,
            _runs: runs,
        }
    }

    fn still(name: &'static str, rocks: u32) -> Self {
        Program::start(name, rocks, |_| ())
    }

    fn url(&self) -> String {
        self.inspector.url()
    }

    /// Waits until the program has gone round its loop this often.
    fn wait_for_rounds(&self, rounds: u64) {
        let end = self.rounds.load(Ordering::Relaxed) + rounds;
        while self.rounds.load(Ordering::Relaxed) < end {
            thread::sleep(Duration::from_millis(1));
        }
    }
}

fn rock(size: u32) -> Rock {
    Rock {
        name: format!("rock {size}"),
        size,
    }
}
