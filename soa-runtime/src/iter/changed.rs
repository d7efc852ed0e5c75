//! Iterators over the slots and rows that changed after a tick.

use core::iter::FusedIterator;
use core::ops::Range;

use crate::handle::AnyHandle;
use crate::ids::Layout;
use crate::record::{IdAllocator, NamesOf, Row, TableOf, TrackedRecord};
use crate::store::{RowChanges, RowsRef, Store};
use crate::ticks::{Changes, Found, ROWS_PER_WORD, Stamped, Tick};

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
    changes: Changes<'a>,
    found: Found,
    /// The first slot that `bits` is about.
    first: usize,
    /// The slots from `first` on that changed hands and were not returned yet.
    bits: u64,
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
    rows: RowsRef<'a, T>,
    changes: RowsAndSlots<'a, T>,
    /// The words of rows with a change, if the stamps report all changes.
    found: Found,
    /// The word of rows that is looked at next, if not all changes are in the stamps.
    word: usize,
    /// The first row that `bits` is about.
    first: usize,
    /// The rows from `first` on that changed and were not returned yet.
    bits: u64,
}

/// The changed rows of a hub. In the slots layout a slot is a row. With dense rows each row has stamps
/// of its own, which record all but another id.
struct RowsAndSlots<'a, T: IdAllocator> {
    names: NamesOf<'a, T>,
    rows: RowChanges<'a, T>,
    /// With dense rows they are present only if a row got another id. Stamping the row would report
    /// values as written that were not. Every other change of a slot that has a row stamps the row,
    /// too.
    slots: Option<Changes<'a>>,
}

impl<'a, T: TrackedRecord> ChangedSlots<'a, T> {
    pub(crate) fn new(store: &'a Store<T>, tick: Tick) -> Self {
        ChangedSlots {
            table: store.typed().table(),
            changes: store.typed().changed_slots(tick),
            found: Found::new(),
            first: 0,
            bits: 0,
        }
    }
}

impl<T: IdAllocator> Iterator for ChangedSlots<'_, T> {
    type Item = (u32, Option<T::Id>);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        while self.bits == 0 {
            (self.first, self.bits) = self.found.next(&self.changes)?;
        }
        let slot = self.first + self.bits.trailing_zeros() as usize;
        self.bits &= self.bits - 1;
        let slot = u32::try_from(slot).ok()?;
        Some((slot, self.table.id_of_slot(slot)))
    }
}

impl<'a, T: TrackedRecord> ChangedRows<'a, T> {
    pub(crate) fn new(store: &'a Store<T>, tick: Tick) -> Self {
        ChangedRows {
            rows: store.typed().rows_ref().1,
            changes: RowsAndSlots::new(store, tick),
            found: Found::new(),
            word: 0,
            first: 0,
            bits: 0,
        }
    }
}

impl<'a, T: IdAllocator> RowsAndSlots<'a, T> {
    fn new(store: &'a Store<T>, tick: Tick) -> Self {
        let store = store.typed();
        let slots = store.recorded_slots(tick);
        // If all slots changed, so did all rows, because both are stamped as a whole at once.
        let add_changes = |slots: &Changes<'_>| {
            !T::Layout::DENSE || (!slots.are_all() && store.has_unstamped(tick))
        };
        RowsAndSlots {
            names: store.names(),
            rows: store.changed_rows(tick),
            slots: slots.filter(add_changes),
        }
    }

    /// Returns the slots, if each is the row with its number.
    #[inline]
    fn slots_as_rows(&self) -> Option<Changes<'a>> {
        self.slots.filter(|_| !T::Layout::DENSE)
    }

    /// Returns the slots of dense rows, if rows have other ids, which their stamps do not record.
    #[inline]
    fn slots_of_renewed(&self) -> Option<Changes<'a>> {
        self.slots.filter(|_| T::Layout::DENSE)
    }

    /// Returns the rows of a word that changed, as bits.
    #[inline]
    fn changed(&self, word: usize) -> u64 {
        let known = self.bits(word);
        let renewed = self.slots_of_renewed();
        known | renewed.map_or(0, |slots| self.renewed(slots, word * ROWS_PER_WORD, known))
    }

    /// Returns the rows of a word whose slot changed hands, as bits, without those in `known`.
    #[inline]
    fn renewed(&self, slots: Changes<'_>, first: usize, known: u64) -> u64 {
        let (mut rows, mut found) = (self.names.live_mask(first) & !known, 0);
        while rows != 0 {
            let row = rows.trailing_zeros();
            let slot = self.names.id_of(first + row as usize).index();
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
        match self.slots_as_rows().and_then(|slots| slots.blocks(first)) {
            Some(of_slots) => Some(of_rows.unwrap_or(0) | of_slots),
            None => of_rows,
        }
    }

    #[inline]
    fn fetch(&self, block: usize) {
        self.rows.fetch(block);
        if let Some(slots) = self.slots_as_rows() {
            slots.fetch(block);
        }
    }

    #[inline]
    fn rows_of(&self, block: usize) -> u32 {
        let slots = self.slots_as_rows();
        self.rows.rows_of(block) | slots.map_or(0, |slots| slots.rows_of(block))
    }
}

