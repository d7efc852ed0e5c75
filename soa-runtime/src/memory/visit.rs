//! Operations on each column that do not depend on its type: dropping, moving and
//! shifting rows, and saying where the values are.

use core::marker::PhantomData;
use core::mem::{self, ManuallyDrop, MaybeUninit};
use core::ops::Range;
use core::ptr::{self, NonNull};

use super::fields::{Fields, Visit};
use super::node::ColumnPlace;
use super::stamps::stamp_row;
use super::tree::{At, Base, One, Position, Tracked, Tree};

/// Drops rows, one column after the other. Stamps need no drop.
///
/// # Invariants
///
/// 1. `base` is a block of the tree `A`, or a block without rows.
/// 2. The rows are inside the block, initialised in the columns with these numbers,
///    and not used again.
pub(super) struct DropRows<A> {
    base: Base,
    rows: Range<usize>,
    columns: Range<usize>,
    tree: PhantomData<A>,
}

impl<A: Tree> Visit<A> for DropRows<A> {
    #[inline(always)]
    fn column<P: Position<All = A>, F>(&mut self, at: At<P, One<F>>) {
        if const { !mem::needs_drop::<F>() }
            || P::INDEX < self.columns.start
            || P::INDEX >= self.columns.end
        {
            return;
        }
        self.columns.start = P::INDEX + 1;
        // SAFETY: by invariants 1 and 2 of `DropRows`; the column was just removed from
        // its range.
        unsafe {
            let first = self.base.cell(at, self.rows.start);
            NonNull::slice_from_raw_parts(first, self.rows.len()).drop_in_place();
        }
    }
}

/// Drops these rows, column by column. If dropping a value panics, the other values
/// are still dropped.
///
/// # Safety
///
/// `base` is a block of the tree of `P`, or a block without rows. The rows are
/// inside the block and initialised. The caller ensures that they are not used
/// again.
#[inline(always)]
pub(crate) unsafe fn drop_rows<P: Position, F: Fields>(
    at: At<P, F>,
    base: Base,
    rows: Range<usize>,
) {
    // SAFETY: by this function's contract the rows are initialised, and not used again.
    unsafe { drop_columns(at, base, rows, 0..usize::MAX) };
}

/// Drops rows of the columns with these numbers. If dropping a value panics, the
/// other values are still dropped.
///
/// # Safety
///
/// The contract of [`drop_rows`], for these columns.
#[inline(always)]
pub(super) unsafe fn drop_columns<P: Position, F: Fields>(
    at: At<P, F>,
    base: Base,
    rows: Range<usize>,
    columns: Range<usize>,
) {
    /// Drops the remaining columns if dropping a value panics.
    struct Left<P: Position, F: Fields>(At<P, F>, DropRows<P::All>);

    impl<P: Position, F: Fields> Drop for Left<P, F> {
        fn drop(&mut self) {
            F::each(self.0, &mut self.1);
        }
    }

    debug_assert!(
        rows.start <= rows.end && rows.end <= base.capacity,
        "the rows {rows:?} are outside the block"
    );
    if rows.start == rows.end {
        return;
    }
    let visit = DropRows {
        base,
        rows,
        columns,
        tree: PhantomData,
    };
    let mut left = Left(at, visit);
    F::each(at, &mut left.1);
    let _ = ManuallyDrop::new(left);
}

/// What becomes of the values of the row that another one is moved to.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Moved {
    /// They are forgotten.
    Over,
    /// They are in the other row afterwards.
    Swapped,
    /// Those that need drop are in the other row afterwards, and the others are forgotten.
    SwappedDropping,
}

/// Moves a row to the place of another.
///
/// # Invariants
///
/// 1. `base` is a block of the tree `A`. The rows are two rows below its capacity, and
///    accessed exclusively.
struct MoveRow<A> {
    base: Base,
    from: usize,
    to: usize,
    moved: Moved,
    tree: PhantomData<A>,
}

impl<A: Tree> Visit<A> for MoveRow<A> {
    #[inline(always)]
    fn column<P: Position<All = A>, F>(&mut self, at: At<P, One<F>>) {
        let swapped = match self.moved {
            Moved::Over => false,
            Moved::Swapped => true,
            Moved::SwappedDropping => const { mem::needs_drop::<F>() },
        };
        // SAFETY: by invariant 1 of `MoveRow` both cells are inside the block, and different.
        unsafe {
            let (from, to) = (self.base.cell(at, self.from), self.base.cell(at, self.to));
            if swapped {
                swap_values(from, to, true);
            } else {
                copy_value(from, to, true);
            }
        }
    }

