//! The test whether a record implements `Drop`, for generated code.

use core::marker::PhantomData;

/// Finds out whether `T` itself implements `Drop`.
///
/// The inherent constant exists only then, and the compiler prefers it to the
/// constant of [`Undropped`].
#[derive(Debug)]
pub struct Dropped<T>(PhantomData<T>);

#[expect(
    drop_bounds,
    reason = "the question is whether the type itself implements `Drop`"
)]
impl<T: Drop> Dropped<T> {
    /// `T` implements `Drop`.
    pub const IS_DROPPED: bool = true;
}

/// The answer for all other types.
pub trait Undropped {
    /// The type does not implement `Drop`.
    const IS_DROPPED: bool = false;
}

impl<T> Undropped for Dropped<T> {}
