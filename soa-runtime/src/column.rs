//! One column of a hub, indexed by id.

use core::fmt;
use core::ops::{Deref, DerefMut, Index, IndexMut};
use core::slice;

use crate::live::{LiveRanges, LiveRows};
use crate::raw::{Cells, CellsMut};
use crate::record::{IdAllocator, KeysOf};
use crate::stale;

/// A column of `F` of a hub of `T`, borrowed: a slice that ids index as well.
///
/// It dereferences to the slice of all rows, so that iterators, `chunks`, SIMD
/// and rayon just work. With the slots layout the holes are part of the slice
/// and hold the default.
///
/// # Examples
///
/// ```
/// # #[cfg(feature = "derive")] {
/// # use soa_runtime::IdAllocator;
/// #[derive(IdAllocator)]
/// struct Texture {
///     #[soa(default = 1)]
///     mips: u32,
/// }
///
/// let mut textures = TextureHub::new();
/// let (a, b) = (textures.alloc(), textures.alloc());
/// let columns = textures.columns();
/// assert_eq!(columns.mips[a] + columns.mips[b], columns.mips.iter().sum());
/// assert_eq!(columns.mips.len(), 2);
/// # }
/// ```
pub struct Column<'a, T: IdAllocator, F> {
    cells: Cells<'a, T::Id, T::Layout, F>,
}

/// A column of `F` of a hub of `T`, borrowed uniquely: a slice that ids index
/// as well.
///
/// # Examples
///
/// ```
/// # #[cfg(feature = "derive")] {
/// # use soa_runtime::IdAllocator;
/// #[derive(IdAllocator)]
/// struct Body {
///     position: f32,
///     #[soa(default = 2.0)]
///     velocity: f32,
/// }
///
/// let mut bodies = BodyHub::new();
/// let id = bodies.alloc();
/// let mut columns = bodies.columns_mut();
/// for (position, velocity) in columns.position.iter_mut().zip(columns.velocity.iter()) {
///     *position += velocity;
/// }
/// columns.position[id] *= 10.0;
/// assert_eq!(*bodies.row(id).position, 20.0);
/// # }
/// ```
pub struct ColumnMut<'a, T: IdAllocator, F> {
    cells: CellsMut<'a, T::Id, T::Layout, F>,
}

impl<'a, T: IdAllocator, F> Column<'a, T, F> {
    /// Names a column in generated code.
    #[doc(hidden)]
    #[inline]
    pub fn new(keys: KeysOf<'a, T>, values: &'a [F]) -> Self {
        Column {
            cells: Cells::new(keys, values),
        }
    }

    /// The value in the row of a live id. O(1): one compare.
    #[inline]
    pub fn get(&self, id: T::Id) -> Option<&'a F> {
        self.cells.get(id)
    }

    /// All rows, live or not.
    #[inline]
    pub fn as_slice(&self) -> &'a [F] {
        self.cells.values()
    }

    /// The values of the live rows with their ids, in the order of the rows. O(rows).
    #[inline]
    pub fn iter_live(
        &self,
    ) -> impl ExactSizeIterator<Item = (T::Id, &'a F)> + DoubleEndedIterator + use<'a, T, F> {
        let values = self.cells.values();
        LiveRows::new(self.cells.keys()).map(move |(row, id)| (id, &values[row]))
    }

    /// The runs of live rows, as ranges into the slice. O(rows) for the whole walk.
    #[inline]
    pub fn live_ranges(&self) -> LiveRanges<'a, T::Id, T::Layout> {
        LiveRanges::new(self.cells.keys())
    }
}

impl<'a, T: IdAllocator, F> ColumnMut<'a, T, F> {
    /// Names a column in generated code.
    #[doc(hidden)]
    #[inline]
    pub fn new(keys: KeysOf<'a, T>, values: &'a mut [F]) -> Self {
        ColumnMut {
            cells: CellsMut::new(keys, values),
        }
    }

    /// The value in the row of a live id. O(1): one compare.
    #[inline]
    pub fn get(&self, id: T::Id) -> Option<&F> {
        self.cells.share().get(id)
    }

    /// The value in the row of a live id, uniquely. O(1): one compare.
    #[inline]
    pub fn get_mut(&mut self, id: T::Id) -> Option<&mut F> {
        self.cells.get(id)
    }

    /// All rows, live or not.
    #[inline]
    pub fn as_slice(&self) -> &[F] {
        self.cells.share().values()
    }

