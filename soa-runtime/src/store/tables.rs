//! The tables of a store, borrowed: what ids are looked up in while columns are lent.

use core::marker::PhantomData;
use core::ptr;

use super::{Store, Typed};
use crate::handle::AnyHandle;
use crate::ids::{Core, Layout, Lookup};
use crate::memory::Word as _;
use crate::memory::{ColumnsRef, Start, lend};
use crate::record::{IdAllocator, KeysOf, LayoutOf, Rows, Shape};

impl<S: Shape> Typed<S> {
    /// Borrows what ids are looked up in.
    #[inline(always)]
    pub(super) fn lookup(&self) -> Rows<'_, S::Record> {
        let (base, slots) = (self.store.base(), self.store.slots());
        // SAFETY: by invariants 1 and 2 of `Store` there are these values, which are borrowed as
        // long as the store.
        let (words, row_of) = unsafe {
            (
                lend::<ColumnsRef, _, _>(Self::WORDS, base, slots as usize),
                lend::<ColumnsRef, _, _>(Self::ROW_OF, base, slots as usize),
            )
        };
        Rows::of_store(Lookup {
            core: &self.store.core,
            words: Start::of(words),
            row_of: Start::of(LayoutOf::<S>::row_table(words, row_of)),
            slots,
            rows: self.store.rows(),
            layout: PhantomData,
        })
    }
}

/// All tables of a store of `T`, borrowed for `'a`.
///
/// # Invariants
///
/// 1. `core` belongs to a store of `T`. For `'a` nothing writes to it or to its tables.
#[derive(Debug)]
pub struct Tables<'a, T: IdAllocator> {
    core: &'a Core,
    record: PhantomData<fn() -> T>,
}

impl<'a, T: IdAllocator> Tables<'a, T> {
    /// Returns the store.
    #[inline]
    fn store(&self) -> &Store<T> {
        // SAFETY: by invariant 1 of `Tables` it is the core of a store of `T`, which is transparent.
        // It is borrowed shared in both types.
        unsafe { &*ptr::from_ref(self.core).cast::<Store<T>>() }
    }

    /// Borrows the tables that resolve ids.
    #[inline(always)]
    pub(crate) fn keys(self) -> KeysOf<'a, T> {
        // SAFETY: by invariant 1 of `Tables` nothing writes to the tables for `'a`.
        unsafe { self.store().typed().keys_beside_rows() }
    }
}

impl<T: IdAllocator> Store<T> {
    /// Borrows all tables.
    #[inline(always)]
    pub(crate) fn tables(&self) -> Tables<'_, T> {
        Tables {
            core: &self.core,
            record: PhantomData,
        }
    }
}

impl<'a, T: IdAllocator> Rows<'a, T> {
    /// Borrows all tables.
    #[inline(always)]
    pub(crate) fn tables(&self) -> Tables<'a, T> {
        Tables {
            core: self.lookup().core,
            record: PhantomData,
        }
    }

    /// Borrows the tables that resolve ids.
    #[inline(always)]
    pub(crate) fn keys(&self) -> KeysOf<'a, T> {
        self.tables().keys()
    }

    /// Returns the number of rows, live or not.
    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.lookup().rows as usize
    }

    /// Returns the row of a live id. It is below the number of rows.
    #[inline(always)]
    pub(crate) fn find(&self, id: T::Id) -> Option<usize> {
        let slot = id.index();
        if slot >= self.lookup().slots {
            return None;
        }
        let slot = slot as usize;
        // SAFETY: by invariants 1 and 2 of `Lookup`; checked above: it is one of the slots.
        let word = unsafe { *self.lookup().words.first.add(slot).as_ptr() };
        if word.widen() != id.to_bits().widen() {
            return None;
        }
        // With `Dense`, the row of a live slot is one of the rows by invariant 4 of `Store`. With
        // `Slots` the rows are the slots.
        let row = if T::Layout::DENSE {
            // SAFETY: by invariants 1 and 2 of `Lookup`; checked above: it is one of the slots.
            unsafe { *self.lookup().row_of.first.add(slot).as_ptr() as usize }
        } else {
            slot
        };
        debug_assert!(row < self.lookup().rows as usize, "a live slot has a row");
        Some(row)
    }

    /// Returns whether both are of the same hub, or of two hubs without slots.
    #[inline]
    pub(crate) fn is_of_the_hub_of(&self, other: &Self) -> bool {
        let (mine, other) = (self.lookup(), other.lookup());
        ptr::eq(mine.core, other.core) || (mine.slots == 0 && other.slots == 0)
    }
}
