//! The rows that link to an id, with their ids.

use core::marker::PhantomData;

use soa_runtime::{AnyHandle, IdAllocator};

use super::table::Table;
use super::users::UsersIter;

/// An iterator over the rows that link to an id, in ascending order of their slots; see
/// [`BacklinksView::of`](crate::BacklinksView::of).
///
/// # Examples
///
/// ```
/// use soa_index::{Backlinks, iter::Referrers};
/// # use soa_runtime::IdAllocator;
/// # #[derive(IdAllocator)]
/// # #[soa(tracked)]
/// # struct Unit { #[soa(tracked)] leader: Option<UnitId> }
///
/// fn last(mut ids: Referrers<'_, '_, Unit>) -> Option<UnitId> {
///     ids.next_back()
/// }
/// let mut units = UnitHub::new();
/// let leader = units.insert(Unit { leader: None });
/// let ids = units.insert_many([0; 2].map(|_| Unit { leader: Some(leader) }));
/// let mut followers = Backlinks::<Unit, Unit>::new(|units| units.leader);
/// assert_eq!(last(followers.at(&units).of(leader)), Some(ids[1]));
/// ```
#[must_use = "iterators are lazy and do nothing unless consumed"]
pub struct Referrers<'i, 'h, T: IdAllocator> {
    slots: UsersIter<'i>,
    /// The id in each slot.
    ids: &'i [T::Id],
    hub: PhantomData<&'h ()>,
}

impl<'i, T: IdAllocator> Referrers<'i, '_, T> {
    #[inline]
    pub(super) fn new<J: AnyHandle>(table: &'i Table<T::Id, J>, target: J) -> Self {
        Referrers {
            slots: table.users(target),
            ids: table.ids(),
            hub: PhantomData,
        }
    }
}

impl<T: IdAllocator> Iterator for Referrers<'_, '_, T> {
    type Item = T::Id;

    #[inline]
    fn next(&mut self) -> Option<T::Id> {
        Some(self.ids[self.slots.next()? as usize])
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.slots.size_hint()
    }

    #[inline]
    fn fold<B, F: FnMut(B, T::Id) -> B>(self, init: B, mut f: F) -> B {
        let ids = self.ids;
        (self.slots).fold(init, |folded, slot| f(folded, ids[slot as usize]))
    }
}

impl<T: IdAllocator> DoubleEndedIterator for Referrers<'_, '_, T> {
    #[inline]
    fn next_back(&mut self) -> Option<T::Id> {
        Some(self.ids[self.slots.next_back()? as usize])
    }
}

impl<T: IdAllocator> ExactSizeIterator for Referrers<'_, '_, T> {}
lazy! { ['i, 'h, T: IdAllocator] Referrers<'i, 'h, T> { slots, ids, hub } }
