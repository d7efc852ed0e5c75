//! The recursion over a record's fields: the reads and writes of a row through
//! all columns of a block.
//!
//! Its depth is the logarithm of the number of fields, as the derive balances
//! the tree.

use core::marker::PhantomData;
use core::ptr;
use core::slice;

use super::tree::{Base, Behind, Empty, One, Pair, Place, Tree};

/// A tree of columns. Sealed; every `unsafe` function asks of its caller:
///
/// 1. `Self` stands in the tree of `P` at `P`.
/// 2. `base` is a block of that tree, or one of no rows.
/// 3. The rows named are below the capacity.
pub trait Fields: Tree + Sized {
    /// A reference a column.
    type Refs<'a>
    where
        Self: 'a;
    /// A unique reference a column.
    type RefsMut<'a>
    where
        Self: 'a;
    /// A slice a column.
    type Slices<'a>: Copy
    where
        Self: 'a;
    /// A unique slice a column.
    type SlicesMut<'a>
    where
        Self: 'a;

    /// Writes a row. What was there is forgotten.
    ///
    /// # Safety
    ///
    /// That of the trait.
    #[doc(hidden)]
    unsafe fn write<P: Place>(self, base: Base, row: usize);

    /// Moves a row out.
    ///
    /// # Safety
    ///
    /// That of the trait; the row is initialised, and the caller takes care
    /// that it is not used again.
    #[doc(hidden)]
    unsafe fn read<P: Place>(base: Base, row: usize) -> Self;

    /// Borrows a row.
    ///
    /// # Safety
    ///
    /// That of the trait; the row is initialised and borrowed shared for `'a`.
    #[doc(hidden)]
    unsafe fn refs<'a, P: Place>(base: Base, row: usize) -> Self::Refs<'a>
    where
        Self: 'a;

    /// Borrows a row uniquely.
    ///
    /// # Safety
    ///
    /// That of the trait; the row is initialised and borrowed uniquely for `'a`.
    #[doc(hidden)]
    unsafe fn refs_mut<'a, P: Place>(base: Base, row: usize) -> Self::RefsMut<'a>
    where
        Self: 'a;

    /// Borrows the first `rows` rows of all columns.
    ///
    /// # Safety
    ///
    /// That of the trait; the rows are initialised and borrowed shared for `'a`.
    #[doc(hidden)]
    unsafe fn slices<'a, P: Place>(base: Base, rows: usize) -> Self::Slices<'a>
    where
        Self: 'a;

    /// Borrows the first `rows` rows of all columns uniquely.
    ///
    /// # Safety
    ///
    /// That of the trait; the rows are initialised and borrowed uniquely for `'a`.
    #[doc(hidden)]
    unsafe fn slices_mut<'a, P: Place>(base: Base, rows: usize) -> Self::SlicesMut<'a>
    where
        Self: 'a;

    /// Drops the first `rows` rows, column by column. When a value panics, the
    /// others are dropped all the same.
    ///
    /// # Safety
    ///
    /// That of the trait; the rows are initialised, and the caller takes care
    /// that they are not used again.
    #[doc(hidden)]
    unsafe fn drop_rows<P: Place>(base: Base, rows: usize);

    /// Copies row `from` over row `to`; what was in `to` is forgotten.
    ///
    /// # Safety
    ///
    /// That of the trait; `from` is initialised, and the caller takes care
    /// that it is not used again.
    #[doc(hidden)]
    unsafe fn move_row<P: Place>(base: Base, from: usize, to: usize);

    /// Copies the first `rows` rows of the columns with alignment `align`, from
    /// the last column to the first, to where they are with the capacity of `to`.
    ///
    /// # Safety
    ///
    /// That of the trait for both `from` and `to`. They are different blocks,
    /// or `to` is `from` with a larger capacity and all columns of smaller
    /// alignment were shifted before.
    #[doc(hidden)]
    unsafe fn shift<P: Place>(from: Base, to: Base, rows: usize, align: usize);
}

