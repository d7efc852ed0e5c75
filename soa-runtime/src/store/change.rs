//! Writing rows and moving them out.

use core::ops::ControlFlow;

use super::{FieldsOf, LayoutKind, Store, Typed, outside};
use crate::error::AllocError;
use crate::handle::AnyHandle;
use crate::ids::Layout;
use crate::memory::{Base, CloneFields, One, clone_rows, drop_rows, move_row, read, write};
use crate::record::{ExhaustedOf, HandleOf, LayoutOf, Shape};
use crate::slot_table::{self, NextSlot};

impl<S: Shape> Typed<S> {
    /// A fresh slot, for which there is memory.
    ///
    /// # Errors
    ///
    /// [`AllocError::OutOfMemory`]; that there is an index for it was asked of
    /// [`Store::next_slot`].
    #[inline]
    pub(crate) fn room(&mut self) -> Result<Room<'_, S>, AllocError> {
        if self.store.slots() >= self.store.capacity() {
            self.grow(self.store.slots() + 1)?;
        }
        Ok(Room { typed: self })
    }

    /// Makes rows of records on fresh slots, as long as there is memory for
    /// more and an index; returns how many. For the caller who knows that fresh
    /// slots come next.
    #[inline]
    pub(crate) fn append_all(&mut self, records: &mut impl Iterator<Item = S::Record>) -> u32 {
        let (base, slots, first) = (
            self.store.base(),
            self.store.slots(),
            self.store.rows() as usize,
        );
        let room = self.store.capacity().min(HandleOf::<S>::LIMIT) - slots;
        if room == 0 {
            return 0;
        }
        let mut appended = Appended::<S> {
            typed: self,
            rows: 0,
        };
        let _ = records.try_for_each(|record| {
            assert!(appended.rows < room, "the walk goes on behind its end");
            let row = first + appended.rows as usize;
            // SAFETY: by invariant 1 of `Store`; checked above: there is room
            // for the slot, and the rows are at most the slots.
            unsafe { write(Typed::<S>::FIELDS, base, row, S::split(record)) };
            appended.rows += 1;
            if appended.rows < room {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        });
        appended.rows
    }

    /// Makes rows of clones of all rows of `source` on fresh slots and returns the first
    /// slot; `None`, and nothing has changed, if that cannot be done in one go: if
    /// `source` has holes, or not all of the rows have memory and a fresh slot that
    /// comes next. If a clone panics, nothing has changed.
    pub(crate) fn append_clones(&mut self, source: &Store<S::Record>) -> Option<u32>
    where
        S::Fields: CloneFields,
    {
        let (slots, rows) = (self.store.slots(), source.rows());
        let fresh = matches!(self.store.next_slot(), Ok(NextSlot::Fresh(_)));
        let room = self.store.capacity().min(HandleOf::<S>::LIMIT) - slots;
        if !fresh || rows > source.live() || rows > room {
            return None;
        }
        let (from, to) = (source.base(), self.store.base());
        let first = self.store.rows() as usize;
        // SAFETY: by invariants 1 and 3 of `Store` for the source; checked above: there
        // is room for its rows after the rows here, which are at most the slots.
        unsafe { clone_rows(Self::FIELDS, from, to, first, rows as usize) };
        drop(Appended { typed: self, rows });
        Some(slots)
    }

    /// Exchanges the fields of a row that is initialised.
    #[inline]
    pub(crate) fn replace_row(&mut self, row: usize, fields: FieldsOf<S>) -> FieldsOf<S> {
        if row >= self.store.rows() as usize {
            outside(row);
        }
        // SAFETY: by invariant 3 of `Store`; checked above: the row is initialised.
        unsafe { self.exchange(row, fields) }
    }

    /// Exchanges the fields of a row.
    ///
    /// # Safety
    ///
    /// The row is initialised.
    #[inline(always)]
    pub(super) unsafe fn exchange(&mut self, row: usize, fields: FieldsOf<S>) -> FieldsOf<S> {
        debug_assert!(
            row < self.store.rows() as usize,
            "row {row} is outside the hub"
        );
        let base = self.store.base();
        // SAFETY: by invariant 1 of `Store` and this function's contract; the row
        // is written anew below.
        let old = unsafe { read(Typed::<S>::FIELDS, base, row) };
        // SAFETY: by invariant 1 of `Store` and this function's contract: the row
        // is below the rows and so below the capacity.
        unsafe { write(Typed::<S>::FIELDS, base, row, fields) };
        old
    }

    /// Gives the row of a live id another id. `None` if the id is not live or no
    /// other generation is left; nothing has changed then.
    pub(crate) fn renew(&mut self, id: HandleOf<S>) -> Option<HandleOf<S>> {
        let row = self.row_of(id)?;
        let renewed = slot_table::renew::<HandleOf<S>, ExhaustedOf<S>>(self.table().0, id)?;
        // SAFETY: by invariant 1 of `Store`; a live id's row is below the rows
        // and so below the capacity.
        unsafe { write_id_of::<S>(self.store.base(), row, renewed) };
        Some(renewed)
    }

    /// Appends the row of a slot that has none yet, for the dense layout.
    #[inline]
    pub(crate) fn push_row(&mut self, id: HandleOf<S>, fields: FieldsOf<S>) {
        let (base, slot) = (self.store.base(), id.index());
        assert!(Self::KIND == LayoutKind::Dense, "a row has a slot");
        assert!(
            self.store.live < self.store.slots() && slot < self.store.slots(),
            "there is no free slot {slot}"
        );
        // SAFETY: by invariant 1 of `Store`; checked above: the row, behind the
        // last one, is below the slots and so below the capacity.
        unsafe { write(Typed::<S>::FIELDS, base, self.store.live as usize, fields) };
        // SAFETY: by invariant 1 of `Store`; checked above: the row is below the capacity.
        unsafe { write_id_of::<S>(base, self.store.live as usize, id) };
        // SAFETY: checked above: the slot is one of the slots.
        unsafe { write_row_of::<S>(base, slot, self.store.live as usize) };
        self.store.live += 1;
    }

    /// Moves a row out and the last row into its place, for the dense layout.
    #[inline]
    pub(crate) fn swap_remove(&mut self, row: usize) -> FieldsOf<S> {
        assert!(Self::KIND == LayoutKind::Dense, "a row stays at its slot");
        if row >= self.store.live as usize {
            outside(row);
        }
        let base = self.store.base();
        let last = self.store.live as usize - 1;
        let moved = self.keys().id_at(last);
        // SAFETY: by invariants 1 and 3 of `Store`; checked above: the row is
        // initialised, and it is forgotten or written anew below.
        let fields = unsafe { read(Typed::<S>::FIELDS, base, row) };
        if let Some(moved) = moved.filter(|_| row != last) {
            // SAFETY: both rows are below `live`; the last one is forgotten below.
            unsafe { move_row(Typed::<S>::FIELDS, base, last, row) };
            // SAFETY: by invariant 1 of `Store`; checked above: the row is below `live`.
            unsafe { write_id_of::<S>(base, row, moved) };
            // SAFETY: the id of a row names one of the slots.
            unsafe { write_row_of::<S>(base, moved.index(), row) };
        }
        self.store.live -= 1;
        fields
    }

    /// Forgets that there are rows and drops them, for the dense layout.
    pub(crate) fn drop_rows(&mut self) {
        assert!(Self::KIND == LayoutKind::Dense, "a hole holds the defaults");
        let rows = core::mem::take(&mut self.store.live) as usize;
        // SAFETY: by invariants 1 and 3 of `Store`; the rows are forgotten already.
        unsafe { drop_rows(Typed::<S>::FIELDS, self.store.base(), 0..rows) };
    }
}

