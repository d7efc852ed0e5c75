//! The values of the rows of slots.

use soa_runtime::Hub;
use soa_runtime::generic::TrackedRecord;

use crate::keys::row_of_slot;

/// Where the values of slots are.
pub(super) enum Values<'a, T: TrackedRecord, K> {
    Column(&'a Hub<T>, &'a [K]),
    Made(&'a [Option<K>]),
}

impl<'a, T: TrackedRecord, K> Values<'a, T, K> {
    /// Returns the value of a slot, if it has a row.
    #[inline]
    pub(super) fn get(&self, slot: u32) -> Option<&'a K> {
        match *self {
            Values::Column(hub, column) => column.get(row_of_slot(hub, slot)?),
            Values::Made(made) => made.get(slot as usize)?.as_ref(),
        }
    }
}

impl<T: TrackedRecord, K> Clone for Values<'_, T, K> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: TrackedRecord, K> Copy for Values<'_, T, K> {}
