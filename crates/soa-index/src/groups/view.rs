//! The answers of an index of groups.

use core::borrow::Borrow;

use soa_runtime::Hub;
use soa_runtime::generic::TrackedRecord;

use super::iter::{GroupIds, GroupKeys, IdsOf};
use super::sets::Sets;
use crate::slots::Slots;

/// The answers of a [`Groups`](crate::Groups) about the hub at one moment.
///
/// # Examples
///
/// ```
/// use soa_index::{Groups, GroupsView};
/// # use soa_runtime::IdAllocator;
/// # #[derive(IdAllocator)]
/// # #[soa(tracked)]
/// # struct Unit { #[soa(tracked)] team: u8 }
///
/// fn largest(teams: GroupsView<'_, '_, Unit, u8>) -> Option<u8> {
///     teams.keys().max_by_key(|(_, count)| *count).map(|(team, _)| *team)
/// }
///
/// let units: UnitHub = [1, 2, 1].map(|team| Unit { team }).into_iter().collect();
/// let mut teams = Groups::<Unit, _>::new(|units| units.team);
/// assert_eq!(largest(teams.at(&units)), Some(1));
/// ```
#[must_use = "a view only answers questions"]
pub struct GroupsView<'i, 'h, T: TrackedRecord + 'static, K> {
    sets: &'i Sets<T, K>,
    /// The hub, unless its columns are lent beside the view.
    hub: Option<&'h Hub<T>>,
}

impl<'i, 'h, T: TrackedRecord + 'static, K: Ord + Clone> GroupsView<'i, 'h, T, K> {
    pub(super) fn new(sets: &'i Sets<T, K>, hub: Option<&'h Hub<T>>) -> Self {
        GroupsView { sets, hub }
    }

    /// Iterates over the ids of all rows with this value, in ascending order of the slots.
    /// O(log(groups)).
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_index::Groups;
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # #[soa(tracked)]
    /// # struct Unit { #[soa(tracked)] team: u8 }
    ///
    /// let mut units = UnitHub::new();
    /// let ids = units.insert_many([1, 2, 1].map(|team| Unit { team }));
    /// let mut teams = Groups::<Unit, _>::new(|units| units.team);
    /// assert!(teams.at(&units).ids(&1).eq([ids[0], ids[2]]));
    /// assert_eq!(teams.at(&units).ids(&9).next(), None);
    /// ```
    pub fn ids<Q>(&self, key: &Q) -> GroupIds<'i, 'h, T>
    where
        K: Borrow<Q>,
        Q: Ord + ?Sized,
    {
        let ids = match self.hub {
            Some(hub) => IdsOf::Hub(hub),
            None => IdsOf::Index(self.sets.ids()),
        };
        GroupIds::new(self.sets.slots(key).iter(), ids)
    }

    /// Returns the number of rows with this value. O(log(groups)).
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_index::Groups;
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # #[soa(tracked)]
    /// # struct Unit { #[soa(tracked)] team: u8 }
    ///
    /// let units: UnitHub = [1, 2, 1].map(|team| Unit { team }).into_iter().collect();
    /// let mut teams = Groups::<Unit, _>::new(|units| units.team);
    /// assert_eq!(teams.at(&units).count(&1), 2);
    /// ```
    pub fn count<Q>(&self, key: &Q) -> usize
    where
        K: Borrow<Q>,
        Q: Ord + ?Sized,
    {
        self.sets.slots(key).len()
    }

    /// Returns the slots of all rows with this value, to be combined with the slots of other
    /// values. It is empty for a value that no row has. O(log(groups)).
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_index::Groups;
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # #[soa(tracked)]
    /// # struct Unit { #[soa(tracked)] team: u8 }
    ///
    /// let mut units = UnitHub::new();
    /// let ids = units.insert_many([1, 2, 3].map(|team| Unit { team }));
    /// let mut teams = Groups::<Unit, _>::new(|units| units.team);
    /// let view = teams.at(&units);
    /// let either = view.slots(&1) | view.slots(&3);
    /// assert!(either.ids(&units).eq([ids[0], ids[2]]));
    /// ```
    #[must_use]
    pub fn slots<Q>(&self, key: &Q) -> &'i Slots
    where
        K: Borrow<Q>,
        Q: Ord + ?Sized,
    {
        self.sets.slots(key)
    }

    /// Iterates over the values that rows have, in ascending order, each with the number of its
    /// rows.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_index::Groups;
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # #[soa(tracked)]
    /// # struct Unit { #[soa(tracked)] team: u8 }
    ///
    /// let units: UnitHub = [7, 2, 7].map(|team| Unit { team }).into_iter().collect();
    /// let mut teams = Groups::<Unit, _>::new(|units| units.team);
    /// assert!(teams.at(&units).keys().eq([(&2, 1), (&7, 2)]));
    /// ```
    pub fn keys(&self) -> GroupKeys<'i, T, K> {
        GroupKeys::new(self.sets)
    }
}

view! {
    ['i, 'h, T: TrackedRecord + 'static, K] GroupsView<'i, 'h, T, K>; "GroupsView"
}
