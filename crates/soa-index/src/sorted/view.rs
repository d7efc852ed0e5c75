//! The answers of an ordered index.

use core::borrow::Borrow;
use core::marker::PhantomData;
use core::ops::RangeBounds;

use soa_runtime::generic::TrackedRecord;

use super::iter::{SortedIter, SortedRange, item};
use super::tree::Tree;

/// The answers of a [`Sorted`](crate::Sorted) about the hub at one moment.
///
/// # Examples
///
/// ```
/// use std::ops::Bound;
///
/// use soa_index::{Sorted, SortedView};
/// # use soa_runtime::IdAllocator;
/// # #[derive(IdAllocator)]
/// # #[soa(tracked)]
/// # struct Unit { #[soa(tracked)] score: i32 }
///
/// /// Returns the number of rows with a higher score.
/// fn rank(ranks: SortedView<'_, '_, Unit, i32>, score: i32) -> usize {
///     ranks.range((Bound::Excluded(score), Bound::Unbounded)).count()
/// }
///
/// let units: UnitHub = [7, 1, 4].map(|score| Unit { score }).into_iter().collect();
/// let mut ranks = Sorted::<Unit, _>::new(|units| units.score);
/// assert_eq!(rank(ranks.at(&units), 4), 1);
/// assert_eq!(rank(ranks.at(&units), i32::MAX), 0);
/// ```
#[must_use = "a view only answers questions"]
pub struct SortedView<'i, 'h, T: TrackedRecord + 'static, K> {
    tree: &'i Tree<T, K>,
    hub: PhantomData<&'h ()>,
}

impl<'i, T: TrackedRecord + 'static, K: Ord + Clone> SortedView<'i, '_, T, K> {
    pub(super) fn new(tree: &'i Tree<T, K>) -> Self {
        let hub = PhantomData;
        SortedView { tree, hub }
    }

    /// Iterates over the rows whose values are in a range, from both ends: by value, and then by
    /// slot. O(log(rows)), and O(1) for each row.
    ///
    /// The bounds can be of any type that the values borrow as, as in a `BTreeMap`. A range whose
    /// start is after its end has no row. For all rows, call [`iter`](Self::iter).
    ///
    /// # Examples
    ///
    /// ```
    /// use std::ops::Bound::{Excluded, Included};
    ///
    /// use soa_index::Sorted;
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # #[soa(tracked)]
    /// # struct Unit { #[soa(tracked)] score: i32, #[soa(tracked)] name: String }
    ///
    /// let mut units = UnitHub::new();
    /// let rows = [(7, "ada"), (1, "bob"), (4, "eve"), (4, "zoe")];
    /// let ids = units.insert_many(rows.map(|(score, name)| Unit { score, name: name.into() }));
    /// let mut ranks = Sorted::<Unit, _>::new(|units| units.score);
    /// let view = ranks.at(&units);
    /// assert!(view.range(2..).eq([(&4, ids[2]), (&4, ids[3]), (&7, ids[0])]));
    /// assert_eq!(view.range(..=4).next_back(), Some((&4, ids[3])));
    /// assert_eq!(view.range(9..3).next(), None);
    ///
    /// let mut names = Sorted::<Unit, String>::new(|units| units.name);
    /// let found = names.at(&units).range::<str, _>((Included("b"), Excluded("f")));
    /// assert!(found.map(|(_, id)| id).eq([ids[1], ids[2]]));
    /// ```
    pub fn range<Q, R>(&self, range: R) -> SortedRange<'i, T, K>
    where
        Q: Ord + ?Sized,
        R: RangeBounds<Q>,
        K: Borrow<Q>,
    {
        let found = self.tree.range(&range);
        SortedRange { found }
    }

    /// Returns the row with the lowest value, and of several the one in the lowest slot.
    /// O(log(rows)).
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_index::Sorted;
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # #[soa(tracked)]
    /// # struct Unit { #[soa(tracked)] score: i32 }
    ///
    /// let mut units = UnitHub::new();
    /// let mut ranks = Sorted::<Unit, _>::new(|units| units.score);
    /// assert_eq!(ranks.at(&units).first(), None);
    /// let ids = units.insert_many([7, 1].map(|score| Unit { score }));
    /// assert_eq!(ranks.at(&units).first(), Some((&1, ids[1])));
    /// ```
    #[must_use]
    pub fn first(&self) -> Option<(&'i K, T::Id)> {
        self.tree.order().first().map(item)
    }

    /// Returns the row with the highest value, and of several the one in the highest slot.
    /// O(log(rows)).
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_index::Sorted;
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # #[soa(tracked)]
    /// # struct Unit { #[soa(tracked)] score: i32 }
    ///
    /// let mut units = UnitHub::new();
    /// let ids = units.insert_many([7, 1].map(|score| Unit { score }));
    /// let mut ranks = Sorted::<Unit, _>::new(|units| units.score);
    /// assert_eq!(ranks.at(&units).last(), Some((&7, ids[0])));
    /// ```
    #[must_use]
    pub fn last(&self) -> Option<(&'i K, T::Id)> {
        self.tree.order().last().map(item)
    }

    /// Iterates over all rows, from both ends: by value, and then by slot.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_index::Sorted;
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # #[soa(tracked)]
    /// # struct Unit { #[soa(tracked)] score: i32 }
    ///
    /// let mut units = UnitHub::new();
    /// let ids = units.insert_many([7, 1].map(|score| Unit { score }));
    /// let mut ranks = Sorted::<Unit, _>::new(|units| units.score);
    /// assert!(ranks.at(&units).iter().eq([(&1, ids[1]), (&7, ids[0])]));
    /// ```
    pub fn iter(&self) -> SortedIter<'i, T, K> {
        let found = self.tree.order().iter();
        SortedIter { found }
    }
}

impl<'i, T: TrackedRecord + 'static, K: Ord + Clone> IntoIterator for &SortedView<'i, '_, T, K> {
    type Item = (&'i K, T::Id);
    type IntoIter = SortedIter<'i, T, K>;

    fn into_iter(self) -> SortedIter<'i, T, K> {
        self.iter()
    }
}

impl<'i, T: TrackedRecord + 'static, K: Ord + Clone> IntoIterator for SortedView<'i, '_, T, K> {
    type Item = (&'i K, T::Id);
    type IntoIter = SortedIter<'i, T, K>;

    fn into_iter(self) -> SortedIter<'i, T, K> {
        self.iter()
    }
}

view! {
    ['i, 'h, T: TrackedRecord + 'static, K] SortedView<'i, 'h, T, K>; "SortedView"
}
