//! Records whose ids contain the id of a parent.

use super::IdAllocator;
use crate::handle::{AnyHandle, Handle};
use crate::memory::Word;

/// A record whose ids contain the id of a parent.
///
/// The derive implements this trait with `parent = Program`. If the ids have a marker, implement
/// the trait for the marker as well, because [`Handle::parent`] finds the parent by what the handle
/// names.
///
/// # Examples
///
/// ```
/// use soa_runtime::generic::Nested;
/// use soa_runtime::{Hub, IdAllocator};
///
/// /// Returns the parent of the first row.
/// fn first_parent<T: Nested + IdAllocator>(
///     hub: &Hub<T>,
/// ) -> Option<<T::Parent as IdAllocator>::Id> {
///     hub.parent().filter(|_| !hub.is_empty())
/// }
///
/// #[derive(IdAllocator)]
/// #[soa(bits(index = 16, generation = 16))]
/// struct Program { name: &'static str }
///
/// #[derive(IdAllocator)]
/// #[soa(bits(index = 16, generation = 16, tag = 32), parent = Program)]
/// struct State { blend: bool }
///
/// let program = ProgramHub::new().alloc();
/// let mut states = StateHub::with_parent(program);
/// assert_eq!(first_parent(&states), None);
/// states.alloc();
/// assert_eq!(first_parent(&states), Some(program));
/// ```
#[diagnostic::on_unimplemented(
    message = "the ids of `{Self}` have no parent",
    label = "not the child of a record",
    note = "write `parent = Program` in `#[soa(..)]` on the struct `{Self}`, and a tag with as many bits as the parent's id"
)]
pub trait Nested {
    /// The record of the parent.
    type Parent: IdAllocator;
}

/// The id of the parent of a `T`.
pub type ParentId<T> = <<T as Nested>::Parent as IdAllocator>::Id;

/// Checks that the id of a parent is a tag of this many bits.
///
/// # Panics
///
/// Panics, while a constant is computed, if it is not.
#[track_caller]
pub const fn check_parent<P: IdAllocator>(tag: u32) {
    match (<P::Id as AnyHandle>::Word::BITS, tag) {
        (16, 16) | (32, 32) => {}
        (16, _) => {
            panic!("the id of the parent has 16 bits, and the tag is that id; write `tag = 16`")
        }
        (32, _) => {
            panic!("the id of the parent has 32 bits, and the tag is that id; write `tag = 32`")
        }
        _ => panic!(
            "the id of the parent has 64 bits, and a tag has at most 32; give the parent's id 32 bits, \
             for example by `bits(index = 16, generation = 16)`"
        ),
    }
}

/// Returns the parent that is the tag, or `None` if no hub issues that id.
#[inline]
pub(crate) fn parent_of<P: IdAllocator>(tag: u32) -> Option<P::Id> {
    P::Id::from_bits(Word::narrow(u64::from(tag)))
}

impl<T: Nested + ?Sized, R: Word, const I: u32, const G: u32, const TAG: u32>
    Handle<T, R, I, G, TAG>
{
    /// Returns the id of the parent, or `None` if the hub that issued this handle has none.
    ///
    /// The parent need not be live: look it up in its hub. See
    /// [`Hub::with_parent`](crate::Hub::with_parent).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::IdAllocator;
    /// #[derive(IdAllocator)]
    /// #[soa(bits(index = 16, generation = 16))]
    /// struct Program { name: &'static str }
    ///
    /// #[derive(IdAllocator)]
    /// #[soa(bits(index = 16, generation = 16, tag = 32), parent = Program)]
    /// struct State { blend: bool }
    ///
    /// let program = ProgramHub::new().alloc();
    /// let state = StateHub::with_parent(program).alloc();
    /// assert_eq!(state.parent(), Some(program));
    /// assert_eq!(StateHub::new().alloc().parent(), None);
    /// ```
    #[inline]
    pub fn parent(self) -> Option<ParentId<T>> {
        const { check_parent::<T::Parent>(TAG) };
        parent_of::<T::Parent>(self.tag())
    }
}
