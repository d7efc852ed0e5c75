//! The start of borrowed values whose number is stored once for several columns.

use core::marker::PhantomData;
use core::ptr::NonNull;

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
