//! Iterators of an ordered index.

use alloc::collections::btree_set;
use core::fmt;
use core::iter::FusedIterator;

use soa_runtime::IdAllocator;

use super::tree::Entry;

/// An iterator over all rows in the order of their values; see
/// [`SortedView::iter`](crate::SortedView::iter).
///
/// # Examples
///
/// ```
/// use soa_index::{Sorted, iter::SortedIter};
/// # use soa_runtime::IdAllocator;
/// # #[derive(IdAllocator)]
/// # #[soa(tracked)]
/// # struct Unit { #[soa(tracked)] score: i32 }
///
/// fn median(mut rows: SortedIter<'_, Unit, i32>) -> Option<i32> {
///     let middle = rows.len() / 2;
///     rows.nth(middle).map(|(score, _)| *score)
/// }
/// let units: UnitHub = [7, 1, 4].map(|score| Unit { score }).into_iter().collect();
/// let mut ranks = Sorted::<Unit, _>::new(|units| units.score);
/// assert_eq!(median(ranks.at(&units).iter()), Some(4));
/// ```
#[must_use = "iterators are lazy and do nothing unless consumed"]
pub struct SortedIter<'i, T: IdAllocator, K> {
    pub(super) found: btree_set::Iter<'i, Entry<T, K>>,
}

/// An iterator over the rows whose values are in a range; see
/// [`SortedView::range`](crate::SortedView::range).
///
/// # Examples
///
/// ```
/// use soa_index::{Sorted, iter::SortedRange};
/// # use soa_runtime::IdAllocator;
/// # #[derive(IdAllocator)]
/// # #[soa(tracked)]
/// # struct Unit { #[soa(tracked)] score: i32 }
///
/// fn best<'i>(rows: SortedRange<'i, Unit, i32>, n: usize) -> impl Iterator<Item = UnitId> + use<'i> {
///     rows.rev().take(n).map(|(_, id)| id)
/// }
/// let mut units = UnitHub::new();
/// let ids = units.insert_many([7, 1, 4].map(|score| Unit { score }));
/// let mut ranks = Sorted::<Unit, _>::new(|units| units.score);
/// assert!(best(ranks.at(&units).range(..7), 1).eq([ids[2]]));
/// ```
#[must_use = "iterators are lazy and do nothing unless consumed"]
pub struct SortedRange<'i, T: IdAllocator, K> {
    pub(super) found: btree_set::Range<'i, Entry<T, K>>,
}

#[inline]
pub(super) fn item<T: IdAllocator, K>(entry: &Entry<T, K>) -> (&K, T::Id) {
    (&entry.key, entry.id)
}

macro_rules! entries {
    ($($iterator:ident)*) => {$(
        yields! {
            ['i, T: IdAllocator, K] $iterator<'i, T, K>, (&'i K, T::Id),
            |this, entry| Some(item(entry))
        }

        impl<T: IdAllocator, K> FusedIterator for $iterator<'_, T, K> {}

        impl<T: IdAllocator, K> Clone for $iterator<'_, T, K> {
            fn clone(&self) -> Self {
                let found = self.found.clone();
                $iterator { found }
            }
        }

        impl<T: IdAllocator, K: fmt::Debug> fmt::Debug for $iterator<'_, T, K> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_list().entries(self.clone()).finish()
            }
        }
    )*};
}

entries!(SortedIter SortedRange);

impl<T: IdAllocator, K> ExactSizeIterator for SortedIter<'_, T, K> {}
