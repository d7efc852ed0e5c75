//! The recursion over a record's columns: the views of rows, and a visit of each column.
//!
//! The depth of the recursion is the logarithm of the number of fields, because the
//! derive balances the tree. The recursion itself is safe: [`At`] states the
//! position of the columns, and an [`Access`] states which rows may be accessed and
//! how. Unsafe code creates both once per operation, and uses them where the
//! recursion ends.

use core::marker::PhantomData;

use super::access::Access;
use super::lending::Lending;
use super::stamps::stamp_row;
use super::tree::{Aligned, At, Base, Empty, One, Pair, Position, Tracked, Tree};

/// A tree of columns. This trait is sealed.
pub trait Fields: Tree + Sized {
    /// The borrowed columns: one reference or one slice for each column.
    type Lent<'a, K: Lending>
    where
        Self: 'a;

    /// Lends rows.
    fn lend<'a, P: Position, K: Lending>(
        at: At<P, Self>,
        rows: &Access<'a, P::All, K>,
    ) -> Self::Lent<'a, K>
    where
        Self: 'a;

    /// Visits each column once.
    fn each<P: Position, V: Visit<P::All>>(at: At<P, Self>, visit: &mut V);
}

/// An operation on each column of the tree `A`, one after the other.
pub trait Visit<A: Tree> {
    /// Whether the visit starts with the last column.
    const BACKWARDS: bool = false;

    /// Visits a column that is not tracked.
    #[inline(always)]
    fn column<P: Position<All = A>, F>(&mut self, _: At<P, One<F>>) {}

    /// Visits a tracked column: the values, followed by the stamps.
    #[inline(always)]
    fn tracked<P: Position<All = A>, F>(&mut self, at: At<P, Tracked<F>>) {
        self.column(at.values());
    }
}

/// What a table has for one row: a value, a stamp, or nothing.
pub trait Entry<V>: Fields + 'static {
    /// Writes the entry. What was there is forgotten.
    ///
    /// # Safety
    ///
    /// `base` is a block of the tree of `P`. `row` is below its capacity, and the access to it is
    /// exclusive.
    unsafe fn write<P: Position>(value: V, at: At<P, Self>, base: Base, row: usize);
}

impl<V> Entry<V> for Empty {
    #[inline(always)]
    unsafe fn write<P: Position>(_: V, _: At<P, Self>, _: Base, _: usize) {}
}

impl<V: Copy + 'static> Entry<V> for One<V> {
    #[inline(always)]
    unsafe fn write<P: Position>(value: V, at: At<P, Self>, base: Base, row: usize) {
        debug_assert!(row < base.capacity, "the row is inside the block");
        // SAFETY: by this function's contract the cell is inside the block, and accessed exclusively.
        unsafe { base.cell(at, row).write(value) };
    }
}

impl Entry<()> for Tracked<()> {
    #[inline(always)]
    unsafe fn write<P: Position>((): (), at: At<P, Self>, base: Base, row: usize) {
        debug_assert!(row < base.capacity, "the row is inside the block");
        // SAFETY: by this function's contract.
        unsafe { stamp_row(base, at, row) };
    }
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
    let rows = Access {
        base,
        rows,
        kind: PhantomData,
    };
    F::lend(at, &rows)
}

impl Fields for Empty {
    type Lent<'a, K: Lending> = ();

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

impl<const N: usize, F: Fields> Fields for Aligned<N, F> {
    type Lent<'a, K: Lending>
        = F::Lent<'a, K>
    where
        Self: 'a;

    #[inline(always)]
    fn lend<'a, P: Position, K: Lending>(
        at: At<P, Self>,
        rows: &Access<'a, P::All, K>,
    ) -> Self::Lent<'a, K>
    where
        Self: 'a,
    {
        F::lend(at.inside(), rows)
    }

    #[inline(always)]
    fn each<P: Position, V: Visit<P::All>>(at: At<P, Self>, visit: &mut V) {
        F::each(at.inside(), visit);
    }
}
