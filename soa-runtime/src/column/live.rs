//! Walking the live rows of one column.

use core::fmt;

use super::{Column, ColumnMut};
use crate::live::{LiveMasks, LiveRanges, Walk, walks};
use crate::record::{IdAllocator, KeysOf};
use crate::store::ValuesMut;

/// Walking the live rows.
impl<'a, T: IdAllocator, F> Column<'a, T, F> {
    /// The values of the live rows with their ids, in the order of the rows. O(rows).
    ///
    /// Do not `zip` it with another column's values: with the slots layout they
    /// are out of line from the first hole on. [`zip_live`](crate::zip_live)
    /// walks several columns.
    ///
    /// # Examples
    ///
    /// ```
    /// # #[cfg(feature = "derive")] {
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Texture { mips: u32 }
    /// let mut textures: TextureHub = (0..3).map(|mips| Texture { mips }).collect();
    /// let ids: Vec<TextureId> = textures.ids().collect();
    /// textures.dealloc(ids[1]);
    /// let mips = textures.columns().mips;
    /// assert!(mips.iter_live().eq([(ids[0], &0), (ids[2], &2)]));
    /// assert_eq!(mips.iter_live().len(), 2);
    /// # }
    /// ```
    #[inline]
    pub fn iter_live(&self) -> LiveValues<'a, T, F> {
        LiveValues::new(self.cells.keys(), self.cells.values())
    }

    /// The runs of live rows, as ranges into the slice. O(rows) for the whole walk.
    ///
    /// # Examples
    ///
    /// ```
    /// # #[cfg(feature = "derive")] {
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Texture { mips: u32 }
    /// let mut textures: TextureHub = (0..3).map(|mips| Texture { mips }).collect();
    /// let ids: Vec<TextureId> = textures.ids().collect();
    /// textures.dealloc(ids[1]);
    /// let mips = textures.columns().mips;
    /// let sum: u32 = mips.live_ranges().map(|run| mips[run].iter().sum::<u32>()).sum();
    /// assert_eq!(sum, 2);
    /// # }
    /// ```
    #[inline]
    pub fn live_ranges(&self) -> LiveRanges<'a, T::Id, T::Layout> {
        LiveRanges::new(self.cells.keys())
    }

    /// The live rows, 64 at a time, as bits: the first row of each 64, and a bit
    /// for each of them. Where none is live there may be no item. O(rows / 64)
    /// for the whole walk.
    ///
    /// # Examples
    ///
    /// ```
    /// # #[cfg(feature = "derive")] {
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Texture { mips: u32 }
    /// let mut textures: TextureHub = (0..3).map(|mips| Texture { mips }).collect();
    /// let ids: Vec<TextureId> = textures.ids().collect();
    /// textures.dealloc(ids[1]);
    /// assert!(textures.columns().mips.live_masks().eq([(0, 0b101)]));
    /// # }
    /// ```
    #[inline]
    pub fn live_masks(&self) -> LiveMasks<'a, T::Id, T::Layout> {
        LiveMasks::new(self.cells.keys())
    }
}

/// Walking the live rows.
impl<'a, T: IdAllocator, F> ColumnMut<'a, T, F> {
    /// The values of the live rows with their ids, in the order of the rows. O(rows).
    ///
    /// Do not `zip` it with another column's values: with the slots layout they
    /// are out of line from the first hole on. [`zip_live`](crate::zip_live)
    /// walks several columns.
    ///
    /// # Examples
    ///
    /// ```
    /// # #[cfg(feature = "derive")] {
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Texture { mips: u32 }
    /// let mut textures: TextureHub = (0..3).map(|mips| Texture { mips }).collect();
    /// let ids: Vec<TextureId> = textures.ids().collect();
    /// textures.dealloc(ids[1]);
    /// assert!(textures.columns_mut().mips.iter_live().eq([(ids[0], &0), (ids[2], &2)]));
    /// # }
    /// ```
    #[inline]
    pub fn iter_live(&self) -> LiveValues<'_, T, F> {
        self.share().iter_live()
    }

    /// The values of the live rows with their ids, uniquely, in the order of the
    /// rows. O(rows).
    ///
    /// Do not `zip` it with another column's values: with the slots layout they
    /// are out of line from the first hole on. [`zip_live`](crate::zip_live)
    /// walks several columns.
    ///
    /// # Examples
    ///
    /// ```
    /// # #[cfg(feature = "derive")] {
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
    /// # }
    /// ```
    #[inline]
    pub fn iter_live_mut(&mut self) -> LiveValuesMut<'_, T, F> {
        LiveValuesMut::new(self.cells.keys(), self.cells.values())
    }

    /// The runs of live rows, as ranges into the slice. O(rows) for the whole walk.
    ///
    /// # Examples
    ///
    /// ```
    /// # #[cfg(feature = "derive")] {
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Texture { mips: u32 }
    /// let mut textures: TextureHub = (0..3).map(|mips| Texture { mips }).collect();
    /// let ids: Vec<TextureId> = textures.ids().collect();
    /// textures.dealloc(ids[1]);
    /// let mut columns = textures.columns_mut();
    /// for run in columns.mips.live_ranges() {
    ///     columns.mips[run].fill(1);
    /// }
    /// assert_eq!(*columns.mips, [1, 0, 1]);
    /// # }
    /// ```
    #[inline]
    pub fn live_ranges(&self) -> LiveRanges<'a, T::Id, T::Layout> {
        LiveRanges::new(self.cells.keys())
    }

    /// The live rows, 64 at a time, as bits: the first row of each 64, and a bit
    /// for each of them. Where none is live there may be no item. O(rows / 64)
    /// for the whole walk.
    ///
    /// # Examples
    ///
    /// ```
    /// # #[cfg(feature = "derive")] {
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Texture { mips: u32 }
    /// let mut textures: TextureHub = (0..3).map(|mips| Texture { mips }).collect();
    /// let ids: Vec<TextureId> = textures.ids().collect();
    /// textures.dealloc(ids[1]);
    /// assert!(textures.columns_mut().mips.live_masks().eq([(0, 0b101)]));
    /// # }
    /// ```
    #[inline]
    pub fn live_masks(&self) -> LiveMasks<'a, T::Id, T::Layout> {
        LiveMasks::new(self.cells.keys())
    }
}

