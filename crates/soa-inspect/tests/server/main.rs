//! The server, as browsers and strangers see it.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod client;
#[cfg(feature = "edit")]
mod edits;
mod hostile;
mod look;
mod pause;
mod timeline;
mod worlds;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

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
    stop: Arc<AtomicBool>,
    /// The number of rounds of its loop, with a frame or without. Tests wait for rounds and not
    /// for a time, so that a slow machine makes them slow and nothing else.
    rounds: Arc<AtomicU64>,
    thread: Option<JoinHandle<u64>>,
}

impl Program {
    /// Runs `frame` in each frame that is not paused.
    fn start(
        name: &'static str,
        rocks: u32,
        mut frame: impl FnMut(&mut RockHub) + Send + 'static,
    ) -> Self {
        let inspector = Arc::new(Inspector::bind("127.0.0.1:0").unwrap());
        let stop = Arc::new(AtomicBool::new(false));
        let rounds = Arc::new(AtomicU64::new(0));
        let (own, stopped) = (Arc::clone(&inspector), Arc::clone(&stop));
        let counted = Arc::clone(&rounds);
        let run = move || {
            let mut hub: RockHub = (0..rocks).map(rock).collect();
            let mut frames = 0;
            // At least once: a test may end before the thread has begun.
            loop {
                if own.gate() {
                    frames += 1;
                    frame(&mut hub);
                    hub.advance();
                }
                own.show(name, &hub);
                counted.fetch_add(1, Ordering::Relaxed);
                thread::sleep(Duration::from_millis(1));
                if stopped.load(Ordering::Relaxed) {
                    return frames;
                }
            }
        };
        Program {
            inspector,
            stop,
            rounds,
            thread: Some(thread::spawn(run)),
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

impl Drop for Program {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        let thread = self.thread.take().expect("it is joined once");
        if !thread::panicking() {
            assert!(
                thread.join().expect("no panic") > 0,
                "the program had frames"
            );
        }
    }
}

fn rock(size: u32) -> Rock {
    Rock {
        name: format!("rock {size}"),
        size,
    }
}
