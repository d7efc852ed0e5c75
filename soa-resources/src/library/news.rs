//! What changed in the source, and which decodes it makes old.

use std::collections::{BTreeSet, HashMap, VecDeque};

use foldhash::fast::RandomState;

use crate::job::Includes;

/// More changed names than this are not told apart: all decodes under way count
/// as old then.
const MOST_NAMES: usize = 1024;

/// The names that changed, by the time on the workers' clock.
#[derive(Debug, Default)]
pub(super) struct News {
    /// Changed names that nothing was done about yet.
    pub(super) queue: VecDeque<String>,
    /// When a name changed while decodes were under way.
    changed: HashMap<Box<str>, u64, RandomState>,
    /// Whatever began before is old.
    all: u64,
}

impl News {
    /// Notes that `name`, or what it stands for, changed before `now`.
    pub(super) fn note(&mut self, name: &str, now: u64) {
        if name.ends_with('/') || self.changed.len() >= MOST_NAMES {
            self.changed.clear();
            self.all = now;
        } else {
            self.changed.insert(name.into(), now);
        }
    }

    /// Whether what a decode read may be old: it began before one of its names
    /// changed.
    pub(super) fn outdates(&self, began: u64, name: &str, includes: &Includes) -> bool {
        let is_newer = |name: &str| {
            self.changed
                .get(name)
                .is_some_and(|changed| *changed > began)
        };
        began < self.all || is_newer(name) || includes.iter().any(|name| is_newer(name))
    }

    /// Forgets what only decodes under way could be outdated by.
    pub(super) fn settle(&mut self) {
        self.changed.clear();
    }
}

/// Who includes what: a change of an included name reloads who includes it.
#[derive(Debug)]
pub(super) struct Users<I> {
    of: HashMap<Box<str>, BTreeSet<I>, RandomState>,
}

impl<I: Copy + Ord> Users<I> {
    pub(super) fn new() -> Self {
        Self {
            of: HashMap::default(),
        }
    }

    /// Replaces what `user` included by what it includes.
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

    /// Who includes `name`.
    pub(super) fn of(&self, name: &str) -> impl Iterator<Item = I> {
        self.of.get(name).into_iter().flatten().copied()
    }

    /// Who includes a name that starts with `folder`. O(names).
    pub(super) fn below(&self, folder: &str) -> impl Iterator<Item = I> {
        let below = self
            .of
            .iter()
            .filter(move |(name, _)| name.starts_with(folder));
        below.flat_map(|(_, users)| users).copied()
    }
}
