//! Access to rows of the columns of a block, as one operation has it, slices without the
//! checks of a debug build, and values that are borrowed without their length.

use core::marker::PhantomData;
use core::mem;
use core::ptr::{self, NonNull};

use super::tree::{At, Base, One, Position, Tree};

/// Access to rows of the columns `A`, for `'a` and of the kind `K`.
///
/// # Invariants
///
/// 1. `base` is a block of the tree `A`, or a block without rows.
/// 2. For the kinds that lend one row, `rows` is the position of the row, which is
///    below the capacity. For the kinds that lend columns, `rows` is a number of
///    rows, which is at most the capacity.
/// 3. The requirements of `K` hold for these rows for `'a`. Each function that
///    creates an access uses it in one recursion, and therefore once per column.
#[derive(Debug)]
pub struct Access<'a, A, K> {
    pub(super) base: Base,
    pub(super) rows: usize,
    pub(super) kind: PhantomData<(&'a (), A, K)>,
}

impl<A: Tree, K> Access<'_, A, K> {
    /// Returns the cell of the row in a column, which the block has.
    #[inline(always)]
    pub(super) fn cell<P: Position<All = A>, F>(&self, at: At<P, One<F>>) -> NonNull<F> {
        // SAFETY: by invariants 1 and 2 of `Access`.
        unsafe { self.base.cell(at, self.rows) }
    }
}

/// Borrows values, like `slice::from_raw_parts`, but without a check in a debug build.
///
/// # Safety
///
/// The contract of `slice::from_raw_parts`.
#[inline(always)]
#[expect(
    clippy::transmute_ptr_to_ref,
    reason = "a debug build checks a pointer that becomes a reference by `&*`"
)]
pub(crate) unsafe fn slice_of<'a, F>(start: NonNull<F>, len: usize) -> &'a [F] {
    let values = ptr::slice_from_raw_parts(start.as_ptr(), len);
    // SAFETY: by this function's contract, which is that of `slice::from_raw_parts`.
    unsafe { mem::transmute::<*const [F], &'a [F]>(values) }
}

/// Borrows values mutably, like `slice::from_raw_parts_mut`, but without a check in a
/// debug build.
///
/// # Safety
///
/// The contract of `slice::from_raw_parts_mut`.
#[inline(always)]
#[expect(
    clippy::transmute_ptr_to_ref,
    reason = "a debug build checks a pointer that becomes a reference by `&mut *`"
)]
pub(crate) unsafe fn slice_of_mut<'a, F>(start: NonNull<F>, len: usize) -> &'a mut [F] {
    let values = ptr::slice_from_raw_parts_mut(start.as_ptr(), len);
    // SAFETY: by this function's contract, which is that of `slice::from_raw_parts_mut`.
    unsafe { mem::transmute::<*mut [F], &'a mut [F]>(values) }
}

/// The first of values that are borrowed as `R`, which is a slice of them. Unlike `R` it has no
/// length.
pub(crate) struct Start<F, R> {
    pub(crate) first: NonNull<F>,
    values: PhantomData<R>,
}

// SAFETY: it is the borrow `R` of the values without their number.
unsafe impl<F, R: Send> Send for Start<F, R> {}
// SAFETY: it is the borrow `R` of the values without their number.
unsafe impl<F, R: Sync> Sync for Start<F, R> {}

impl<'a, F> Start<F, &'a [F]> {
    /// Returns the start of values.
    #[inline(always)]
    pub(crate) fn of(values: &'a [F]) -> Self {
        Start {
            first: NonNull::from(values).cast(),
            values: PhantomData,
        }
    }
}

impl<'a, F> Start<F, &'a mut [F]> {
    /// Returns the start of values that are borrowed mutably.
    #[inline(always)]
    pub(crate) fn of_mut(values: &'a mut [F]) -> Self {
        Start {
            first: NonNull::from(values).cast(),
            values: PhantomData,
        }
    }

    /// Returns the same start again, for values of which each half takes some.
    #[cfg(feature = "rayon")]
    pub(crate) fn again(&self) -> Self {
        Start { ..*self }
    }

    /// Borrows the values shared.
    #[inline(always)]
    pub(crate) fn share(&self) -> Start<F, &[F]> {
        Start {
            first: self.first,
            values: PhantomData,
        }
    }
}

copy!([F, R: Copy] Start<F, R>);
