//! Copying rows from one block to another, column by column.

use core::marker::PhantomData;
use core::mem::{ManuallyDrop, MaybeUninit};
use core::ops::Range;
use core::slice;

use super::Fields;
use crate::memory::tree::{After, Base, Empty, One, Pair, Position};

/// Columns whose values can be cloned.
///
/// A field that cannot be is told of where the derive clones it; its message here is
/// the second one.
#[diagnostic::on_unimplemented(
    message = "a column of this struct cannot be cloned",
    label = "not all of the columns are `Clone`",
    note = "another error names the field"
)]
pub trait CloneFields: Fields {
    /// Clones the first `rows` rows of one block into another, from its row `first` on,
    /// the columns one after the other. When a value panics, those cloned before are
    /// dropped.
    ///
    /// # Safety
    ///
    /// That of [`Fields`] for both blocks, which are different ones; the rows of
    /// `from` are initialised and borrowed shared, those of `to` are not in use.
    #[doc(hidden)]
    unsafe fn clone_rows<P: Position>(from: Base, to: Base, first: usize, rows: usize);
}

impl CloneFields for Empty {
    #[inline(always)]
    unsafe fn clone_rows<P: Position>(_: Base, _: Base, _: usize, _: usize) {}
}

#[diagnostic::do_not_recommend]
impl<F: Clone> CloneFields for One<F> {
    #[inline]
    unsafe fn clone_rows<P: Position>(from: Base, to: Base, first: usize, rows: usize) {
        debug_assert!(
            rows <= from.capacity && first + rows <= to.capacity,
            "both blocks have {rows} rows"
        );
        // SAFETY: by this function's contract.
        let values = unsafe { Self::slices::<P>(from, rows) };
        // SAFETY: by this function's contract.
        let column = unsafe { to.cell::<P, F>(first) };
        // SAFETY: by this function's contract the rows are inside the column and
        // nobody else's; what is not initialised is fine here.
        let places = unsafe { slice::from_raw_parts_mut(column.cast(), rows) };
        clone_values(values, places);
    }
}

#[diagnostic::do_not_recommend]
impl<L: CloneFields, R: CloneFields> CloneFields for Pair<L, R> {
    #[inline]
    unsafe fn clone_rows<P: Position>(from: Base, to: Base, first: usize, rows: usize) {
        // SAFETY: by this function's contract, for the left half.
        unsafe { L::clone_rows::<P>(from, to, first, rows) };
        let left = DropCloned::<P, L> {
            base: to,
            rows: first..first + rows,
            place: PhantomData,
        };
        // SAFETY: by this function's contract; the right half stands behind the left.
        unsafe { R::clone_rows::<After<P, L>>(from, to, first, rows) };
        let _ = ManuallyDrop::new(left);
    }
}

/// Drops the left half of a pair if cloning the right one panics.
struct DropCloned<P: Position, L: Fields> {
    base: Base,
    rows: Range<usize>,
    place: PhantomData<(P, L)>,
}

impl<P: Position, L: Fields> Drop for DropCloned<P, L> {
    fn drop(&mut self) {
        // SAFETY: the maker of the guard has just written these rows.
        unsafe { L::drop_rows::<P>(self.base, self.rows.clone()) }
    }
}

/// Writes a clone of each value into its place, all or none of them.
///
/// A function of two slices, so that the compiler knows that they do not overlap:
/// for plain values it is a copy of their bytes.
#[inline(never)]
fn clone_values<F: Clone>(values: &[F], places: &mut [MaybeUninit<F>]) {
    /// Drops the values that were cloned if cloning another one panics.
    struct Cloned<'p, F> {
        places: &'p mut [MaybeUninit<F>],
        count: usize,
    }

    impl<F> Drop for Cloned<'_, F> {
        fn drop(&mut self) {
            for place in &mut self.places[..self.count] {
                // SAFETY: the first `count` places are written.
                unsafe { place.assume_init_drop() };
            }
        }
    }

    if const { !core::mem::needs_drop::<F>() } {
        for (value, place) in values.iter().zip(places) {
            place.write(value.clone());
        }
        return;
    }
    let mut cloned = Cloned { places, count: 0 };
    for value in values {
        cloned.places[cloned.count].write(value.clone());
        cloned.count += 1;
    }
    let _ = ManuallyDrop::new(cloned);
}
