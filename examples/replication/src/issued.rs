//! The ids of all units that there ever were, to see that no id means two things.

use std::collections::HashSet;

use soa_runtime::Tick;

use crate::unit::{UnitHub, UnitId};

/// Every id that was issued, by one server after the other.
#[derive(Default)]
pub(crate) struct Issued {
    ids: HashSet<UnitId>,
    /// The tick of the present server up to which its ids are known.
    seen: Tick,
}

impl Issued {
    pub(crate) fn len(&self) -> usize {
        self.ids.len()
    }

    /// Adds the ids that were issued since the last call. None of them was issued before.
    pub(crate) fn follow(&mut self, units: &UnitHub, now: Tick) {
        for (_, id) in units.slots_changed_since(self.seen) {
            let is_new = id.is_none_or(|id| self.ids.insert(id));
            assert!(is_new, "{id:?} means two units");
        }
        self.seen = now;
    }

    /// Goes on with the ids of a new server. It has the units of the old one, and no others.
    pub(crate) fn handed_over(self, old: &UnitHub, new: &mut UnitHub) -> Self {
        assert_eq!(old.len(), new.len(), "the new server has all units");
        let is_kept = |id| old.contains(id);
        assert!(
            new.ids().all(is_kept),
            "each id means the unit that it meant before"
        );
        Issued {
            ids: self.ids,
            seen: new.advance(),
        }
    }
}
