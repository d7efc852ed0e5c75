//! The recursion over a record's fields: the reads and writes of a row through
//! all columns of a block.
//!
//! Its depth is the logarithm of the number of fields, as the derive balances
//! the tree.

mod copy;
mod one;
mod pair;
mod tracked;

pub use copy::CloneFields;

use core::ops::Range;

use super::tree::{Base, Empty, Position, Tree};

/// A tree of columns. Sealed; every `unsafe` function asks of its caller:
///
/// 1. `Self` stands in the tree of `P` at `P`.
/// 2. `base` is a block of that tree, or one of no rows.
/// 3. The rows named are below the capacity.
pub trait Fields: Tree + Sized {
    /// One reference per column.
    type Refs<'a>
    where
        Self: 'a;
    /// One unique reference per column.
    type RefsMut<'a>
    where
        Self: 'a;
    /// One slice per column.
    type Slices<'a>: Copy
    where
        Self: 'a;
    /// A unique slice of each column.
    type SlicesMut<'a>
    where
        Self: 'a;

    /// Writes a row. What was there is forgotten.
    ///
    /// # Safety
    ///
    /// That of the trait.
    #[doc(hidden)]
    unsafe fn write<P: Position>(self, base: Base, row: usize);

    /// Moves a row out.
    ///
    /// # Safety
    ///
    /// That of the trait; the row is initialised, and the caller takes care
    /// that it is not used again.
    #[doc(hidden)]
    unsafe fn read<P: Position>(base: Base, row: usize) -> Self;

    /// Exchanges the values of a row in the columns that need drop; the others
    /// stay as they are.
    ///
    /// # Safety
    ///
    /// That of the trait; the row is initialised and only ours.
    #[doc(hidden)]
    unsafe fn swap_dropping<P: Position>(&mut self, base: Base, row: usize);

    /// Borrows a row.
    ///
    /// # Safety
    ///
    /// That of the trait; the row is initialised and borrowed shared for `'a`.
    #[doc(hidden)]
    unsafe fn refs<'a, P: Position>(base: Base, row: usize) -> Self::Refs<'a>
    where
        Self: 'a;

    /// Borrows a row uniquely.
    ///
    /// # Safety
    ///
    /// That of the trait; the row is initialised and borrowed uniquely for `'a`.
    #[doc(hidden)]
    unsafe fn refs_mut<'a, P: Position>(base: Base, row: usize) -> Self::RefsMut<'a>
    where
        Self: 'a;

    /// Borrows the first `rows` rows of all columns.
    ///
    /// # Safety
    ///
    /// That of the trait; the rows are initialised and borrowed shared for `'a`.
    #[doc(hidden)]
    unsafe fn slices<'a, P: Position>(base: Base, rows: usize) -> Self::Slices<'a>
    where
        Self: 'a;

    /// Borrows the first `rows` rows of all columns uniquely.
    ///
    /// # Safety
    ///
    /// That of the trait; the rows are initialised and borrowed uniquely for `'a`.
    #[doc(hidden)]
    unsafe fn slices_mut<'a, P: Position>(base: Base, rows: usize) -> Self::SlicesMut<'a>
    where
        Self: 'a;

    /// Drops these rows, column by column. When a value panics, the
    /// others are dropped all the same.
    ///
    /// # Safety
    ///
    /// That of the trait; the rows are initialised, and the caller takes care
    /// that they are not used again.
    #[doc(hidden)]
    unsafe fn drop_rows<P: Position>(base: Base, rows: Range<usize>);

    /// Copies row `from` over row `to`; what was in `to` is forgotten.
    ///
    /// # Safety
    ///
    /// That of the trait; `from` is initialised, and the caller takes care
    /// that it is not used again.
    #[doc(hidden)]
    unsafe fn move_row<P: Position>(base: Base, from: usize, to: usize);

    /// Copies the first `rows` rows of the columns with alignment `align`, from
    /// the last column to the first, to where they are with the capacity of `to`.
    ///
    /// # Safety
    ///
    /// That of the trait for both `from` and `to`. They are different blocks,
    /// or `to` is `from` with a larger capacity and all columns of smaller
    /// alignment were shifted before.
    #[doc(hidden)]
    unsafe fn shift<P: Position>(from: Base, to: Base, rows: usize, align: usize);
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
pub(crate) unsafe fn shift_columns<P: Position, F: Fields>(from: Base, to: Base, rows: usize) {
    debug_assert!(
        rows <= from.capacity.min(to.capacity),
        "both blocks have {rows} rows"
    );
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
    unsafe fn write<P: Position>(self, _: Base, _: usize) {}
    #[inline(always)]
    unsafe fn read<P: Position>(_: Base, _: usize) -> Self {
        Empty
    }
    #[inline(always)]
    unsafe fn swap_dropping<P: Position>(&mut self, _: Base, _: usize) {}
    #[inline(always)]
    unsafe fn refs<'a, P: Position>(_: Base, _: usize)
    where
        Self: 'a,
    {
    }
    #[inline(always)]
    unsafe fn refs_mut<'a, P: Position>(_: Base, _: usize)
    where
        Self: 'a,
    {
    }
    #[inline(always)]
    unsafe fn slices<'a, P: Position>(_: Base, _: usize)
    where
        Self: 'a,
    {
    }
    #[inline(always)]
    unsafe fn slices_mut<'a, P: Position>(_: Base, _: usize)
    where
        Self: 'a,
    {
    }
    #[inline(always)]
    unsafe fn drop_rows<P: Position>(_: Base, _: Range<usize>) {}
    #[inline(always)]
    unsafe fn move_row<P: Position>(_: Base, _: usize, _: usize) {}
    #[inline(always)]
    unsafe fn shift<P: Position>(_: Base, _: Base, _: usize, _: usize) {}
}
