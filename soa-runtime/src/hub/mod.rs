//! The hub: named columns, and ids that are issued, checked and recycled.

// rustdoc lists the methods of a hub in the order of these modules: make, insert, get, walk,
// free, and then the rest, as `guide::methods` does. Without the empty lines rustfmt would sort them.
mod make;

mod insert;

mod views;

mod remove;

mod count;

mod reserved;

mod ticks;

mod order;

mod any_hub;
mod traits;

pub use any_hub::{AnyHub, AsHub, LentColumns};
pub use count::Stats;
pub(crate) use insert::group;
pub use order::Reorder;
pub use traits::debug_rows;

use crate::record::IdAllocator;
use crate::store::Store;

/// A collection of rows of `T` with one column per field. Ids name the rows.
///
/// The derive generates a newtype that dereferences to it, for example `TextureHub`
/// for a struct `Texture`. A hub is at most 64 bytes and owns one allocation. An empty
/// hub owns none. Hubs can be nested, because a column may contain hubs. An id does not
/// record which of several hubs of its type issued it. With tag bits in the id, hubs with
/// different [tags](Hub::with_tag) or [parents](Hub::with_parent) refuse each other's ids; see
/// [`guide::nested`](crate::guide::nested).
///
/// A hub is not indexed by ids, because a row is not one value in memory. Write
/// `hub.row(id)` for a row, and `hub.columns().name[id]` for a value.
///
/// # Examples
///
/// ```
/// use soa_runtime::IdAllocator;
///
/// #[derive(IdAllocator, Debug, PartialEq)]
/// struct Texture {
///     #[soa(default = 1)]
///     mips: u32,
///     name: String,
/// }
///
/// let mut textures = TextureHub::new();
/// let id = textures.alloc();
/// *textures.row_mut(id).name = "brick".into();
/// assert_eq!(textures.remove(id), Some(Texture { mips: 1, name: "brick".into() }));
/// assert!(textures.get(id).is_none());
/// ```
pub struct Hub<T: IdAllocator> {
    pub(crate) store: Store<T>,
}
