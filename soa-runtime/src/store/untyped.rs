//! A store without the types of its columns.
//!
//! Ids, counts and the size of a row are enough for most of what a store does. That code
//! is here: it is compiled once for all records whose ids look alike, and not once for
//! each record. A [`Plan`] has what it needs of the record.

use super::Typed;
use super::typed::Word;
use crate::error::AllocError;
use crate::handle::AnyHandle;
use crate::ids::Core;
use crate::memory::{
    Base, ColumnStart, HoleBits, RowLayout, shift_columns, slice_of_mut, zero_stamps,
};
use crate::record::{BareOf, Shape, Ticking, TickingOf};
use crate::slot_table::{Recycle, Vacancy, WordOf};

/// What [`Untyped`] needs of a record whose ids have words `W`.
pub(super) struct Plan<W> {
    /// The memory that one row takes, without back links.
    pub(super) row: &'static RowLayout,
    /// The memory that one row takes with its back link.
    pub(super) linked_row: &'static RowLayout,
    /// Where the words of the slot table start.
    pub(super) words: ColumnStart<W>,
    /// Whether the rows are dense.
    pub(super) dense: bool,
    /// Whether the hub counts ticks.
    pub(super) has_clock: bool,
    /// Copies the first rows of all columns from one block to another, or within a block
    /// that was extended.
    pub(super) shift: unsafe fn(Base, Base, usize),
    /// Makes the stamps of the rows from a row on zeros.
    pub(super) zero_stamps: unsafe fn(Base, usize),
}

impl<W> Plan<W> {
    /// Returns the memory that one row takes, with its back link or without.
    #[inline]
    pub(super) fn row(&self, has_back_links: bool) -> &'static RowLayout {
        if has_back_links {
            self.linked_row
        } else {
            self.row
        }
    }
}

/// A store, without the types of its columns. `H` is the handle of its ids that
/// [names no record](AnyHandle::Bare).
///
/// # Invariants
///
/// 1. `plan` describes the record of the store that `core` is part of, and the words of
///    its ids are those of `H`. So the invariants of [`Store`](super::Store) hold with
///    the plan's row and words.
pub(super) struct Untyped<'s, H: AnyHandle> {
    pub(super) core: &'s mut Core,
    pub(super) plan: &'static Plan<WordOf<H>>,
}

impl<H: AnyHandle> Untyped<'_, H> {
    /// Borrows the same store again. Functions that are not inlined take `self` by value:
    /// a reference to it would hide from the compiler that they do not keep `core`.
    #[inline(always)]
    pub(super) fn again(&mut self) -> Untyped<'_, H> {
        Untyped {
            core: self.core,
            plan: self.plan,
        }
    }

    #[inline(always)]
    pub(super) fn slots(&self) -> u32 {
        self.core.block.used
    }

    #[inline(always)]
    pub(super) fn capacity(&self) -> u32 {
        self.core.block.capacity()
    }

    #[inline(always)]
    pub(super) fn base(&self) -> Base {
        self.core.base()
    }

    /// Borrows the words of all slots.
    ///
    /// # Safety
    ///
    /// Nothing else accesses the words for `'a`.
    #[inline(always)]
    pub(super) unsafe fn words<'a>(&self) -> &'a mut [WordOf<H>] {
        // SAFETY: by invariant 1 of `Untyped`, and by invariant 2 of `Store` and this function's
        // contract the words of the slots are initialised, and only ours. The column is aligned,
        // also without rows.
        unsafe {
            let start = self.base().start_of(self.plan.words);
            slice_of_mut(start, self.slots() as usize)
        }
    }

    /// Returns the bits next to the slot table, if there are any.
    #[inline(always)]
    pub(super) fn holes(&self) -> Option<HoleBits> {
        // SAFETY: by invariant 1 of `Untyped` and invariant 1 of `Store`.
        unsafe { HoleBits::of(self.base(), self.plan.row) }
    }

    /// Returns the head of the free list if the next id takes it.
    #[inline]
    pub(super) fn recycled<R: Recycle>(&self) -> Option<Vacancy<H>> {
        let (free, slots) = (&self.core.free, self.slots());
        match free.recycled::<H, R>(slots, self.core.live) {
            // A free slot has no row, so there is room for one.
            Some(slot) if slot < slots && (!self.plan.dense || self.core.live < slots) => {
                // SAFETY: by invariant 1 of `Untyped` and invariants 1 and 2 of `Store` the words
                // of all slots are inside the block and initialised; checked above: it is one.
                let word = unsafe {
                    let words = self.base().start_of(self.plan.words);
                    words.add(slot as usize).read()
                };
                Some(free.preview(slot, word))
            }
            _ => None,
        }
    }

    /// Returns the slot after the last one.
    #[inline]
    pub(super) fn fresh(&self) -> Vacancy<H> {
        let slot = self.slots();
        let first = H::assemble_tagged(slot, H::FIRST_GENERATION, self.core.tag);
        self.core.free.fresh(slot, first)
    }

    /// Returns whether one more slot needs memory.
    #[inline(always)]
    pub(super) fn lacks_room(&self) -> bool {
        self.slots() >= self.capacity()
    }

    /// Makes memory for one more slot, which [lacks](Self::lacks_room) it, if an index is left for
    /// it. Out of line, because it happens rarely.
    ///
    /// # Errors
    ///
    /// Returns an error if no id or no memory is left. Nothing has changed then.
    #[cold]
    #[inline(never)]
    pub(super) fn make_room(self) -> Result<(), AllocError> {
        let next = self.slots();
        if next >= H::LIMIT {
            return Err(AllocError::Full { limit: H::LIMIT });
        }
        self.grow(next + 1)
    }
}

impl<S: Shape> Typed<S> {
    /// The plan of the record.
    pub(super) const PLAN: &'static Plan<Word<S>> = &Plan {
        row: Self::ROW,
        linked_row: &Self::ROW.with_back_links(),
        words: Self::WORDS.start(),
        dense: Self::DENSE,
        has_clock: TickingOf::<S>::HAS_CLOCK,
        shift: shift_all::<S>,
        zero_stamps: zero_all_stamps::<S>,
    };

    /// Returns the store without the types of its columns.
    #[inline(always)]
    pub(super) fn untyped(&mut self) -> Untyped<'_, BareOf<S>> {
        Untyped {
            core: &mut self.store.core,
            plan: Self::PLAN,
        }
    }
}

/// Copies the first rows of all columns; see [`Plan::shift`].
///
/// # Safety
///
/// The contract of [`shift_columns`], for the blocks of a store of the record of `S`.
unsafe fn shift_all<S: Shape>(from: Base, to: Base, rows: usize) {
    // SAFETY: by this function's contract, which is the contract of `shift_columns`.
    unsafe { shift_columns(Typed::<S>::ALL, from, to, rows) };
}

/// Makes the stamps of the rows from a row on zeros; see [`Plan::zero_stamps`].
///
/// # Safety
///
/// The contract of [`zero_stamps`], for a block of a store of the record of `S`.
unsafe fn zero_all_stamps<S: Shape>(base: Base, from: usize) {
    // SAFETY: by this function's contract, which is the contract of `zero_stamps`.
    unsafe { zero_stamps(Typed::<S>::ALL, base, from) };
}
