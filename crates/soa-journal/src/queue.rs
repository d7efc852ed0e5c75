//! What the caller and the journal's thread share: the commits that wait, and how far the
//! thread is.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use crate::error::JournalError;
use crate::id::CommitId;
use crate::stats::Stats;
use crate::store::{Entry, Queued, bytes_of};

/// What a commit takes in the queue beside its bytes, about.
const PER_COMMIT: usize = 64;

/// A transaction takes no more commits after this many bytes, so that the thread folds in time.
const PER_TRANSACTION: usize = 1 << 20;

/// The queue between the caller and the thread.
#[derive(Debug)]
pub(crate) struct Queue {
    state: Mutex<State>,
    /// The thread waits for work.
    work: Condvar,
    /// Callers wait for the thread.
    done: Condvar,
    /// The most bytes that wait.
    room: usize,
}

#[derive(Debug)]
struct State {
    waiting: VecDeque<Queued>,
    /// The bytes that wait or are being written.
    bytes: usize,
    /// The last commit that was queued.
    last: CommitId,
    /// The last commit that readers find.
    written: CommitId,
    /// The last commit on disk.
    durable: CommitId,
    /// The last commit for which somebody waits until it is on disk.
    wanted: CommitId,
    is_closing: bool,
    /// What stopped the thread.
    error: Option<JournalError>,
    stats: Stats,
}

/// What the thread does next.
#[derive(Debug)]
pub(crate) struct Work {
    pub(crate) commits: Vec<Queued>,
    bytes: usize,
    /// Whether somebody waits for the disk, and nothing is left in the queue.
    pub(crate) is_urgent: bool,
    /// Whether the journal is closed, and nothing is left in the queue.
    pub(crate) is_last: bool,
}

impl Queue {
    pub(crate) fn new(room: usize, last: CommitId) -> Self {
        Queue {
            state: Mutex::new(State {
                waiting: VecDeque::new(),
                bytes: 0,
                last,
                written: last,
                durable: last,
                wanted: last,
                is_closing: false,
                error: None,
                stats: Stats::default(),
            }),
            work: Condvar::new(),
            done: Condvar::new(),
            room,
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // No code of users runs while it is locked.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until `is_done`, or until the thread has stopped.
    fn wait<'a>(
        &self,
        mut state: MutexGuard<'a, State>,
        mut is_done: impl FnMut(&State) -> bool,
    ) -> Result<MutexGuard<'a, State>, JournalError> {
        loop {
            if let Some(error) = &state.error {
                return Err(error.clone());
            }
            if is_done(&state) {
                return Ok(state);
            }
            state = (self.done.wait(state)).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl State {
    /// Takes commits for one transaction, with their bytes.
    fn take_some(&mut self) -> (Vec<Queued>, usize) {
        let (mut commits, mut bytes) = (Vec::new(), 0);
        while bytes < PER_TRANSACTION
            && let Some(commit) = self.waiting.pop_front()
        {
            bytes += size(&commit.entries);
            commits.push(commit);
        }
        (commits, bytes)
    }
}

/// Returns what a commit takes in the queue.
fn size(entries: &[Entry]) -> usize {
    bytes_of(entries) + PER_COMMIT
}

/// The caller's side.
impl Queue {
    /// Returns the error that stopped the thread.
    pub(crate) fn check(&self) -> Result<(), JournalError> {
        self.lock().error.clone().map_or(Ok(()), Err)
    }

    /// Adds a commit, when there is room for it.
    pub(crate) fn push(&self, entries: Vec<Entry>) -> Result<CommitId, JournalError> {
        let bytes = size(&entries);
        let has_room = |state: &State| state.bytes == 0 || state.bytes + bytes <= self.room;
        let mut state = self.lock();
        if state.error.is_none() && !has_room(&state) {
            state.stats.waits += 1;
        }
        let mut state = self.wait(state, has_room)?;
        state.last += 1;
        state.stats.bytes += (bytes - PER_COMMIT) as u64;
        state.bytes += bytes;
        let id = state.last;
        state.waiting.push_back(Queued { id, entries });
        drop(state);
        self.work.notify_one();
        Ok(id)
    }

    /// Waits until readers find all commits. Returns the last one.
    pub(crate) fn wait_written(&self) -> Result<CommitId, JournalError> {
        let state = self.lock();
        let last = state.last;
        let state = self.wait(state, |state| state.written >= last)?;
        Ok(state.written)
    }

    /// Waits until all commits are on disk.
    pub(crate) fn wait_durable(&self) -> Result<(), JournalError> {
        let mut state = self.lock();
        let last = state.last;
        state.wanted = last;
        self.work.notify_one();
        self.wait(state, |state| state.durable >= last).map(drop)
    }

    /// Returns the last commit that was queued.
    pub(crate) fn last(&self) -> CommitId {
        self.lock().last
    }

    /// Returns the last commit on disk.
    pub(crate) fn durable(&self) -> CommitId {
        self.lock().durable
    }

    pub(crate) fn stats(&self) -> Stats {
        let state = self.lock();
        Stats {
            queued: state.bytes,
            ..state.stats
        }
    }

    /// Lets the thread write all, and end.
    pub(crate) fn close(&self) {
        self.lock().is_closing = true;
        self.work.notify_one();
    }
}

/// The thread's side.
impl Queue {
    /// Waits for commits, for somebody who waits for the disk, for the end, or until `deadline`.
    pub(crate) fn take(&self, deadline: Option<Instant>) -> Work {
        let mut state = self.lock();
        loop {
            let is_urgent = state.wanted > state.durable;
            let left = deadline.map(|at| at.saturating_duration_since(Instant::now()));
            let is_late = left.is_some_and(|left| left.is_zero());
            if !state.waiting.is_empty() || is_urgent || state.is_closing || is_late {
                let (commits, bytes) = state.take_some();
                let is_all = state.waiting.is_empty();
                return Work {
                    commits,
                    bytes,
                    is_urgent: is_all && is_urgent,
                    is_last: is_all && state.is_closing,
                };
            }
            state = match left {
                Some(left) => {
                    let waited = self.work.wait_timeout(state, left);
                    waited.unwrap_or_else(PoisonError::into_inner).0
                }
                None => (self.work.wait(state)).unwrap_or_else(PoisonError::into_inner),
            };
        }
    }

    /// Records what was written, up to a commit.
    pub(crate) fn finish(&self, work: &Work, last: CommitId, is_durable: bool) {
        let mut state = self.lock();
        state.bytes -= work.bytes;
        state.written = last;
        state.stats.transactions += 1;
        if is_durable {
            state.durable = last;
            state.stats.syncs += 1;
        }
        drop(state);
        self.done.notify_all();
    }

    /// Records that a hub was folded, after which all that was written is on disk.
    pub(crate) fn finish_fold(&self, is_compacted: bool) {
        let mut state = self.lock();
        state.durable = state.written;
        state.stats.folds += 1;
        state.stats.compactions += u64::from(is_compacted);
        drop(state);
        self.done.notify_all();
    }

    /// Records what stopped the thread.
    pub(crate) fn fail(&self, error: JournalError) {
        let mut state = self.lock();
        state.error = Some(error);
        state.waiting.clear();
        drop(state);
        self.done.notify_all();
    }
}
