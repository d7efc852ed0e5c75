//! The time that a call has.

use std::sync::Arc;
use std::time::Duration;

use crate::clock::Clock;

/// The time that a call has, from its creation on.
pub(super) struct TimeLimit {
    /// `None` without a limit. Then the clock is never asked.
    end: Option<(Duration, Arc<dyn Clock>)>,
}

impl TimeLimit {
    pub(super) const NONE: Self = Self { end: None };

    pub(super) fn new(time: Duration, clock: &Arc<dyn Clock>) -> Self {
        if time == Duration::MAX {
            return Self::NONE;
        }
        let end = clock.now().checked_add(time);
        Self {
            end: end.map(|end| (end, Arc::clone(clock))),
        }
    }

    pub(super) fn is_spent(&self) -> bool {
        let end = self.end.as_ref();
        end.is_some_and(|(end, clock)| clock.now() >= *end)
    }
}
