//! Where requests wait for frames.

use std::time::{Duration, Instant};

use soa_runtime::Tick;

use crate::job::Job;
use crate::subject::Subject;
use crate::ticks::Ticks;

#[cfg(feature = "edit")]
mod edits;
mod entry;
#[cfg(feature = "edit")]
use edits::Edits;
#[cfg(feature = "edit")]
pub(crate) use edits::Ended;
use entry::Names;
pub(crate) use entry::{Entry, Facts};

/// The largest number of hubs. Names after that are not shown.
pub(crate) const MOST_HUBS: usize = 256;

/// The time that the jobs of a frame may take. Without optimisation less fits into it.
const FRAME: Duration = Duration::from_micros(if cfg!(debug_assertions) { 100 } else { 20 });

/// The same while the program is paused.
const PAUSED: Duration = Duration::from_millis(4);

/// A hub that is not shown for so long is forgotten.
const FORGOTTEN: Duration = Duration::from_secs(10);

/// The jobs and the hubs. Frames and the server take turns, and neither waits for the other.
#[derive(Debug)]
pub(crate) struct Desk {
    hubs: Vec<Entry>,
    jobs: Vec<Waiting>,
    /// The number of the frame. A frame ends when a hub is shown that it has shown already.
    frame: u64,
    /// The time that this frame has taken.
    spent: Duration,
    last_hub: u32,
    last_job: u32,
    /// The job that comes first.
    turn: usize,
    /// The hub that was shown last, which is before the one that is shown now in most programs.
    last_shown: usize,
    /// The hub whose slots were counted last.
    last_counted: u32,
    /// Whether the slots of a hub were counted in this frame.
    has_counted: bool,
    #[cfg(feature = "edit")]
    edits: Edits,
}

impl Default for Desk {
    /// Makes room at once. A frame that asks for more than a few hundred bytes may have to
    /// wait until the allocator has sorted what the program freed, which took 50 ms.
    fn default() -> Self {
        Desk {
            hubs: Vec::with_capacity(MOST_HUBS),
            jobs: Vec::with_capacity(64),
            frame: 0,
            spent: Duration::ZERO,
            last_hub: 0,
            last_job: 0,
            turn: 0,
            last_shown: 0,
            last_counted: 0,
            has_counted: false,
            #[cfg(feature = "edit")]
            edits: Edits::default(),
        }
    }
}

/// The time that a hub has in a frame.
#[derive(Debug, Clone, Copy)]
struct Turn {
    /// Where the hub is in the list.
    index: usize,
    start: Instant,
    /// The time that the frame has in all, and what is left of it.
    budget: Duration,
    left: Duration,
    is_paused: bool,
}

#[derive(Debug)]
struct Waiting {
    number: u32,
    job: Job,
    /// The frame in which it came.
    came: u64,
}

/// What is known after a request: the hubs, and the job.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) hubs: Vec<Entry>,
    pub(crate) job: Job,
    pub(crate) is_complete: bool,
}

impl Desk {
    /// Puts a job on the desk and returns its number.
    pub(crate) fn push(&mut self, job: Job) -> u32 {
        self.last_job = self.last_job.wrapping_add(1);
        let (number, came) = (self.last_job, self.frame);
        self.jobs.push(Waiting { number, job, came });
        number
    }

    /// Takes a job from the desk if its frames are over, or in any case if it is `late`.
    pub(crate) fn take(&mut self, number: u32, late: bool) -> Option<Answer> {
        let index = self.jobs.iter().position(|job| job.number == number)?;
        let Waiting { job, came, .. } = &self.jobs[index];
        // The rest of one frame and a whole frame: then each hub was shown.
        let saw_all = self.frame >= came + 2;
        let is_complete = saw_all && (job.is_done || job.hub.is_none());
        if !is_complete && !late {
            return None;
        }
        if saw_all {
            let now = Instant::now();
            let is_shown = |facts: &Facts| now.duration_since(facts.shown) < FORGOTTEN;
            self.hubs
                .retain(|hub| hub.facts.as_ref().is_some_and(is_shown));
        }
        Some(Answer {
            hubs: self.hubs.clone(),
            job: self.jobs.swap_remove(index).job,
            is_complete,
        })
    }

    /// Returns whether there is such a hub.
    pub(crate) fn has_hub(&self, number: u32) -> bool {
        self.hubs.iter().any(|hub| hub.number == number)
    }

