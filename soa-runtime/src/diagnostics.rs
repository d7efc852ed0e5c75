//! What exists for the sake of its message: traits that a hub without an option
//! lacks, and the test whether a record implements `Drop`.
//!
//! The compiler quotes the line of a trait that is missing, with its comment.

use core::marker::PhantomData;

/// What is not written without the option.
#[diagnostic::on_unimplemented(
    message = "hubs and rows of `{Self}` are not compared by `==`",
    label = "no `==`",
    note = "write `#[soa(derive(PartialEq))]` on the struct `{Self}`"
)]
#[rustfmt::skip]
pub trait ComparedRow {} // write `#[soa(derive(PartialEq))]` on the struct

/// What is not written without the option.
#[diagnostic::on_unimplemented(
    message = "rows and columns of `{Self}` are not shown by `{{:?}}`",
    label = "no `{{:?}}`",
    note = "write `#[soa(derive(Debug))]` on the struct `{Self}`"
)]
#[rustfmt::skip]
pub trait ShownRow {} // write `#[soa(derive(Debug))]` on the struct

/// What is not written without the option.
#[diagnostic::on_unimplemented(
    message = "rows of `{Self}` are not copied",
    label = "not `Clone`",
    note = "write `#[soa(derive(Clone))]` on the struct `{Self}`"
)]
#[rustfmt::skip]
pub trait CopiedRow {} // write `#[soa(derive(Clone))]` on the struct

/// Whether `T` implements `Drop`: its own constant is looked at before that of
/// [`Undropped`], and exists only then.
#[derive(Debug)]
pub struct Dropped<T>(PhantomData<T>);

#[expect(
    drop_bounds,
    reason = "whether the type itself implements `Drop` is what is asked"
)]
impl<T: Drop> Dropped<T> {
    /// It does.
    pub const IS_DROPPED: bool = true;
}

/// What is true of every other type.
pub trait Undropped {
    /// It does not.
    const IS_DROPPED: bool = false;
}

impl<T> Undropped for Dropped<T> {}
