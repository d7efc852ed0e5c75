//! Making rows of many records.

use alloc::vec::Vec;

use super::Hub;
use crate::handle::AnyHandle;
use crate::record::{IdAllocator, shape_of};
use crate::slot_table::NextSlot;

/// Making rows of many records.
impl<T: IdAllocator> Hub<T> {
    /// Makes a row of each record and returns their ids, which are those that
    /// [`Hub::insert`] would give one by one. It ends at the first `None`. O(1) per
    /// record, amortised; what goes on fresh slots is written without a look at the
    /// free list.
    ///
    /// # Panics
    ///
    /// As [`Hub::insert`]; the rows made before stay, as they do if `records` panics.
    ///
    /// # Examples
    ///
    /// ```
    /// # #[cfg(feature = "derive")] {
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Texture { mips: u32 }
    /// let mut textures = TextureHub::new();
    /// let ids = textures.insert_many((0..100).map(|mips| Texture { mips }));
    /// assert_eq!(*textures.row(ids[99]).mips, 99);
    /// assert!(textures.ids().eq(ids));
    /// # }
    /// ```
    #[track_caller]
    pub fn insert_many(&mut self, records: impl IntoIterator<Item = T>) -> Vec<T::Id> {
        let records = records.into_iter();
        let mut ids = Vec::new();
        self.make_rows(records, |first, rows| {
            let slots = first.index()..first.index() + rows;
            ids.extend(slots.map(|slot| T::Id::assemble(slot, first.generation())));
        });
        ids
    }

    /// Makes a row of each record; tells how many rows it has made in one go, and
    /// the first one's id: the others are on the slots behind it.
    #[track_caller]
    fn make_rows(&mut self, records: impl Iterator<Item = T>, mut made: impl FnMut(T::Id, u32)) {
        let mut records = records.fuse();
        // A hint may lie: what it asks for too much is not an error.
        let _ = self.try_reserve(records.size_hint().0);
        while let Some(record) = records.next() {
            made(self.insert(record), 1);
            if let Ok(NextSlot::Fresh(slot)) = self.store.next_slot() {
                let rows = self.store.append_all(shape_of::<T>(), &mut records);
                made(T::Id::assemble(slot, T::Id::FIRST_GENERATION), rows);
            }
        }
    }
}

impl<T: IdAllocator> FromIterator<T> for Hub<T> {
    #[track_caller]
    fn from_iter<I: IntoIterator<Item = T>>(records: I) -> Self {
        let mut hub = Hub::new();
        hub.extend(records);
        hub
    }
}

impl<T: IdAllocator> From<Vec<T>> for Hub<T> {
    /// Makes a row of each record.
    ///
    /// # Panics
    ///
    /// As [`Hub::insert`].
    fn from(records: Vec<T>) -> Self {
        records.into_iter().collect()
    }
}

impl<T: IdAllocator> Extend<T> for Hub<T> {
    /// Makes a row of each record.
    ///
    /// # Panics
    ///
    /// As [`Hub::insert`]; the rows made before stay.
    #[track_caller]
    fn extend<I: IntoIterator<Item = T>>(&mut self, records: I) {
        self.make_rows(records.into_iter(), |_, _| {});
    }
}
