//! What changed in the source, and which decodes it makes old.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::ops::Bound;

use foldhash::fast::RandomState;

use crate::job::Includes;

/// The maximum number of changed names that are recorded. Beyond it, all decodes under
/// way count as old.
const MOST_NAMES: usize = 1024;

/// The names that changed, by the number of the change.
#[derive(Debug, Default)]
pub(super) struct News {
    /// Changed names that were not processed yet, in the order of the reports.
    pub(super) queue: VecDeque<String>,
    /// When a name changed while decodes were under way.
    changed: HashMap<Box<str>, u64, RandomState>,
    /// A decode that began before this change is old.
    all: u64,
}

impl News {
    /// Records that `name`, or what it stands for, changed before `now`.
    pub(super) fn note(&mut self, name: &str, now: u64) {
        if name.ends_with('/') || self.changed.len() >= MOST_NAMES {
            self.changed.clear();
            self.all = now;
        } else {
            self.changed.insert(name.into(), now);
        }
    }

    /// Returns whether what a decode read may be old, because it began before one of its
    /// names changed.
    pub(super) fn outdates(&self, began: u64, name: &str, includes: &Includes) -> bool {
        let is_newer = |name: &str| {
            self.changed
                .get(name)
                .is_some_and(|changed| *changed > began)
        };
        began < self.all || is_newer(name) || includes.iter().any(|name| is_newer(name))
    }

    /// Forgets the changes: no decode is under way that they could make old.
    pub(super) fn settle(&mut self) {
        self.changed.clear();
    }
}

/// Who includes what: a change of an included name reloads who includes it.
#[derive(Debug)]
pub(super) struct Users<I> {
    of: BTreeMap<Box<str>, BTreeSet<I>>,
}

impl<I: Copy + Ord> Users<I> {
    pub(super) fn new() -> Self {
        Self {
            of: BTreeMap::new(),
        }
    }

    /// Replaces what `user` included by what it includes now.
    pub(super) fn update(&mut self, user: I, before: &Includes, after: &Includes) {
        for name in before.difference(after) {
            if let Some(users) = self.of.get_mut(name) {
                users.remove(&user);
                if users.is_empty() {
                    self.of.remove(name);
                }
            }
        }
        for name in after.difference(before) {
            self.of.entry(name.clone()).or_default().insert(user);
        }
    }

    /// Returns who includes `name`.
    pub(super) fn of(&self, name: &str) -> impl Iterator<Item = I> {
        self.of.get(name).into_iter().flatten().copied()
    }

    /// Returns who includes a name that starts with `folder`. O(log names, and those).
    pub(super) fn below(&self, folder: &str) -> impl Iterator<Item = I> {
        let from = (Bound::Included(folder), Bound::Unbounded);
        let names = self.of.range::<str, _>(from);
        let below = names.take_while(move |(name, _)| name.starts_with(folder));
        below.flat_map(|(_, users)| users).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::{MOST_NAMES, News};
    use crate::job::Includes;

    #[test]
    fn a_changed_folder_makes_every_earlier_decode_old() {
        let mut news = News::default();
        news.note("folder/", 2);
        assert!(news.outdates(1, "folder/a", &Includes::new()));
        assert!(!news.outdates(2, "folder/a", &Includes::new()));
    }

    #[test]
    fn changes_that_are_forgotten_leave_their_room_to_others() {
        let mut news = News::default();
        for number in 0..MOST_NAMES {
            news.note(&number.to_string(), 1);
        }
        news.settle();
        news.note("a", 2);
        assert!(news.outdates(1, "a", &Includes::new()));
        assert!(
            !news.outdates(1, "b", &Includes::new()),
            "it did not change"
        );
    }
}
