//! Hubs and their newtypes, for code that makes or takes either.

use super::Hub;
use crate::record::IdAllocator;

/// Makes code generic over hubs: implemented by [`Hub<T>`](Hub) and by every generated hub.
///
/// A crate that makes hubs returns `H: AnyHub`, so that its users get their own type.
///
/// # Examples
///
/// ```
/// use soa_runtime::{AnyHub, Hub, IdAllocator};
///
/// #[derive(IdAllocator)]
/// struct Tree { height: f32 }
///
/// fn with_room<H: AnyHub>(rows: usize) -> H {
///     let mut hub = Hub::new();
///     hub.reserve(rows);
///     H::from_hub(hub)
/// }
///
/// let trees: TreeHub = with_room(10);
/// assert!(trees.capacity() >= 10);
/// let trees: Hub<Tree> = with_room(10);
/// assert!(trees.capacity() >= 10);
///
/// fn swap_in<H: AnyHub, G: AnyHub<Record = H::Record>>(mut old: H, new: G) -> H {
///     *old.as_hub_mut() = new.into_hub();
///     old
/// }
///
/// let one = TreeHub::from(vec![Tree { height: 3.0 }]);
/// assert_eq!(AnyHub::as_hub(&swap_in(trees, one)).len(), 1);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a hub",
    label = "neither a generated hub nor a `Hub`",
    note = "name the hub that `#[derive(IdAllocator)]` makes, for example `UnitHub` for `Unit`",
    note = "in a world, write `#[world(value)]` above a field that is not a hub, or `#[world(skip)]` if it is no part"
)]
pub trait AnyHub: Sized {
    /// The struct whose rows are in the hub.
    type Record: IdAllocator;

    /// Makes this type of a hub. O(1).
    fn from_hub(hub: Hub<Self::Record>) -> Self;

    /// Returns the hub. O(1).
    fn as_hub(&self) -> &Hub<Self::Record>;

    /// Returns the hub mutably. O(1).
    fn as_hub_mut(&mut self) -> &mut Hub<Self::Record>;

    /// Returns the hub inside. O(1).
    fn into_hub(self) -> Hub<Self::Record>;
}

impl<T: IdAllocator> AnyHub for Hub<T> {
    type Record = T;

    #[inline]
    fn from_hub(hub: Hub<T>) -> Self {
        hub
    }

    #[inline]
    fn as_hub(&self) -> &Hub<T> {
        self
    }

    #[inline]
    fn as_hub_mut(&mut self) -> &mut Hub<T> {
        self
    }

    #[inline]
    fn into_hub(self) -> Hub<T> {
        self
    }
}
