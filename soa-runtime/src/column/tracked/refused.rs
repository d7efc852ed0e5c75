//! Calls of a slice that a tracked column refuses, because they would not mark what is
//! written. They exist for their message, which names the right call.

use core::slice;

use super::TrackedColumnMut;
use crate::record::IdAllocator;

/// A column whose writes need not be marked. No tracked column is one.
#[diagnostic::on_unimplemented(
    message = "a tracked column cannot be lent as a mutable slice, because writes would not be marked",
    label = "this column is `tracked`",
    note = "use `all_mut()` for all rows, `range_mut(rows)` for some, or `iter_live_mut()` for the live ones; they mark the rows"
)]
pub trait WritableUnmarked {}

#[expect(clippy::iter_without_into_iter, reason = "the method cannot be called")]
impl<'a, T: IdAllocator, F> TrackedColumnMut<'a, T, F> {
    #[doc(hidden)]
    pub fn iter_mut(&mut self) -> slice::IterMut<'_, F>
    where
        Self: WritableUnmarked,
    {
        unreachable!()
    }

    #[doc(hidden)]
    pub fn as_mut_slice(&mut self) -> &mut [F]
    where
        Self: WritableUnmarked,
    {
        unreachable!()
    }

    #[doc(hidden)]
    pub fn into_mut_slice(self) -> &'a mut [F]
    where
        Self: WritableUnmarked,
    {
        unreachable!()
    }

    #[doc(hidden)]
    pub fn fill(&mut self, _: F)
    where
        Self: WritableUnmarked,
    {
        unreachable!()
    }

    #[doc(hidden)]
    pub fn swap(&mut self, _: usize, _: usize)
    where
        Self: WritableUnmarked,
    {
        unreachable!()
    }

    #[doc(hidden)]
    pub fn copy_from_slice(&mut self, _: &[F])
    where
        Self: WritableUnmarked,
    {
        unreachable!()
    }
}

/// A `for` loop over `&mut column` looks for this implementation. The bound is not on `Self`,
/// because the compiler would then print the sentence of `Iterator`.
#[doc(hidden)]
impl<'a, T: IdAllocator, F> Iterator for TrackedColumnMut<'a, T, F>
where
    [F]: WritableUnmarked,
{
    type Item = &'a mut F;

    fn next(&mut self) -> Option<&'a mut F> {
        unreachable!()
    }
}
