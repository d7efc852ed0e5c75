//! A column of a hub, indexed by id.

mod index;
mod live;
mod refused;
mod tracked;
mod traits;

pub use index::ColumnIndex;
pub use live::{IterLive, IterLiveMut};
pub(crate) use tracked::Marking;
pub use tracked::{TrackedColumn, TrackedColumnMut, TrackedLiveMut};

use core::slice;

use crate::error::DisjointError;
use crate::record::{IdAllocator, KeysOf, Rows};
use crate::store::{Cells, CellsMut};

/// A shared column of `F` in a hub of `T`: a slice that ids can index as well.
///
/// It dereferences to the slice of all rows, so iterators, `chunks`, SIMD and rayon
/// work as on any slice. With the slots layout the holes are part of the slice.
/// They contain the default.
///
/// A borrow through `Deref`, such as `&*column` or a method of `[F]`, lives only as
/// long as the borrow of the `Column` value. Use [`Column::as_slice`] to get a
/// slice that lives as long as the hub is borrowed.
///
/// # Examples
///
/// ```
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
/// assert_eq!(columns.mips[a] + columns.mips[b], columns.mips.iter().sum::<u32>());
/// assert_eq!(columns.mips.len(), 2);
/// ```
pub struct Column<'a, T: IdAllocator, F> {
    cells: Cells<'a, T, F>,
}

/// A mutable column of `F` in a hub of `T`: a slice that ids can index as well.
///
/// A mutable borrow through `DerefMut` lives only as long as the borrow of the
/// `ColumnMut` value. Use [`ColumnMut::into_mut_slice`] to get a slice that lives
/// as long as the hub is borrowed.
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
pub struct ColumnMut<'a, T: IdAllocator, F> {
    cells: CellsMut<'a, T, F>,
}

// Generated code creates columns with these methods.
impl<'a, T: IdAllocator> Rows<'a, T> {
    /// Creates a column. (A method, because it compiles faster than a function
    /// whose parameters are all inferred.)
    #[doc(hidden)]
    #[inline]
    pub fn column<F>(self, values: &'a [F]) -> Column<'a, T, F> {
        Column {
            cells: Cells::new(self, values),
        }
    }

    /// Creates a mutable column.
    #[doc(hidden)]
    #[inline]
    pub fn column_mut<F>(self, values: &'a mut [F]) -> ColumnMut<'a, T, F> {
        ColumnMut {
            cells: CellsMut::new(self, values),
        }
    }
}

impl<'a, T: IdAllocator, F> Column<'a, T, F> {
    /// Returns the tables that resolve the ids of the column.
    #[inline]
    pub(crate) fn keys(&self) -> KeysOf<'a, T> {
        self.cells.keys()
    }

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
    pub fn rows(&self) -> Rows<'a, T> {
        *self.cells.rows()
    }

    /// Returns the value of a live id or of a row, or the values of a range of
    /// rows. Returns `None` if the id is not live, or if a row is past the end.
    /// O(1).
    ///
    /// A row that is a hole has a value too: the default.
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
    /// assert_eq!((mips.get(ids[2]), mips.get(ids[1])), (Some(&2), None));
    /// assert_eq!((mips.get(2), mips.get(1), mips.get(3)), (Some(&2), Some(&0), None));
    /// assert_eq!(mips.get(1..), Some(&[0, 2][..]));
    /// ```
    #[inline]
    pub fn get<N: ColumnIndex<T, F>>(&self, index: N) -> Option<&'a N::Output> {
        index.get(self)
    }

    /// Returns the values of all rows, live or not.
    ///
    /// The slice lives as long as the hub is borrowed. In contrast, `&*column`
    /// lives only as long as this `Column` value is borrowed, so it cannot be
    /// returned from a function that creates the columns.
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
    /// assert_eq!(textures.columns().mips.as_slice(), [0, 0, 2]); // a hole contains the default
    ///
    /// fn mips(textures: &TextureHub) -> &[u32] {
    ///     textures.columns().mips.as_slice() // `&*textures.columns().mips` does not compile
    /// }
    /// assert_eq!(mips(&textures).len(), 3);
    /// ```
    #[inline]
    pub fn as_slice(&self) -> &'a [F] {
        self.cells.values()
    }

    /// Returns an iterator over the values of all rows, live or not, for as long as
    /// the hub is borrowed.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Texture { mips: u32 }
    /// let textures: TextureHub = (0..3).map(|mips| Texture { mips }).collect();
    /// let mips = textures.columns().mips.iter();
    /// assert_eq!(mips.sum::<u32>(), 3);
    /// ```
    #[inline]
    pub fn iter(&self) -> slice::Iter<'a, F> {
        self.cells.values().iter()
    }
}

impl<'a, T: IdAllocator, F> ColumnMut<'a, T, F> {
    /// Returns the tables that resolve the ids of the column.
    #[inline]
    pub(crate) fn keys(&self) -> KeysOf<'a, T> {
        self.cells.keys()
    }

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
    pub fn rows(&self) -> Rows<'a, T> {
        *self.cells.rows()
    }

    /// Reborrows the column as shared, for generated code.
    #[doc(hidden)]
    #[inline]
    pub fn share(&self) -> Column<'_, T, F> {
        Column {
            cells: self.cells.share(),
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
        index.get(&self.share())
    }

    /// Returns the value of a live id or of a row, or the values of a range of
    /// rows, mutably. Returns `None` if the id is not live, or if a row is past the
    /// end. O(1).
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
        index.get_mut(self)
    }

    /// Returns the values of several ids, mutably and at once. O(N^2) comparisons.
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
        self.cells.get_disjoint_mut(ids)
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
    pub fn as_mut_slice(&mut self) -> &mut [F] {
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
    pub fn into_mut_slice(self) -> &'a mut [F] {
        self.cells.into_values()
    }
}
