//! Records whose ids look alike.

use super::traits::IdAllocator;
use crate::handle::AnyHandle;

/// A record whose ids have the same bits as the ids of `U`, so that
/// [`Hub::convert`](crate::Hub::convert) keeps them.
///
/// It is implemented for every pair of records whose `bits(..)` are the same.
///
/// # Examples
///
/// ```
/// use soa_runtime::generic::{SameBits, Vacate};
/// use soa_runtime::{Hub, IdAllocator};
///
/// fn upgrade<Old, New>(old: Hub<Old>) -> Hub<New>
/// where
///     Old: SameBits<New>,
///     New: Vacate + From<Old>,
/// {
///     old.convert(New::from)
/// }
///
/// #[derive(IdAllocator)]
/// struct Old { hp: u8 }
///
/// #[derive(IdAllocator)]
/// struct New { health: u32 }
///
/// impl From<Old> for New {
///     fn from(old: Old) -> Self {
///         New { health: old.hp.into() }
///     }
/// }
///
/// let old: OldHub = [Old { hp: 7 }].into_iter().collect();
/// assert_eq!(*upgrade::<Old, New>(old.into()).columns().health, [7]);
/// ```
#[diagnostic::on_unimplemented(
    message = "the ids of `{Self}` and the ids of `{U}` have different bits",
    label = "an id of `{Self}` cannot be an id of `{U}`",
    note = "write the same `#[soa(bits(..))]` on the structs `{Self}` and `{U}`; in code for any \
            records, add the bound `SameBits`"
)]
pub trait SameBits<U: IdAllocator>: IdAllocator {}

#[diagnostic::do_not_recommend]
impl<T: IdAllocator, U: IdAllocator> SameBits<U> for T where BareIdOf<T>: Is<BareIdOf<U>> {}

/// The id of a record without the name of the record.
type BareIdOf<T> = <<T as IdAllocator>::Id as AnyHandle>::Bare;

/// A type that is `B`.
#[doc(hidden)]
pub trait Is<B> {}

#[diagnostic::do_not_recommend]
impl<B> Is<B> for B {}
