//! The columns of a record, as the derive states them to unsafe code.
//!
//! Unsafe code trusts no other statement. The other traits that it relies on are
//! sealed ([`Fields`] and its trees, the layouts, the handles and their words, the
//! policies). All other derived code handles values: it names the parts of a view
//! and makes a row of defaults or of clones. This code may panic, and every call
//! allows for that.
//!
//! The derive copies the types of the fields from its input, and two things could make
//! the list wrong:
//!
//! - **Another struct.** An attribute macro below the derive changes the struct after
//!   the derive has read it. So `Shape::split` contains one statement per field,
//!   `let _: *mut Type = &raw mut record.field;`. This is the check of the list: raw
//!   pointers to types with a size do not coerce, and `*mut` is invariant, so the types
//!   are the same. Passing a field's value to its column is no check, because a value
//!   coerces (`&Racy` to `&Plain`, by `Deref`). No field is missing, because
//!   `Shape::join` makes a literal of the struct. A name in a type means the same in the
//!   struct and in the expansion, because the derive refuses types with reserved names.
//! - **Another runtime.** The expansion names this trait by the path of the runtime.
//!   With `#[soa(crate = path)]` the path must be this crate or a re-export of it.
//!   A crate that imitates this one can state any list in the derive's name, without an
//!   `unsafe` in the user's code, so the path is part of the user's trusted code. The
//!   same holds for a module that takes the name `soa_runtime`.

use super::fields::Fields;

/// The fields of a struct.
///
/// # Safety
///
/// `Fields` has one column for each field of `Record`, of that field's type, and no
/// other. So it may be sent to another thread if the record may, it is covariant where
/// the record is, and dropping it does what dropping the record's fields does. A hub of
/// `Record` claims all that by `PhantomData<Record>`, and stores `Fields`. All
/// implementations for one `Record` have the same `Fields`.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "the fields of `{Self}` are not stated",
    note = "`#[derive(IdAllocator)]` states them"
)]
pub unsafe trait Facts: Sized {
    /// The struct.
    type Record;
    /// Its fields, as a balanced tree.
    type Fields: Fields;
}
