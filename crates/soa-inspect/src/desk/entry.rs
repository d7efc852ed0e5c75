//! What is known of a hub.

use std::time::Instant;

use soa_runtime::Tick;
use soa_runtime::inspect::ColumnInfo;

use crate::subject::{Counts, Subject};
use crate::ticks::Ticks;

/// The number of slots that may be visited in each frame, of one hub.
const FEW_SLOTS: usize = 2048;

/// A hub that was shown.
#[derive(Debug, Clone)]
pub(crate) struct Entry {
    pub(crate) number: u32,
    pub(crate) name: Box<str>,
    pub(crate) facts: Option<Facts>,
    /// The frame in which it was shown.
    pub(super) frame: u64,
    pub(super) ticks: Ticks,
}

/// What a frame has copied of every hub.
#[derive(Debug, Clone)]
pub(crate) struct Facts {
    pub(crate) kind: &'static str,
    pub(crate) is_dense: bool,
    pub(crate) columns: &'static [ColumnInfo],
    /// The bytes of each column.
    pub(crate) bytes: Vec<usize>,
    pub(crate) rows: usize,
    pub(crate) counts: Counts,
    /// The retired and the reserved slots, when they were counted last. In each frame those
    /// of one hub are counted.
    pub(crate) aside: Option<(usize, usize)>,
    pub(crate) tick: Option<Tick>,
    /// Since when changes are shown.
    pub(crate) since: Option<Instant>,
    pub(crate) shown: Instant,
    /// The name by which each column is edited, if the program lends the hub for that.
    pub(crate) names: Option<Names>,
}

/// The name by which each column is edited.
pub(super) type Names = &'static [Option<&'static str>];

impl Entry {
    /// Copies the facts of a hub. O(columns).
    pub(super) fn look(&mut self, subject: &dyn Subject, names: Option<Names>, now: Instant) {
        let (mut bytes, counted) = match self.facts.take() {
            Some(facts) => (facts.bytes, facts.aside),
            None => (Vec::new(), None),
        };
        let counts = subject.counts(&mut bytes);
        let tick = subject.tick();
        if let Some(tick) = tick {
            self.ticks.observe(subject.incarnation(), tick, now);
        }
        let aside = counts.aside();
        let is_same = |(retired, reserved): &(usize, usize)| retired + reserved == aside;
        self.facts = Some(Facts {
            kind: subject.kind(),
            is_dense: subject.is_dense(),
            columns: subject.columns(),
            bytes,
            rows: subject.rows(),
            counts,
            aside: if aside == 0 {
                Some((0, 0))
            } else {
                counted.filter(is_same)
            },
            tick,
            since: tick.and(self.ticks.since_when()),
            shown: now,
            names,
        });
    }

    /// Counts the retired and the reserved slots, unless there are none or too many slots.
    /// O(slots). Returns whether it has.
    pub(super) fn count_aside(&mut self, subject: &dyn Subject, is_paused: bool) -> bool {
        let Some(facts) = &mut self.facts else {
            return false;
        };
        let counts = facts.counts.aside() > 0 && (is_paused || facts.counts.slots <= FEW_SLOTS);
        if counts {
            facts.aside = Some(subject.aside());
        }
        counts
    }
}
