//! Who holds resources, and what each of them holds.

use std::collections::HashMap;

use foldhash::fast::RandomState;

use super::state::{Counts, Progress, State};
use crate::id::{AnyResource, ResourceId};

/// A name for a level, a menu or a tool that holds resources; see [`Holder`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tag(pub u32);

/// Whatever holds a resource: a tag, or another resource. A resource stays loaded
/// as long as it has at least one holder.
///
/// An id of the library itself that is not live holds nothing. An id of another library is
/// accepted as it is, because a library cannot check it.
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
/// # use soa_resources::examples::start;
/// # use soa_resources::Memory;
/// use soa_resources::{Holder, Tag};
///
/// # let (mut notes, mut library) = start(Memory::new());
/// let book = library.request("book", Tag(1));
/// let page = library.request("page", book); // the book holds its page
/// assert!(library.holders(page).eq([Holder::from(book)]));
///
/// library.release_all(Tag(1)); // the book has no holder
/// library.finish_all_into(&mut notes);
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

/// One holder of a resource.
#[derive(Debug, Clone, Copy)]
pub(super) struct Hold {
    pub(super) holder: Holder,
    /// The position of the resource in the holder's list.
    place: usize,
}

impl Hold {
    pub(super) fn moved_to(&mut self, other: Hold) {
        self.place = other.place;
    }
}

/// What each holder holds. A holder of nothing is not in it.
///
/// Invariant: `place` of a resource's hold is where the holder's list has the
/// resource. The order of the map is never observable.
#[derive(Debug)]
pub(super) struct Held<I> {
    lists: HashMap<Holder, List<I>, RandomState>,
}

#[derive(Debug)]
struct List<I> {
    resources: Vec<I>,
    /// The states of the resources, if the holder is a tag. A resource may be held by
    /// thousands of others, and a change of its state must not visit them.
    counts: Counts,
}

impl<I: Copy> Held<I> {
    pub(super) fn new() -> Self {
        Self {
            lists: HashMap::default(),
        }
    }

    /// Returns what `holder` holds.
    pub(super) fn of(&self, holder: Holder) -> &[I] {
        self.lists
            .get(&holder)
            .map_or(&[], |list| list.resources.as_slice())
    }

    /// Returns the progress of what a tag holds; it is only counted for tags.
    pub(super) fn progress(&self, holder: Holder) -> Progress {
        let list = self.lists.get(&holder);
        list.map_or_else(Progress::default, |list| list.counts.progress())
    }

    /// Returns the resources of `pool` that hold something, in order.
    pub(super) fn holders_of_pool(&self, pool: u8) -> Vec<Holder> {
        let is_of_pool = |holder: &Holder| match holder {
            Holder::Tag(_) => false,
            Holder::Resource(id) => id.pool() == pool,
        };
        let mut holders: Vec<Holder> = self.lists.keys().copied().filter(is_of_pool).collect();
        holders.sort_unstable();
        holders
    }

    /// Adds a resource that `holder` does not hold.
    pub(super) fn add(&mut self, holder: Holder, resource: I, state: State) -> Hold {
        let list = self.lists.entry(holder).or_insert_with(|| List {
            resources: Vec::new(),
            counts: Counts::default(),
        });
        let place = list.resources.len();
        list.resources.push(resource);
        list.counts.enter(state);
        Hold { holder, place }
    }

    /// Takes a resource away from its holder. Returns the resource that is at its
    /// position now, if there is one; its hold must be updated.
    #[must_use]
    pub(super) fn take(&mut self, hold: Hold, state: State) -> Option<I> {
        let list = self.lists.get_mut(&hold.holder)?;
        list.resources.swap_remove(hold.place);
        if let Holder::Tag(_) = hold.holder {
            list.counts.leave(state);
        }
        if list.resources.is_empty() {
            self.lists.remove(&hold.holder);
            return None;
        }
        list.resources.get(hold.place).copied()
    }

    /// Removes the holder. Returns what it held, in order.
    pub(super) fn take_all(&mut self, holder: Holder) -> Vec<I> {
        self.lists
            .remove(&holder)
            .map_or_else(Vec::new, |list| list.resources)
    }

    /// Counts a change of state of a resource with this hold by a tag.
    pub(super) fn turn(&mut self, hold: Hold, before: State, after: State) {
        if let Some(list) = self.lists.get_mut(&hold.holder) {
            list.counts.leave(before);
            list.counts.enter(after);
        }
    }
}
