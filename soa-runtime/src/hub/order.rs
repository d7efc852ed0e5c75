//! The order of the rows in the dense layout, and rows of one record as rows of another.

use core::cmp::Ordering;

use super::Hub;
use crate::error::Count;
use crate::ids::Dense;
use crate::record::{IdAllocator, Row, SameBits, Vacate};
use crate::store::{OwnedRows, Store, refuse};

/// A record whose rows can change places: every record with `layout = dense`.
///
/// # Examples
///
/// ```
/// use soa_runtime::generic::Reorder;
/// use soa_runtime::{Hub, IdAllocator};
///
/// fn reverse<T: Reorder>(hub: &mut Hub<T>) {
///     for row in 0..hub.len() / 2 {
///         hub.swap_rows(row, hub.len() - 1 - row);
///     }
/// }
///
/// #[derive(IdAllocator)]
/// #[soa(layout = dense)]
/// struct Sprite { layer: u32 }
///
/// let mut sprites: SpriteHub = (0..4).map(|layer| Sprite { layer }).collect();
/// reverse(&mut sprites);
/// assert_eq!(*sprites.columns().layer, [3, 2, 1, 0]);
/// ```
#[diagnostic::on_unimplemented(
    message = "rows of `{Self}` cannot change places, because in the slots layout a row is its slot",
    label = "this orders rows",
    note = "write `#[soa(layout = dense)]` on the struct `{Self}`; in code for any record, add the bound `Reorder`"
)]
pub trait Reorder: IdAllocator {}

#[diagnostic::do_not_recommend]
impl<T: IdAllocator<Layout = Dense>> Reorder for T {}

/// Methods that order the rows, for the dense layout only.
///
/// The ids stay valid, because they name their rows wherever the rows are.
impl<T: IdAllocator> Hub<T> {
    /// Sorts the rows by a comparison. Rows that compare equal keep their
    /// order.
    ///
    /// O(rows * log(rows)) comparisons. Each row that changes its place is
    /// moved once. The sort temporarily takes 4 bytes of memory per row.
    ///
    /// # Panics
    ///
    /// Panics if the comparison panics, or if the hub detects that it
    /// contradicts itself. In both cases no row is lost and the order is
    /// unchanged.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_runtime::IdAllocator;
    ///
    /// #[derive(IdAllocator)]
    /// #[soa(layout = dense)]
    /// struct Sprite { depth: f32, layer: u32 }
    ///
    /// let mut sprites = SpriteHub::new();
    /// let near = sprites.insert(Sprite { depth: 0.5, layer: 1 });
    /// let far = sprites.insert(Sprite { depth: 9.0, layer: 1 });
    /// sprites.sort_by(|a, b| b.depth.total_cmp(a.depth)); // far sprites first
    /// assert!(sprites.ids().eq([far, near]));
    /// assert_eq!(*sprites.row(near).depth, 0.5);
    /// ```
    pub fn sort_by(&mut self, compare: impl FnMut(Row<'_, T>, Row<'_, T>) -> Ordering)
    where
        T: Reorder,
    {
        self.store.typed_mut().sort_by(compare);
    }

    /// Sorts the rows by a key. Rows with equal keys keep their order.
    ///
    /// O(rows * log(rows)) keys are computed. Each row that changes its place
    /// is moved once. The sort temporarily takes 4 bytes of memory per row.
    ///
    /// # Panics
    ///
    /// Panics if computing or comparing keys panics, or if the hub detects that
    /// the order of the keys contradicts itself. In both cases no row is lost
    /// and the order is unchanged.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_runtime::IdAllocator;
    ///
    /// #[derive(IdAllocator)]
    /// #[soa(layout = dense)]
    /// struct Sprite { layer: u32 }
    ///
    /// let mut sprites: SpriteHub = [2, 0, 1].map(|layer| Sprite { layer }).into_iter().collect();
    /// sprites.sort_by_key(|sprite| *sprite.layer);
    /// assert_eq!(*sprites.columns().layer, [0, 1, 2]);
    /// ```
    pub fn sort_by_key<K: Ord>(&mut self, mut key: impl FnMut(Row<'_, T>) -> K)
    where
        T: Reorder,
    {
        self.sort_by(|a, b| key(a).cmp(&key(b)));
    }

    /// Swaps the rows at two positions. Nothing happens if the positions are
    /// the same. O(fields).
    ///
    /// # Panics
    ///
    /// Panics if a position is out of bounds. In this case nothing has changed.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_runtime::IdAllocator;
    ///
    /// #[derive(IdAllocator)]
    /// #[soa(layout = dense)]
    /// struct Sprite { layer: u32 }
    ///
    /// let mut sprites: SpriteHub = (0..3).map(|layer| Sprite { layer }).collect();
    /// let first = sprites.id_at(0).unwrap();
    /// sprites.swap_rows(0, 2);
    /// assert_eq!(*sprites.columns().layer, [2, 1, 0]);
    /// assert_eq!(sprites.row_of(first), Some(2));
    /// ```
    #[track_caller]
    pub fn swap_rows(&mut self, a: usize, b: usize)
    where
        T: Reorder,
    {
        let rows = self.len();
        for row in [a, b] {
            assert!(
                row < rows,
                "row {row} of {} is out of range: it has {}",
                T::HUB,
                Count(rows as u64, "row")
            );
        }
        self.store.typed_mut().swap_rows(a, b);
    }
}

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