    /// Copies what the jobs want of a hub, within the time of a frame.
    pub(crate) fn serve(&mut self, name: &str, subject: &dyn Subject, is_paused: bool) {
        if let Some(turn) = self.begin(name, is_paused) {
            #[cfg(feature = "edit")]
            self.edits.refuse(self.hubs[turn.index].number);
            self.copy(subject, turn, None);
        }
    }

    /// Begins the turn of a hub. A hub that had its turn in this frame begins the next one.
    fn begin(&mut self, name: &str, is_paused: bool) -> Option<Turn> {
        let start = Instant::now();
        let index = self.find(name).or_else(|| self.add(name))?;
        self.last_shown = index;
        if self.hubs[index].frame == self.frame {
            self.end_frame();
        }
        self.hubs[index].frame = self.frame;
        let budget = if is_paused { PAUSED } else { FRAME };
        let left = budget.saturating_sub(self.spent);
        Some(Turn {
            index,
            start,
            budget,
            left,
            is_paused,
        })
    }

    fn copy(&mut self, subject: &dyn Subject, turn: Turn, names: Option<Names>) {
        let hub = &mut self.hubs[turn.index];
        hub.look(subject, names, turn.start);
        let may_count = !self.has_counted && hub.number > self.last_counted;
        if may_count && hub.count_aside(subject, turn.is_paused) {
            (self.last_counted, self.has_counted) = (hub.number, true);
        }
        let start = Instant::now();
        let (number, since) = (hub.number, hub.ticks.since().unwrap_or(Tick::START));
        self.work(subject, number, since, start, turn.left, turn.budget);
        self.spent += start.elapsed();
    }

    /// Returns the index of a hub. O(1) if the hubs are shown in the same order each frame.
    fn find(&self, name: &str) -> Option<usize> {
        let is_named = |hub: &Entry| *hub.name == *name;
        let next = (self.last_shown + 1) % self.hubs.len().max(1);
        if self.hubs.get(next).is_some_and(is_named) {
            return Some(next);
        }
        self.hubs.iter().position(is_named)
    }

    fn end_frame(&mut self) {
        self.frame += 1;
        self.spent = Duration::ZERO;
        #[cfg(feature = "edit")]
        self.edits.end_frame();
        if !self.has_counted {
            // All hubs had their turn.
            self.last_counted = 0;
        }
        self.has_counted = false;
    }

    /// Works at the jobs of one hub.
    fn work(
        &mut self,
        subject: &dyn Subject,
        hub: u32,
        since: Tick,
        start: Instant,
        left: Duration,
        budget: Duration,
    ) {
        let is_open = |waiting: &Waiting| !waiting.job.is_done && waiting.job.hub.is_some();
        let open = self.jobs.iter().filter(|waiting| is_open(waiting));
        let all = u32::try_from(open.clone().count()).unwrap_or(u32::MAX);
        let own = open.filter(|waiting| waiting.job.hub == Some(hub)).count();
        let own = u32::try_from(own).unwrap_or(u32::MAX);
        if own == 0 {
            return;
        }
        // Hubs and jobs have their parts of the time, so that no search keeps a table waiting.
        let end = start + (budget / all * own).min(left);
        let part = end.saturating_duration_since(Instant::now()) / own;
        // If the time is over before the last one, that one is the first in the next frame.
        self.turn = self.turn.wrapping_add(1);
        let first = self.turn % self.jobs.len();
        let mut has_worked = false;
        for index in 0..self.jobs.len() {
            let index = (first + index) % self.jobs.len();
            let waiting = &mut self.jobs[index];
            if waiting.job.hub == Some(hub) && is_open(waiting) {
                let now = Instant::now();
                // Each hub comes forward in each frame, however little time is left.
                if now >= end && has_worked {
                    return;
                }
                has_worked = true;
                waiting.job.work(subject, since, (now + part).min(end));
            }
        }
    }

    /// Adds a hub, unless there are too many.
    fn add(&mut self, name: &str) -> Option<usize> {
        if self.hubs.len() >= MOST_HUBS {
            return None;
        }
        self.last_hub = self.last_hub.wrapping_add(1);
        self.hubs.push(Entry {
            number: self.last_hub,
            name: name.into(),
            facts: None,
            // Not this one.
            frame: self.frame.wrapping_sub(1),
            ticks: Ticks::default(),
        });
        Some(self.hubs.len() - 1)
    }
}

#[cfg(test)]
mod tests;
