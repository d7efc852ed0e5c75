//! The columns of a record, as the derive states them to unsafe code.
//!
//! Unsafe code trusts no other statement. The other traits that it relies on have no
//! implementations in other crates ([`Fields`] and its trees, the layouts, the handles and their
//! words, the policies): they are [sealed](super::Sealed), or cannot be named there. All other derived code handles values: it names the parts of a view
//! and makes a row of defaults or of clones. This code may panic, and every call
//! allows for that.
//!
//! The derive copies the types of the fields from its input, and three things could make
//! the list wrong:
//!
//! - **Another struct.** An attribute macro below the derive changes the struct after
//!   the derive has read it.
//! - **Another type from the same words.** A type may be a macro, or have one in it. The
//!   compiler calls it for the struct and again for the list, and a procedural macro may
//!   answer differently each time.
//!
//!   Against both, `Facts::OFFSETS` contains one statement per field,
//!   `same(&raw mut fields.0.1.0, &raw mut record.field)`, in a closure that is never
//!   called. This is the check of the list. It compares the types that the compiler has
//!   resolved: the types of the struct and of `Facts::Fields`. If a type were written a
//!   second time, only that copy would be checked. Raw pointers to types with a size do not
//!   coerce, and `*mut` is invariant, so [`same`] demands one type. It holds for every
//!   choice of the struct's parameters, because the statement is in generic code. Passing
//!   a field's value to its column is not a check, because a value coerces (`&Racy` to
//!   `&Plain`, by `Deref`). No field is missing, because another such closure makes a literal
//!   of the struct, of fields that it moves out of one. A type from a macro fills one place of the list, so the list has as many
//!   columns as the derive wrote.
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
/// other. `OFFSETS` has the offset of each of these fields, in the order of the columns. `Record`
/// does not implement `Drop`. So it may be sent to another thread if the record may, it is covariant where
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
    /// Where the field of each column starts in the record, in bytes.
    const OFFSETS: &'static [usize];
}

/// Compiles only if both places have one type. Derived code names it for each field, and
/// never calls it.
#[doc(hidden)]
#[inline]
pub fn same<F>(_: *mut F, _: *mut F) {}

/// Returns the offsets of a record's fields, which the derive accesses through a pointer. Not by
/// `offset_of`: in its expansion the compiler would report a deprecated field.
#[doc(hidden)]
#[macro_export]
macro_rules! __offsets {
    ($record:ty: $pointer:ident => [$($field:expr),*]) => {{
        let $pointer = ::core::mem::MaybeUninit::<$record>::uninit();
        let $pointer = $pointer.as_ptr();
        &[$(
            // SAFETY: the field is in the memory of the record.
            unsafe {
                (&raw const $field).byte_offset_from($pointer) as ::core::primitive::usize
            }
        ),*]
    }};
}
