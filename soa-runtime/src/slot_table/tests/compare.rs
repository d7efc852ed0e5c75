//! Queries of the table, compared with the model.

use alloc::collections::VecDeque;
use alloc::vec::Vec;

use super::super::model::Slot;
use super::super::{SlotState, find, handle_at, holes, is_reserved, state};
use super::pair::{Pair, handle};
use crate::handle::AnyHandle;
use crate::slot_table::Recycle;

impl<H: AnyHandle> Pair<H> {
    /// Compares every query of the table with the model.
    pub(super) fn compare<R: Recycle>(&self) {
        let in_list: VecDeque<u32> = self
            .list
            .iter::<H>(&self.words)
            .map(|(slot, _)| slot)
            .collect();
        assert_eq!(in_list, *self.model.free());
        let [live, free, retired, reserved] = self.model.counts();
        assert_eq!(self.live as usize, live);
        assert_eq!(self.list.aside() as usize, retired + reserved);
        assert_eq!(self.list.free(self.count(), self.live) as usize, free);
        assert_eq!(self.words.len(), self.model.states().len());
        for (slot, expected) in (0..).zip(self.model.states()) {
            let found = match state::<H>(&self.words, &self.list, slot) {
                SlotState::Live { generation } => Slot::Live(generation),
                SlotState::Free { generation, .. } => Slot::Free(generation),
                SlotState::Reserved { generation } => Slot::Reserved(generation),
                SlotState::Retired => Slot::Retired,
            };
            assert_eq!(found, *expected, "slot {slot}");
            assert_eq!(
                handle_at::<H>(&self.words, slot).is_some(),
                matches!(expected, Slot::Live(_))
            );
            // Checks every handle that this slot can ever have.
            for generation in H::FIRST_GENERATION..=H::LAST_GENERATION.min(H::FIRST_GENERATION + 9)
            {
                let handle = handle::<H>((slot, generation));
                let tagless = H::assemble(slot, generation);
                assert!(
                    tagless == handle
                        || find(&self.words, tagless).is_none()
                            && !is_reserved(&self.words, &self.list, tagless)
                );
                assert_eq!(
                    find(&self.words, handle).is_some(),
                    *expected == Slot::Live(generation)
                );
                assert_eq!(
                    is_reserved(&self.words, &self.list, handle),
                    *expected == Slot::Reserved(generation),
                    "{handle:?} where {expected:?} is"
                );
            }
        }
        assert!(
            find(&self.words, H::DANGLING).is_none()
                && !is_reserved(&self.words, &self.list, H::DANGLING)
        );
        self.compare_holes();
        self.compare_supply::<R>();
    }

    /// Compares the mask of the slots that are not live, from each slot on.
    fn compare_holes(&self) {
        for first in 0..self.words.len() {
            let slots = self.model.states()[first..].iter().zip(0..64);
            let expected = slots.fold(0_u64, |holes, (slot, bit)| {
                holes | u64::from(!matches!(slot, Slot::Live(_))) << bit
            });
            assert_eq!(holes::<H>(&self.words[first..], first), expected);
        }
    }

    /// Compares the supply of ids with the ids that single calls issue.
    fn compare_supply<R: Recycle>(&self) {
        for additional in 0..=(H::LIMIT as usize + 1).min(9) {
            let supply = self
                .list
                .supply::<H, R>(self.count(), self.live, additional);
            let mut model = self.model.clone();
            let single: Option<Vec<bool>> = (0..additional)
                .map(|_| model.issue().map(|issued| issued.fresh))
                .collect();
            assert_eq!(single.is_some(), additional <= self.model.left());
            let at_once = supply.ok().map(|supply| {
                let parts = [
                    (false, supply.recycled),
                    (true, supply.fresh),
                    (false, supply.kept_back),
                ];
                let parts = parts.map(|(fresh, slots)| core::iter::repeat_n(fresh, slots as usize));
                parts.into_iter().flatten().collect::<Vec<bool>>()
            });
            assert_eq!(at_once, single, "{additional} more");
        }
    }
}
