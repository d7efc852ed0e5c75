//! Indexes of a column: ids, which are checked, and the indexes of a slice.

use core::fmt;
use core::ops::{
    Bound, Range, RangeBounds, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive,
};

use crate::error::Count;
use crate::handle::Handle;
use crate::memory::Word;
use crate::record::{IdAllocator, LiveRows};
use crate::stale;
use crate::store::{Cells, CellsMut};

/// An index of a column of `F` in a hub of `T`: the id of the hub, or an index of a
/// slice.
///
/// This trait is sealed.
///
/// # Examples
///
/// ```
/// # use soa_runtime::IdAllocator;
/// # #[derive(IdAllocator)]
/// # struct Texture { mips: u32 }
/// let mut textures = TextureHub::new();
/// let ids = textures.alloc_many(4);
/// let mut columns = textures.columns_mut();
/// columns.mips[ids[1]] = 7;
/// columns.mips[2..].fill(8);
/// assert_eq!((columns.mips[1], columns.mips[ids[3]]), (7, 8));
/// assert_eq!(columns.mips.get(4), None); // there are 4 rows
/// ```
#[diagnostic::on_unimplemented(
    message = "a column of `{T}` cannot be indexed by `{Self}`",
    label = "not an id of `{T}`",
    note = "a column is indexed by its own hub's id itself (`column[id]`, not `column[id.index()]`), by the position of a row (a `usize`), or by a range of rows"
)]
pub trait ColumnIndex<T: IdAllocator, F>: sealed::Sealed {
    /// The type of the indexed value: `F` for an id or a position, `[F]` for a
    /// range.
    type Output: ?Sized;

    /// Returns the indexed rows, or `None` if they are not all there.
    #[doc(hidden)]
    fn rows(&self, rows: &LiveRows<'_, T>) -> Option<Range<usize>>;

    #[doc(hidden)]
    fn get<'a>(&self, cells: &Cells<'a, T, F>) -> Option<&'a Self::Output>;

    #[doc(hidden)]
    fn get_mut<'a>(&self, cells: &'a mut CellsMut<'_, T, F>) -> Option<&'a mut Self::Output>;

    /// Panics because not all of the indexed rows are there.
    #[doc(hidden)]
    #[track_caller]
    fn refuse(&self, rows: LiveRows<'_, T>) -> !;
}

/// The id `H`. With the bound `T: IdAllocator<Id = Self>` in its place, the compiler would report
/// two types that differ (E0271) instead of a sentence.
#[diagnostic::on_unimplemented(
    message = "a column of a hub with the ids `{H}` cannot be indexed by `{Self}`",
    label = "not an id of this column's hub",
    note = "a column is indexed by its own hub's id, by the position of a row, or by a range of rows"
)]
pub trait IdOf<H> {
    /// Returns the id. (No method, because every type would have it.)
    fn id_of(index: Self) -> H;
}

impl<H> IdOf<H> for H {
    #[expect(
        clippy::inline_always,
        reason = "a call would cost as much as the lookup in a build without optimisation"
    )]
    #[inline(always)]
    fn id_of(index: Self) -> H {
        index
    }
}

impl<T, F, M: ?Sized, R: Word, const I: u32, const G: u32, const TAG: u32> ColumnIndex<T, F>
    for Handle<M, R, I, G, TAG>
where
    T: IdAllocator,
    Self: IdOf<T::Id>,
{
    type Output = F;

    #[inline]
    fn rows(&self, rows: &LiveRows<'_, T>) -> Option<Range<usize>> {
        let row = rows.row_of(IdOf::id_of(*self))?;
        Some(row..row + 1)
    }

    #[inline]
    fn get<'a>(&self, cells: &Cells<'a, T, F>) -> Option<&'a F> {
        cells.get(IdOf::id_of(*self))
    }

    #[inline]
    fn get_mut<'a>(&self, cells: &'a mut CellsMut<'_, T, F>) -> Option<&'a mut F> {
        cells.get(IdOf::id_of(*self))
    }

    #[inline]
    #[track_caller]
    fn refuse(&self, rows: LiveRows<'_, T>) -> ! {
        stale::panic(rows, IdOf::id_of(*self))
    }
}

macro_rules! by_rows {
    ($($index:ty => $output:ty, $name:literal, $bounds:expr;)*) => {$(
        impl<T: IdAllocator, F> ColumnIndex<T, F> for $index {
            type Output = $output;

            #[inline]
            fn rows(&self, rows: &LiveRows<'_, T>) -> Option<Range<usize>> {
                within(&$bounds(self), rows.table().row_count())
            }

            #[inline]
            fn get<'a>(&self, cells: &Cells<'a, T, F>) -> Option<&'a $output> {
                cells.values().get(self.clone())
            }

            #[inline]
            fn get_mut<'a>(&self, cells: &'a mut CellsMut<'_, T, F>) -> Option<&'a mut $output> {
                cells.values().get_mut(self.clone())
            }

            #[track_caller]
            fn refuse(&self, rows: LiveRows<'_, T>) -> ! {
                outside::<T>($name, self, rows.table().row_count())
            }
        }

        impl sealed::Sealed for $index {}
    )*};
}

by_rows! {
    usize => F, "row", |row: &usize| *row..=*row;
    Range<usize> => [F], "rows", Clone::clone;
    RangeFrom<usize> => [F], "rows", Clone::clone;
    RangeFull => [F], "rows", Clone::clone;
    RangeInclusive<usize> => [F], "rows", Clone::clone;
    RangeTo<usize> => [F], "rows", Clone::clone;
    RangeToInclusive<usize> => [F], "rows", Clone::clone;
}

/// Returns the rows between two bounds, if all of them are below `rows`.
#[inline]
pub(super) fn within(bounds: &impl RangeBounds<usize>, rows: usize) -> Option<Range<usize>> {
    let range = between(bounds, rows);
    (range.start <= range.end && range.end <= rows).then_some(range)
}

/// Returns two bounds as a range. A bound past the largest number becomes that number,
/// which no column has as a row.
#[inline]
pub(super) fn between(bounds: &impl RangeBounds<usize>, rows: usize) -> Range<usize> {
    let start = match bounds.start_bound() {
        Bound::Included(&first) => first,
        Bound::Excluded(&before) => before.saturating_add(1),
        Bound::Unbounded => 0,
    };
    let end = match bounds.end_bound() {
        Bound::Included(&last) => last.saturating_add(1),
        Bound::Excluded(&end) => end,
        Bound::Unbounded => rows,
    };
    start..end
}

/// Panics because `index` is not among the rows.
#[cold]
#[inline(never)]
#[track_caller]
pub(super) fn outside<T: IdAllocator>(name: &str, index: &dyn fmt::Debug, rows: usize) -> ! {
    let are = if name == "rows" { "are" } else { "is" };
    panic!(
        "{name} {index:?} of {} {are} out of range: it has {}",
        T::HUB,
        Count(rows as u64, "row")
    )
}

impl<M: ?Sized, R: Word, const I: u32, const G: u32, const TAG: u32> sealed::Sealed
    for Handle<M, R, I, G, TAG>
{
}

mod sealed {
    pub trait Sealed {}
}
