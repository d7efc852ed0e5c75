//! What unsafe code takes the derive's word for: which columns a record has.
//!
//! It is the only such word. The other traits that unsafe code relies on are
//! sealed ([`Fields`] and its trees, the layouts, the handles and their words,
//! the policies), and what derived code does besides, it does to values: it
//! names the parts of a view, makes a row of defaults or of clones, and may
//! panic, which is allowed for at each call.

use super::fields::Fields;

/// The fields of a struct.
///
/// # Safety
///
/// `Fields` has one column for each field of `Record`, of that field's type, and
/// no other. So it may go to another thread when the record may, it is covariant
/// where the record is, and dropping it does what dropping the record's fields
/// does: a hub of `Record` says all that of itself by `PhantomData<Record>`, and
/// keeps `Fields`. All implementations for one `Record` have the same `Fields`.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "the fields of `{Self}` are not known",
    note = "only `#[derive(IdAllocator)]` can state them"
)]
pub unsafe trait Facts: Sized {
    /// The struct.
    type Record;
    /// Its fields, as a balanced tree.
    type Fields: Fields;
}
