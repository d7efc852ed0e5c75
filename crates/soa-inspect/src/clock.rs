//! The time that the server waits by.

use std::thread;
use std::time::{Duration, Instant};

/// A clock that runs from some moment on. Tests set their own.
pub(crate) trait Clock {
    /// Returns the time since that moment.
    fn elapsed(&self) -> Duration;

    fn sleep(&self, time: Duration);
}

/// The clock of the machine.
pub(crate) struct Since(Instant);

impl Since {
    pub(crate) fn now() -> Self {
        Since(Instant::now())
    }
}

impl Clock for Since {
    fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }

    fn sleep(&self, time: Duration) {
        thread::sleep(time);
    }
}