/// A fresh slot behind the last one, for which there is memory.
///
/// # Invariants
///
/// 1. The store has fewer slots than capacity.
pub(crate) struct Room<'s, S: Shape> {
    pub(super) typed: &'s mut Typed<S>,
}

impl<S: Shape> Room<'_, S> {
    /// Makes the slot live and gives it a row.
    #[inline]
    pub(crate) fn fill(self, id: HandleOf<S>, fields: FieldsOf<S>) {
        let (base, slot) = (self.typed.store.base(), self.typed.store.slots());
        let row = self.typed.store.rows() as usize;
        // SAFETY: by invariant 1 of `Store` and of `Room`; the rows are at most the slots.
        unsafe { write(Typed::<S>::FIELDS, base, row, fields) };
        // SAFETY: by invariant 1 of `Store` and of `Room`; the rows are at most the slots.
        unsafe { write_tables::<S>(base, row, id) };
        debug_assert_eq!(slot, id.index(), "the handle is that of the fresh slot");
        self.typed.store.block.used += 1;
        self.typed.store.live += 1;
        self.typed.go_on_to_next_word();
    }
}

/// Makes the slots of the rows that were written when it is dropped, also by a panic.
///
/// # Invariants
///
/// 1. After the last row of the store the fields of so many rows are written, and
///    there is room for as many slots.
struct Appended<'s, S: Shape> {
    typed: &'s mut Typed<S>,
    rows: u32,
}

