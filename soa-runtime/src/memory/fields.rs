//! The recursion over a record's columns: the values of a row, the views of rows,
//! and a visit of each column.
//!
//! The depth of the recursion is the logarithm of the number of fields, because the
//! derive balances the tree. The recursion itself is safe: [`At`] states the
//! position of the columns, and an [`Access`] states which rows may be accessed and
//! how. Unsafe code creates both once per operation, and uses them where the
//! recursion ends.

use core::mem::ManuallyDrop;

use super::access::{Access, Values, access};
use super::lending::Lending;
use super::stamps::stamp_row;
use super::tree::{At, Base, Empty, One, Pair, Position, Tracked, Tree};

/// A tree of columns. This trait is sealed.
pub trait Fields: Tree + Sized {
    /// The borrowed columns: one reference or one slice for each column.
    type Lent<'a, K: Lending>
    where
        Self: 'a;

    /// Moves these values to a row without dropping its old values. By reference, so that
    /// no code to drop them is compiled for unwinding.
    ///
    /// # Safety
    ///
    /// The caller neither uses nor drops `self` again.
    #[doc(hidden)]
    unsafe fn write<P: Position>(&self, at: At<P, Self>, row: &Access<'_, P::All, Values>);

    /// Lends rows.
    #[doc(hidden)]
    fn lend<'a, P: Position, K: Lending>(
        at: At<P, Self>,
        rows: &Access<'a, P::All, K>,
    ) -> Self::Lent<'a, K>
    where
        Self: 'a;

    /// Visits each column once.
    #[doc(hidden)]
    fn each<P: Position, V: Visit<P::All>>(at: At<P, Self>, visit: &mut V);
}

/// An operation on each column of the tree `A`, one after the other.
pub trait Visit<A: Tree> {
    /// Whether the visit starts with the last column.
    const BACKWARDS: bool = false;

    /// Visits a column that is not tracked.
    fn column<P: Position<All = A>, F>(&mut self, at: At<P, One<F>>);

    /// Visits a tracked column: the values, followed by the stamps.
    fn tracked<P: Position<All = A>, F>(&mut self, at: At<P, Tracked<F>>);
}

impl<A: Tree> Access<'_, A, Values> {
    /// Stamps the row of a tracked column.
    #[inline(always)]
    fn stamp<P: Position<All = A>, F>(&self, at: At<P, Tracked<F>>) {
        // SAFETY: by invariants 1 to 3 of `Access` the row is inside the block and only
        // ours.
        unsafe { stamp_row(self.base, at, self.rows) }
    }
}

/// Writes a row. The values that were there are forgotten.
///
/// # Safety
///
/// `base` is a block of the tree of `P`. `row` is below its capacity, and the
/// access to it is exclusive.
#[inline(always)]
pub(crate) unsafe fn write<P: Position, F: Fields>(
    at: At<P, F>,
    base: Base,
    row: usize,
    fields: F,
) {
    let fields = ManuallyDrop::new(fields);
    // SAFETY: by this function's contract; the fields are forgotten here.
    unsafe { fields.write(at, &Access::of_row(base, row)) };
}

/// Lends one row if `K` lends one row, or the first `rows` rows if it lends
/// columns.
///
/// # Safety
///
/// `base` is a block of the tree of `P`, or a block without rows. The row is below
/// the capacity, or the number of rows is at most the capacity. The rows are
/// initialised, and borrowed for `'a` in the way that `K` lends them: shared or
/// exclusively.
#[inline(always)]
pub(crate) unsafe fn lend<'a, K: Lending, P: Position, F: Fields + 'a>(
    at: At<P, F>,
    base: Base,
    rows: usize,
) -> F::Lent<'a, K> {
    debug_assert!(rows <= base.capacity, "the block has these rows");
    F::lend(at, &access!(base, rows))
}

impl Fields for Empty {
    type Lent<'a, K: Lending> = ();

