//! What a frame's call tells, and what it asks.

use std::cell::RefCell;
use std::fmt;

use super::Library;
use super::tags::Tag;
use crate::id::ResourceId;
use crate::loader::Loader;

/// What happened to a resource in a call of [`Library::maintain`].
///
/// # Examples
///
/// ```
/// # mod support { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/support/text.rs")); }
/// # use support::{Utf8, start};
/// use soa_resources::{Event, Memory, Tag};
///
/// let memory = Memory::new();
/// memory.insert("a.txt", "A");
/// let (mut texts, mut library) = start(Utf8, memory);
/// let a = library.request("a.txt", Tag(1));
/// let b = library.request("absent.txt", Tag(1));
/// let mut events = library.finish_all(&mut texts, |ready| Ok(ready.decoded));
/// events.sort_by_key(|event| event.id() == b); // they came as they were decoded
/// assert_eq!(events, [Event::Loaded(a), Event::Failed(b)]);
/// ```
pub enum Event<L: Loader> {
    /// It has its own row from now on.
    Loaded(ResourceId<L>),
    /// Its row has other content from now on.
    Reloaded(ResourceId<L>),
    /// It was not loaded, or not loaded again and keeps what it had;
    /// [`Library::error`] says why.
    Failed(ResourceId<L>),
    /// Nobody held it any more; the id is stale.
    Unloaded(ResourceId<L>),
}

impl<L: Loader> Event<L> {
    /// The resource.
    ///
    /// # Examples
    ///
    /// ```
    /// # mod support { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/support/text.rs")); }
    /// # use support::{Utf8, start};
    /// # use soa_resources::{Memory, Tag};
    /// # let (mut texts, mut library) = start(Utf8, Memory::new());
    /// let id = library.request("absent.txt", Tag(1));
    /// let events = library.finish_all(&mut texts, |ready| Ok(ready.decoded));
    /// assert_eq!(events[0].id(), id);
    /// ```
    pub fn id(self) -> ResourceId<L> {
        self.parts().1
    }

    fn parts(self) -> (&'static str, ResourceId<L>) {
        match self {
            Event::Loaded(id) => ("Loaded", id),
            Event::Reloaded(id) => ("Reloaded", id),
            Event::Failed(id) => ("Failed", id),
            Event::Unloaded(id) => ("Unloaded", id),
        }
    }
}

impl<L: Loader> Clone for Event<L> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<L: Loader> Copy for Event<L> {}

impl<L: Loader> PartialEq for Event<L> {
    fn eq(&self, other: &Self) -> bool {
        self.parts() == other.parts()
    }
}

impl<L: Loader> Eq for Event<L> {}

impl<L: Loader> fmt::Debug for Event<L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, id) = self.parts();
        f.debug_tuple(name).field(&id).finish()
    }
}

/// A decoded resource that is to become a record, on the owner's thread: what the
/// closure of [`Library::maintain`] gets.
///
/// # Examples
///
/// A resource can ask for others, and keep their ids:
///
/// ```
/// use soa_resources::{BoxError, Directory, Job, Library, Loader, ResourceId, StandIn, Tag};
/// use soa_runtime::IdAllocator;
///
/// #[derive(IdAllocator)]
/// struct Material {
///     parent: Option<ResourceId<Materials>>,
/// }
///
/// struct Materials;
///
/// impl Loader for Materials {
///     type Record = Material;
///     type Decoded = Option<String>; // the name of the parent
///
///     fn decode(&self, bytes: Vec<u8>, _: &Job<'_>) -> Result<Option<String>, BoxError> {
///         let text = String::from_utf8(bytes)?;
///         Ok((!text.is_empty()).then_some(text))
///     }
/// }
///
/// let mut materials = MaterialHub::new();
/// let plain = materials.alloc();
/// let source = soa_resources::Embedded::new(&[("stone", b""), ("brick", b"stone")]);
/// let mut library = Library::new(Materials, source, StandIn { placeholder: plain, error: plain });
///
/// let brick = library.request("brick", Tag(1));
/// library.finish_all(&mut materials, |ready| {
///     let parent = ready.decoded.as_deref().map(|name| ready.request(name, Tag(1)));
///     Ok(Material { parent })
/// });
/// let stone = materials.row(library.row(brick)).parent.unwrap();
/// assert_eq!(library.name(stone), Some("stone"));
/// ```
pub struct Ready<'a, L: Loader> {
    /// What the loader made.
    pub decoded: L::Decoded,
    /// The resource that it is for.
    pub id: ResourceId<L>,
    /// The name of the resource.
    pub name: &'a str,
    /// In a cell, so that a closure's `ready` need not be `mut`; no call of it
    /// leads back here.
    library: RefCell<&'a mut Library<L>>,
}

impl<'a, L: Loader> Ready<'a, L> {
    pub(super) fn new(
        decoded: L::Decoded,
        id: ResourceId<L>,
        name: &'a str,
        library: &'a mut Library<L>,
    ) -> Self {
        Self {
            decoded,
            id,
            name,
            library: RefCell::new(library),
        }
    }

    /// Requests what this resource needs from the same library; see
    /// [`Library::request`].
    ///
    /// # Examples
    ///
    /// ```
    /// # mod support { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/support/text.rs")); }
    /// # use support::{Utf8, start};
    /// # use soa_resources::{Memory, Tag};
    /// let memory = Memory::new();
    /// memory.insert("a.txt", "see b.txt");
    /// memory.insert("b.txt", "B");
    /// let (mut texts, mut library) = start(Utf8, memory);
    /// library.request("a.txt", Tag(1));
    /// library.finish_all(&mut texts, |mut ready| {
    ///     if let Some(other) = ready.decoded.text.strip_prefix("see ") {
    ///         let other = other.to_owned();
    ///         ready.request(&other, Tag(1));
    ///     }
    ///     Ok(ready.decoded)
    /// });
    /// assert_eq!(library.progress(Tag(1)).loaded, 2);
    /// ```
    pub fn request(&self, name: &str, tag: Tag) -> ResourceId<L> {
        self.library.borrow_mut().request(name, tag)
    }
}

impl<L: Loader> fmt::Debug for Ready<'_, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ready")
            .field("id", &self.id)
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}
