//! The four ways to lend the columns of a record: one row or all columns, shared or
//! exclusively.

use core::mem;
use core::ptr::NonNull;

use super::access::{Access, slice_of, slice_of_mut};
use super::stamps::{block_of_row, shared_stamps, stamps_mut};
use super::tree::{At, One, Position, Tracked};
use crate::ticks::{StampMut, Stamps, StampsMut, TrackedMut};

/// A way to lend columns. No other crate can name this trait.
///
/// The rows are initialised. While a shared loan lasts, nothing may write to the
/// rows. While an exclusive loan lasts, nothing else may access them.
pub trait Lending: Sized {
    /// The borrowed part of a column.
    type Lent<'a, F: 'a>;
    /// The borrowed part of a tracked column.
    type Tracked<'a, F: 'a>;

    /// Lends the rows of a column.
    fn lend<'a, P: Position, F: 'a>(
        at: At<P, One<F>>,
        rows: &Access<'a, P::All, Self>,
    ) -> Self::Lent<'a, F>;

    /// Lends the rows of a tracked column.
    fn lend_tracked<'a, P: Position, F: 'a>(
        at: At<P, Tracked<F>>,
        rows: &Access<'a, P::All, Self>,
    ) -> Self::Tracked<'a, F>;
}

/// One row, shared.
#[derive(Debug)]
pub struct RowRef(());
/// One row, exclusively.
#[derive(Debug)]
pub struct RowMut(());
/// The first rows of each column, shared.
#[derive(Debug)]
pub struct ColumnsRef(());
/// The first rows of each column, exclusively.
#[derive(Debug)]
pub struct ColumnsMut(());

impl Lending for RowRef {
    type Lent<'a, F: 'a> = &'a F;
    type Tracked<'a, F: 'a> = &'a F;

    #[inline(always)]
    fn lend<'a, P: Position, F: 'a>(at: At<P, One<F>>, rows: &Access<'a, P::All, Self>) -> &'a F {
        // SAFETY: by invariants 2 and 3 of `Access` the cell is inside the block,
        // initialised, and shared for 'a.
        unsafe { mem::transmute::<NonNull<F>, &'a F>(rows.cell(at)) }
    }

    #[inline(always)]
    fn lend_tracked<'a, P: Position, F: 'a>(
        at: At<P, Tracked<F>>,
        rows: &Access<'a, P::All, Self>,
    ) -> &'a F {
        Self::lend(at.values(), rows)
    }
}

impl Lending for RowMut {
    type Lent<'a, F: 'a> = &'a mut F;
    type Tracked<'a, F: 'a> = TrackedMut<'a, F>;

    #[inline(always)]
    fn lend<'a, P: Position, F: 'a>(
        at: At<P, One<F>>,
        rows: &Access<'a, P::All, Self>,
    ) -> &'a mut F {
        // SAFETY: by invariants 2 and 3 of `Access` the cell is inside the block,
        // initialised, and accessed exclusively for 'a; each column is lent once.
        unsafe { mem::transmute::<NonNull<F>, &'a mut F>(rows.cell(at)) }
    }

    #[inline(always)]
    fn lend_tracked<'a, P: Position, F: 'a>(
        at: At<P, Tracked<F>>,
        rows: &Access<'a, P::All, Self>,
    ) -> TrackedMut<'a, F> {
        let value = Self::lend(at.values(), rows);
        let stamp = Self::lend(at.stamps(), rows);
        // SAFETY: by invariants 1 and 2 of `Access` the row is inside the block.
        let block = unsafe { block_of_row(rows.base, at, rows.rows) };
        TrackedMut::new(value, StampMut::new(stamp, block, rows.base.stamp))
    }
}

impl Lending for ColumnsRef {
    type Lent<'a, F: 'a> = &'a [F];
    type Tracked<'a, F: 'a> = (&'a [F], Stamps<'a>);

    #[inline(always)]
    fn lend<'a, P: Position, F: 'a>(at: At<P, One<F>>, rows: &Access<'a, P::All, Self>) -> &'a [F] {
        // SAFETY: by invariants 1 to 3 of `Access` the rows are inside the column,
        // initialised, and shared for 'a. The column is aligned, also without rows.
        unsafe { slice_of(rows.base.cell(at, 0), rows.rows) }
    }

    #[inline(always)]
    fn lend_tracked<'a, P: Position, F: 'a>(
        at: At<P, Tracked<F>>,
        rows: &Access<'a, P::All, Self>,
    ) -> (&'a [F], Stamps<'a>) {
        let values = Self::lend(at.values(), rows);
        // SAFETY: by invariants 1 to 3 of `Access` the rows are inside the block and
        // shared for 'a.
        (values, unsafe { shared_stamps(rows.base, at, rows.rows) })
    }
}

impl Lending for ColumnsMut {
    type Lent<'a, F: 'a> = &'a mut [F];
    type Tracked<'a, F: 'a> = (&'a mut [F], StampsMut<'a>);

    #[inline(always)]
    fn lend<'a, P: Position, F: 'a>(
        at: At<P, One<F>>,
        rows: &Access<'a, P::All, Self>,
    ) -> &'a mut [F] {
        // SAFETY: by invariants 1 to 3 of `Access` the rows are inside the column,
        // initialised, and accessed exclusively for 'a; each column is lent once.
        // The column is aligned, also without rows.
        unsafe { slice_of_mut(rows.base.cell(at, 0), rows.rows) }
    }

    #[inline(always)]
    fn lend_tracked<'a, P: Position, F: 'a>(
        at: At<P, Tracked<F>>,
        rows: &Access<'a, P::All, Self>,
    ) -> (&'a mut [F], StampsMut<'a>) {
        let values = Self::lend(at.values(), rows);
        // SAFETY: by invariants 1 to 3 of `Access` the rows are inside the block, and the column
        // is accessed exclusively for 'a; its stamps are lent once.
        (values, unsafe { stamps_mut(rows.base, at, rows.rows) })
    }
}
