//! Writing rows and moving them out.

use core::ops::ControlFlow;

use super::{
    Facts, Fields, FieldsAt, FieldsOf, IdOfAt, Layout, LayoutKind, One, RowOfAt, Store, WordsAt,
    outside,
};
use crate::error::AllocError;
use crate::handle::AnyHandle;
use crate::memory::{Base, CloneFields};
use crate::record::{IdAllocator, Shape, ShapeOf};
use crate::slot_table::{self, NextSlot};

/// The ids of the record of `S`.
type HandleOf<S> = <<S as Facts>::Record as IdAllocator>::Id;

impl<T: IdAllocator> Store<T> {
    /// A fresh slot, for which there is memory.
    ///
    /// # Errors
    ///
    /// [`AllocError::OutOfMemory`]; that there is an index for it was asked of
    /// [`Store::next_slot`].
    #[inline]
    pub(crate) fn room<S: Shape<Record = T>>(
        &mut self,
        shape: ShapeOf<S>,
    ) -> Result<Room<'_, T>, AllocError> {
        if self.slots() >= self.capacity() {
            self.grow(shape, self.slots() + 1)?;
        }
        Ok(Room { store: self })
    }

    /// Makes rows of records on fresh slots, as long as there is memory for
    /// more and an index; returns how many. For the caller who knows that fresh
    /// slots come next.
    #[inline]
    pub(crate) fn append_all<S: Shape<Record = T>>(
        &mut self,
        shape: ShapeOf<S>,
        records: &mut impl Iterator<Item = T>,
    ) -> u32 {
        let (base, slots, first) = (self.base(), self.slots(), self.rows() as usize);
        let room = self.capacity().min(T::Id::LIMIT) - slots;
        if room == 0 {
            return 0;
        }
        let mut appended = Appended::<S> {
            store: self,
            rows: 0,
            shape,
        };
        let _ = records.try_for_each(|record| {
            assert!(appended.rows < room, "the walk goes on behind its end");
            let row = first + appended.rows as usize;
            // SAFETY: by invariant 1 of `Store`; checked above: there is room
            // for the slot, and the rows are at most the slots.
            unsafe { S::split(record).write::<FieldsAt<S>>(base, row) };
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
    pub(crate) fn append_clones<S>(&mut self, shape: ShapeOf<S>, source: &Self) -> Option<u32>
    where
        S: Shape<Record = T, Fields: CloneFields>,
    {
        let (slots, rows) = (self.slots(), source.rows());
        let fresh = matches!(self.next_slot(), Ok(NextSlot::Fresh(_)));
        let room = self.capacity().min(T::Id::LIMIT) - slots;
        if !fresh || rows > source.live() || rows > room {
            return None;
        }
        let (from, to, first) = (source.base(), self.base(), self.rows() as usize);
        // SAFETY: by invariants 1 and 3 of `Store` for the source; checked above: there
        // is room for its rows after the rows here, which are at most the slots.
        unsafe { FieldsOf::<S>::clone_rows::<FieldsAt<S>>(from, to, first, rows as usize) };
        drop(Appended {
            store: self,
            rows,
            shape,
        });
        Some(slots)
    }

    /// Exchanges the fields of a row that is initialised.
    #[inline]
    pub(crate) fn replace<S: Shape<Record = T>>(
        &mut self,
        shape: ShapeOf<S>,
        row: usize,
        fields: FieldsOf<S>,
    ) -> FieldsOf<S> {
        if row >= self.rows() as usize {
            outside(row);
        }
        // SAFETY: by invariant 3 of `Store`; checked above: the row is initialised.
        unsafe { self.exchange(shape, row, fields) }
    }

    /// Exchanges the fields of a row.
    ///
    /// # Safety
    ///
    /// The row is initialised.
    #[inline(always)]
    pub(super) unsafe fn exchange<S: Shape<Record = T>>(
        &mut self,
        _: ShapeOf<S>,
        row: usize,
        fields: FieldsOf<S>,
    ) -> FieldsOf<S> {
        debug_assert!(row < self.rows() as usize, "row {row} is outside the hub");
        let base = self.base();
        // SAFETY: by invariant 1 of `Store` and this function's contract; the row
        // is written anew below.
        let old = unsafe { FieldsOf::<S>::read::<FieldsAt<S>>(base, row) };
        // SAFETY: by invariant 1 of `Store` and this function's contract: the row
        // is below the rows and so below the capacity.
        unsafe { fields.write::<FieldsAt<S>>(base, row) };
        old
    }

    /// Gives the row of a live id another id. `None` if the id is not live or no
    /// other generation is left; nothing has changed then.
    pub(crate) fn renew<S: Shape<Record = T>>(
        &mut self,
        shape: ShapeOf<S>,
        id: T::Id,
    ) -> Option<T::Id> {
        let row = self.row_of(shape, id)?;
        let renewed = slot_table::renew::<T::Id, T::Exhausted>(self.table(shape).0, id)?;
        // SAFETY: by invariant 1 of `Store`; a live id's row is below the rows
        // and so below the capacity.
        unsafe { write_id_of::<T, S>(self.base(), row, renewed) };
        Some(renewed)
    }

    /// Appends the row of a slot that has none yet, for the dense layout.
    #[inline]
    pub(crate) fn push_row<S: Shape<Record = T>>(
        &mut self,
        _: ShapeOf<S>,
        id: T::Id,
        fields: FieldsOf<S>,
    ) {
        let (base, slot) = (self.base(), id.index());
        assert!(T::Layout::KIND == LayoutKind::Dense, "a row has a slot");
        assert!(
            self.live < self.slots() && slot < self.slots(),
            "there is no free slot {slot}"
        );
        // SAFETY: by invariant 1 of `Store`; checked above: the row, behind the
        // last one, is below the slots and so below the capacity.
        unsafe { fields.write::<FieldsAt<S>>(base, self.live as usize) };
        // SAFETY: by invariant 1 of `Store`; checked above: the row is below the capacity.
        unsafe { write_id_of::<T, S>(base, self.live as usize, id) };
        // SAFETY: checked above: the slot is one of the slots.
        unsafe { write_row_of::<T, S>(base, slot, self.live as usize) };
        self.live += 1;
    }

    /// Moves a row out and the last row into its place, for the dense layout.
    #[inline]
    pub(crate) fn swap_remove<S: Shape<Record = T>>(
        &mut self,
        shape: ShapeOf<S>,
        row: usize,
    ) -> FieldsOf<S> {
        assert!(
            T::Layout::KIND == LayoutKind::Dense,
            "a row stays at its slot"
        );
        if row >= self.live as usize {
            outside(row);
        }
        let base = self.base();
        let last = self.live as usize - 1;
        let moved = self.keys(shape).id_at(last);
        // SAFETY: by invariants 1 and 3 of `Store`; checked above: the row is
        // initialised, and it is forgotten or written anew below.
        let fields = unsafe { FieldsOf::<S>::read::<FieldsAt<S>>(base, row) };
        if let Some(moved) = moved.filter(|_| row != last) {
            // SAFETY: both rows are below `live`; the last one is forgotten below.
            unsafe { FieldsOf::<S>::move_row::<FieldsAt<S>>(base, last, row) };
            // SAFETY: by invariant 1 of `Store`; checked above: the row is below `live`.
            unsafe { write_id_of::<T, S>(base, row, moved) };
            // SAFETY: the id of a row names one of the slots.
            unsafe { write_row_of::<T, S>(base, moved.index(), row) };
        }
        self.live -= 1;
        fields
    }

    /// Forgets that there are rows and drops them, for the dense layout.
    pub(crate) fn drop_rows<S: Shape<Record = T>>(&mut self, _: ShapeOf<S>) {
        assert!(
            T::Layout::KIND == LayoutKind::Dense,
            "a hole holds the defaults"
        );
        let rows = core::mem::take(&mut self.live) as usize;
        // SAFETY: by invariants 1 and 3 of `Store`; the rows are forgotten already.
        unsafe { FieldsOf::<S>::drop_rows::<FieldsAt<S>>(self.base(), 0..rows) };
    }
}

/// A fresh slot behind the last one, for which there is memory.
///
/// # Invariants
///
/// 1. The store has fewer slots than capacity.
pub(crate) struct Room<'s, T: IdAllocator> {
    pub(super) store: &'s mut Store<T>,
}

impl<T: IdAllocator> Room<'_, T> {
    /// Makes the slot live and gives it a row.
    #[inline]
    pub(crate) fn fill<S: Shape<Record = T>>(
        self,
        shape: ShapeOf<S>,
        id: T::Id,
        fields: FieldsOf<S>,
    ) {
        let (base, slot) = (self.store.base(), self.store.slots());
        let row = self.store.rows() as usize;
        // SAFETY: by invariant 1 of `Store` and of `Room`; the rows are at most the slots.
        unsafe { fields.write::<FieldsAt<S>>(base, row) };
        // SAFETY: by invariant 1 of `Store` and of `Room`; the rows are at most the slots.
        unsafe { write_tables::<T, S>(base, row, id) };
        debug_assert_eq!(slot, id.index(), "the handle is that of the fresh slot");
        self.store.block.used += 1;
        self.store.live += 1;
        self.store.go_on_to_next_word(shape);
    }
}

