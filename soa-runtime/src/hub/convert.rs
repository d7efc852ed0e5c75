//! The rows of one record as rows of another, under the same ids.

use super::Hub;
use crate::handle::AnyHandle;
use crate::ids::Layout;
use crate::iter::IntoIter;
use crate::record::{IdAllocator, SameBits, Vacate};
use crate::slot_table::SlotState;
use crate::store::{Store, refuse};

/// Changing the record.
impl<T: IdAllocator> Hub<T> {
    /// Makes a hub of another record, whose rows `f` makes of the rows. O(slots), one
    /// allocation.
    ///
    /// Use it when the struct has changed, and a save of the older struct is loaded. Every id
    /// stays what it was: if `id` is live, withheld, retired or stale, so is
    /// [`id.cast()`](crate::Handle::cast). The free slots keep their order and their
    /// generations, and the hub keeps its [tag](Hub::tag). The layouts and the policies of the
    /// two records may differ, but the bits of their ids must be the same.
    ///
    /// `f` is called in the order of the rows. If only `U` has the slots layout, it is called
    /// in the order of the slots. The order of the rows is kept if `U` is dense. The ticks
    /// start anew, and the hub has an incarnation of its own. Slots that are retired stay
    /// retired, even if the policy of `U` starts generations over.
    ///
    /// A newtype is converted by way of its hub: `NewHub::from(Hub::from(old).convert(f))`.
    ///
    /// # Panics
    ///
    /// Panics if memory runs out, before `f` is called, or if `f` or the default of a hole
    /// panics. Each record is dropped once then.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_runtime::{Hub, IdAllocator};
    ///
    /// mod one {
    ///     # use soa_runtime::IdAllocator;
    ///     #[derive(IdAllocator)]
    ///     pub struct Unit { pub hp: u8 }
    /// }
    ///
    /// #[derive(IdAllocator)]
    /// #[soa(layout = dense)]
    /// struct Unit { health: f32, name: String }
    ///
    /// let mut old = one::UnitHub::new();
    /// let [ant, bee] = [10, 20].map(|hp| old.insert(one::Unit { hp }));
    /// old.dealloc(ant);
    ///
    /// let mut new = UnitHub::from(Hub::from(old).convert(|unit: one::Unit| Unit {
    ///     health: unit.hp.into(),
    ///     name: String::new(),
    /// }));
    /// assert_eq!(*new.row(bee.cast()).health, 20.0);
    /// assert!(!new.contains(ant.cast()));
    /// assert_eq!(new.alloc().index(), ant.index()); // and the next generation
    /// ```
    #[must_use]
    #[track_caller]
    pub fn convert<U: Vacate>(self, mut f: impl FnMut(T) -> U) -> Hub<U>
    where
        T: SameBits<U>,
    {
        let Hub { mut store } = self;
        if T::Layout::DENSE && !U::Layout::DENSE {
            store.typed_mut().sort_by_slot();
        }
        let (slots, tag) = (store.slots(), store.typed().tag());
        let mut rows = IntoIter::new(store);
        let mut hub = Hub {
            store: Store::of_tag(tag),
        };
        let converted = hub.store.typed_mut();
        let records = rows.by_ref().map(|(id, record)| {
            let id = U::Id::assemble_tagged(id.index(), id.generation(), tag);
            (id, f(record))
        });
        if let Err(error) = converted.adopt(slots, records) {
            refuse::<U>(error);
        }
        let left = rows.rows();
        for (slot, generation) in left.free() {
            converted.withdraw(slot, Some(generation));
        }
        if left.has_slots_aside() {
            for slot in 0..slots {
                match left.keys().state(slot) {
                    SlotState::Retired => converted.withdraw(slot, None),
                    SlotState::Withheld { generation } => {
                        converted.set_aside(U::Id::assemble_tagged(slot, generation, tag));
                    }
                    SlotState::Live { .. } | SlotState::Free { .. } => {}
                }
            }
        }
        // A hub that is returned already is not dropped if dropping a hole panics.
        drop(rows);
        hub
    }
}
