//! The key of each row, computed from the columns that the user picked.

mod pick;
mod union;

pub(crate) use pick::{by, by2, by3, column};

use core::borrow::Borrow;
use core::ops::{ControlFlow, Deref, Range};

use soa_runtime::{Hub, IdAllocator, Tick};

/// Computes the key `K` of each row of a hub of `T`. An index has one in a box, so that its type
/// has a name.
pub(crate) trait Keys<T: IdAllocator, K>: Send + Sync {
    /// Calls `each` with the rows that were written in a picked column after `since` ended: ranges
    /// in ascending order, with an unwritten row between two of them. Stops if `each` breaks.
    fn written(
        &self,
        hub: &Hub<T>,
        since: Tick,
        each: &mut dyn FnMut(Range<usize>) -> ControlFlow<()>,
    ) -> ControlFlow<()>;

    /// Calls `each` with the key of each of these rows, in the order of `rows`.
    fn read(&self, hub: &Hub<T>, rows: Rows<'_>, each: &mut dyn FnMut(Place<T>, Key<'_, K>));

    /// Returns the column of which each value is the key of its row, if there is one.
    fn column<'h>(&self, hub: &'h Hub<T>) -> Option<&'h [K]>;
}

/// The rows whose keys are read.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Rows<'a> {
    /// All live rows, in ascending order of their slots.
    All,
    /// The live rows among these slots, in their order.
    Of(&'a [u32]),
}

/// A live row.
pub(crate) struct Place<T: IdAllocator> {
    pub(crate) id: T::Id,
    /// The position of the row in every column.
    pub(crate) row: usize,
}

/// The key of a row.
#[derive(Debug)]
pub(crate) enum Key<'a, K> {
    /// The key is a value of a column.
    Lent(&'a K),
    /// The key was computed.
    Made(K),
}

impl<K> Deref for Key<'_, K> {
    type Target = K;

    #[inline]
    fn deref(&self) -> &K {
        match self {
            Key::Lent(key) => key,
            Key::Made(key) => key,
        }
    }
}

impl<K> Borrow<K> for Key<'_, K> {
    #[inline]
    fn borrow(&self) -> &K {
        self
    }
}

impl<K: Clone> Key<'_, K> {
    /// Returns the key itself, and clones a value of a column.
    #[inline]
    pub(crate) fn into_owned(self) -> K {
        match self {
            Key::Lent(key) => key.clone(),
            Key::Made(key) => key,
        }
    }
}

impl Rows<'_> {
    /// Calls `each` with the live rows among these.
    #[inline]
    fn walk<T: IdAllocator>(self, hub: &Hub<T>, mut each: impl FnMut(Place<T>)) {
        let mut visit = |slot| {
            let place = hub
                .id_of_slot(slot)
                .and_then(|id| hub.row_of(id).map(|row| Place { id, row }));
            if let Some(place) = place {
                each(place);
            }
        };
        match self {
            Rows::All => (0..slots_of(hub)).for_each(visit),
            Rows::Of(slots) => slots.iter().for_each(|slot| visit(*slot)),
        }
    }
}

/// Returns the number of slots of a hub.
#[inline]
pub(crate) fn slots_of<T: IdAllocator>(hub: &Hub<T>) -> u32 {
    u32::try_from(hub.slots()).expect("an index of a handle has at most 32 bits")
}

/// Returns the row of a slot, if it has one. With the slots layout the row is the slot.
#[inline]
pub(crate) fn row_of_slot<T: IdAllocator>(hub: &Hub<T>, slot: u32) -> Option<usize> {
    hub.row_of(hub.id_of_slot(slot)?)
}
