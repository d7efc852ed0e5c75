//! The time that a frame has for its resources.

use std::time::{Duration, Instant};

/// The time that a frame has for its resources, from now on.
pub(super) struct Budget {
    /// `None` without a limit; then nobody looks at the clock.
    end: Option<Instant>,
}

impl Budget {
    pub(super) const UNLIMITED: Self = Self { end: None };

    pub(super) fn new(time: Duration) -> Self {
        Self {
            end: if time == Duration::MAX {
                None
            } else {
                Instant::now().checked_add(time)
            },
        }
    }

    pub(super) fn is_spent(&self) -> bool {
        self.end.is_some_and(|end| Instant::now() >= end)
    }
}
