//! The rows of one record as rows of another, under the same ids.

use super::Hub;
use crate::record::{IdAllocator, SameBits, Vacate};
use crate::store::{OwnedRows, Store, refuse};

/// Changing the record.
impl<T: IdAllocator> Hub<T> {
    /// Makes a hub of another record, whose rows `f` makes of the rows. O(slots), one
    /// allocation.
    ///
    /// Use it when the struct has changed, and a save of the older struct is loaded. Every id
    /// stays what it was: if `id` is live, reserved, retired or stale, so is
    /// [`id.cast()`](crate::Handle::cast). The free slots keep their order and their
    /// generations, and the hub keeps its [tag](Hub::tag). The layouts and the policies of the
    /// two records may differ, but the bits of their ids must be the same.
    ///
    /// `f` is called in the order of the rows, and `U` keeps this order if it is dense. The
    /// ticks start from the first one, and the hub has an [incarnation](Hub::incarnation) of its
    /// own. Slots that are retired stay retired, even if the policy of `U` starts generations over.
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
    pub fn convert<U: Vacate>(self, f: impl FnMut(T) -> U) -> Hub<U>
    where
        T: SameBits<U>,
    {
        let Hub { store } = self;
        let mut hub = Hub {
            store: Store::of_tag(store.typed().tag()),
        };
        let mut rows = OwnedRows::new(store);
        if let Err(error) = hub.store.typed_mut().adopt(&mut rows, f) {
            refuse::<U>(error);
        }
        // A hub that is returned already is not dropped if dropping a hole panics.
        drop(rows);
        hub
    }
}