/// Makes the slots of the rows that were written when it is dropped, also by a panic.
///
/// # Invariants
///
/// 1. After the last row of the store the fields of so many rows are written, and
///    there is room for as many slots.
struct Appended<'s, S: Shape> {
    store: &'s mut Store<S::Record>,
    rows: u32,
    shape: ShapeOf<S>,
}

impl<S: Shape> Drop for Appended<'_, S> {
    fn drop(&mut self) {
        let Appended { store, rows, shape } = self;
        let (base, first) = (store.base(), store.rows() as usize);
        let slots = store.slots()..store.slots() + *rows;
        for (slot, row) in slots.clone().zip(first..) {
            let id = HandleOf::<S>::assemble(slot, HandleOf::<S>::FIRST_GENERATION);
            // SAFETY: by invariant 1 of `Store` and of `Appended`.
            unsafe { write_tables::<S::Record, S>(base, row, id) };
        }
        if let Some(holes) = store.holes(*shape) {
            // SAFETY: by invariant 1 of `Appended` there is room for the slots.
            unsafe { holes.begin(slots) };
        }
        store.block.used += *rows;
        store.live += *rows;
        store.go_on_to_next_word(*shape);
    }
}

/// Writes the fresh slot of `id`, whose row is `row`.
///
/// # Safety
///
/// `base` is the block of a store of `T` with shape `S`; the slot of `id` and
/// `row` are below its capacity.
#[inline(always)]
unsafe fn write_tables<T: IdAllocator, S: Shape<Record = T>>(base: Base, row: usize, id: T::Id) {
    let slot = id.index();
    debug_assert!(
        (slot as usize) < base.capacity,
        "there is room for slot {slot}"
    );
    // SAFETY: by this function's contract.
    unsafe { One(id.to_bits()).write::<WordsAt<S>>(base, slot as usize) };
    // SAFETY: by this function's contract.
    unsafe { write_id_of::<T, S>(base, row, id) };
    // SAFETY: by this function's contract.
    unsafe { write_row_of::<T, S>(base, slot, row) };
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
pub(super) unsafe fn write_row_of<T: IdAllocator, S: Shape<Record = T>>(
    base: Base,
    slot: u32,
    row: usize,
) {
    debug_assert!(
        (slot as usize) < base.capacity,
        "slot {slot} is outside the block"
    );
    // SAFETY: by this function's contract.
    unsafe { T::Layout::row_of_entry(row as u32).write::<RowOfAt<S>>(base, slot as usize) };
}

/// Writes which id a row has, if the layout keeps that.
///
/// # Safety
///
/// `base` is the block of a store of `T` with shape `S`, and `row` is below its capacity.
#[inline(always)]
unsafe fn write_id_of<T: IdAllocator, S: Shape<Record = T>>(base: Base, row: usize, id: T::Id) {
    debug_assert!(row < base.capacity, "row {row} is outside the block");
    // SAFETY: by this function's contract.
    unsafe { T::Layout::id_of_entry(id.to_bits()).write::<IdOfAt<S>>(base, row) };
}
