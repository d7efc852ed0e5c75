//! The open tick of a hub, how ticks become stamps, and which hub it is.

use super::{Incarnation, Tick};

/// The open tick of a hub, how ticks become stamps, and which hub it is.
///
/// A stamp is the number of ticks since `base`, so that it fits into 32 bits. Stamp 0 marks
/// what no tick has written since.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Clock {
    /// The number of the tick whose stamp is 0.
    base: u64,
    /// The stamp of what is written now, which is at least 1.
    stamp: u32,
    /// The stamp of the tick in which something last happened that no stamp of a row shows, or 0: an
    /// id was renewed, or the last slot was removed.
    unstamped: u32,
    /// Which hub it is. A hub that never had memory has none.
    incarnation: Option<Incarnation>,
}

impl Clock {
    /// The clock of a hub that no reader has seen: the first tick is open.
    pub(crate) const START: Clock = Clock {
        base: 0,
        stamp: 1,
        unstamped: 0,
        incarnation: None,
    };

    /// Returns the stamp of what is written now.
    #[inline(always)]
    pub(crate) fn stamp(&self) -> u32 {
        self.stamp
    }

    /// Returns the stamp that is exceeded by what was written after `tick` ended, or `None` if
    /// a reader that has seen `tick` has to take everything for changed.
    pub(crate) fn threshold(&self, tick: Tick) -> Option<u32> {
        let seen = tick.to_bits().checked_sub(self.base)?;
        let seen = u32::try_from(seen).ok()?;
        (tick != Tick::START && seen < self.stamp).then_some(seen)
    }

    /// Returns the number of the open tick.
    pub(crate) fn number(&self) -> u64 {
        self.base + u64::from(self.stamp)
    }

    /// Returns the last tick that ended.
    pub(crate) fn last(&self) -> Tick {
        Tick::from_bits(self.number() - 1)
    }

    /// Returns the clock with the open tick `number`, or `None` if that tick has no stamp. The
    /// tick is not earlier than the open one.
    pub(crate) fn at(self, number: u64) -> Option<Clock> {
        let stamp = u32::try_from(number - self.base).ok()?;
        Some(Clock { stamp, ..self })
    }

    /// Returns the clock with the open tick `number` of a hub whose stamps are all zeros. It is
    /// another incarnation, so that every reader starts from scratch.
    pub(crate) fn restarted_at(self, number: u64) -> Clock {
        Clock {
            base: number - 1,
            incarnation: self.incarnation.and_then(|_| Incarnation::next()),
            ..Clock::START
        }
    }

    /// Records that an id was renewed, or the last slot removed.
    pub(crate) fn record_unstamped(&mut self) {
        self.unstamped = self.stamp;
    }

    /// Records that what was written in the tick with the stamp `open` was written in the open tick.
    pub(crate) fn move_unstamped(&mut self, open: u32) {
        if self.unstamped == open {
            self.unstamped = self.stamp;
        }
    }

    /// Returns whether an id may have been renewed, or the last slot removed, after `tick` ended.
    pub(crate) fn has_unstamped(&self, tick: Tick) -> bool {
        (self.threshold(tick)).is_some_and(|threshold| self.unstamped > threshold)
    }

    /// Returns which hub it is.
    pub(crate) fn incarnation(&self) -> Option<Incarnation> {
        self.incarnation
    }

    /// Makes it another hub.
    pub(crate) fn set_incarnation(&mut self, incarnation: Option<Incarnation>) {
        self.incarnation = incarnation;
    }
}
