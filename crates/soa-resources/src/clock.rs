//! What time it is.

use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// A source of time, by which [`Library::maintain`](crate::Library::maintain)
/// keeps its time limit.
///
/// A program that runs where [`Instant::now`] is not available provides its own.
/// So does a test that moves the time by hand.
///
/// # Examples
///
/// ```
/// use std::sync::Arc;
/// use std::sync::atomic::{AtomicU64, Ordering};
/// use std::time::Duration;
///
/// use soa_resources::{Clock, Config};
///
/// #[derive(Default)]
/// struct ByHand(AtomicU64);
///
/// impl Clock for ByHand {
///     fn now(&self) -> Duration {
///         Duration::from_millis(self.0.load(Ordering::Relaxed))
///     }
/// }
///
/// let clock = Arc::new(ByHand::default());
/// let config = Config::new().workers(0).clock(Arc::clone(&clock));
/// clock.0.fetch_add(5, Ordering::Relaxed); // five milliseconds later
/// assert_eq!(clock.now(), Duration::from_millis(5));
/// # let _ = config;
/// ```
pub trait Clock: Send + Sync + 'static {
    /// Returns the time since some fixed moment. It never goes back.
    fn now(&self) -> Duration;
}

impl<C: Clock + ?Sized> Clock for Arc<C> {
    fn now(&self) -> Duration {
        (**self).now()
    }
}

/// The clock of the system, which a library uses by default.
///
/// # Examples
///
/// ```
/// use soa_resources::{Clock, SystemClock};
///
/// let before = SystemClock.now();
/// assert!(SystemClock.now() >= before);
/// ```
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> Duration {
        static START: OnceLock<Instant> = OnceLock::new();
        START.get_or_init(Instant::now).elapsed()
    }
}

/// The time that a call has, from its creation on.
pub(crate) struct TimeLimit {
    /// `None` without a limit. Then the clock is never asked.
    end: Option<(Duration, Arc<dyn Clock>)>,
}

impl TimeLimit {
    pub(crate) const NONE: Self = Self { end: None };

    pub(crate) fn new(time: Duration, clock: &Arc<dyn Clock>) -> Self {
        if time == Duration::MAX {
            return Self::NONE;
        }
        let end = clock.now().checked_add(time);
        Self {
            end: end.map(|end| (end, Arc::clone(clock))),
        }
    }

    pub(crate) fn is_spent(&self) -> bool {
        let end = self.end.as_ref();
        end.is_some_and(|(end, clock)| clock.now() >= *end)
    }
}