    /// Marks a row as new at its new position.
    #[inline(always)]
    fn tracked<P: Position<All = A>, F>(&mut self, at: At<P, Tracked<F>>) {
        self.column(at.values());
        // SAFETY: by invariant 1 of `MoveRow`.
        unsafe {
            stamp_row(self.base, at, self.to);
            if self.moved == Moved::Swapped {
                stamp_row(self.base, at, self.from);
            }
        }
    }
}

/// Returns whether values of `F` are moved by value, which is faster without optimisation. A large
/// one is moved by its bytes, so that it is never on the stack.
const fn is_small<F>() -> bool {
    size_of::<F>() <= 128
}

/// Copies a value to another place, of which it is forgotten or not used again here.
///
/// # Safety
///
/// Both are places of `F`, do not overlap, and are aligned if `aligned` says so. The first is
/// initialised, and the other is accessed exclusively.
#[inline(always)]
pub(super) unsafe fn copy_value<F>(from: NonNull<F>, to: NonNull<F>, aligned: bool) {
    // SAFETY: by this function's contract.
    unsafe {
        if aligned && const { is_small::<F>() } {
            to.write(from.read());
        } else {
            let (from, to) = (from.cast::<u8>(), to.cast::<u8>());
            from.copy_to_nonoverlapping(to, size_of::<F>());
        }
    }
}

/// Swaps two values.
///
/// # Safety
///
/// Both are places of `F`, do not overlap, and are aligned if `aligned` says so. They are
/// initialised, or what is swapped is not used, and accessed exclusively.
#[inline]
pub(super) unsafe fn swap_values<F>(a: NonNull<F>, b: NonNull<F>, aligned: bool) {
    // SAFETY: by this function's contract.
    unsafe {
        if aligned && const { is_small::<F>() } {
            let value = a.read();
            a.write(b.read());
            b.write(value);
        } else {
            swap_bytes(a.cast(), b.cast(), size_of::<F>());
        }
    }
}

/// Swaps bytes, a few at a time, so that a large value is never on the stack.
///
/// # Safety
///
/// Both are places of this number of bytes, do not overlap, and are accessed exclusively.
#[inline]
unsafe fn swap_bytes(a: NonNull<u8>, b: NonNull<u8>, bytes: usize) {
    const STEP: usize = 64;
    let mut step = MaybeUninit::<[u8; STEP]>::uninit();
    let step = NonNull::from(&mut step).cast::<u8>();
    let mut at = 0;
    while at < bytes {
        let count = STEP.min(bytes - at);
        // SAFETY: by this function's contract the bytes from `at` on are inside both places. A
        // step has room for them.
        unsafe {
            let (a, b) = (a.add(at), b.add(at));
            a.copy_to_nonoverlapping(step, count);
            b.copy_to_nonoverlapping(a, count);
            step.copy_to_nonoverlapping(b, count);
        }
        at += count;
    }
}

/// Moves row `from` to the place of row `to` without dropping the values in `to`.
///
/// # Safety
///
/// `base` is a block of the tree of `P`. The rows are two rows below its capacity and
/// accessed exclusively. `from` is initialised, and the caller ensures that what is not swapped
/// is not used again there. What is swapped is initialised in `to`, or not used again in `from`.
#[inline(always)]
pub(crate) unsafe fn move_row<P: Position, F: Fields>(
    at: At<P, F>,
    base: Base,
    from: usize,
    to: usize,
    moved: Moved,
) {
    debug_assert!(from != to, "row {to} has a place");
    debug_assert!(from < base.capacity, "row {from} is outside the block");
    debug_assert!(to < base.capacity, "row {to} is outside the block");
    let mut visit = MoveRow {
        base,
        from,
        to,
        moved,
        tree: PhantomData,
    };
    F::each(at, &mut visit);
}

/// Copies the rows of the columns with one [rank](ColumnPlace::rank) to their offsets for the
/// capacity of `to`, from the last column to the first.
///
/// # Invariants
///
/// 1. `from` is a block of the tree whose columns are visited, and has `rows` rows.
/// 2. `to` is another block of the tree with enough capacity, or it is the memory
///    of `from` extended to a larger capacity. In the second case all columns of
///    smaller rank were shifted before.
struct ShiftRows {
    from: Base,
    to: Base,
    rows: usize,
    rank: usize,
}

