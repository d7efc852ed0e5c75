//! What a frame's call reports.

use std::fmt;

use crate::id::ResourceId;
use crate::loader::Loader;

/// What happened to a resource in a call of [`Library::maintain`](crate::Library::maintain).
///
/// Later versions may report more, so a `match` needs an arm for other events.
///
/// # Examples
///
/// ```
/// # use soa_resources::examples::start;
/// use soa_resources::{Event, Memory, Tag};
///
/// let memory = Memory::new();
/// memory.insert("a.txt", "A");
/// let (mut notes, mut library) = start(memory);
/// let a = library.request("a.txt", Tag(1));
/// let b = library.request("absent.txt", Tag(1));
/// let mut events = library.finish_all_into(&mut notes);
/// events.sort_by_key(|event| event.id() == b); // of equals, in the order of decoding
/// assert_eq!(events, [Event::Loaded(a), Event::Failed(b)]);
/// ```
#[non_exhaustive]
pub enum Event<L: Loader> {
    /// The resource has its own row from now on.
    Loaded(ResourceId<L>),
    /// The row of the resource has other content from now on.
    Reloaded(ResourceId<L>),
    /// The resource was not loaded, or it was not loaded again and keeps what it had.
    /// [`Library::error`](crate::Library::error) returns the reason.
    Failed(ResourceId<L>),
    /// The resource shows the placeholder from now on, because the
    /// [budget](crate::Config::budget) of memory was exceeded.
    Evicted(ResourceId<L>),
    /// Nobody held the resource any longer. The id is stale. If it held resources of
    /// other libraries, release them there; see [`Holder`](crate::Holder).
    Unloaded(ResourceId<L>),
}

impl<L: Loader> Event<L> {
    /// Returns the resource that the event is about.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_resources::examples::start;
    /// # use soa_resources::{Memory, Tag};
    /// # let (mut notes, mut library) = start(Memory::new());
    /// let id = library.request("absent.txt", Tag(1));
    /// let events = library.finish_all_into(&mut notes);
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
            Event::Evicted(id) => ("Evicted", id),
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
