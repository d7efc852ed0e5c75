//! The log of moves: moves are made, counted and recorded here.

use alloc::vec::Vec;

use crate::packed::contents::{Contents, Recording, SentBy};
use crate::packed::moves::Move;

/// Makes moves, counts them, and records them for a replay.
#[derive(Debug)]
pub(in crate::packed) struct MoveLog {
    recorded: Vec<Move>,
    is_recording: bool,
    moved: u64,
}

impl MoveLog {
    pub(in crate::packed) fn new(recording: Recording) -> Self {
        MoveLog {
            recorded: Vec::new(),
            is_recording: recording == Recording::Always,
            moved: 0,
        }
    }

    /// Returns how a copy receives the next block that moves.
    #[inline]
    pub(super) fn sent_by(&self) -> SentBy {
        if self.is_recording {
            SentBy::Replay
        } else {
            SentBy::Upload
        }
    }

    /// Returns the number of units that were moved so far.
    pub(in crate::packed) fn moved(&self) -> u64 {
        self.moved
    }

    /// Makes a move.
    pub(super) fn make(&mut self, step: Move, contents: &mut impl Contents) {
        if step.len == 0 {
            return;
        }
        contents.carry(step);
        self.moved += step.len as u64;
        if self.is_recording {
            self.recorded.push(step);
        }
    }

    /// Returns the moves recorded since the last call, and records moves from now on.
    pub(in crate::packed) fn take(&mut self) -> Vec<Move> {
        self.is_recording = true;
        core::mem::take(&mut self.recorded)
    }

    /// Forgets the recorded moves, because all blocks are gone.
    pub(in crate::packed) fn forget(&mut self) {
        self.recorded.clear();
    }
}

/// Neighbouring blocks that move by the same distance, and are moved as one.
pub(super) struct MoveRun {
    pending: Move,
}

impl MoveRun {
    pub(super) const EMPTY: MoveRun = MoveRun {
        pending: Move {
            src: 0,
            dst: 0,
            len: 0,
        },
    };

    /// Adds the move of the next block. If it does not continue the pending moves, those are made
    /// first.
    #[inline]
    pub(super) fn add(&mut self, step: Move, contents: &mut impl Contents, log: &mut MoveLog) {
        let Move { src, dst, len } = self.pending;
        if (src + len, dst + len) == (step.src, step.dst) {
            self.pending.len += step.len;
        } else {
            self.make(contents, log);
            self.pending = step;
        }
    }

    /// Makes the pending moves.
    pub(super) fn make(&mut self, contents: &mut impl Contents, log: &mut MoveLog) {
        log.make(core::mem::replace(self, MoveRun::EMPTY).pending, contents);
    }
}
