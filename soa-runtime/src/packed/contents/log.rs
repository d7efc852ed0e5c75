//! The log of moves: moves are counted and recorded here.

use alloc::vec::Vec;

use crate::packed::moves::Move;

/// Counts moves, and records them for a replay.
#[derive(Debug)]
pub(super) struct MoveLog {
    recorded: Vec<Move>,
    pub(super) is_recording: bool,
    pub(super) moved: u64,
}

impl MoveLog {
    /// Creates a log that records from the start, or from the first call of [`MoveLog::take`] on.
    pub(super) const fn new(is_recording: bool) -> Self {
        MoveLog {
            recorded: Vec::new(),
            is_recording,
            moved: 0,
        }
    }

    /// Counts a move that was made.
    pub(super) fn count(&mut self, step: Move) {
        self.moved += step.len as u64;
        if self.is_recording {
            self.recorded.push(step);
        }
    }

    /// Returns the moves recorded since the last call, and records moves from now on.
    pub(super) fn take(&mut self) -> Vec<Move> {
        self.is_recording = true;
        core::mem::take(&mut self.recorded)
    }

    /// Forgets the recorded moves, because all blocks are gone.
    pub(super) fn forget(&mut self) {
        self.recorded.clear();
    }
}