impl ShiftRows {
    /// Shifts a column, unless it has another rank. What the column contains does not
    /// matter, so this is compiled once and not for each column.
    ///
    /// # Safety
    ///
    /// The tree has a column at `place`, of `bytes` bytes per row.
    #[inline]
    unsafe fn shift(&self, place: &ColumnPlace, bytes: usize) {
        if place.rank != self.rank || bytes == 0 {
            return;
        }
        let [from, to] = [self.from, self.to].map(|base| place.offset(base.capacity));
        // SAFETY: by this function's contract the column is one of the tree. By invariants 1 and 2
        // of `ShiftRows` it starts there in both blocks, and has `rows` rows. Within the same memory, the columns after this one are the columns
        // of smaller rank and the columns that come later in the tree. All of
        // them were moved already, so their old bytes may be overwritten, and their
        // new bytes start at or after the end of this column's new bytes. The
        // columns that are still to be moved end at or before this column's old
        // start. The old start is not after the new start, so they are not
        // overwritten either.
        unsafe {
            let target = self.to.start.add(to);
            self.from.start.add(from).copy_to(target, self.rows * bytes);
        }
    }
}

impl<A: Tree> Visit<A> for ShiftRows {
    const BACKWARDS: bool = true;

    #[inline(always)]
    fn column<P: Position<All = A>, F>(&mut self, _: At<P, One<F>>) {
        // SAFETY: by invariant 1 of `At` the tree has this column.
        unsafe { self.shift(const { &P::PLACE }, size_of::<F>()) }
    }

    #[inline(always)]
    fn tracked<P: Position<All = A>, F>(&mut self, at: At<P, Tracked<F>>) {
        Visit::<A>::column(self, at.stamps());
        Visit::<A>::column(self, at.values());
    }
}

/// Copies the first `rows` rows of the columns `F` from one block to another, or
/// within a block that was extended. The last column in memory is copied first, so
/// no column is overwritten before it is moved.
///
/// # Safety
///
/// 1. `from` is a block of the tree of `P`, and `rows` is at most its capacity.
/// 2. `to` is another block of the tree with enough capacity, or `F` is the whole
///    tree and `to` is the memory of `from` extended to a larger capacity.
pub(crate) unsafe fn shift_columns<P: Position, F: Fields>(
    at: At<P, F>,
    from: Base,
    to: Base,
    rows: usize,
) {
    debug_assert!(
        rows <= from.capacity.min(to.capacity),
        "both blocks have {rows} rows"
    );
    let mut ranks = const {
        let end = P::INDEX + F::TREE.columns();
        P::All::TREE.ranks(P::INDEX, end)
    };
    while ranks != 0 {
        // The columns of the smallest rank are last in memory, so they are shifted
        // first.
        let mut visit = ShiftRows {
            from,
            to,
            rows,
            rank: (1 << ranks.trailing_zeros()) >> 1,
        };
        F::each(at, &mut visit);
        ranks &= ranks - 1;
    }
}

/// Calls a function with the memory of the first rows of each column.
struct Extents<A, C> {
    base: Base,
    rows: usize,
    call: C,
    tree: PhantomData<A>,
}

impl<A: Tree, C: FnMut(*mut [u8])> Visit<A> for Extents<A, C> {
    #[inline]
    fn column<P: Position<All = A>, F>(&mut self, _: At<P, One<F>>) {
        let start = (self.base.start.as_ptr()).wrapping_add(self.base.offset::<P>());
        (self.call)(ptr::slice_from_raw_parts_mut(
            start,
            self.rows * size_of::<F>(),
        ));
    }
}

/// Calls a function with the memory of the first `rows` rows of each column, in the order of the
/// columns. It reads nothing. The pointers are derived from the block itself, and not from a borrow of a column.
#[inline]
pub(crate) fn extents<P: Position, F: Fields>(
    at: At<P, F>,
    base: Base,
    rows: usize,
    call: impl FnMut(*mut [u8]),
) {
    let mut visit = Extents {
        base,
        rows,
        call,
        tree: PhantomData,
    };
    F::each(at, &mut visit);
}
