//! The order of the rows in the dense layout.

use core::cmp::Ordering;

use super::Hub;
use crate::error::Count;
use crate::ids::Dense;
use crate::record::{IdAllocator, Row};

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
