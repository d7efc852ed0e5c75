//! A column that is borrowed mutably.

use super::kind::WritableUnmarked;
use super::{Column, ColumnIndex, ColumnKind, Untracked};
use crate::error::DisjointError;
use crate::record::{IdAllocator, LiveRows};
use crate::store::CellsMut;

/// A mutable column of `F` in a hub of `T`: a slice that ids can index as well.
///
/// A mutable borrow through `DerefMut` lives only as long as the borrow of the
/// `ColumnMut` value. Use [`ColumnMut::into_mut_slice`] to get a slice that lives
/// as long as the hub is borrowed.
///
/// `K` is the column's kind. A column of the kind [`Tracked`](crate::Tracked) is a
/// [`TrackedColumnMut`](crate::TrackedColumnMut), which records when its rows were written, and is
/// lent as a mutable slice by methods of its own.
///
/// # Examples
///
/// ```
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
/// ```
pub struct ColumnMut<'a, T: IdAllocator, F, K: ColumnKind = Untracked> {
    pub(super) cells: CellsMut<'a, T, F>,
    pub(super) stamps: K::StampsMut<'a>,
}

impl<'a, T: IdAllocator, F, K: ColumnKind> ColumnMut<'a, T, F, K> {
    /// Returns the rows of the hub, which resolve ids and list the live rows. O(1).
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
    /// assert!(mips.rows().live_ranges().eq([0..1, 2..3]));
    /// ```
    #[must_use]
    #[inline]
    pub fn rows(&self) -> LiveRows<'a, T> {
        *self.cells.rows()
    }

    /// Reborrows the column as shared, for generated code.
    #[doc(hidden)]
    #[inline]
    pub fn share(&self) -> Column<'_, T, F, K> {
        Column {
            cells: self.cells.share(),
            stamps: K::share(&self.stamps),
        }
    }

    /// Returns the value of a live id or of a row, or the values of a range of
    /// rows. Returns `None` if the id is not live, or if a row is past the end.
    /// O(1).
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
    /// let columns = textures.columns_mut();
    /// assert_eq!(columns.mips.get(ids[2]), Some(&2));
    /// assert_eq!(columns.mips.get(ids[1]), None);
    /// assert_eq!(columns.mips.get(2), Some(&2));
    /// ```
    #[inline]
    pub fn get<N: ColumnIndex<T, F>>(&self, index: N) -> Option<&N::Output> {
        index.get(&self.cells.share())
    }

    /// Returns the value of a live id or of a row, or the values of a range of
    /// rows, mutably. Returns `None` if the id is not live, or if a row is past the
    /// end. O(1).
    ///
    /// A tracked column records the rows as changed: O(rows that are returned).
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
    /// if let Some(mips) = columns.mips.get_mut(ids[2]) {
    ///     *mips += 1;
    /// }
    /// assert_eq!(columns.mips.get_mut(2), Some(&mut 3));
    /// assert_eq!(columns.mips.get_mut(ids[1]), None);
    /// ```
    #[inline]
    pub fn get_mut<N: ColumnIndex<T, F>>(&mut self, index: N) -> Option<&mut N::Output> {
        if K::RECORDS {
            let rows = index.rows(self.cells.rows())?;
            K::stamp_rows(&mut self.stamps, rows);
        }
        index.get_mut(&mut self.cells)
    }

    /// Returns the values of several ids, mutably and at once. O(N^2) comparisons.
    ///
    /// A tracked column records the rows as changed.
    ///
    /// # Errors
    ///
    /// Returns a [`DisjointError`] with the position of the first id that is stale
    /// or names the same row as an earlier id.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::{DisjointError, IdAllocator};
    /// # #[derive(IdAllocator)]
    /// # struct Texture { mips: u32 }
    /// let mut textures: TextureHub = (0..3).map(|mips| Texture { mips }).collect();
    /// let ids: Vec<TextureId> = textures.ids().collect();
    /// let mut columns = textures.columns_mut();
    /// let [first, last] = columns.mips.get_disjoint_mut([ids[0], ids[2]])?;
    /// std::mem::swap(first, last);
    /// assert_eq!(columns.mips.as_slice(), [2, 1, 0]);
    ///
    /// let twice = columns.mips.get_disjoint_mut([ids[1], ids[1]]);
    /// assert_eq!(twice, Err(DisjointError::Overlapping { position: 1 }));
    /// # Ok::<(), DisjointError>(())
    /// ```
    pub fn get_disjoint_mut<const N: usize>(
        &mut self,
        ids: [T::Id; N],
    ) -> Result<[&mut F; N], DisjointError> {
        let rows = *self.cells.rows();
        let values = self.cells.get_disjoint_mut(ids)?;
        if K::RECORDS {
            for row in ids.into_iter().filter_map(|id| rows.row_of(id)) {
                K::stamp_rows(&mut self.stamps, row..row + 1);
            }
        }
        Ok(values)
    }

    /// Returns the values of all rows, live or not.
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
    /// assert_eq!(textures.columns_mut().mips.as_slice(), [0, 0, 2]);
    /// ```
    #[inline]
    pub fn as_slice(&self) -> &[F] {
        self.cells.share().values()
    }

    /// Returns the values of all rows mutably, live or not.
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
    /// textures.columns_mut().mips.as_mut_slice().fill(7);
    /// assert_eq!(*textures.row(ids[0]).mips, 7);
    /// ```
    #[inline]
    pub fn as_mut_slice(&mut self) -> &mut [F]
    where
        Self: WritableUnmarked,
    {
        self.cells.values()
    }

    /// Returns the values of all rows mutably, for as long as the hub is borrowed.
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
    /// let mips: &mut [u32] = textures.columns_mut().mips.into_mut_slice();
    /// assert_eq!(mips.len(), 3);
    /// ```
    #[inline]
    pub fn into_mut_slice(self) -> &'a mut [F]
    where
        Self: WritableUnmarked,
    {
        self.cells.into_values()
    }
}
