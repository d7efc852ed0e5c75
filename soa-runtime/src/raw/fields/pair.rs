//! Two halves: where the recursion goes on.

use core::marker::PhantomData;
use core::ops::Range;

use super::super::tree::{Base, Behind, Pair, Place};
use super::Fields;

/// Drops the right half of a pair even if dropping the left one panics.
struct DropRight<P: Place, R: Fields> {
    base: Base,
    rows: Range<usize>,
    place: PhantomData<(P, R)>,
}

impl<P: Place, R: Fields> Drop for DropRight<P, R> {
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
    unsafe fn swap_dropping<P: Place>(&mut self, base: Base, row: usize) {
        // SAFETY: by this function's contract, for the left half.
        unsafe { self.0.swap_dropping::<P>(base, row) };
        // SAFETY: by this function's contract; the right half stands behind the left.
        unsafe { self.1.swap_dropping::<Behind<P, L>>(base, row) };
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
    unsafe fn drop_rows<P: Place>(base: Base, rows: Range<usize>) {
        let _right = DropRight::<Behind<P, L>, R> {
            base,
            rows: rows.clone(),
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
