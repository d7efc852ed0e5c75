//! The parts of contents that blocks lend mutably.

use alloc::vec::Vec;
use core::fmt;

use super::sealed::Sealed;

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
