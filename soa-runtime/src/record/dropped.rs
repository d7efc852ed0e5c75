//! A test for generated code: whether a record implements `Drop`.

use core::marker::PhantomData;

/// Detects whether `T` itself implements `Drop`.
///
/// The inherent constant exists only in this case, and the compiler prefers it to
/// the constant of [`Undropped`].
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

/// Provides the constant for all other types.
pub trait Undropped {
    /// The type does not implement `Drop`.
    const IS_DROPPED: bool = false;
}

impl<T> Undropped for Dropped<T> {}
