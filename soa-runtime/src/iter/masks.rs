//! An iterator over rows, 64 at a time, with those that are live and those that changed.

use core::fmt;
use core::iter::FusedIterator;
use core::ops::Range;

use super::changed::{Renewed, RowsAndSlots};
use crate::record::{IdAllocator, NamesOf};
use crate::store::Store;
use crate::ticks::{ROWS_PER_WORD, Stamped, Tick};

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
    names: NamesOf<'a, T>,
    changes: RowsAndSlots<'a, T>,
    renewed: Renewed<'a>,
    words: Range<usize>,
}

impl<'a, T: IdAllocator> RowMasks<'a, T> {
    pub(crate) fn new(store: &'a Store<T>, rows: Range<usize>, tick: Tick) -> Self {
        let names = store.typed().names();
        let end = rows.end.min(names.rows());
        // A range without rows has no word either, wherever it starts.
        let words = if rows.start < end {
            rows.start / ROWS_PER_WORD..end.div_ceil(ROWS_PER_WORD)
        } else {
            0..0
        };
        RowMasks {
            names,
            changes: RowsAndSlots::new(store, tick),
            renewed: Renewed::new(store, tick),
            words,
        }
    }
}

impl<T: IdAllocator> Iterator for RowMasks<'_, T> {
    type Item = (usize, u64, u64);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let word = self.words.next()?;
        let first = word * ROWS_PER_WORD;
        let changed = self.changes.bits(word);
        let renewed = self.renewed.bits::<T>(&self.names, first, changed);
        Some((first, self.names.live_mask(first), changed | renewed))
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

impl<T: IdAllocator> fmt::Debug for RowMasks<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}
