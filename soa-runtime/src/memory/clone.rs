//! Copying rows from one block to another, column by column.

use core::marker::PhantomData;
use core::mem::{ManuallyDrop, MaybeUninit};
use core::slice;

use super::fields::Fields;
use super::tree::{Aligned, At, Base, Empty, One, Pair, Position, Tracked};
use super::visit::drop_columns;

/// Columns whose values can be cloned.
///
/// The compiler reports a field that is not `Clone` where the derive clones the
/// field. The message of this trait is the second one.
#[diagnostic::on_unimplemented(
    message = "a column of this struct cannot be cloned",
    label = "not all of the columns are `Clone`",
    note = "another error names the field"
)]
pub trait CloneFields: Fields {
    /// Clones the rows of each column. This is not a
    /// `Visit`, because a visit has no bounds on the
    /// columns.
    fn clone_each<P: Position>(at: At<P, Self>, rows: &mut CloneRows<P::All>);
}

/// Clones the first rows of one block to a run of rows of another, the columns one
/// after the other.
///
/// # Invariants
///
/// 1. `from` and `to` are different blocks of the tree `A`.
/// 2. The first `rows` rows of `from` are initialised and borrowed shared. The `rows`
///    rows of `to` from `first` on are inside the block and not in use.
/// 3. The columns before number `cloned` are initialised for these rows in `to`.
#[derive(Debug)]
pub struct CloneRows<A> {
    from: Base,
    to: Base,
    first: usize,
    rows: usize,
    cloned: usize,
    tree: PhantomData<A>,
}

/// Clones the first `rows` rows of one block to the rows of another from `first` on, the
/// columns one after the other. When a value panics, those cloned before are dropped.
///
/// # Safety
///
/// Both are blocks of the tree of `P`, and different ones. The rows are inside both
/// blocks. The rows of `from` are initialised and borrowed shared. The rows of `to`
/// are not in use.
pub(crate) unsafe fn clone_rows<P: Position, F: CloneFields>(
    at: At<P, F>,
    from: Base,
    to: Base,
    first: usize,
    rows: usize,
) {
    /// Drops the columns that were cloned if cloning another one panics.
    struct Cloned<P: Position, F: Fields>(At<P, F>, CloneRows<P::All>);

    impl<P: Position, F: Fields> Drop for Cloned<P, F> {
        fn drop(&mut self) {
            let clone = &self.1;
            let rows = clone.first..clone.first + clone.rows;
            // SAFETY: by invariants 1 and 3 of `CloneRows`; no other code has seen these rows.
            unsafe { drop_columns(self.0, clone.to, rows, 0..clone.cloned) };
        }
    }

    debug_assert!(
        rows <= from.capacity && first + rows <= to.capacity,
        "both blocks have {rows} rows"
    );
    let clone = CloneRows {
        from,
        to,
        first,
        rows,
        cloned: 0,
        tree: PhantomData,
    };
    let mut cloned = Cloned(at, clone);
    F::clone_each(at, &mut cloned.1);
    let _ = ManuallyDrop::new(cloned);
}

impl CloneFields for Empty {
    #[inline(always)]
    fn clone_each<P: Position>(_: At<P, Self>, _: &mut CloneRows<P::All>) {}
}

#[diagnostic::do_not_recommend]
impl<F: Clone> CloneFields for One<F> {
    #[inline]
    fn clone_each<P: Position>(at: At<P, Self>, rows: &mut CloneRows<P::All>) {
        // SAFETY: by invariants 1 and 2 of `CloneRows` the rows of both blocks are inside the
        // column. Those of the source are initialised, and no other code accesses the places. Their
        // type allows values that are not initialised.
        let (values, places) = unsafe {
            let (values, places) = (rows.from.cell(at, 0), rows.to.cell(at, rows.first));
            (
                slice::from_raw_parts(values.as_ptr(), rows.rows),
                slice::from_raw_parts_mut(places.as_ptr().cast(), rows.rows),
            )
        };
        clone_values(values, places);
        rows.cloned = P::INDEX + 1;
    }
}

/// The caller stamps the rows of the copy.
#[diagnostic::do_not_recommend]
impl<F: Clone> CloneFields for Tracked<F> {
    #[inline]
    fn clone_each<P: Position>(at: At<P, Self>, rows: &mut CloneRows<P::All>) {
        One::clone_each(at.values(), rows);
    }
}

#[diagnostic::do_not_recommend]
impl<L: CloneFields, R: CloneFields> CloneFields for Pair<L, R> {
    #[inline]
    fn clone_each<P: Position>(at: At<P, Self>, rows: &mut CloneRows<P::All>) {
        L::clone_each(at.left(), rows);
        R::clone_each(at.right(), rows);
    }
}

#[diagnostic::do_not_recommend]
impl<const N: usize, F: CloneFields> CloneFields for Aligned<N, F> {
    #[inline]
    fn clone_each<P: Position>(at: At<P, Self>, rows: &mut CloneRows<P::All>) {
        F::clone_each(at.inside(), rows);
    }
}

/// Writes a clone of each value into its place. If cloning one value panics, all of
/// the clones are dropped.
///
/// The function takes two slices, so the compiler can assume that they do not
/// overlap. For plain values it becomes a copy of the bytes.
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
