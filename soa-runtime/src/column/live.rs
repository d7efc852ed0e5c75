//! Walks over the live rows of one column.

use core::fmt;
use core::marker::PhantomData;

use super::{Column, ColumnKind, ColumnMut};
use crate::live::{Marking, Walk, cloned, left, walks};
use crate::record::{IdAllocator, NamesOf};
use crate::store::{Lend, ValuesMut};

/// Walks over the live rows.
impl<'a, T: IdAllocator, F, K: ColumnKind> Column<'a, T, F, K> {
    /// Returns an iterator over the values of the live rows with their ids, in the
    /// order of the rows. O(rows).
    ///
    /// Do not [`zip`](Iterator::zip) it with another column. This iterator skips
    /// holes, and the slice of a column contains them, so with the slots layout the
    /// pairs are wrong from the first hole on. To walk several columns, use
    /// [`zip_live`](crate::zip_live). To use the positions of the live rows, use
    /// [`Column::rows`].
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Texture { mips: u32 }
    /// let mut textures: TextureHub = (0..3).map(|mips| Texture { mips }).collect();
    /// let ids: Vec<TextureId> = textures.ids().collect();
    /// textures.dealloc(ids[1]);
    /// let mips = textures.columns().mips;
    /// assert!(mips.iter_live().eq([(ids[0], &0), (ids[2], &2)]));
    /// assert_eq!(mips.iter_live().len(), 2);
    /// ```
    #[inline]
    pub fn iter_live(&self) -> IterLive<'a, T, F> {
        IterLive::new(self.cells.rows().names(), self.cells.values())
    }
}

/// Walks over the live rows.
impl<T: IdAllocator, F, K: ColumnKind> ColumnMut<'_, T, F, K> {
    /// Returns an iterator over the values of the live rows with their ids, in the
    /// order of the rows. O(rows).
    ///
    /// Do not [`zip`](Iterator::zip) it with another column. This iterator skips
    /// holes, and the slice of a column contains them, so with the slots layout the
    /// pairs are wrong from the first hole on. To walk several columns, use
    /// [`zip_live`](crate::zip_live). To use the positions of the live rows, use
    /// [`ColumnMut::rows`].
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Texture { mips: u32 }
    /// let mut textures: TextureHub = (0..3).map(|mips| Texture { mips }).collect();
    /// let ids: Vec<TextureId> = textures.ids().collect();
    /// textures.dealloc(ids[1]);
    /// assert!(textures.columns_mut().mips.iter_live().eq([(ids[0], &0), (ids[2], &2)]));
    /// ```
    #[inline]
    pub fn iter_live(&self) -> IterLive<'_, T, F> {
        self.share().iter_live()
    }

    /// Returns a mutable iterator over the values of the live rows with their ids,
    /// in the order of the rows. O(rows). A tracked column records a row as changed once
    /// it is yielded.
    ///
    /// Do not [`zip`](Iterator::zip) it with another column. This iterator skips
    /// holes, and the slice of a column contains them, so with the slots layout the
    /// pairs are wrong from the first hole on. To walk several columns, use
    /// [`zip_live`](crate::zip_live). To use the positions of the live rows, use
    /// [`ColumnMut::rows`].
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Texture { mips: u32 }
    /// let mut textures: TextureHub = (0..3).map(|mips| Texture { mips }).collect();
    /// let ids: Vec<TextureId> = textures.ids().collect();
    /// textures.dealloc(ids[1]);
    /// let mut columns = textures.columns_mut();
    /// for (id, mips) in columns.mips.iter_live_mut() {
    ///     *mips += id.index();
    /// }
    /// assert_eq!(columns.mips[ids[2]], 4);
    /// ```
    #[inline]
    pub fn iter_live_mut(&mut self) -> IterLiveMut<'_, T, F, K::Lending<'_, F>> {
        IterLiveMut {
            walk: Walk::new(self.cells.rows().names(), self.lending()),
            column: PhantomData,
        }
    }

    /// Returns all rows, to be lent mutably one after the other.
    #[inline]
    pub(crate) fn lending(&mut self) -> K::Lending<'_, F> {
        K::lending(&mut self.stamps, self.cells.values())
    }
}

