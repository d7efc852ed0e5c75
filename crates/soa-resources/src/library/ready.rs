//! What the closure of a frame's call gets.

use std::cell::RefCell;
use std::fmt;

use super::Library;
use super::held::Holder;
use crate::id::{AnyResource, ResourceId};
use crate::job::Priority;
use crate::loader::Loader;

/// A decoded resource that is to become a record, on the owner's thread. The closure of
/// [`Library::maintain`] gets it.
///
/// # Examples
///
/// A resource can request others, hold them, and keep their ids:
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
///     ready.release_all(); // a reloaded file may name another parent
///     let parent = ready.decoded.as_deref().map(|name| ready.request(name, ready.id));
///     Ok(Material { parent })
/// });
/// let stone = materials.row(library.row(brick)).parent.unwrap();
/// assert_eq!(library.name(stone), Some("stone"));
/// assert!(library.held_by(brick).eq([stone]));
/// ```
pub struct Ready<'a, L: Loader> {
    /// What the loader produced.
    pub decoded: L::Decoded,
    /// The id of the resource.
    pub id: ResourceId<L>,
    /// The name of the resource.
    pub name: &'a str,
    /// In a cell, so that a closure's `ready` need not be `mut`. No method of `Ready`
    /// calls another one while it borrows the library.
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

    /// Requests a resource that this one needs from the same library; see
    /// [`Library::request`].
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_resources::examples::start;
    /// # use soa_resources::{Memory, Tag};
    /// let memory = Memory::new();
    /// memory.insert("a.txt", "see b.txt");
    /// memory.insert("b.txt", "B");
    /// let (mut notes, mut library) = start(memory);
    /// library.request("a.txt", Tag(1));
    /// library.finish_all(&mut notes, |ready| {
    ///     if let Some(other) = ready.decoded.strip_prefix("see ") {
    ///         ready.request(other, Tag(1));
    ///     }
    ///     Ok(ready.decoded.into())
    /// });
    /// assert_eq!(library.progress(Tag(1)).loaded, 2);
    /// ```
    pub fn request(&self, name: &str, holder: impl Into<Holder>) -> ResourceId<L> {
        self.library.borrow_mut().request(name, holder)
    }

    /// Requests a resource of the same library with a priority; see
    /// [`Library::request_with`].
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_resources::examples::start;
    /// # use soa_resources::{Memory, Tag};
    /// let memory = Memory::new();
    /// memory.insert("a.txt", "A");
    /// memory.insert("b.txt", "B");
    /// let (mut notes, mut library) = start(memory);
    /// library.request("a.txt", Tag(1));
    /// library.finish_all(&mut notes, |ready| {
    ///     if ready.name == "a.txt" {
    ///         // What it needs is as urgent as it is itself.
    ///         ready.request_with("b.txt", ready.id, ready.priority());
    ///     }
    ///     Ok(ready.decoded.into())
    /// });
    /// assert_eq!(library.stats().loaded, 2);
    /// ```
    pub fn request_with(
        &self,
        name: &str,
        holder: impl Into<Holder>,
        priority: Priority,
    ) -> ResourceId<L> {
        let mut library = self.library.borrow_mut();
        library.request_with(name, holder, priority)
    }

    /// Releases everything that this resource holds in its own library.
    ///
    /// Call it before the dependencies of a reloaded file are requested. What is
    /// requested again is not unloaded and not loaded again.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_resources::examples::start;
    /// # use soa_resources::{Memory, Tag};
    /// let memory = Memory::new();
    /// let (mut notes, mut library) = start(memory.clone());
    /// memory.insert("list", "old");
    /// let list = library.request("list", Tag(1));
    /// for new in ["old", "new"] {
    ///     memory.insert("list", new);
    ///     memory.insert(new, "");
    ///     library.finish_all(&mut notes, |ready| {
    ///         if ready.id == list {
    ///             ready.release_all();
    ///             ready.request(&ready.decoded, ready.id);
    ///         }
    ///         Ok(ready.decoded.into())
    ///     });
    /// }
    /// library.finish_all_into(&mut notes); // unloads `old`
    /// assert!(library.find("old").is_none() && library.find("new").is_some());
    /// ```
    pub fn release_all(&self) {
        self.library.borrow_mut().release_all(self.id);
    }

    /// Returns the id of this resource without the type of its library, to hold
    /// resources of other libraries with.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_resources::examples::start;
    /// # use soa_resources::{Memory, Tag};
    /// # let memory = Memory::new();
    /// # memory.insert("a.txt", "A");
    /// # let (mut notes, mut library) = start(memory);
    /// let id = library.request("a.txt", Tag(1));
    /// let mut erased = None;
    /// library.finish_all(&mut notes, |ready| {
    ///     erased = Some(ready.erased());
    ///     Ok(ready.decoded.into())
    /// });
    /// assert_eq!(erased, Some(library.erase(id)));
    /// ```
    pub fn erased(&self) -> AnyResource {
        self.id.into()
    }

    /// Returns the priority of this resource.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_resources::examples::start;
    /// # use soa_resources::{Memory, Tag};
    /// use soa_resources::Priority;
    ///
    /// # let memory = Memory::new();
    /// # memory.insert("a.txt", "A");
    /// # let (mut notes, mut library) = start(memory);
    /// library.request_with("a.txt", Tag(1), Priority(3));
    /// library.finish_all(&mut notes, |ready| {
    ///     assert_eq!(ready.priority(), Priority(3));
    ///     Ok(ready.decoded.into())
    /// });
    /// ```
    pub fn priority(&self) -> Priority {
        self.library.borrow().priority_of(self.id)
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
