//! The plan of a record, from which a store without the types of its columns works.

use super::Typed;
use super::typed::Word;
use super::untyped::{Plan, Untyped};
use crate::memory::{Base, shift_columns, zero_stamps};
use crate::record::{BareOf, Shape, Ticking, TickingOf};

impl<S: Shape> Typed<S> {
    /// The plan of the record.
    pub(super) const PLAN: &'static Plan<Word<S>> = &Plan {
        row: Self::ROW,
        words: Self::WORDS.start(),
        dense: Self::DENSE,
        has_clock: TickingOf::<S>::HAS_CLOCK,
        shift: shift_all::<S>,
        zero_stamps: if Self::HAS_STAMPS {
            zero_all_stamps::<S>
        } else {
            no_stamps
        },
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
    debug_assert!(rows <= from.capacity, "the block has the rows");
    // SAFETY: by this function's contract, which is that of `shift_columns`.
    unsafe { shift_columns(Typed::<S>::ALL, from, to, rows) };
}

/// Makes the stamps of the rows from a row on zeros; see [`Plan::zero_stamps`].
///
/// # Safety
///
/// The contract of [`zero_stamps`], for a block of a store of the record of `S`.
unsafe fn zero_all_stamps<S: Shape>(base: Base, from: usize) {
    debug_assert!(from <= base.capacity, "row {from} is outside the block");
    // SAFETY: by this function's contract, which is that of `zero_stamps`.
    unsafe { zero_stamps(Typed::<S>::ALL, base, from) };
}

/// The [`Plan::zero_stamps`] of a record without stamps.
fn no_stamps(_: Base, _: usize) {}
