//! Shared views of mutable views, in code for any record.

use super::{Columns, ColumnsMut, IdAllocator, Row, RowMut, Shape};

/// Reborrows a mutable row as a shared row. O(fields).
///
/// This function is the counterpart of `as_ref` on a generated row, for code
/// that works with any record.
///
/// # Examples
///
/// ```
/// use soa_runtime::generic::row_as_ref;
/// use soa_runtime::{Hub, IdAllocator, Row};
///
/// /// Lets `change` write each row, and lets `check` read the result.
/// fn edit<T: IdAllocator>(
///     hub: &mut Hub<T>,
///     change: impl Fn(&mut soa_runtime::RowMut<'_, T>),
///     check: impl Fn(Row<'_, T>),
/// ) {
///     for (_, mut row) in hub.iter_mut() {
///         change(&mut row);
///         check(row_as_ref::<T>(&row));
///     }
/// }
///
/// #[derive(IdAllocator)]
/// struct Texture { mips: u32 }
///
/// let mut textures = TextureHub::from(vec![Texture { mips: 4 }]);
/// edit(&mut textures, |row| *row.mips += 1, |row| assert_eq!(*row.mips, 5));
/// ```
#[inline]
pub fn row_as_ref<'r, 'a: 'r, T: IdAllocator + 'a>(row: &'r RowMut<'a, T>) -> Row<'r, T> {
    fn lend<'r, 'a: 'r, S: Shape + 'a>(
        _: impl FnOnce() -> S,
        row: &'r RowMut<'a, S::Record>,
    ) -> Row<'r, S::Record> {
        S::row_as_ref(row)
    }
    lend(T::shape, row)
}

/// Reborrows mutable columns as shared columns. O(fields).
///
/// This function is the counterpart of `as_ref` on generated columns, for code
/// that works with any record.
///
/// # Examples
///
/// ```
/// use soa_runtime::generic::columns_as_ref;
/// use soa_runtime::{Columns, ColumnsMut, Hub, IdAllocator};
///
/// /// Returns the results of `measure` before and after `change`.
/// fn measured<T: IdAllocator>(
///     hub: &mut Hub<T>,
///     measure: impl Fn(Columns<'_, T>) -> u32,
///     change: impl Fn(&mut ColumnsMut<'_, T>),
/// ) -> [u32; 2] {
///     let mut columns = hub.columns_mut();
///     let before = measure(columns_as_ref::<T>(&columns));
///     change(&mut columns);
///     [before, measure(columns_as_ref::<T>(&columns))]
/// }
///
/// #[derive(IdAllocator)]
/// struct Texture { mips: u32 }
///
/// let mut textures = TextureHub::from(vec![Texture { mips: 4 }, Texture { mips: 2 }]);
/// let sums = measured(&mut textures, |columns| columns.mips.iter().sum(), |columns| columns.mips.fill(1));
/// assert_eq!(sums, [6, 2]);
/// ```
#[inline]
pub fn columns_as_ref<'r, 'a: 'r, T: IdAllocator + 'a>(
    columns: &'r ColumnsMut<'a, T>,
) -> Columns<'r, T> {
    fn lend<'r, 'a: 'r, S: Shape + 'a>(
        _: impl FnOnce() -> S,
        columns: &'r ColumnsMut<'a, S::Record>,
    ) -> Columns<'r, S::Record> {
        S::columns_as_ref(columns)
    }
    lend(T::shape, columns)
}
