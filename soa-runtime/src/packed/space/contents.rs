//! What lies in the blocks, and has to follow them.

use alloc::collections::TryReserveError;

use super::place::Slot;
use crate::packed::error::PackedError;
use crate::packed::moves::Move;

/// How a copy elsewhere learns that a block was moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::packed) enum Told {
    /// By the move, which is recorded for a replay.
    TheMove,
    /// By the block as it is now.
    TheBlock,
}

/// What lies in the blocks of a space: nothing that it knows of, or the bytes of a
/// buffer.
pub(in crate::packed) trait Contents {
    /// Makes room for one more block, so that following it cannot fail.
    fn try_reserve(&mut self) -> Result<(), TryReserveError> {
        Ok(())
    }

    /// Makes room for a space of `capacity`, of which what lies below `top` is kept.
    /// Nothing has changed if it fails.
    fn grow(&mut self, _top: u32, _capacity: u32) -> Result<(), PackedError> {
        Ok(())
    }

    /// Notes that a block of that size goes elsewhere.
    #[inline]
    fn follow(&mut self, _slot: Slot, _size: u32, _told: Told) {}

    /// Carries what lies in one block, or in neighbours that go the same way.
    #[inline]
    fn carry(&mut self, _step: Move) {}
}

/// What lies in a space is elsewhere.
impl Contents for () {}
