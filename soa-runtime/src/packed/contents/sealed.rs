//! What a container requires of its contents, and the parts of them that blocks lend mutably.

use alloc::collections::TryReserveError;
use alloc::vec::Vec;
use core::fmt;

use crate::packed::error::PackedError;
use crate::packed::moves::Move;
use crate::packed::place::{Placed, Slot};

/// How a copy elsewhere receives a block that was moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SentBy {
    /// By a replay of the move, which is recorded.
    Replay,
    /// By an upload of the whole block.
    Upload,
}

/// Which moves are recorded for a replay.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Recording {
    /// All moves.
    Always,
    /// The moves after the first call that asked for them.
    OnceAsked,
}

/// The requirements on [`Contents`](super::Contents): contents follow their blocks, and lend
/// each block its part.
pub trait Sealed: Sized + 'static {
    /// The name of the container, for `Debug`.
    const NAME: &'static str;
    /// Which moves the container records.
    const RECORDING: Recording;
    /// The part of the contents that belongs to one block, or to neighbours.
    type Part: ?Sized + 'static;
    /// What is recorded of each block beside its part.
    type Mark: 'static;

    /// Creates the contents of an empty container, if the allocator has the memory.
    fn new(capacity: usize) -> Option<Self>;

    /// Reserves memory for one more block, so that following it cannot fail.
    fn try_reserve(&mut self) -> Result<(), TryReserveError> {
        Ok(())
    }

    /// Makes room for `capacity` units, and keeps those below `top`. Nothing has changed if it
    /// fails.
    fn grow(&mut self, _top: u32, _capacity: u32) -> Result<(), PackedError> {
        Ok(())
    }

    /// Records that a slot has a new block. Its part is written afterwards.
    #[inline]
    fn admit(&mut self, _slot: Slot, _place: &Placed) {}

    /// Writes zeroes to a block and its padding.
    #[inline]
    fn zero(&mut self, _place: &Placed) {}

    /// Writes zeroes to what a resized block has after its first `kept` units.
    fn resize(&mut self, _slot: Slot, _place: &Placed, _kept: u32) {}

    /// Records that a block of `size` units moves.
    #[inline]
    fn follow(&mut self, _slot: Slot, _size: u32, _sent_by: SentBy) {}

    /// Moves the contents of one block, or of neighbours that move by the same distance.
    #[inline]
    fn carry(&mut self, _step: Move) {}

    /// Records that all blocks were removed.
    fn clear(&mut self) {}

    /// Lends all contents.
    fn whole(&self) -> &Self::Part;

    /// Cuts the part of one block out of all contents.
    fn part<'a>(whole: &'a Self::Part, place: &Placed) -> &'a Self::Part;

    /// Lends the part of one block mutably.
    fn part_mut(&mut self, slot: Slot, place: &Placed) -> PartMut<'_, Self>;

    /// Lends all parts mutably, to be cut off one after another.
    fn parts_mut(&mut self) -> PartsMut<'_, Self>;

    /// Cuts off the part of the first or last block of those that are left. Each slot is cut
    /// off once.
    fn cut<'a>(
        parts: &mut PartsMut<'a, Self>,
        slot: Slot,
        place: &Placed,
        side: Side,
    ) -> PartMut<'a, Self>;
}

/// The end that a block is cut off from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// The lowest offsets.
    Low,
    /// The highest offsets.
    High,
}

/// The part of one block, and its mark.
pub struct PartMut<'a, C: Sealed> {
    pub(in crate::packed) part: &'a mut C::Part,
    pub(in crate::packed) mark: &'a mut C::Mark,
}

/// The parts of the blocks that are left of a walk, in memory order.
pub struct PartsMut<'a, C: Sealed> {
    /// The marks by slot, because the memory order is another; each is taken once.
    pub(super) marks: Vec<Option<&'a mut C::Mark>>,
    /// The contents of the blocks that are left.
    pub(super) rest: &'a mut C::Part,
    /// The offset at which `rest` starts.
    pub(super) start: usize,
}

impl<C: Sealed> fmt::Debug for PartMut<'_, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PartMut").finish_non_exhaustive()
    }
}

impl<C: Sealed> fmt::Debug for PartsMut<'_, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PartsMut").finish_non_exhaustive()
    }
}
