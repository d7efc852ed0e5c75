//! Iterators over the slots and rows that changed after a tick.

use core::fmt;
use core::iter::FusedIterator;

use crate::handle::AnyHandle;
use crate::ids::Layout;
use crate::record::{IdAllocator, NamesOf, Row, TableOf, TrackedRecord};
use crate::store::{RowChanges, Store};
use crate::ticks::{ChangedPositions, Changes, Found, ROWS_PER_WORD, Stamped, Tick};

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
    table: TableOf<'a, T>,
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
    names: NamesOf<'a, T>,
    changes: RowsAndSlots<'a, T>,
    /// The words of rows with a change, if the stamps report all changes.
    found: Found,
    /// The rows that have other ids.
    renewed: Renewed<'a>,
    /// The word of rows that is looked at next, if not all changes are in the stamps.
    word: usize,
    /// The first row that `bits` is about.
    first: usize,
    /// The rows from `first` on that changed and were not returned yet.
    bits: u64,
}

/// The changed rows of a hub. In the slots layout a slot is a row. With dense rows each row has stamps
/// of its own, which record all but another id.
pub(super) struct RowsAndSlots<'a, T: IdAllocator> {
    rows: RowChanges<'a, T>,
    slots: Option<Changes<'a>>,
}

/// The slots of dense rows that have other ids. No stamp of a row records that: it would
/// report values as written that are not. Every other change of a slot that has a row stamps
/// the row, too.
#[derive(Clone, Copy)]
pub(super) struct Renewed<'a>(Option<Changes<'a>>);

impl<'a, T: TrackedRecord> ChangedSlots<'a, T> {
    pub(crate) fn new(store: &'a Store<T>, tick: Tick) -> Self {
        ChangedSlots {
            table: store.typed().table(),
            slots: ChangedPositions::new(store.typed().changed_slots(tick)),
        }
    }
}

impl<T: IdAllocator> Iterator for ChangedSlots<'_, T> {
    type Item = (u32, Option<T::Id>);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let slot = u32::try_from(self.slots.next()?).ok()?;
        Some((slot, self.table.id_of_slot(slot)))
    }
}

impl<'a, T: TrackedRecord> ChangedRows<'a, T> {
    pub(crate) fn new(store: &'a Store<T>, tick: Tick) -> Self {
        ChangedRows {
            names: store.typed().names(),
            changes: RowsAndSlots::new(store, tick),
            found: Found::new(),
            renewed: Renewed::new(store, tick),
            word: 0,
            first: 0,
            bits: 0,
        }
    }
}

impl<'a, T: IdAllocator> RowsAndSlots<'a, T> {
    pub(super) fn new(store: &'a Store<T>, tick: Tick) -> Self {
        let slots = store.typed().recorded_slots(tick);
        RowsAndSlots {
            rows: store.typed().changed_rows(tick),
            slots: slots.filter(|_| !T::Layout::DENSE),
        }
    }
}

impl<'a> Renewed<'a> {
    pub(super) fn new<T: IdAllocator>(store: &'a Store<T>, tick: Tick) -> Self {
        let slots = store.typed().recorded_slots(tick);
        // If all slots changed, so did all rows, because both are stamped as a whole at once.
        let has_renewed = |slots: &Changes<'_>| {
            T::Layout::DENSE && !slots.are_all() && store.typed().has_renewed(tick)
        };
        Renewed(slots.filter(has_renewed))
    }

    /// Returns the rows of a word whose slot changed hands, as bits, if a row got another id.
    /// Rows in `known` need not be looked at.
    #[inline]
    pub(super) fn bits<T: IdAllocator>(
        &self,
        names: &NamesOf<'_, T>,
        first: usize,
        known: u64,
    ) -> u64 {
        let Some(slots) = self.0 else { return 0 };
        let (mut rows, mut found) = (names.live_mask(first) & !known, 0);
        while rows != 0 {
            let row = rows.trailing_zeros();
            let slot = names.id_of(first + row as usize).index();
            found |= u64::from(slots.contains(slot as usize)) << row;
            rows &= rows - 1;
        }
        found
    }
}

impl<T: IdAllocator> Stamped for RowsAndSlots<'_, T> {
    #[inline]
    fn blocks(&self, first: usize) -> Option<u64> {
        let of_rows = self.rows.blocks(first);
        match self.slots.and_then(|slots| slots.blocks(first)) {
            Some(of_slots) => Some(of_rows.unwrap_or(0) | of_slots),
            None => of_rows,
        }
    }

    #[inline]
    fn fetch(&self, block: usize) {
        self.rows.fetch(block);
        if let Some(slots) = self.slots {
            slots.fetch(block);
        }
    }

    #[inline]
    fn rows_of(&self, block: usize) -> u32 {
        self.rows.rows_of(block) | self.slots.map_or(0, |slots| slots.rows_of(block))
    }
}

impl<T: IdAllocator> ChangedRows<'_, T> {
    /// Returns the first row of the next word that may have a changed row, and its changed
    /// rows as bits.
    #[inline]
    fn next_word(&mut self) -> Option<(usize, u64)> {
        if self.renewed.0.is_none() {
            let (first, bits) = self.found.next(&self.changes)?;
            return Some((first, bits & self.names.live_mask(first)));
        }
        let first = self.word * ROWS_PER_WORD;
        if first >= self.names.rows() {
            return None;
        }
        let bits = self.changes.bits(self.word);
        self.word += 1;
        let live = self.names.live_mask(first);
        Some((
            first,
            bits & live | self.renewed.bits::<T>(&self.names, first, bits),
        ))
    }
}

impl<'a, T: IdAllocator> Iterator for ChangedRows<'a, T> {
    type Item = (T::Id, Row<'a, T>);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        while self.bits == 0 {
            (self.first, self.bits) = self.next_word()?;
        }
        let row = self.first + self.bits.trailing_zeros() as usize;
        self.bits &= self.bits - 1;
        Some((self.names.id_of(row), self.changes.rows.rows().lend(row)))
    }
}

impl<T: IdAllocator> FusedIterator for ChangedSlots<'_, T> {}
impl<T: IdAllocator> FusedIterator for ChangedRows<'_, T> {}

impl<T: IdAllocator> Clone for ChangedSlots<'_, T> {
    fn clone(&self) -> Self {
        ChangedSlots {
            table: self.table,
            slots: self.slots.clone(),
        }
    }
}

impl<T: IdAllocator> Clone for ChangedRows<'_, T> {
    fn clone(&self) -> Self {
        ChangedRows {
            found: self.found.clone(),
            ..*self
        }
    }
}

copy!([T: IdAllocator] RowsAndSlots<'_, T>);

impl<T: IdAllocator> fmt::Debug for ChangedSlots<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}

impl<T: IdAllocator> fmt::Debug for ChangedRows<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ChangedRows")
            .field("rows", &self.names.rows())
            .finish_non_exhaustive()
    }
}