/// The values of the live rows in one column with their ids, in the order of
/// the rows; what [`Column::iter_live`](crate::Column::iter_live) returns.
///
/// # Examples
///
/// ```
/// # #[cfg(feature = "derive")] {
/// use soa_runtime::LiveValues;
/// # use soa_runtime::IdAllocator;
/// # #[derive(IdAllocator)]
/// # struct Texture { mips: u32 }
///
/// fn most(mips: LiveValues<'_, Texture, u32>) -> Option<TextureId> {
///     mips.max_by_key(|(_, mips)| **mips).map(|(id, _)| id)
/// }
///
/// let textures: TextureHub = [3, 9, 4].map(|mips| Texture { mips }).into_iter().collect();
/// let mips = textures.columns().mips.iter_live();
/// assert_eq!(most(mips.clone()), mips.map(|(id, _)| id).nth(1));
/// # }
/// ```
pub struct LiveValues<'a, T: IdAllocator, F> {
    walk: Walk<'a, T::Id, T::Layout, &'a [F]>,
}

/// The values of the live rows in one column with their ids, lent uniquely, in
/// the order of the rows; what
/// [`ColumnMut::iter_live_mut`](crate::ColumnMut::iter_live_mut) returns.
///
/// # Examples
///
/// ```
/// # #[cfg(feature = "derive")] {
/// use soa_runtime::LiveValuesMut;
/// # use soa_runtime::IdAllocator;
/// # #[derive(IdAllocator)]
/// # struct Texture { mips: u32 }
///
/// fn halve(mips: LiveValuesMut<'_, Texture, u32>) {
///     mips.for_each(|(_, mips)| *mips /= 2);
/// }
///
/// let mut textures: TextureHub = [2, 8].map(|mips| Texture { mips }).into_iter().collect();
/// halve(textures.columns_mut().mips.iter_live_mut());
/// assert_eq!(*textures.columns().mips, [1, 4]);
/// # }
/// ```
pub struct LiveValuesMut<'a, T: IdAllocator, F> {
    walk: Walk<'a, T::Id, T::Layout, ValuesMut<'a, F>>,
}

impl<'a, T: IdAllocator, F> LiveValues<'a, T, F> {
    /// `values` has one per row of `keys`.
    #[inline]
    pub(super) fn new(keys: KeysOf<'a, T>, values: &'a [F]) -> Self {
        LiveValues {
            walk: Walk::new(keys, values),
        }
    }
}

impl<'a, T: IdAllocator, F> LiveValuesMut<'a, T, F> {
    /// `values` has one per row of `keys`.
    #[inline]
    pub(super) fn new(keys: KeysOf<'a, T>, values: &'a mut [F]) -> Self {
        LiveValuesMut {
            walk: Walk::new(keys, ValuesMut::new(values)),
        }
    }
}

walks!(impl['a, T: IdAllocator, F] LiveValues<'a, T, F>, (T::Id, &'a F), |item| item);
walks!(impl['a, T: IdAllocator, F] LiveValuesMut<'a, T, F>, (T::Id, &'a mut F), |item| item);

impl<T: IdAllocator, F> Clone for LiveValues<'_, T, F> {
    fn clone(&self) -> Self {
        LiveValues {
            walk: self.walk.clone(),
        }
    }
}

impl<T: IdAllocator, F: fmt::Debug> fmt::Debug for LiveValues<'_, T, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.clone()).finish()
    }
}

impl<T: IdAllocator, F> fmt::Debug for LiveValuesMut<'_, T, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LiveValuesMut")
            .field("left", &self.len())
            .finish()
    }
}
