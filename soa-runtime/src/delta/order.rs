//! Where the rows of a dense hub are, as far as they may have moved.

use alloc::vec::Vec;
use core::fmt;

use serde::Deserializer;
use serde::de::{DeserializeSeed, SeqAccess, Visitor};

use super::Delta;
use super::changed::each_live;
use super::error::Limit;
use super::gaps::{GapReader, Gaps, believable};
use crate::handle::AnyHandle;
use crate::ids::Layout;
use crate::record::TrackedRecord;

impl<T: TrackedRecord> Delta<'_, T> {
    /// Returns the rows that were made or may have moved, as they are written: runs of rows whose
    /// slots follow each other. Each is the distance of its first row from the row after the run
    /// before, the distance of its first slot in the same way, and how many rows follow the first.
    /// There are none with slots. O(rows / 32 + changes).
    #[doc(hidden)]
    pub fn order(&self) -> Vec<(u32, i64, u32)> {
        let (mut rows, mut slots) = (Gaps::default(), Gaps::default());
        let runs = self.runs().into_iter().map(|Run { row, slot, more }| {
            let distances = (rows.to(row), slots.jump(slot));
            rows.pass(more);
            slots.pass(more);
            (distances.0, distances.1, more)
        });
        runs.collect()
    }

    fn runs(&self) -> Vec<Run> {
        let mut runs: Vec<Run> = Vec::new();
        if !T::Layout::DENSE {
            return runs;
        }
        let store = self.hub.store.typed();
        let (names, moved) = (store.names(), store.moved_rows(self.since));
        each_live(&moved, names, |row| {
            let slot = names.id_of(row as usize).index();
            match runs.last_mut() {
                Some(run) if run.is_followed_by(row, slot) => run.more += 1,
                _ => runs.push(Run { row, slot, more: 0 }),
            }
        });
        runs
    }
}

/// Rows that follow each other, and so do their slots.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Run {
    row: u32,
    slot: u32,
    /// The number of rows after the first.
    more: u32,
}

impl Run {
    /// Returns each row with its slot.
    pub(crate) fn rows(&self) -> impl Iterator<Item = (u32, u32)> + use<> {
        let Run { row, slot, more } = *self;
        (row..=row + more).zip(slot..=slot + more)
    }

    fn is_followed_by(&self, row: u32, slot: u32) -> bool {
        (row - self.row, slot.wrapping_sub(self.slot)) == (self.more + 1, self.more + 1)
    }

    /// Returns whether its rows and slots are below `end`.
    pub(super) fn ends_below(&self, end: u32) -> bool {
        self.row.max(self.slot) + self.more < end
    }
}

/// Reads runs. It keeps at most one more than the limit, because the rows ascend.
pub(super) struct RunList(pub(super) Limit);

impl<'de> DeserializeSeed<'de> for RunList {
    type Value = Vec<Run>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Vec<Run>, D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for RunList {
    type Value = Vec<Run>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of rows with their slots")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Vec<Run>, A::Error> {
        let mut runs = Vec::with_capacity(believable::<Run>(list.size_hint()));
        let (mut rows, mut slots) = (GapReader::default(), GapReader::default());
        while let Some((row, slot, more)) = list.next_element::<(u32, i64, u32)>()? {
            let (row, slot) = (rows.follow::<A::Error>(row)?, slots.jump(slot)?);
            rows.pass::<A::Error>(more)?;
            slots.pass::<A::Error>(more)?;
            if runs.len() <= self.0.0 as usize {
                runs.push(Run { row, slot, more });
            }
        }
        Ok(runs)
    }
}
