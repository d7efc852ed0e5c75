//! Two halves: where the recursion goes on.

use core::marker::PhantomData;
use core::ops::Range;

use super::Fields;
use crate::memory::tree::{After, Base, Pair, Position};

/// Drops the right half of a pair even if dropping the left one panics.
struct DropRight<P: Position, R: Fields> {
    base: Base,
    rows: Range<usize>,
    place: PhantomData<(P, R)>,
}

impl<P: Position, R: Fields> Drop for DropRight<P, R> {
    fn drop(&mut self) {
        // SAFETY: the maker of the guard has promised what `drop_rows` asks for.
        unsafe { R::drop_rows::<P>(self.base, self.rows.clone()) }
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
    unsafe fn write<P: Position>(self, base: Base, row: usize) {
        // SAFETY: by this function's contract, for the left half.
        unsafe { self.0.write::<P>(base, row) };
        // SAFETY: by this function's contract; the right half stands behind the left.
        unsafe { self.1.write::<After<P, L>>(base, row) };
    }

    #[inline(always)]
    unsafe fn read<P: Position>(base: Base, row: usize) -> Self {
        // SAFETY: by this function's contract, for the left half.
        let left = unsafe { L::read::<P>(base, row) };
        // SAFETY: by this function's contract; the right half stands behind the left.
        let right = unsafe { R::read::<After<P, L>>(base, row) };
        Pair(left, right)
    }

    #[inline(always)]
    unsafe fn swap_dropping<P: Position>(&mut self, base: Base, row: usize) {
        // SAFETY: by this function's contract, for the left half.
        unsafe { self.0.swap_dropping::<P>(base, row) };
        // SAFETY: by this function's contract; the right half stands behind the left.
        unsafe { self.1.swap_dropping::<After<P, L>>(base, row) };
    }

    #[inline(always)]
    unsafe fn refs<'a, P: Position>(base: Base, row: usize) -> Self::Refs<'a>
    where
        Self: 'a,
    {
        // SAFETY: by this function's contract, for the left half.
        let left = unsafe { L::refs::<P>(base, row) };
        // SAFETY: by this function's contract; the right half stands behind the left.
        let right = unsafe { R::refs::<After<P, L>>(base, row) };
        (left, right)
    }

    #[inline(always)]
    unsafe fn refs_mut<'a, P: Position>(base: Base, row: usize) -> Self::RefsMut<'a>
    where
        Self: 'a,
    {
        // SAFETY: by this function's contract, for the left half.
        let left = unsafe { L::refs_mut::<P>(base, row) };
        // SAFETY: by this function's contract; the right half stands behind the
        // left, and its columns are other memory.
        let right = unsafe { R::refs_mut::<After<P, L>>(base, row) };
        (left, right)
    }

    #[inline(always)]
    unsafe fn slices<'a, P: Position>(base: Base, rows: usize) -> Self::Slices<'a>
    where
        Self: 'a,
    {
        // SAFETY: by this function's contract, for the left half.
        let left = unsafe { L::slices::<P>(base, rows) };
        // SAFETY: by this function's contract; the right half stands behind the left.
        let right = unsafe { R::slices::<After<P, L>>(base, rows) };
        (left, right)
    }

    #[inline(always)]
    unsafe fn slices_mut<'a, P: Position>(base: Base, rows: usize) -> Self::SlicesMut<'a>
    where
        Self: 'a,
    {
        // SAFETY: by this function's contract, for the left half.
        let left = unsafe { L::slices_mut::<P>(base, rows) };
        // SAFETY: by this function's contract; the right half stands behind the
        // left, and its columns are other memory.
        let right = unsafe { R::slices_mut::<After<P, L>>(base, rows) };
        (left, right)
    }

    #[inline(always)]
    unsafe fn drop_rows<P: Position>(base: Base, rows: Range<usize>) {
        let _right = DropRight::<After<P, L>, R> {
            base,
            rows: rows.clone(),
            place: PhantomData,
        };
        // SAFETY: by this function's contract, for the left half.
        unsafe { L::drop_rows::<P>(base, rows) };
    }

    #[inline(always)]
    unsafe fn move_row<P: Position>(base: Base, from: usize, to: usize) {
        // SAFETY: by this function's contract, for the left half.
        unsafe { L::move_row::<P>(base, from, to) };
        // SAFETY: by this function's contract; the right half stands behind the left.
        unsafe { R::move_row::<After<P, L>>(base, from, to) };
    }

    #[inline(always)]
    unsafe fn shift<P: Position>(from: Base, to: Base, rows: usize, align: usize) {
        // SAFETY: by this function's contract; the right half stands behind the left.
        unsafe { R::shift::<After<P, L>>(from, to, rows, align) };
        // SAFETY: by this function's contract; the columns behind these were shifted.
        unsafe { L::shift::<P>(from, to, rows, align) };
    }
}
