//! The tables of a store, borrowed: from ids to rows, and from rows to ids.

use core::ptr;

use super::typed::{IdOf, RowOf};
use super::{Store, Typed};
use crate::handle::AnyHandle;
use crate::ids::{Entries as _, Layout, Names, Table};
use crate::memory::{ColumnsRef, hole_bits, lend};
use crate::record::{HandleOf, IdAllocator, LayoutOf, LiveRows, NamesOf, Shape};
use crate::slot_table;
use crate::ticks::Tick;

impl<S: Shape> Typed<S> {
    /// Borrows the tables in which ids are looked up.
    #[inline(always)]
    pub(crate) fn table(&self) -> Table<'_, HandleOf<S>, LayoutOf<S>> {
        let (base, slots) = (self.store.base(), self.store.slots() as usize);
        // SAFETY: by invariants 1 and 2 of `Store` there are these values, which are borrowed as
        // long as the store.
        let (words, row_of) = unsafe {
            (
                lend::<ColumnsRef, _, _>(Self::WORDS, base, slots),
                lend::<ColumnsRef, _, _>(Self::ROW_OF, base, slots),
            )
        };
        let row_of = RowOf::<S>::all(row_of).unwrap_or_default();
        Table::of_store(&self.store.core, words, row_of)
    }

    /// Borrows the ids of all rows.
    #[inline(always)]
    pub(crate) fn names(&self) -> NamesOf<'_, S::Record> {
        // SAFETY: the tables are borrowed as long as the store.
        unsafe { self.names_for() }
    }

    /// Borrows the ids of all rows for `'a`.
    ///
    /// # Safety
    ///
    /// For `'a` nothing writes to the tables.
    #[inline(always)]
    unsafe fn names_for<'a>(&self) -> NamesOf<'a, S::Record> {
        let (base, rows) = (self.store.base(), self.store.rows());
        // SAFETY: by invariants 1 to 3 and 5 of `Store` there are these values, and by this
        // function's contract nothing writes to them. The rows are at most the slots.
        let (words, ids, holes) = unsafe {
            (
                lend::<ColumnsRef, _, _>(Self::WORDS, base, rows as usize),
                lend::<ColumnsRef, _, _>(Self::IDS, base, rows as usize),
                hole_bits(base, Self::ROW, rows),
            )
        };
        let ids = IdOf::<S>::all(ids).unwrap_or(words);
        Names::new(ids, holes, self.store.live())
    }
}

impl<S: Shape> Typed<S> {
    /// Borrows the tables of the rows, which lead from ids to rows and back.
    #[inline(always)]
    pub(crate) fn live_rows(&self) -> LiveRows<'_, S::Record> {
        LiveRows::of_table(self.table())
    }
}

impl<H: AnyHandle, L: Layout> Table<'_, H, L> {
    /// Returns the row of a live id, which is below the number of rows.
    #[expect(clippy::question_mark, reason = "`?` is two calls in a debug build")]
    #[inline(always)]
    pub(crate) fn row_of(&self, id: H) -> Option<usize> {
        let Some(slot) = slot_table::find(self.words(), id) else {
            return None;
        };
        // With `Dense`, the row of a live slot is one of the rows by invariant 4 of `Store`. With
        // `Slots` the rows are the slots.
        let row = if L::DENSE {
            // SAFETY: by invariants 1 and 2 of `Table`; `find` returns one of the slots.
            unsafe { *self.row_table().first.add(slot).as_ptr() as usize }
        } else {
            slot
        };
        debug_assert!(row < self.row_count(), "a live slot has a row");
        Some(row)
    }

    /// Returns the row of a slot, or `None` if the slot is not live.
    #[cfg(feature = "serde")]
    #[inline]
    pub(crate) fn row_of_slot(&self, slot: u32) -> Option<usize> {
        self.row_of(self.id_of_slot(slot)?)
    }
}

impl<'a, T: IdAllocator> LiveRows<'a, T> {
    /// Returns the store of the tables.
    #[inline]
    fn store(&self) -> &Store<T> {
        // SAFETY: by invariant 1 of `Table`, whose ids and layout are those of `T`, it is the core
        // of a store of `T`, which is transparent. It is borrowed shared in both types.
        unsafe { &*ptr::from_ref(self.table().core()).cast::<Store<T>>() }
    }

    /// Borrows the ids of all rows.
    #[inline(always)]
    pub(crate) fn names(&self) -> NamesOf<'a, T> {
        // SAFETY: by invariant 2 of `Table` nothing writes to the tables for `'a`.
        unsafe { self.store().typed().names_for() }
    }

    /// Returns the stamp that is exceeded by what was written after `tick` ended.
    pub(crate) fn threshold(&self, tick: Tick) -> Option<u32> {
        self.table().core().clock.threshold(tick)
    }

    /// Returns whether both are of the same hub, or of two hubs without slots.
    #[inline]
    pub(crate) fn is_of_the_hub_of(&self, other: &Self) -> bool {
        let (own, other) = (self.table(), other.table());
        ptr::eq(own.core(), other.core()) || (own.slot_count() == 0 && other.slot_count() == 0)
    }
}
