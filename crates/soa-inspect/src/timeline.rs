//! The slider with which a viewer chooses a moment of the past.

use std::ops::RangeInclusive;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What the program shows, and what a viewer has chosen. The lock is held only to copy a few
/// numbers.
#[derive(Debug, Default)]
pub(crate) struct Timeline(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    /// The moments and the one that is shown, or `None` without a slider.
    shown: Option<Shown>,
    /// What a viewer has chosen since the last call of the program.
    chosen: Option<u64>,
}

/// The slider of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Shown {
    pub(crate) first: u64,
    pub(crate) last: u64,
    pub(crate) at: u64,
}

impl Timeline {
    /// Shows a range, and takes what a viewer has chosen. The choice is moved into the range,
    /// which may be another one than the page had.
    pub(crate) fn exchange(&self, range: RangeInclusive<u64>, at: u64) -> Option<u64> {
        let mut state = self.state();
        let chosen = state.chosen.take();
        if range.is_empty() {
            state.shown = None;
            return None;
        }
        let (first, last) = range.into_inner();
        let inside = |moment: u64| moment.clamp(first, last);
        let chosen = chosen.map(inside);
        // The page shows the choice at once, and not the earlier moment until the next call.
        let at = chosen.unwrap_or(inside(at));
        state.shown = Some(Shown { first, last, at });
        chosen
    }

    pub(crate) fn shown(&self) -> Option<Shown> {
        self.state().shown
    }

    /// Records what a viewer has chosen, and returns whether there is a slider.
    pub(crate) fn choose(&self, moment: u64) -> bool {
        let mut state = self.state();
        let Some(shown) = &mut state.shown else {
            return false;
        };
        shown.at = moment.clamp(shown.first, shown.last);
        state.chosen = Some(moment);
        true
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Nothing panics while the lock is held.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_is_returned_once_and_the_last_one_counts() {
        let timeline = Timeline::default();
        assert_eq!(timeline.exchange(1..=9, 9), None);
        assert!(timeline.choose(3) && timeline.choose(4));
        assert_eq!(timeline.exchange(1..=9, 9), Some(4));
        assert_eq!(timeline.exchange(1..=9, 4), None);
    }

    #[test]
    fn a_choice_outside_the_range_of_now_is_moved_to_its_end() {
        let timeline = Timeline::default();
        timeline.exchange(1..=9, 5);
        timeline.choose(2);
        assert_eq!(timeline.exchange(4..=12, 5), Some(4));
        timeline.choose(u64::MAX);
        assert_eq!(timeline.exchange(4..=12, 5), Some(12));
    }

    #[test]
    fn an_empty_range_hides_the_slider_and_forgets_the_choice() {
        let timeline = Timeline::default();
        timeline.exchange(1..=9, 5);
        timeline.choose(2);
        #[expect(
            clippy::reversed_empty_ranges,
            reason = "a journal without commits has it"
        )]
        let none = 1..=0;
        assert_eq!(timeline.exchange(none, 0), None);
        assert_eq!(timeline.shown(), None);
        assert!(!timeline.choose(3), "there is no slider");
        assert_eq!(timeline.exchange(1..=9, 5), None);
    }

    #[test]
    fn a_moment_outside_the_range_is_shown_at_its_end() {
        let timeline = Timeline::default();
        let [first, last] = [u64::MAX - 1, u64::MAX];
        timeline.exchange(first..=last, 0);
        let shown = Shown {
            first,
            last,
            at: first,
        };
        assert_eq!(timeline.shown(), Some(shown));
    }
}
