//! A key whose hash often collides, and whose implementations can panic.

use std::cell::Cell;
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

use serde::{Deserialize, Serialize};
use soa_runtime::Links;
use soa_runtime::generic::VisitLinks;

thread_local! {
    /// The number of calls until one panics; none does if it is negative.
    static FUSE: Cell<i64> = const { Cell::new(-1) };
}

/// Counts a call, and panics if it is the one.
pub(crate) fn tick() {
    FUSE.with(|fuse| {
        let left = fuse.get();
        if left >= 0 {
            fuse.set(left - 1);
        }
        assert!(left != 0, "the fuse blew");
    });
}

/// Runs `f`, in which the call with this number panics. Returns whether there was such a call.
pub(crate) fn with_fuse(calls: i64, f: impl FnOnce()) -> bool {
    FUSE.set(calls);
    let blew = std::panic::catch_unwind(std::panic::AssertUnwindSafe(f)).is_err();
    FUSE.set(-1);
    blew
}

/// A name: one of 26, with four different hashes.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Name(String);

impl Name {
    pub(crate) fn new(number: u8) -> Self {
        Name(char::from(b'a' + number % 26).to_string())
    }

    /// Returns all names.
    pub(crate) fn all() -> impl Iterator<Item = Name> {
        (0..26).map(Name::new).chain([Name::default()])
    }

    pub(crate) fn letter(&self) -> u8 {
        tick();
        self.0.bytes().next().unwrap_or_default()
    }
}

impl Clone for Name {
    fn clone(&self) -> Self {
        tick();
        Name(self.0.clone())
    }
}

impl Hash for Name {
    fn hash<H: Hasher>(&self, state: &mut H) {
        tick();
        state.write_u8(self.0.bytes().next().unwrap_or_default() % 4);
    }
}

impl PartialEq for Name {
    fn eq(&self, other: &Self) -> bool {
        tick();
        self.0 == other.0
    }
}

impl Eq for Name {}

impl PartialOrd for Name {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Name {
    fn cmp(&self, other: &Self) -> Ordering {
        tick();
        self.0.cmp(&other.0)
    }
}

impl Links for Name {
    fn visit_links(&mut self, _: &mut impl VisitLinks) {}
}
