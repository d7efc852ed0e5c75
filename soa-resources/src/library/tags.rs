//! Tags, and what each of them holds.

use std::collections::HashMap;

use foldhash::fast::RandomState;

use super::state::{Progress, State};

/// Who holds resources: a level, a menu, a tool. A resource lives as long as one
/// tag holds it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tag(pub u32);

/// One holder of a resource.
#[derive(Debug, Clone, Copy)]
pub(super) struct Hold {
    pub(super) tag: Tag,
    /// Where the resource is in the tag's list.
    place: usize,
}

/// What each tag holds. A tag that holds nothing is not there.
///
/// Invariant: `place` of a resource's hold by a tag is where the tag's list has
/// the resource.
#[derive(Debug)]
pub(super) struct Tags<I> {
    lists: HashMap<Tag, List<I>, RandomState>,
}

#[derive(Debug)]
struct List<I> {
    resources: Vec<I>,
    progress: Progress,
}

impl<I: Copy> Tags<I> {
    pub(super) fn new() -> Self {
        Self {
            lists: HashMap::default(),
        }
    }

    pub(super) fn progress(&self, tag: Tag) -> Progress {
        self.lists
            .get(&tag)
            .map_or_else(Progress::default, |list| list.progress)
    }

    /// Adds a resource that `tag` does not hold.
    pub(super) fn add(&mut self, tag: Tag, resource: I, state: State) -> Hold {
        let list = self.lists.entry(tag).or_insert_with(|| List {
            resources: Vec::new(),
            progress: Progress::default(),
        });
        let place = list.resources.len();
        list.resources.push(resource);
        list.progress.total += 1;
        list.progress.enter(state);
        Hold { tag, place }
    }

    /// Takes a resource away from the tag that holds it. Returns the one that is
    /// at its place now, if there is one: its hold is to be told.
    #[must_use]
    pub(super) fn take(&mut self, hold: Hold, state: State) -> Option<I> {
        let list = self.lists.get_mut(&hold.tag)?;
        list.resources.swap_remove(hold.place);
        list.progress.total -= 1;
        list.progress.leave(state);
        if list.resources.is_empty() {
            self.lists.remove(&hold.tag);
            return None;
        }
        list.resources.get(hold.place).copied()
    }

    /// Takes the tag away; returns what it held, in order.
    pub(super) fn take_all(&mut self, tag: Tag) -> Vec<I> {
        self.lists
            .remove(&tag)
            .map_or_else(Vec::new, |list| list.resources)
    }

    /// Notes that a resource with this hold has another state.
    pub(super) fn turn(&mut self, hold: Hold, before: State, after: State) {
        if let Some(list) = self.lists.get_mut(&hold.tag) {
            list.progress.leave(before);
            list.progress.enter(after);
        }
    }
}

impl Hold {
    pub(super) fn moved_to(&mut self, place: Hold) {
        self.place = place.place;
    }
}