    /// All rows, live or not, uniquely.
    #[inline]
    pub fn as_mut_slice(&mut self) -> &mut [F] {
        self.cells.values()
    }

    /// All rows for as long as the hub is borrowed.
    #[inline]
    pub fn into_mut_slice(self) -> &'a mut [F] {
        self.cells.into_values()
    }

    /// The values of the live rows with their ids, in the order of the rows. O(rows).
    #[inline]
    pub fn iter_live(&self) -> impl ExactSizeIterator<Item = (T::Id, &F)> + DoubleEndedIterator {
        Column::<T, F> {
            cells: self.cells.share(),
        }
        .iter_live()
    }

    /// The values of the live rows with their ids, uniquely, in the order of the
    /// rows. O(rows).
    #[inline]
    pub fn iter_live_mut(&mut self) -> impl ExactSizeIterator<Item = (T::Id, &mut F)> {
        let rows = LiveRows::new(self.cells.keys());
        let mut values = self.cells.values().iter_mut();
        let mut next = 0;
        rows.map(move |(row, id)| {
            let value = values.nth(row - next).expect("a column has a value a row");
            next = row + 1;
            (id, value)
        })
    }

    /// The runs of live rows, as ranges into the slice. O(rows) for the whole walk.
    #[inline]
    pub fn live_ranges(&self) -> LiveRanges<'a, T::Id, T::Layout> {
        LiveRanges::new(self.cells.keys())
    }
}

impl<T: IdAllocator, F> Index<T::Id> for Column<'_, T, F> {
    type Output = F;

    /// # Panics
    ///
    /// If the id is not live.
    #[inline]
    #[track_caller]
    fn index(&self, id: T::Id) -> &F {
        match self.cells.get(id) {
            Some(value) => value,
            None => stale::panic::<T>(self.cells.keys().slots(), id),
        }
    }
}

impl<T: IdAllocator, F> Index<T::Id> for ColumnMut<'_, T, F> {
    type Output = F;

    /// # Panics
    ///
    /// If the id is not live.
    #[inline]
    #[track_caller]
    fn index(&self, id: T::Id) -> &F {
        match self.cells.share().get(id) {
            Some(value) => value,
            None => stale::panic::<T>(self.cells.keys().slots(), id),
        }
    }
}

impl<T: IdAllocator, F> IndexMut<T::Id> for ColumnMut<'_, T, F> {
    /// # Panics
    ///
    /// If the id is not live.
    #[inline]
    #[track_caller]
    fn index_mut(&mut self, id: T::Id) -> &mut F {
        let slots = self.cells.keys().slots();
        match self.cells.get(id) {
            Some(value) => value,
            None => stale::panic::<T>(slots, id),
        }
    }
}

impl<T: IdAllocator, F> Deref for Column<'_, T, F> {
    type Target = [F];

    #[inline]
    fn deref(&self) -> &[F] {
        self.cells.values()
    }
}

impl<T: IdAllocator, F> Deref for ColumnMut<'_, T, F> {
    type Target = [F];

    #[inline]
    fn deref(&self) -> &[F] {
        self.cells.share().values()
    }
}

impl<T: IdAllocator, F> DerefMut for ColumnMut<'_, T, F> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [F] {
        self.cells.values()
    }
}

impl<'a, T: IdAllocator, F> IntoIterator for Column<'a, T, F> {
    type Item = &'a F;
    type IntoIter = slice::Iter<'a, F>;

    #[inline]
    fn into_iter(self) -> slice::Iter<'a, F> {
        self.cells.values().iter()
    }
}

impl<'a, T: IdAllocator, F> IntoIterator for ColumnMut<'a, T, F> {
    type Item = &'a mut F;
    type IntoIter = slice::IterMut<'a, F>;

    #[inline]
    fn into_iter(self) -> slice::IterMut<'a, F> {
        self.cells.into_values().iter_mut()
    }
}

impl<T: IdAllocator, F> Clone for Column<'_, T, F> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: IdAllocator, F> Copy for Column<'_, T, F> {}

impl<T: IdAllocator, F: fmt::Debug> fmt::Debug for Column<'_, T, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter_live()).finish()
    }
}

impl<T: IdAllocator, F: fmt::Debug> fmt::Debug for ColumnMut<'_, T, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter_live()).finish()
    }
}
