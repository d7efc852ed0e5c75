//! A value of a tracked column, lent mutably.

use core::cmp::Ordering;
use core::fmt;
use core::ops::{Deref, DerefMut};

use super::StampMut;

/// The field of a row in a tracked column: it reads as the value, and records the row
/// as changed when it is written through.
///
/// A `RowMut` has it in the place of a `&mut F`. Every mutable use records the row,
/// `*row.field = ..` or `row.field.push(..)`, and a shared use does not.
///
/// # Examples
///
/// ```
/// use soa_runtime::IdAllocator;
///
/// #[derive(IdAllocator)]
/// struct Light { #[soa(tracked)] colour: u32 }
///
/// let mut lights = LightHub::new();
/// let id = lights.alloc();
/// let seen = lights.advance();
///
/// let mut light = lights.row_mut(id);
/// assert!(light.colour == 0 && light.colour < 7); // read: not changed
/// *light.colour = 0xffffff;
/// assert!(lights.columns().colour.changed_since(seen, 0).eq([0..1]));
/// ```
pub struct TrackedMut<'a, F> {
    value: &'a mut F,
    stamp: StampMut<'a>,
}

impl<'a, F> TrackedMut<'a, F> {
    #[inline]
    pub(crate) fn new(value: &'a mut F, stamp: StampMut<'a>) -> Self {
        TrackedMut { value, stamp }
    }

    /// Records the row as changed and lends the value for as long as the row is lent.
    ///
    /// It is called as `TrackedMut::into_mut(row.field)`, so that it hides no
    /// method of the value.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::{IdAllocator, TrackedMut};
    /// # #[derive(IdAllocator)]
    /// # struct Light { #[soa(tracked)] colour: u32 }
    /// let mut lights = LightHub::new();
    /// let id = lights.alloc();
    /// let colour: &mut u32 = TrackedMut::into_mut(lights.row_mut(id).colour);
    /// *colour = 7;
    /// assert_eq!(*lights.row(id).colour, 7);
    /// ```
    #[inline]
    pub fn into_mut(this: Self) -> &'a mut F {
        let TrackedMut { value, mut stamp } = this;
        stamp.set();
        value
    }

    /// Lends the value to `change`, which returns whether it was written. A panic in
    /// `change` counts as a write.
    pub(crate) fn change(this: Self, change: impl FnOnce(&mut F) -> bool) {
        struct Written<'a>(StampMut<'a>, bool);

        impl Drop for Written<'_> {
            fn drop(&mut self) {
                if self.1 {
                    self.0.set();
                }
            }
        }

        let TrackedMut { value, stamp } = this;
        let mut written = Written(stamp, true);
        written.1 = change(value);
    }
}

impl<F> Deref for TrackedMut<'_, F> {
    type Target = F;

    #[inline]
    fn deref(&self) -> &F {
        self.value
    }
}

impl<F> DerefMut for TrackedMut<'_, F> {
    /// Records the row as changed.
    #[inline]
    fn deref_mut(&mut self) -> &mut F {
        self.stamp.set();
        self.value
    }
}

impl<F: fmt::Debug> fmt::Debug for TrackedMut<'_, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

impl<F: PartialEq> PartialEq for TrackedMut<'_, F> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<F: Eq> Eq for TrackedMut<'_, F> {}

/// Compares the value, so that `row.field == 7` needs no `*`. It records nothing.
impl<F: PartialEq> PartialEq<F> for TrackedMut<'_, F> {
    fn eq(&self, other: &F) -> bool {
        **self == *other
    }
}

/// Compares the value, so that `row.field < 7` needs no `*`. It records nothing.
impl<F: PartialOrd> PartialOrd<F> for TrackedMut<'_, F> {
    fn partial_cmp(&self, other: &F) -> Option<Ordering> {
        (**self).partial_cmp(other)
    }
}
