//! Iterators over the slots and rows that changed after a tick.

use core::fmt;
use core::iter::FusedIterator;

use crate::handle::AnyHandle;
use crate::ids::Layout;
use crate::record::{IdAllocator, KeysOf, Row, TrackedRecord};
use crate::store::{RowChanges, Store};
use crate::ticks::{ChangedPositions, Changes, ROWS_PER_BLOCK, Tick};

/// An iterator over the slots that changed hands after a tick, in ascending order; see
/// [`Hub::slots_changed_since`](crate::Hub::slots_changed_since).
///
/// # Examples
///
/// ```
/// use soa_runtime::iter::ChangedSlots;
/// # use soa_runtime::{IdAllocator, Tick};
/// # #[derive(IdAllocator)]
/// # #[soa(tracked)]
/// # struct Unit { hp: u32 }
///
/// /// Returns the number of rows that a copy lacks or has too many of.
/// fn made_and_freed(slots: ChangedSlots<'_, Unit>) -> (usize, usize) {
///     let (made, freed): (Vec<_>, Vec<_>) = slots.partition(|(_, id)| id.is_some());
///     (made.len(), freed.len())
/// }
///
/// let mut units = UnitHub::new();
/// let ids = units.alloc_many(3);
/// units.dealloc(ids[1]);
/// assert_eq!(made_and_freed(units.slots_changed_since(Tick::START)), (2, 1));
/// ```
#[must_use = "iterators are lazy and do nothing unless consumed"]
pub struct ChangedSlots<'a, T: IdAllocator> {
    keys: KeysOf<'a, T>,
    slots: ChangedPositions<'a>,
}

/// An iterator over the rows that changed after a tick, in the order of the rows; see
/// [`Hub::rows_changed_since`](crate::Hub::rows_changed_since).
///
/// # Examples
///
/// ```
/// use soa_runtime::iter::ChangedRows;
/// # use soa_runtime::{IdAllocator, Tick};
/// # #[derive(IdAllocator)]
/// # #[soa(tracked)]
/// # struct Unit { hp: u32 }
///
/// fn total(rows: ChangedRows<'_, Unit>) -> u32 {
///     rows.map(|(_, row)| *row.hp).sum()
/// }
///
/// let mut units = UnitHub::from(vec![Unit { hp: 3 }, Unit { hp: 4 }]);
/// let seen = units.advance();
/// units.insert(Unit { hp: 5 });
/// assert_eq!((total(units.rows_changed_since(Tick::START)), total(units.rows_changed_since(seen))), (12, 5));
/// ```
#[must_use = "iterators are lazy and do nothing unless consumed"]
pub struct ChangedRows<'a, T: IdAllocator> {
    keys: KeysOf<'a, T>,
    rows: RowChanges<'a, T>,
    slots: Changes<'a>,
    /// Whether a row may have changed without a stamp of its own: its id is another one.
    renewed: bool,
    /// The block that is looked at next.
    block: usize,
    /// The first row that `bits` is about.
    first: usize,
    /// The rows from `first` on that changed and were not returned yet.
    bits: u64,
}

impl<'a, T: TrackedRecord> ChangedSlots<'a, T> {
    pub(crate) fn new(store: &'a Store<T>, tick: Tick) -> Self {
        ChangedSlots {
            keys: store.typed().keys(),
            slots: store.typed().changed_slots(tick).iter(),
        }
    }
}

impl<T: IdAllocator> Iterator for ChangedSlots<'_, T> {
    type Item = (u32, Option<T::Id>);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let slot = u32::try_from(self.slots.next()?).ok()?;
        Some((slot, self.keys.id_of_slot(slot)))
    }
}

impl<'a, T: TrackedRecord> ChangedRows<'a, T> {
    pub(crate) fn new(store: &'a Store<T>, tick: Tick) -> Self {
        let (keys, slots) = (store.typed().keys(), store.typed().changed_slots(tick));
        let rows = store.typed().changed_rows(tick);
        ChangedRows {
            renewed: has_renewed(&keys, &rows, slots),
            keys,
            rows,
            slots,
            block: 0,
            first: 0,
            bits: 0,
        }
    }
}

