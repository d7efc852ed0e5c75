//! The compaction policy, which has its turn after each call that may leave a hole.

use super::Packed;
use crate::packed::config::{Compaction, Placement};
use crate::packed::contents::Contents;
use crate::packed::place::Slot;

impl<M, C: Contents> Packed<M, C> {
    /// Returns the block after `slot`, if the units that it could slide down by are counted.
    pub(super) fn watched_after(&self, slot: Slot) -> Option<Slot> {
        self.stuck?;
        self.spans.after(slot)
    }

    /// Counts the units that sliding `next` down closes now; `closable` of them could be closed
    /// before.
    pub(super) fn count_freed(&mut self, next: Option<Slot>, closable: u32) {
        if let (Some(freed), Some(next)) = (&mut self.stuck, next) {
            let now = self.spans.place(next).closable();
            *freed += u64::from(now.saturating_sub(closable));
        }
    }

    /// Compacts as the policy requires.
    pub(super) fn settle(&mut self) {
        match self.config.compaction {
            Compaction::Manual => {}
            Compaction::Eager => self.compact(),
            Compaction::Threshold { percent } => {
                let allowed = u64::from(self.spans.used) * u64::from(percent) / 100;
                let is_over = u64::from(self.spans.waste()) > allowed;
                if is_over && self.stuck.is_none_or(|freed| freed > allowed) {
                    self.reclaim(allowed);
                }
            }
        }
    }

    /// Brings the units in holes down to `allowed`, unless strides keep more of them open.
    fn reclaim(&mut self, allowed: u64) {
        match self.config.placement {
            Placement::Append => self.compact(),
            Placement::ReuseHoles => {
                // Less than `allowed`, so that the next removal does not reclaim again.
                let enough = allowed / 4 * 3;
                self.spans.fill_from_end(enough, &mut self.contents);
                // Strides may keep open what was counted as closed.
                if u64::from(self.spans.waste()) > allowed {
                    self.compact();
                }
            }
        }
        self.stuck = (u64::from(self.spans.waste()) > allowed).then_some(0);
    }
}
