//! A column that is borrowed shared.

use core::slice;

use super::{ColumnIndex, ColumnKind, Untracked};
use crate::record::{IdAllocator, LiveRows};
use crate::store::Cells;

/// A shared column of `F` in a hub of `T`: a slice that ids can index as well.
///
/// It dereferences to the slice of all rows, so iterators, `chunks`, SIMD and rayon
/// work as on any slice. With the slots layout the holes are part of the slice.
/// They contain the default.
///
/// A borrow through `Deref`, for example `&*column` or a method of `[F]`, lives only as
/// long as the borrow of the `Column` value. Use [`Column::as_slice`] to get a
/// slice that lives as long as the hub is borrowed.
///
/// `K` is the column's kind. A column of the kind [`Tracked`](crate::Tracked) is a
/// [`TrackedColumn`](crate::TrackedColumn), which records when its rows were written.
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
pub struct Column<'a, T: IdAllocator, F, K: ColumnKind = Untracked> {
    pub(super) cells: Cells<'a, T, F>,
    pub(super) stamps: K::Stamps<'a>,
}

impl<'a, T: IdAllocator, F, K: ColumnKind> Column<'a, T, F, K> {
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
        index.get(&self.cells)
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
