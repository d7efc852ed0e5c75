//! Appending many rows on new slots.

use core::mem::ManuallyDrop;
use core::ops::ControlFlow;
use core::ptr::NonNull;

use super::change::{move_record_of, write_tables};
use super::{Store, Typed};
use crate::handle::AnyHandle;
use crate::memory::{CloneFields, Way, clone_rows, lend_stamps};
use crate::record::{HandleOf, Shape};

impl<S: Shape> Typed<S> {
    /// Appends records on new slots while memory and indices are left, and returns
    /// the number of rows appended. The caller has checked that the next slots are
    /// new ones.
    #[inline]
    pub(crate) fn append_all(&mut self, records: &mut impl Iterator<Item = S::Record>) -> u32 {
        let (base, slots) = (self.store.base(), self.store.slots());
        let first = self.store.rows() as usize;
        let room = self.store.capacity().min(HandleOf::<S>::LIMIT) - slots;
        if room == 0 {
            return 0;
        }
        let mut appended = Appended::<S> {
            typed: self,
            rows: 0,
        };
        let _ = records.try_for_each(|record| {
            assert!(appended.rows < room, "the walk goes on past its end");
            let row = first + appended.rows as usize;
            let mut record = ManuallyDrop::new(record);
            // SAFETY: by invariant 1 of `Store`; checked above: there is capacity
            // for the slot, and there are at most as many rows as slots. The record is not used
            // again.
            unsafe { move_record_of::<S>(base, row, NonNull::from(&mut *record), Way::In) };
            appended.rows += 1;
            if appended.rows < room {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        });
        appended.rows
    }

    /// Makes rows of clones of all rows of `source` on fresh slots, and returns the first
    /// slot.
    ///
    /// Returns `None`, and nothing has changed, if `source` has holes, if there is no memory
    /// for all rows, or if the next ids take free slots. If a clone panics, nothing has changed.
    pub(crate) fn append_clones(&mut self, source: &Store<S::Record>) -> Option<u32>
    where
        S::Fields: CloneFields,
    {
        let (slots, rows) = (self.store.slots(), source.rows());
        let room = self.store.capacity().min(HandleOf::<S>::LIMIT) - slots;
        if self.store.fresh_slot().is_none() || rows > source.live() || rows > room {
            return None;
        }
        let (from, to) = (source.base(), self.store.base());
        let first = self.store.rows() as usize;
        // SAFETY: by invariants 1 and 3 of `Store` for the source; checked above: there is room
        // for its rows after the rows here, which are at most the slots. The store is borrowed
        // mutably. By invariant 7 all stamps are initialised.
        unsafe {
            clone_rows(Self::FIELDS, from, to, first, rows as usize);
            let end = first + rows as usize;
            lend_stamps(Self::FIELDS, to, end, |mut all| all.stamp_rows(first..end));
        }
        drop(Appended { typed: self, rows });
        Some(slots)
    }
}

/// Creates the slots of the written rows when it is dropped, also by a panic.
///
/// # Invariants
///
/// 1. After the last row of the store the fields of `rows` rows are written, and
///    there is capacity for the same number of slots.
struct Appended<'s, S: Shape> {
    typed: &'s mut Typed<S>,
    rows: u32,
}

impl<S: Shape> Drop for Appended<'_, S> {
    fn drop(&mut self) {
        let Appended { typed, rows } = self;
        let (base, first) = (typed.store.base(), typed.store.rows() as usize);
        let (generation, tag) = (HandleOf::<S>::FIRST_GENERATION, typed.tag());
        let slots = typed.store.slots()..typed.store.slots() + *rows;
        for (slot, row) in slots.zip(first..) {
            let id = HandleOf::<S>::assemble_tagged(slot, generation, tag);
            // SAFETY: by invariant 1 of `Store` and of `Appended`.
            unsafe { write_tables::<S>(base, slot, row, id) };
        }
        typed.store.core.block.used += *rows;
        typed.store.core.live += *rows;
    }
}