impl<T: IdAllocator> ChangedRows<'_, T> {
    /// Returns the first row of the next word that may have a changed row, and its changed
    /// rows as bits.
    #[inline]
    fn next_word(&mut self) -> Option<(usize, u64)> {
        let names = self.changes.names;
        if self.changes.slots_of_renewed().is_none() {
            let (first, bits) = self.found.next(&self.changes)?;
            return Some((first, bits & names.live_mask(first)));
        }
        let first = self.word * ROWS_PER_WORD;
        if first >= names.rows() {
            return None;
        }
        let bits = self.changes.changed(self.word);
        self.word += 1;
        Some((first, bits & names.live_mask(first)))
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
        Some((self.changes.names.id_of(row), self.rows.lend(row)))
    }
}

impl<T: IdAllocator> FusedIterator for ChangedSlots<'_, T> {}
impl<T: IdAllocator> FusedIterator for ChangedRows<'_, T> {}

impl<T: IdAllocator> Clone for ChangedSlots<'_, T> {
    fn clone(&self) -> Self {
        ChangedSlots {
            found: self.found.clone(),
            ..*self
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

debug_list!([T: IdAllocator] ChangedSlots<'_, T>);

debug_struct! {
    [T: IdAllocator] ChangedRows<'_, T>, "ChangedRows",
    iter => { rows: iter.changes.names.rows() } finish_non_exhaustive
}

/// An iterator over rows, 64 at a time, with those that are live and those that changed;
/// see [`inspect::row_masks`](crate::inspect::row_masks).
///
/// # Examples
///
/// ```
/// use soa_runtime::iter::RowMasks;
/// # use soa_runtime::{IdAllocator, Tick, inspect};
/// # #[derive(IdAllocator)]
/// # #[soa(tracked)]
/// # struct Unit { hp: u32 }
///
/// fn changed(masks: RowMasks<'_, Unit>) -> u32 {
///     masks.map(|(_, _, changed)| changed.count_ones()).sum()
/// }
///
/// let mut units = UnitHub::new();
/// let ids = units.alloc_many(100);
/// let seen = units.advance();
/// units.dealloc(ids[3]);
/// assert_eq!(changed(inspect::row_masks(&units, 0..100, seen)), 1);
/// ```
#[must_use = "iterators are lazy and do nothing unless consumed"]
pub struct RowMasks<'a, T: IdAllocator> {
    changes: RowsAndSlots<'a, T>,
    words: Range<usize>,
}

impl<'a, T: IdAllocator> RowMasks<'a, T> {
    pub(crate) fn new(store: &'a Store<T>, rows: Range<usize>, tick: Tick) -> Self {
        let changes = RowsAndSlots::new(store, tick);
        let end = rows.end.min(changes.names.rows());
        // A range without rows has no word either, wherever it starts.
        let words = if rows.start < end {
            rows.start / ROWS_PER_WORD..end.div_ceil(ROWS_PER_WORD)
        } else {
            0..0
        };
        RowMasks { changes, words }
    }
}

impl<T: IdAllocator> Iterator for RowMasks<'_, T> {
    type Item = (usize, u64, u64);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let word = self.words.next()?;
        let first = word * ROWS_PER_WORD;
        let live = self.changes.names.live_mask(first);
        Some((first, live, self.changes.changed(word)))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.words.size_hint()
    }
}

impl<T: IdAllocator> ExactSizeIterator for RowMasks<'_, T> {}
impl<T: IdAllocator> FusedIterator for RowMasks<'_, T> {}

impl<T: IdAllocator> Clone for RowMasks<'_, T> {
    fn clone(&self) -> Self {
        RowMasks {
            words: self.words.clone(),
            ..*self
        }
    }
}

debug_list!([T: IdAllocator] RowMasks<'_, T>);
