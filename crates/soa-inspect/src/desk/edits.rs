//! Where edits wait for frames, in the order in which they came.

use std::time::Instant;

use super::Desk;
use crate::edit::{Edit, Editable, Outcome, apply};

/// The largest number of edits in a frame, whatever time is left.
const MOST: u32 = 64;

#[derive(Debug)]
pub(crate) struct Edits {
    waiting: Vec<Waiting>,
    last: u32,
    /// The number of edits that this frame has done.
    done: u32,
}

impl Default for Edits {
    /// Makes room at once, like the desk.
    fn default() -> Self {
        Edits {
            waiting: Vec::with_capacity(64),
            last: 0,
            done: 0,
        }
    }
}

#[derive(Debug)]
struct Waiting {
    number: u32,
    hub: u32,
    edit: Edit,
    outcome: Option<Outcome>,
}

/// How an edit ended.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Ended {
    Outcome(Outcome),
    /// No frame has done it. No frame will.
    Withdrawn,
}

impl Edits {
    pub(super) fn end_frame(&mut self) {
        self.done = 0;
    }

    /// Does the edits of a hub until the deadline: at least one of them, unless the frame has done
    /// its last one.
    fn work(&mut self, number: u32, hub: &mut dyn Editable, deadline: Instant) {
        let own = |waiting: &&mut Waiting| waiting.hub == number && waiting.outcome.is_none();
        let mut is_first = true;
        for waiting in self.waiting.iter_mut().filter(own) {
            if self.done >= MOST || (!is_first && Instant::now() >= deadline) {
                return;
            }
            waiting.outcome = Some(apply(hub, &waiting.edit));
            self.done += 1;
            is_first = false;
        }
    }
}

impl Desk {
    /// Does the edits of a hub, and copies what the jobs want of it, within the time of a frame.
    pub(crate) fn serve_mut<S: Editable>(&mut self, name: &str, hub: &mut S, is_paused: bool) {
        let Some(mut turn) = self.begin(name, is_paused) else {
            return;
        };
        if !self.edits.waiting.is_empty() {
            let start = Instant::now();
            let number = self.hubs[turn.index].number;
            self.edits.work(number, hub, start + turn.left);
            let spent = start.elapsed();
            self.spent += spent;
            turn.left = turn.left.saturating_sub(spent);
        }
        self.copy(hub, turn);
        if let Some(facts) = &mut self.hubs[turn.index].facts {
            facts.names = Some(hub.names());
        }
    }

    /// Returns whether there is such a hub, and the program lends it to be changed.
    pub(crate) fn may_edit(&self, hub: u32) -> Option<bool> {
        let known = self.hubs.iter().find(|known| known.number == hub)?;
        Some(
            known
                .facts
                .as_ref()
                .is_some_and(|facts| facts.names.is_some()),
        )
    }

    /// Puts an edit on the desk and returns its number.
    pub(crate) fn push_edit(&mut self, hub: u32, edit: Edit) -> u32 {
        self.edits.last = self.edits.last.wrapping_add(1);
        let number = self.edits.last;
        self.edits.waiting.push(Waiting {
            number,
            hub,
            edit,
            outcome: None,
        });
        number
    }

    /// Takes an edit from the desk if a frame has done it, or in any case if it is `late`.
    pub(crate) fn take_edit(&mut self, number: u32, late: bool) -> Option<Ended> {
        let edits = &mut self.edits.waiting;
        let index = edits.iter().position(|edit| edit.number == number)?;
        if edits[index].outcome.is_none() && !late {
            return None;
        }
        let outcome = edits.remove(index).outcome;
        Some(outcome.map_or(Ended::Withdrawn, Ended::Outcome))
    }
}

#[cfg(test)]
mod tests;