    #[inline(always)]
    unsafe fn write<P: Position>(&self, _: At<P, Self>, _: &Access<'_, P::All, Values>) {}
    #[inline(always)]
    fn lend<'a, P: Position, K: Lending>(_: At<P, Self>, _: &Access<'a, P::All, K>)
    where
        Self: 'a,
    {
    }
    #[inline(always)]
    fn each<P: Position, V: Visit<P::All>>(_: At<P, Self>, _: &mut V) {}
}

impl<F> Fields for One<F> {
    type Lent<'a, K: Lending>
        = K::Lent<'a, F>
    where
        F: 'a;

    #[inline(always)]
    unsafe fn write<P: Position>(&self, at: At<P, Self>, row: &Access<'_, P::All, Values>) {
        let cell = row.cell(at);
        // SAFETY: by this function's contract the value is not used again. By invariants 2 and 3
        // of `Access` the cell is inside the block, aligned, and accessed exclusively.
        unsafe { cell.write((&raw const self.0).read()) }
    }

    #[inline(always)]
    fn lend<'a, P: Position, K: Lending>(
        at: At<P, Self>,
        rows: &Access<'a, P::All, K>,
    ) -> K::Lent<'a, F>
    where
        Self: 'a,
    {
        K::lend(at, rows)
    }

    #[inline(always)]
    fn each<P: Position, V: Visit<P::All>>(at: At<P, Self>, visit: &mut V) {
        visit.column(at);
    }
}

/// A column whose rows are stamped when they are written: the values, followed by the
/// stamps, which are a column of their own.
///
/// A row that is written or moved is stamped here. A row that is lent is stamped by the
/// view that it is lent to.
impl<F> Fields for Tracked<F> {
    type Lent<'a, K: Lending>
        = K::Tracked<'a, F>
    where
        F: 'a;

    #[inline(always)]
    unsafe fn write<P: Position>(&self, at: At<P, Self>, row: &Access<'_, P::All, Values>) {
        let cell = row.cell(at.values());
        // SAFETY: by this function's contract the value is not used again. By invariants 2 and 3
        // of `Access` the cell is inside the block, aligned, and accessed exclusively.
        unsafe { cell.write((&raw const self.0).read()) };
        row.stamp(at);
    }

    #[inline(always)]
    fn lend<'a, P: Position, K: Lending>(
        at: At<P, Self>,
        rows: &Access<'a, P::All, K>,
    ) -> K::Tracked<'a, F>
    where
        Self: 'a,
    {
        K::lend_tracked(at, rows)
    }

    #[inline(always)]
    fn each<P: Position, V: Visit<P::All>>(at: At<P, Self>, visit: &mut V) {
        visit.tracked(at);
    }
}

impl<L: Fields, R: Fields> Fields for Pair<L, R> {
    type Lent<'a, K: Lending>
        = (L::Lent<'a, K>, R::Lent<'a, K>)
    where
        Self: 'a;

    #[inline(always)]
    unsafe fn write<P: Position>(&self, at: At<P, Self>, row: &Access<'_, P::All, Values>) {
        // SAFETY: by this function's contract neither half is used again.
        unsafe {
            self.0.write(at.left(), row);
            self.1.write(at.right(), row);
        }
    }

    #[inline(always)]
    fn lend<'a, P: Position, K: Lending>(
        at: At<P, Self>,
        rows: &Access<'a, P::All, K>,
    ) -> Self::Lent<'a, K>
    where
        Self: 'a,
    {
        (L::lend(at.left(), rows), R::lend(at.right(), rows))
    }

    #[inline(always)]
    fn each<P: Position, V: Visit<P::All>>(at: At<P, Self>, visit: &mut V) {
        if const { V::BACKWARDS } {
            R::each(at.right(), visit);
            L::each(at.left(), visit);
        } else {
            L::each(at.left(), visit);
            R::each(at.right(), visit);
        }
    }
}
