//! Pausing and stepping the frames of the program.

use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

/// How long a paused program sleeps before it is asked again.
const NAP: Duration = Duration::from_millis(4);

/// The program has not called `gate` yet.
const UNUSED: u32 = 0;
const RUNS: u32 = 1;
const PAUSED: u32 = 2;

#[derive(Debug, Default)]
pub(crate) struct Gate {
    state: AtomicU32,
    /// The number of pages that hold the program.
    holds: AtomicUsize,
    /// The number of frames to compute while it is paused.
    steps: AtomicU32,
}

/// The largest number of steps that wait.
const MOST_STEPS: u32 = 1000;

impl Gate {
    /// Returns whether the program computes its next frame. One atomic load while it runs.
    #[inline]
    pub(crate) fn pass(&self) -> bool {
        self.state.load(Ordering::Relaxed) == RUNS || self.wait()
    }

    #[cold]
    fn wait(&self) -> bool {
        let first = self
            .state
            .compare_exchange(UNUSED, RUNS, Ordering::Relaxed, Ordering::Relaxed);
        if first.is_ok() {
            return true;
        }
        let left = |steps: u32| steps.checked_sub(1);
        let step = self
            .steps
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, left);
        if step.is_ok() || !self.is_paused() {
            return true;
        }
        thread::sleep(NAP);
        false
    }

    pub(crate) fn is_paused(&self) -> bool {
        self.state.load(Ordering::Relaxed) == PAUSED
    }

    /// Returns `none`, `runs` or `paused`.
    pub(crate) fn state(&self) -> &'static str {
        match self.state.load(Ordering::Relaxed) {
            UNUSED => "none",
            PAUSED => "paused",
            _ => "runs",
        }
    }

    /// Pauses the program until the hold ends. Returns `None` if the program never asks.
    pub(crate) fn hold(&self) -> Option<Hold<'_>> {
        if self.state.load(Ordering::Relaxed) == UNUSED {
            return None;
        }
        self.holds.fetch_add(1, Ordering::Relaxed);
        self.steps.store(0, Ordering::Relaxed);
        self.state.store(PAUSED, Ordering::Relaxed);
        Some(Hold(self))
    }

    /// Lets one frame pass.
    pub(crate) fn step(&self) {
        let more = |steps: u32| Some((steps + 1).min(MOST_STEPS));
        if self.is_paused() {
            let _ = self
                .steps
                .fetch_update(Ordering::Relaxed, Ordering::Relaxed, more);
        }
    }

    /// Lets the program run, whoever holds it.
    pub(crate) fn resume(&self) {
        let (paused, runs) = (PAUSED, RUNS);
        let _ = self
            .state
            .compare_exchange(paused, runs, Ordering::Relaxed, Ordering::Relaxed);
        self.steps.store(0, Ordering::Relaxed);
    }
}

/// A page that holds the program. When the last one ends, the program runs on.
#[derive(Debug)]
pub(crate) struct Hold<'a>(&'a Gate);

impl Hold<'_> {
    /// Returns whether nobody has let the program run since.
    pub(crate) fn is_held(&self) -> bool {
        self.0.is_paused()
    }
}

impl Drop for Hold<'_> {
    fn drop(&mut self) {
        if self.0.holds.fetch_sub(1, Ordering::Relaxed) == 1 {
            self.0.resume();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_that_never_asks_is_not_paused() {
        let gate = Gate::default();
        assert!(gate.hold().is_none());
        assert_eq!(gate.state(), "none");
        assert!(gate.pass());
        assert_eq!(gate.state(), "runs");
    }

    #[test]
    fn a_step_is_one_frame() {
        let gate = Gate::default();
        assert!(gate.pass());
        let hold = gate.hold();
        assert!(!gate.pass());
        gate.step();
        gate.step();
        assert_eq!([gate.pass(), gate.pass(), gate.pass()], [true, true, false]);
        drop(hold);
        assert!(gate.pass());
    }

    #[test]
    fn the_last_hold_ends_the_pause() {
        let gate = Gate::default();
        assert!(gate.pass());
        let (first, second) = (gate.hold(), gate.hold());
        drop(first);
        assert!(!gate.pass());
        drop(second);
        assert!(gate.pass());
    }

    #[test]
    fn steps_do_not_outlive_a_pause() {
        let gate = Gate::default();
        assert!(gate.pass());
        let hold = gate.hold();
        (0..5000).for_each(|_| gate.step());
        gate.resume();
        drop(hold);
        let hold = gate.hold();
        assert!(!gate.pass());
        drop(hold);
    }
}
