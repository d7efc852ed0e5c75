//! What compaction moved, for whoever wants to replay it on a copy.

use alloc::vec::Vec;

/// Bytes that changed their place: `src..src + len` went to `dst..dst + len`.
///
/// The two ranges may overlap, and then the copy is made as by `memmove`. APIs that
/// refuse to copy within one buffer take the way over a scratch buffer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move {
    /// Where the bytes were, in bytes from the buffer's start.
    pub src: usize,
    /// Where they are now.
    pub dst: usize,
    /// How many they are.
    pub len: usize,
}

/// Makes the moves, counts them, and records them if anybody ever asked.
#[derive(Debug, Default)]
pub(super) struct MoveLog {
    recorded: Vec<Move>,
    recording: bool,
    moved: u64,
}

impl MoveLog {
    /// Whether moves are recorded; else a moved block's bytes count as written.
    #[inline]
    pub(super) fn is_recording(&self) -> bool {
        self.recording
    }

    /// The bytes moved since the buffer was made.
    pub(super) fn moved(&self) -> u64 {
        self.moved
    }

    /// Moves bytes, now.
    pub(super) fn make(&mut self, bytes: &mut [u8], step: Move) {
        let Move { src, dst, len } = step;
        if len == 0 {
            return;
        }
        bytes.copy_within(src..src + len, dst);
        self.moved += len as u64;
        if self.recording {
            self.recorded.push(step);
        }
    }

    /// What was recorded since the last call; records from now on.
    pub(super) fn take(&mut self) -> Vec<Move> {
        self.recording = true;
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
    pub(super) fn add(&mut self, step: Move, bytes: &mut [u8], log: &mut MoveLog) {
        let Move { src, dst, len } = self.pending;
        if (src + len, dst + len) == (step.src, step.dst) {
            self.pending.len += step.len;
        } else {
            self.make(bytes, log);
            self.pending = step;
        }
    }

    /// Makes the moves that are pending.
    pub(super) fn make(&mut self, bytes: &mut [u8], log: &mut MoveLog) {
        log.make(bytes, core::mem::replace(self, Run::EMPTY).pending);
    }
}