/// Returns whether a row of the dense layout changed because it has another id, and has no
/// stamp of that. Every other change of a slot that has a row stamps the row, too.
fn has_renewed<T: TrackedRecord>(
    keys: &KeysOf<'_, T>,
    rows: &RowChanges<'_, T>,
    slots: Changes<'_>,
) -> bool {
    // If all slots changed, so did all rows, because both are stamped as a whole at once.
    if !T::Layout::DENSE || slots.are_all() {
        return false;
    }
    slots.iter().any(|slot| {
        let id = u32::try_from(slot)
            .ok()
            .and_then(|slot| keys.id_of_slot(slot));
        let row = id.and_then(|id| keys.row_of(id));
        row.is_some_and(|row| !rows.contains(row))
    })
}

impl<T: IdAllocator> ChangedRows<'_, T> {
    /// Returns the next block of rows that may have a changed one.
    #[inline]
    fn next_block(&self) -> Option<usize> {
        let of_rows = self.rows.next_block(self.block);
        if !T::Layout::DENSE {
            return match (of_rows, self.slots.next_block(self.block)) {
                (Some(row), Some(slot)) => Some(row.min(slot)),
                (row, slot) => row.or(slot),
            };
        }
        if self.renewed {
            (self.block * ROWS_PER_BLOCK < self.keys.rows()).then_some(self.block)
        } else {
            of_rows
        }
    }

    /// Returns the live rows of a block that changed, as bits.
    #[inline]
    fn changed(&self, block: usize) -> u64 {
        let first = block * ROWS_PER_BLOCK;
        let (live, mut bits) = (self.keys.live_mask(first), self.rows.bits(block));
        if !T::Layout::DENSE {
            bits |= self.slots.bits(block);
        } else if self.renewed {
            bits |= self.in_changed_slots(first, live & !bits);
        }
        bits & live
    }

    /// Returns which of these rows from `first` on are in a slot that changed hands.
    fn in_changed_slots(&self, first: usize, mut rows: u64) -> u64 {
        let mut found = 0;
        while rows != 0 {
            let slot = self
                .keys
                .id_of(first + rows.trailing_zeros() as usize)
                .index();
            let bit = rows & rows.wrapping_neg();
            found |= if self.slots.contains(slot as usize) {
                bit
            } else {
                0
            };
            rows &= rows - 1;
        }
        found
    }
}

impl<'a, T: IdAllocator> Iterator for ChangedRows<'a, T> {
    type Item = (T::Id, Row<'a, T>);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        while self.bits == 0 {
            let Some(block) = self.next_block() else {
                self.block = usize::MAX / ROWS_PER_BLOCK;
                return None;
            };
            self.bits = self.changed(block);
            self.first = block * ROWS_PER_BLOCK;
            self.block = block + 1;
        }
        let row = self.first + self.bits.trailing_zeros() as usize;
        self.bits &= self.bits - 1;
        Some((self.keys.id_of(row), self.rows.rows().lend(row)))
    }
}

impl<T: IdAllocator> FusedIterator for ChangedSlots<'_, T> {}
impl<T: IdAllocator> FusedIterator for ChangedRows<'_, T> {}

impl<T: IdAllocator> Clone for ChangedSlots<'_, T> {
    fn clone(&self) -> Self {
        ChangedSlots {
            keys: self.keys,
            slots: self.slots.clone(),
        }
    }
}

impl<T: IdAllocator> Clone for ChangedRows<'_, T> {
    fn clone(&self) -> Self {
        ChangedRows { ..*self }
    }
}

impl<T: IdAllocator> fmt::Debug for ChangedSlots<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}

impl<T: IdAllocator> fmt::Debug for ChangedRows<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ChangedRows")
            .field("rows", &self.keys.rows())
            .finish_non_exhaustive()
    }
}