/// Copies the first `rows` rows of the columns `F`, which stand at `P`, from one
/// block to another, or within one that was extended: from the column that
/// stands last to the first, so that none is overwritten before it is moved.
///
/// # Safety
///
/// 1. `F` stands in the tree of `P` at `P`.
/// 2. `from` is a block of that tree, and `rows` at most its capacity.
/// 3. `to` is another block of the tree with capacity for them; or `F` is the
///    whole tree and `to` the memory of `from` extended to a larger capacity.
pub(super) unsafe fn shift_columns<P: Place, F: Fields>(from: Base, to: Base, rows: usize) {
    let mut alignments = const { F::TREE.alignments() };
    while alignments != 0 {
        let align = 1 << alignments.trailing_zeros();
        // SAFETY: by this function's contract; the alignments go from the
        // smallest, whose columns stand last, to the largest.
        unsafe { F::shift::<P>(from, to, rows, align) };
        alignments &= alignments - 1;
    }
}

impl Fields for Empty {
    type Refs<'a> = ();
    type RefsMut<'a> = ();
    type Slices<'a> = ();
    type SlicesMut<'a> = ();

    #[inline(always)]
    unsafe fn write<P: Place>(self, _: Base, _: usize) {}
    #[inline(always)]
    unsafe fn read<P: Place>(_: Base, _: usize) -> Self {
        Empty
    }
    #[inline(always)]
    unsafe fn refs<'a, P: Place>(_: Base, _: usize)
    where
        Self: 'a,
    {
    }
    #[inline(always)]
    unsafe fn refs_mut<'a, P: Place>(_: Base, _: usize)
    where
        Self: 'a,
    {
    }
    #[inline(always)]
    unsafe fn slices<'a, P: Place>(_: Base, _: usize)
    where
        Self: 'a,
    {
    }
    #[inline(always)]
    unsafe fn slices_mut<'a, P: Place>(_: Base, _: usize)
    where
        Self: 'a,
    {
    }
    #[inline(always)]
    unsafe fn drop_rows<P: Place>(_: Base, _: usize) {}
    #[inline(always)]
    unsafe fn move_row<P: Place>(_: Base, _: usize, _: usize) {}
    #[inline(always)]
    unsafe fn shift<P: Place>(_: Base, _: Base, _: usize, _: usize) {}
}

impl<F> Fields for One<F> {
    type Refs<'a>
        = &'a F
    where
        F: 'a;
    type RefsMut<'a>
        = &'a mut F
    where
        F: 'a;
    type Slices<'a>
        = &'a [F]
    where
        F: 'a;
    type SlicesMut<'a>
        = &'a mut [F]
    where
        F: 'a;

    #[inline(always)]
    unsafe fn write<P: Place>(self, base: Base, row: usize) {
        debug_assert!(row < base.capacity, "row {row} is outside the block");
        // SAFETY: by this function's contract, 1 and 2.
        let column = unsafe { base.column::<P, F>() };
        // SAFETY: by this function's contract, 3, the row is inside the column.
        let cell = unsafe { column.add(row) };
        // SAFETY: the cell is inside the block, aligned, and only ours.
        unsafe { cell.write(self.0) }
    }

    #[inline(always)]
    unsafe fn read<P: Place>(base: Base, row: usize) -> Self {
        debug_assert!(row < base.capacity, "row {row} is outside the block");
        // SAFETY: by this function's contract, 1 and 2.
        let column = unsafe { base.column::<P, F>() };
        // SAFETY: by this function's contract, 3, the row is inside the column.
        let cell = unsafe { column.add(row) };
        // SAFETY: by this function's contract the cell is initialised and not used again.
        One(unsafe { cell.read() })
    }

    #[inline(always)]
    unsafe fn refs<'a, P: Place>(base: Base, row: usize) -> &'a F
    where
        F: 'a,
    {
        debug_assert!(row < base.capacity, "row {row} is outside the block");
        // SAFETY: by this function's contract, 1 and 2.
        let column = unsafe { base.column::<P, F>() };
        // SAFETY: by this function's contract, 3, the row is inside the column.
        let cell = unsafe { column.add(row) };
        // SAFETY: by this function's contract the cell is initialised and shared for 'a.
        unsafe { &*cell }
    }

