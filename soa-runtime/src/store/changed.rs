//! Which slots changed hands, and which rows changed, after a tick.

use super::typed::{OfRows, RowsStart, SlotStampOf};
use super::{Store, Typed};
use crate::memory::{self, Since, Written, lend};
use crate::record::{IdAllocator, Shape, Stamp, TrackedRecord};
use crate::ticks::{Changes, Stamped, Tick};

/// The rows of a store that changed after a tick. Asked for by blocks of rows.
pub(crate) struct RowChanges<'a, T: IdAllocator> {
    store: &'a Store<T>,
    threshold: Option<u32>,
    written: Written,
}

impl<S: Shape<Record: TrackedRecord>> Typed<S> {
    /// Returns the slots that changed hands after `tick` ended.
    ///
    /// A slot changes hands when a row is made or replaced in it, when its row is freed or
    /// detached or gets another id, and when an id without a row is issued or freed. All
    /// slots changed if the store was filled from another one.
    pub(crate) fn changed_slots(&self, tick: Tick) -> Changes<'_> {
        let Some(changes) = self.recorded_slots(tick) else {
            unreachable!("the slots of a tracked record have stamps");
        };
        changes
    }
}

impl<S: Shape> Typed<S> {
    /// Returns the slots that changed hands after `tick` ended, if the store records that.
    pub(crate) fn recorded_slots(&self, tick: Tick) -> Option<Changes<'_>> {
        let (base, slots) = (self.store.base(), self.store.slots() as usize);
        // SAFETY: by invariants 1 and 7 of `Store`; the slots are inside the block.
        let lent = unsafe { lend::<memory::ColumnsRef, _, _>(Self::SLOT_STAMPS, base, slots) };
        Some(SlotStampOf::<S>::stamps(lent)?.since(self.store.core.clock.threshold(tick)))
    }

    /// Returns the rows that changed after `tick` ended: those that were written in a
    /// tracked column, and, if no column is tracked, those that moved, too.
    pub(crate) fn changed_rows(&self, tick: Tick) -> RowChanges<'_, S::Record> {
        self.rows_written(tick, Written::InAny)
    }

    /// Returns the rows of a dense store that were made or may have moved after `tick` ended. A
    /// row that moves is stamped in each tracked column.
    #[cfg(feature = "serde")]
    pub(crate) fn moved_rows(&self, tick: Tick) -> RowChanges<'_, S::Record> {
        self.rows_written(tick, Written::InEach)
    }

    fn rows_written(&self, tick: Tick, written: Written) -> RowChanges<'_, S::Record> {
        RowChanges {
            store: &self.store,
            threshold: self.store.core.clock.threshold(tick),
            written,
        }
    }

    /// Returns the stamps of the rows.
    #[inline]
    fn since(
        &self,
        threshold: Option<u32>,
        written: Written,
    ) -> Since<'_, RowsStart<S>, OfRows<S>> {
        let rows = (self.store.base(), self.store.rows() as usize);
        // SAFETY: by invariants 1 and 3 of `Store` the block has the rows, which are borrowed
        // shared.
        unsafe { Since::new(Self::ROWS, rows, threshold, written) }
    }
}

impl<T: IdAllocator> Stamped for RowChanges<'_, T> {
    #[inline]
    fn blocks(&self, first: usize) -> Option<u64> {
        let since = self.store.typed().since(self.threshold, self.written);
        since.blocks(first)
    }

    #[inline]
    fn fetch(&self, block: usize) {
        let since = self.store.typed().since(self.threshold, self.written);
        since.fetch(block);
    }

    #[inline]
    fn rows_of(&self, block: usize) -> u32 {
        let since = self.store.typed().since(self.threshold, self.written);
        since.rows_of(block)
    }
}

copy!([T: IdAllocator] RowChanges<'_, T>);