impl<S: Shape> Drop for Appended<'_, S> {
    fn drop(&mut self) {
        let Appended { typed, rows } = self;
        let (base, first) = (typed.store.base(), typed.store.rows() as usize);
        let slots = typed.store.slots()..typed.store.slots() + *rows;
        for (slot, row) in slots.clone().zip(first..) {
            let id = HandleOf::<S>::assemble(slot, HandleOf::<S>::FIRST_GENERATION);
            // SAFETY: by invariant 1 of `Store` and of `Appended`.
            unsafe { write_tables::<S>(base, row, id) };
        }
        if let Some(holes) = typed.holes() {
            // SAFETY: by invariant 1 of `Appended` there is room for the slots.
            unsafe { holes.begin(slots) };
        }
        typed.store.block.used += *rows;
        typed.store.live += *rows;
        typed.go_on_to_next_word();
    }
}

/// Writes the fresh slot of `id`, whose row is `row`.
///
/// # Safety
///
/// `base` is the block of a store of `T` with shape `S`; the slot of `id` and
/// `row` are below its capacity.
#[inline(always)]
unsafe fn write_tables<S: Shape>(base: Base, row: usize, id: HandleOf<S>) {
    let slot = id.index();
    debug_assert!(
        (slot as usize) < base.capacity,
        "there is room for slot {slot}"
    );
    // SAFETY: by this function's contract.
    unsafe { write(Typed::<S>::WORDS, base, slot as usize, One(id.to_bits())) };
    // SAFETY: by this function's contract.
    unsafe { write_id_of::<S>(base, row, id) };
    // SAFETY: by this function's contract.
    unsafe { write_row_of::<S>(base, slot, row) };
}

/// Writes which row a slot has, if the layout keeps that.
///
/// # Safety
///
/// `base` is the block of a store of `T` with shape `S`, and `slot` is below its capacity.
#[inline(always)]
#[expect(
    clippy::cast_possible_truncation,
    reason = "the rows are counted in u32"
)]
pub(super) unsafe fn write_row_of<S: Shape>(base: Base, slot: u32, row: usize) {
    debug_assert!(
        (slot as usize) < base.capacity,
        "slot {slot} is outside the block"
    );
    // SAFETY: by this function's contract.
    unsafe {
        write(
            Typed::<S>::ROW_OF,
            base,
            slot as usize,
            LayoutOf::<S>::row_of_entry(row as u32),
        );
    };
}

/// Writes which id a row has, if the layout keeps that.
///
/// # Safety
///
/// `base` is the block of a store of `T` with shape `S`, and `row` is below its capacity.
#[inline(always)]
unsafe fn write_id_of<S: Shape>(base: Base, row: usize, id: HandleOf<S>) {
    debug_assert!(row < base.capacity, "row {row} is outside the block");
    // SAFETY: by this function's contract.
    unsafe {
        write(
            Typed::<S>::IDS,
            base,
            row,
            LayoutOf::<S>::id_of_entry(id.to_bits()),
        );
    };
}