    #[inline(always)]
    unsafe fn refs_mut<'a, P: Place>(base: Base, row: usize) -> &'a mut F
    where
        F: 'a,
    {
        debug_assert!(row < base.capacity, "row {row} is outside the block");
        // SAFETY: by this function's contract, 1 and 2.
        let column = unsafe { base.column::<P, F>() };
        // SAFETY: by this function's contract, 3, the row is inside the column.
        let cell = unsafe { column.add(row) };
        // SAFETY: by this function's contract the cell is initialised and only ours for 'a.
        unsafe { &mut *cell }
    }

    #[inline(always)]
    unsafe fn slices<'a, P: Place>(base: Base, rows: usize) -> &'a [F]
    where
        F: 'a,
    {
        debug_assert!(
            rows <= base.capacity,
            "{rows} rows are more than the block has"
        );
        // SAFETY: by this function's contract, 1 and 2.
        let column = unsafe { base.column::<P, F>() };
        // SAFETY: by this function's contract the rows are initialised and
        // shared for 'a; the column is aligned, also when it has no rows.
        unsafe { slice::from_raw_parts(column, rows) }
    }

    #[inline(always)]
    unsafe fn slices_mut<'a, P: Place>(base: Base, rows: usize) -> &'a mut [F]
    where
        F: 'a,
    {
        debug_assert!(
            rows <= base.capacity,
            "{rows} rows are more than the block has"
        );
        // SAFETY: by this function's contract, 1 and 2.
        let column = unsafe { base.column::<P, F>() };
        // SAFETY: by this function's contract the rows are initialised and only
        // ours for 'a; the column is aligned, also when it has no rows.
        unsafe { slice::from_raw_parts_mut(column, rows) }
    }

    #[inline(always)]
    unsafe fn drop_rows<P: Place>(base: Base, rows: usize) {
        debug_assert!(
            rows <= base.capacity,
            "{rows} rows are more than the block has"
        );
        if const { core::mem::needs_drop::<F>() } {
            // SAFETY: by this function's contract, 1 and 2.
            let column = unsafe { base.column::<P, F>() };
            // SAFETY: by this function's contract the rows are initialised and not used again.
            unsafe { ptr::slice_from_raw_parts_mut(column, rows).drop_in_place() }
        }
    }

    #[inline(always)]
    unsafe fn move_row<P: Place>(base: Base, from: usize, to: usize) {
        debug_assert!(from < base.capacity, "row {from} is outside the block");
        debug_assert!(to < base.capacity, "row {to} is outside the block");
        // SAFETY: by this function's contract, 1 and 2.
        let column = unsafe { base.column::<P, F>() };
        // SAFETY: by this function's contract, 3, the row is inside the column.
        let source = unsafe { column.add(from) };
        // SAFETY: as above.
        let target = unsafe { column.add(to) };
        // SAFETY: both cells are inside the block and aligned; they may be the same.
        unsafe { ptr::copy(source, target, 1) }
    }

    #[inline(always)]
    unsafe fn shift<P: Place>(from: Base, to: Base, rows: usize, align: usize) {
        if align_of::<F>() != align || size_of::<F>() == 0 {
            return;
        }
        debug_assert!(
            rows <= from.capacity,
            "{rows} rows are more than the block has"
        );
        debug_assert!(
            rows <= to.capacity,
            "{rows} rows are more than the new block has"
        );
        // SAFETY: by this function's contract, 1 and 2.
        let source = unsafe { from.column::<P, F>() };
        // SAFETY: as above.
        let target = unsafe { to.column::<P, F>() };
        // SAFETY: by this function's contract both columns have `rows` rows,
        // and no column that is still to be moved is overwritten: its end is
        // at or before this column's old start, which is not behind the new one.
        unsafe { ptr::copy(source, target, rows) }
    }
}

/// Drops the right half of a pair even if dropping the left one panics.
struct DropRight<P: Place, R: Fields> {
    base: Base,
    rows: usize,
    place: PhantomData<(P, R)>,
}

impl<P: Place, R: Fields> Drop for DropRight<P, R> {
    fn drop(&mut self) {
        // SAFETY: the maker of the guard has promised what `drop_rows` asks for.
        unsafe { R::drop_rows::<P>(self.base, self.rows) }
    }
}

