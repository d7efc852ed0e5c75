//! Who holds resources.

use crate::id::{AnyResource, ResourceId};

/// A name for a level, a menu or a tool that holds resources; see [`Holder`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tag(pub u32);

/// Whatever holds a resource: a tag, or another resource. A resource stays loaded
/// as long as it has at least one holder.
///
/// **Libraries whose resources hold each other's must have different
/// [pools](crate::Config::pool).** An id of the library's own pool that is not live
/// holds nothing. An id of another pool is accepted as it is, because a library
/// cannot check it.
///
/// The holders of a resource are a set: holding twice is the same as holding once.
/// When a resource is unloaded, it releases what it holds in its own library. Resources
/// that have no other holder are unloaded in the same call, owners first, as far as the
/// call's time allows. For each resource that it holds in another library, the owner
/// of both calls [`release_all`](crate::Library::release_all); the
/// [guide](crate::guide) shows the loop. A resource that failed or was evicted still
/// holds what it held.
///
/// Resources that hold each other in a circle stay loaded until
/// [`release`](crate::Library::release) breaks the circle. An include (a name that
/// was read with [`Job::read`](crate::Job::read)) is not a holder.
///
/// # Examples
///
/// ```
/// # use soa_resources::examples::{Utf8, start};
/// # use soa_resources::Memory;
/// use soa_resources::{Holder, Tag};
///
/// # let (mut texts, mut library) = start(Utf8, Memory::new());
/// let book = library.request("book", Tag(1));
/// let page = library.request("page", book); // the book holds its page
/// assert!(library.holders(page).eq([Holder::from(book)]));
///
/// library.release_all(Tag(1)); // the book has no holder
/// library.finish_all(&mut texts, |ready| Ok(ready.decoded));
/// assert!(library.is_empty());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Holder {
    /// A level, a menu or a tool.
    Tag(Tag),
    /// A resource of this library or of another one.
    Resource(AnyResource),
}

impl From<Tag> for Holder {
    fn from(tag: Tag) -> Self {
        Holder::Tag(tag)
    }
}

impl From<AnyResource> for Holder {
    fn from(id: AnyResource) -> Self {
        Holder::Resource(id)
    }
}

impl<L> From<ResourceId<L>> for Holder {
    fn from(id: ResourceId<L>) -> Self {
        Holder::Resource(id.into())
    }
}
