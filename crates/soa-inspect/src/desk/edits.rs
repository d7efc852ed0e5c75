//! Where edits wait for frames, in the order in which they came.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::time::Instant;

use soa_runtime::generic::DebugRow;
use soa_runtime::{EditRow, Hub};

use super::Desk;
use crate::edit::{Edit, Editable, Edited, Lent, Outcome, forget};

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

    /// Refuses the edits of a hub that is only shown.
    pub(super) fn refuse(&mut self, number: u32) {
        for waiting in &mut self.waiting {
            if waiting.hub == number && waiting.outcome.is_none() {
                let reason = "the program shows this hub by `show`, not by `show_mut`";
                waiting.outcome = Some(Outcome::Malformed(reason.to_owned()));
            }
        }
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
            waiting.outcome = Some(hub.edit(&waiting.edit));
            self.done += 1;
            is_first = false;
        }
    }
}

impl Desk {
    /// Does the edits of a hub, and copies what the jobs want of it, within the time of a frame.
    /// Returns what was edited.
    pub(crate) fn serve_mut<T: DebugRow + EditRow>(
        &mut self,
        name: &str,
        hub: &mut Hub<T>,
        is_paused: bool,
    ) -> Vec<Edited<T::Id>> {
        let mut lent = Lent::new(hub);
        let Some(mut turn) = self.begin(name, is_paused) else {
            return lent.edited;
        };
        if !self.edits.waiting.is_empty() {
            let start = Instant::now();
            let number = self.hubs[turn.index].number;
            self.edits.work(number, &mut lent, start + turn.left);
            let spent = start.elapsed();
            self.spent += spent;
            turn.left = turn.left.saturating_sub(spent);
        }
        let copy = AssertUnwindSafe(|| self.copy(&*lent.hub, turn, Some(T::FIELDS)));
        match catch_unwind(copy) {
            Err(panic) if lent.edited.is_empty() => resume_unwind(panic),
            // The program has to know its edits. The `Debug` panics in the next frame again.
            Err(panic) => forget(panic),
            Ok(()) => {}
        }
        lent.edited
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
