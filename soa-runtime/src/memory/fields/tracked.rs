//! A column whose rows are marked when they are written: the values, and behind
//! them the marks, which are a column like any other.
//!
//! A row that is written or moved is marked here; one that is lent is marked by
//! whom it is lent to.

use core::ops::Range;
use core::ptr;

use super::{CloneFields, Fields};
use crate::marks::{Mark, TrackedMut};
use crate::memory::tree::{After, Base, One, Position, Tracked};

type Marks = One<Mark>;
type MarksAt<P, F> = After<P, One<F>>;

impl<F> Fields for Tracked<F> {
    type Refs<'a>
        = &'a F
    where
        F: 'a;
    type RefsMut<'a>
        = TrackedMut<'a, F>
    where
        F: 'a;
    type Slices<'a>
        = &'a [F]
    where
        F: 'a;
    type SlicesMut<'a>
        = (&'a mut [F], &'a mut [Mark])
    where
        F: 'a;

    #[inline(always)]
    unsafe fn write<P: Position>(self, base: Base, row: usize) {
        // SAFETY: by this function's contract, for the values.
        unsafe { One(self.0).write::<P>(base, row) };
        // SAFETY: by this function's contract; the marks stand behind the values.
        unsafe { One(Mark::NEW).write::<MarksAt<P, F>>(base, row) };
    }

    #[inline(always)]
    unsafe fn read<P: Position>(base: Base, row: usize) -> Self {
        // SAFETY: by this function's contract, for the values.
        let One(value) = unsafe { One::<F>::read::<P>(base, row) };
        Tracked(value)
    }

    #[inline(always)]
    unsafe fn swap_dropping<P: Position>(&mut self, base: Base, row: usize) {
        if const { core::mem::needs_drop::<F>() } {
            // SAFETY: by this function's contract, for the values.
            let value = unsafe { One::<F>::refs_mut::<P>(base, row) };
            core::mem::swap(&mut self.0, value);
            // SAFETY: by this function's contract; the marks stand behind the values.
            unsafe { One(Mark::NEW).write::<MarksAt<P, F>>(base, row) };
        }
    }

    #[inline(always)]
    unsafe fn refs<'a, P: Position>(base: Base, row: usize) -> &'a F
    where
        F: 'a,
    {
        // SAFETY: by this function's contract, for the values.
        unsafe { One::<F>::refs::<P>(base, row) }
    }

    #[inline(always)]
    unsafe fn refs_mut<'a, P: Position>(base: Base, row: usize) -> TrackedMut<'a, F>
    where
        F: 'a,
    {
        // SAFETY: by this function's contract, for the values.
        let value = unsafe { One::<F>::refs_mut::<P>(base, row) };
        // SAFETY: by this function's contract; the marks stand behind the values
        // and are other memory.
        let mark = unsafe { Marks::refs_mut::<MarksAt<P, F>>(base, row) };
        TrackedMut::new(value, mark)
    }

    #[inline(always)]
    unsafe fn slices<'a, P: Position>(base: Base, rows: usize) -> &'a [F]
    where
        F: 'a,
    {
        // SAFETY: by this function's contract, for the values.
        unsafe { One::<F>::slices::<P>(base, rows) }
    }

    #[inline(always)]
    unsafe fn slices_mut<'a, P: Position>(base: Base, rows: usize) -> Self::SlicesMut<'a>
    where
        F: 'a,
    {
        // SAFETY: by this function's contract, for the values.
        let values = unsafe { One::<F>::slices_mut::<P>(base, rows) };
        // SAFETY: by this function's contract; the marks stand behind the values
        // and are other memory.
        let marks = unsafe { Marks::slices_mut::<MarksAt<P, F>>(base, rows) };
        (values, marks)
    }

    #[inline(always)]
    unsafe fn drop_rows<P: Position>(base: Base, rows: Range<usize>) {
        // SAFETY: by this function's contract, for the values; marks need no drop.
        unsafe { One::<F>::drop_rows::<P>(base, rows) };
    }

    #[inline(always)]
    unsafe fn move_row<P: Position>(base: Base, from: usize, to: usize) {
        // SAFETY: by this function's contract, for the values.
        unsafe { One::<F>::move_row::<P>(base, from, to) };
        // SAFETY: by this function's contract; the marks stand behind the values.
        unsafe { One(Mark::NEW).write::<MarksAt<P, F>>(base, to) };
    }

    #[inline(always)]
    unsafe fn shift<P: Position>(from: Base, to: Base, rows: usize, align: usize) {
        // SAFETY: by this function's contract; the marks stand behind the values.
        unsafe { Marks::shift::<MarksAt<P, F>>(from, to, rows, align) };
        // SAFETY: by this function's contract; the marks were shifted before, if
        // they stand behind the values in the block.
        unsafe { One::<F>::shift::<P>(from, to, rows, align) };
    }
}

#[diagnostic::do_not_recommend]
impl<F: Clone> CloneFields for Tracked<F> {
    /// Clones the values; the rows of the copy are new to every reader.
    #[inline]
    unsafe fn clone_rows<P: Position>(from: Base, to: Base, first: usize, rows: usize) {
        // SAFETY: by this function's contract, for the values.
        unsafe { One::<F>::clone_rows::<P>(from, to, first, rows) };
        // SAFETY: by this function's contract; the marks stand behind the values.
        let marks = unsafe { to.cell::<MarksAt<P, F>, Mark>(first) };
        // SAFETY: by this function's contract the rows are inside the column and
        // nobody else's; every bit of `Mark::NEW` is set.
        unsafe { ptr::write_bytes(marks, u8::MAX, rows) };
    }
}
