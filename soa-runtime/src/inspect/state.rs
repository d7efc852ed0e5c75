//! The state of a hub as one hash, which detects whether two hubs have diverged.

use core::hash::{Hash, Hasher};

use crate::handle::AnyHandle;
use crate::hub::Hub;
use crate::record::{IdAllocator, Row};
use crate::slot_table::SlotState;

/// A record whose fields can be hashed.
///
/// The derive implements this trait with `#[soa(derive(Hash))]`.
///
/// # Examples
///
/// ```
/// use std::hash::{DefaultHasher, Hasher};
///
/// use soa_runtime::generic::HashRow;
/// use soa_runtime::{Hub, IdAllocator};
///
/// fn checksum<T: HashRow>(hub: &Hub<T>) -> u64 {
///     let mut state = DefaultHasher::new();
///     hub.hash_state(&mut state);
///     state.finish()
/// }
///
/// #[derive(IdAllocator)]
/// #[soa(derive(Hash))]
/// struct Texture { mips: u32 }
///
/// let mut textures: TextureHub = [Texture { mips: 4 }].into_iter().collect();
/// let before = checksum(&textures);
/// textures.columns_mut().mips[0] = 5;
/// assert_ne!(checksum(&textures), before);
/// ```
#[diagnostic::on_unimplemented(
    message = "the state of a hub of `{Self}` cannot be hashed",
    label = "not `Hash`",
    note = "write `#[soa(derive(Hash))]` on the struct `{Self}`"
)]
pub trait HashRow: IdAllocator {
    /// Hashes each field of the row, in the order of [`IdAllocator::COLUMNS`].
    fn hash_row<S: Hasher>(row: Row<'_, Self>, state: &mut S);
}

/// Methods that compare hubs with equal contents.
impl<T: IdAllocator> Hub<T> {
    /// Hashes the whole state of the hub: its contents and the ids it will issue.
    /// O(slots).
    ///
    /// Two hubs of one type have the same hash exactly if their snapshots are
    /// equal, apart from collisions of the hasher. The hash covers the rows with
    /// their ids in order, the free slots with their next generations in the order
    /// of their reuse, the retired slots, the [reserved](Hub::is_reserved) ids, and the
    /// [tag](Hub::tag).
    /// It does not cover the capacity or the values in holes. Two hubs can be equal
    /// by `==` and have different states, because they would issue different ids
    /// next.
    ///
    /// The hub itself hashes no `usize`, so machines with 32 and 64 bits agree if
    /// the fields and the hasher do. Note that the `Hash` of an array, a slice, a `Vec` or
    /// a `usize` writes a `usize`.
    ///
    /// # Examples
    ///
    /// A cheap check that two machines simulate the same game:
    ///
    /// ```
    /// use std::hash::{DefaultHasher, Hasher};
    ///
    /// use soa_runtime::IdAllocator;
    ///
    /// #[derive(IdAllocator)]
    /// #[soa(derive(Hash))]
    /// struct Ship { hp: u32 }
    ///
    /// fn state(ships: &ShipHub) -> u64 {
    ///     let mut state = DefaultHasher::new();
    ///     ships.hash_state(&mut state);
    ///     state.finish()
    /// }
    ///
    /// let (mut here, mut there) = (ShipHub::new(), ShipHub::with_capacity(100));
    /// for ships in [&mut here, &mut there] {
    ///     ships.insert(Ship { hp: 10 });
    /// }
    /// assert_eq!(state(&here), state(&there));
    ///
    /// let id = there.insert(Ship { hp: 20 });
    /// there.dealloc(id); // the same rows again, but a different id comes next
    /// assert_ne!(state(&here), state(&there));
    /// ```
    pub fn hash_state(&self, state: &mut impl Hasher)
    where
        T: HashRow,
    {
        let table = self.store.typed().table();
        let counts = self.stats();
        if T::Id::TAG_BITS > 0 {
            state.write_u32(self.tag());
        }
        for count in [counts.live, counts.free, counts.retired, counts.reserved] {
            // The counts mark the end of each list.
            state.write_u64(count as u64);
        }
        for (id, row) in self {
            id.hash(state);
            T::hash_row(row, state);
        }
        for (slot, generation) in self.store.typed().free_slots() {
            state.write_u32(slot);
            state.write_u32(generation);
        }
        if counts.retired + counts.reserved == 0 {
            return;
        }
        for slot in 0..self.store.slots() {
            // Retired slots exist only with generation bits, and then a reserved id
            // has a generation other than 0.
            let generation = match table.state(slot) {
                SlotState::Retired => 0,
                SlotState::Reserved { generation } => generation,
                SlotState::Live { .. } | SlotState::Free { .. } => continue,
            };
            state.write_u32(slot);
            state.write_u32(generation);
        }
    }
}
