//! A program that goes round its loop on a thread of its own.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// Goes round until it is dropped.
pub(crate) struct Rounds {
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Rounds {
    pub(crate) fn start(mut round: impl FnMut() + Send + 'static) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = Arc::clone(&stop);
        let run = move || {
            // At least once: a test may end before the thread has begun.
            loop {
                round();
                thread::sleep(Duration::from_millis(1));
                if stopped.load(Ordering::Relaxed) {
                    break;
                }
            }
        };
        let thread = Some(thread::spawn(run));
        Rounds { stop, thread }
    }
}

impl Drop for Rounds {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        let ended = self.thread.take().map(JoinHandle::join);
        assert!(thread::panicking() || matches!(ended, Some(Ok(()))));
    }
}
