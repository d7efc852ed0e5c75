//! The moves, made and noted.

use alloc::vec::Vec;

use super::contents::{Contents, Told};
use crate::packed::moves::Move;

/// Which moves are noted for a replay.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::packed) enum Recording {
    /// All of them.
    Always,
    /// Those after somebody first asked.
    OnceAsked,
}

/// Has the moves made, counts them, and records them.
#[derive(Debug)]
pub(super) struct MoveLog {
    recorded: Vec<Move>,
    is_recording: bool,
    moved: u64,
}

impl MoveLog {
    pub(super) fn new(recording: Recording) -> Self {
        MoveLog {
            recorded: Vec::new(),
            is_recording: recording == Recording::Always,
            moved: 0,
        }
    }

    /// How a copy learns of a move that is made now.
    #[inline]
    pub(super) fn told(&self) -> Told {
        if self.is_recording {
            Told::TheMove
        } else {
            Told::TheBlock
        }
    }

    /// How much was moved since the space was made.
    pub(super) fn moved(&self) -> u64 {
        self.moved
    }

    /// Makes a move, now.
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

    /// What was recorded since the last call; records from now on.
    pub(super) fn take(&mut self) -> Vec<Move> {
        self.is_recording = true;
        core::mem::take(&mut self.recorded)
    }

    /// Forgets what was recorded, when nothing of it matters any more.
    pub(super) fn forget(&mut self) {
        self.recorded.clear();
    }
}

/// Neighbouring blocks that move by the same distance, to be moved as one.
pub(super) struct Run {
    pending: Move,
}

impl Run {
    pub(super) const EMPTY: Run = Run {
        pending: Move {
            src: 0,
            dst: 0,
            len: 0,
        },
    };

    /// Adds a block behind the run, after making the moves that it does not continue.
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

    /// Makes the moves that are pending.
    pub(super) fn make(&mut self, contents: &mut impl Contents, log: &mut MoveLog) {
        log.make(core::mem::replace(self, Run::EMPTY).pending, contents);
    }
}