impl<L: Fields, R: Fields> Fields for Pair<L, R> {
    type Refs<'a>
        = (L::Refs<'a>, R::Refs<'a>)
    where
        Self: 'a;
    type RefsMut<'a>
        = (L::RefsMut<'a>, R::RefsMut<'a>)
    where
        Self: 'a;
    type Slices<'a>
        = (L::Slices<'a>, R::Slices<'a>)
    where
        Self: 'a;
    type SlicesMut<'a>
        = (L::SlicesMut<'a>, R::SlicesMut<'a>)
    where
        Self: 'a;

    #[inline(always)]
    unsafe fn write<P: Place>(self, base: Base, row: usize) {
        // SAFETY: by this function's contract, for the left half.
        unsafe { self.0.write::<P>(base, row) };
        // SAFETY: by this function's contract; the right half stands behind the left.
        unsafe { self.1.write::<Behind<P, L>>(base, row) };
    }

    #[inline(always)]
    unsafe fn read<P: Place>(base: Base, row: usize) -> Self {
        // SAFETY: by this function's contract, for the left half.
        let left = unsafe { L::read::<P>(base, row) };
        // SAFETY: by this function's contract; the right half stands behind the left.
        let right = unsafe { R::read::<Behind<P, L>>(base, row) };
        Pair(left, right)
    }

    #[inline(always)]
    unsafe fn refs<'a, P: Place>(base: Base, row: usize) -> Self::Refs<'a>
    where
        Self: 'a,
    {
        // SAFETY: by this function's contract, for the left half.
        let left = unsafe { L::refs::<P>(base, row) };
        // SAFETY: by this function's contract; the right half stands behind the left.
        let right = unsafe { R::refs::<Behind<P, L>>(base, row) };
        (left, right)
    }

    #[inline(always)]
    unsafe fn refs_mut<'a, P: Place>(base: Base, row: usize) -> Self::RefsMut<'a>
    where
        Self: 'a,
    {
        // SAFETY: by this function's contract, for the left half.
        let left = unsafe { L::refs_mut::<P>(base, row) };
        // SAFETY: by this function's contract; the right half stands behind the
        // left, and its columns are other memory.
        let right = unsafe { R::refs_mut::<Behind<P, L>>(base, row) };
        (left, right)
    }

    #[inline(always)]
    unsafe fn slices<'a, P: Place>(base: Base, rows: usize) -> Self::Slices<'a>
    where
        Self: 'a,
    {
        // SAFETY: by this function's contract, for the left half.
        let left = unsafe { L::slices::<P>(base, rows) };
        // SAFETY: by this function's contract; the right half stands behind the left.
        let right = unsafe { R::slices::<Behind<P, L>>(base, rows) };
        (left, right)
    }

    #[inline(always)]
    unsafe fn slices_mut<'a, P: Place>(base: Base, rows: usize) -> Self::SlicesMut<'a>
    where
        Self: 'a,
    {
        // SAFETY: by this function's contract, for the left half.
        let left = unsafe { L::slices_mut::<P>(base, rows) };
        // SAFETY: by this function's contract; the right half stands behind the
        // left, and its columns are other memory.
        let right = unsafe { R::slices_mut::<Behind<P, L>>(base, rows) };
        (left, right)
    }

    #[inline(always)]
    unsafe fn drop_rows<P: Place>(base: Base, rows: usize) {
        let _right = DropRight::<Behind<P, L>, R> {
            base,
            rows,
            place: PhantomData,
        };
        // SAFETY: by this function's contract, for the left half.
        unsafe { L::drop_rows::<P>(base, rows) };
    }

    #[inline(always)]
    unsafe fn move_row<P: Place>(base: Base, from: usize, to: usize) {
        // SAFETY: by this function's contract, for the left half.
        unsafe { L::move_row::<P>(base, from, to) };
        // SAFETY: by this function's contract; the right half stands behind the left.
        unsafe { R::move_row::<Behind<P, L>>(base, from, to) };
    }

    #[inline(always)]
    unsafe fn shift<P: Place>(from: Base, to: Base, rows: usize, align: usize) {
        // SAFETY: by this function's contract; the right half stands behind the left.
        unsafe { R::shift::<Behind<P, L>>(from, to, rows, align) };
        // SAFETY: by this function's contract; the columns behind these were shifted.
        unsafe { L::shift::<P>(from, to, rows, align) };
    }
}