/// An iterator over the values of the live rows in one column with their ids, in
/// the order of the rows; see [`Column::iter_live`](crate::Column::iter_live).
///
/// # Examples
///
/// ```
/// use soa_runtime::iter::IterLive;
/// # use soa_runtime::IdAllocator;
/// # #[derive(IdAllocator)]
/// # struct Texture { mips: u32 }
///
/// fn most(mips: IterLive<'_, Texture, u32>) -> Option<TextureId> {
///     mips.max_by_key(|(_, mips)| **mips).map(|(id, _)| id)
/// }
///
/// let textures: TextureHub = [3, 9, 4].map(|mips| Texture { mips }).into_iter().collect();
/// let mips = textures.columns().mips.iter_live();
/// assert_eq!(most(mips.clone()), mips.map(|(id, _)| id).nth(1));
/// ```
pub struct IterLive<'a, T: IdAllocator, F> {
    walk: Walk<'a, T::Id, T::Layout, &'a [F]>,
}

/// A mutable iterator over the values of the live rows in one column with their
/// ids, in the order of the rows; see
/// [`ColumnMut::iter_live_mut`](crate::ColumnMut::iter_live_mut).
///
/// # Examples
///
/// ```
/// use soa_runtime::iter::IterLiveMut;
/// # use soa_runtime::IdAllocator;
/// # #[derive(IdAllocator)]
/// # struct Texture { mips: u32 }
///
/// fn halve(mips: IterLiveMut<'_, Texture, u32>) {
///     mips.for_each(|(_, mips)| *mips /= 2);
/// }
///
/// let mut textures: TextureHub = [2, 8].map(|mips| Texture { mips }).into_iter().collect();
/// halve(textures.columns_mut().mips.iter_live_mut());
/// assert_eq!(*textures.columns().mips, [1, 4]);
/// ```
pub struct IterLiveMut<'a, T: IdAllocator, F, L = ValuesMut<'a, F>> {
    walk: Walk<'a, T::Id, T::Layout, L>,
    column: PhantomData<&'a mut F>,
}

/// The values of the live rows in a tracked column with their ids, mutable, and recorded
/// as changed when they are yielded; what
/// [`TrackedColumnMut::iter_live_mut`](crate::TrackedColumnMut::iter_live_mut) returns.
///
/// # Examples
///
/// ```
/// use soa_runtime::iter::TrackedLiveMut;
/// # use soa_runtime::IdAllocator;
/// # #[derive(IdAllocator)]
/// # struct Light { #[soa(tracked)] colour: u32 }
///
/// fn dim(colours: TrackedLiveMut<'_, Light, u32>) {
///     colours.for_each(|(_, colour)| *colour /= 2);
/// }
///
/// let mut lights: LightHub = [2, 8].map(|colour| Light { colour }).into_iter().collect();
/// let seen = lights.advance();
/// let mut columns = lights.columns_mut();
/// dim(columns.colour.iter_live_mut());
/// assert!(columns.colour.changed_since(seen, 0).eq([0..2]));
/// assert_eq!(columns.colour.as_slice(), [1, 4]);
/// ```
pub type TrackedLiveMut<'a, T, F> = IterLiveMut<'a, T, F, Marking<'a, F>>;

impl<'a, T: IdAllocator, F> IterLive<'a, T, F> {
    /// Creates the iterator. `values` has one value per row of `names`.
    #[inline]
    pub(super) fn new(names: NamesOf<'a, T>, values: &'a [F]) -> Self {
        IterLive {
            walk: Walk::new(names, values),
        }
    }
}

walks!(impl['a, T: IdAllocator, F] IterLive<'a, T, F>, (T::Id, &'a F));
walks!(impl['a, T: IdAllocator, F, L: Lend<Item = &'a mut F>] IterLiveMut<'a, T, F, L>, (T::Id, &'a mut F));

cloned!(impl['a, T: IdAllocator, F] IterLive<'a, T, F>);

impl<T: IdAllocator, F: fmt::Debug> fmt::Debug for IterLive<'_, T, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.clone()).finish()
    }
}

left!(impl['a, T: IdAllocator, F, L: Lend<Item = &'a mut F>] IterLiveMut<'a, T, F, L>, "IterLiveMut");
