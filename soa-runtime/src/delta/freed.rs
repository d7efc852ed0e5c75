//! The slots without a row, and what they issue next.

use alloc::collections::TryReserveError;
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use serde::de::{DeserializeSeed, Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use super::Delta;
use super::error::Limit;
use super::gaps::{GapReader, Gaps, believable};
use crate::handle::AnyHandle;
use crate::record::{IdAllocator, TrackedRecord};
use crate::slot_table::{Recycle as _, SlotState};

/// What stands for the generation of a slot that is retired. No id has it in a slot that can
/// be retired.
const RETIRED: u32 = 0;

/// What is added to the generation of a slot that is reserved.
const RESERVED: u64 = 1 << 32;

/// What a slot without a row is.
enum Vacancy {
    /// It is free, and issues this generation next.
    Free(u32),
    /// Its id is reserved. It issues this generation after it was freed.
    Reserved(u32),
    /// It is retired, or will be once it is freed.
    Retired,
}

impl<T: TrackedRecord> Delta<'_, T> {
    /// Returns the slots that changed and have no row, as they are written: the free ones in the
    /// order of the free list, and then the others. Each is the distance from the slot after the
    /// one before, with the generation that it issues next. O(changes), and O(slots) if a slot
    /// entered the free list where freed slots do not: by a lease that returned it.
    #[doc(hidden)]
    pub fn vacant(&self) -> Vec<(i64, u64)> {
        let (mut free, mut others) = (Vec::new(), Vec::new());
        let changed = self.hub.slots_changed_since(self.since);
        for (slot, _) in changed.filter(|(_, id)| id.is_none()) {
            match self.vacancy(slot) {
                Vacancy::Free(_) => free.push(slot),
                Vacancy::Retired => others.push((slot, u64::from(RETIRED))),
                Vacancy::Reserved(next) => others.push((slot, RESERVED | u64::from(next))),
            }
        }
        let (free, mut gaps) = (self.in_order(&free), Gaps::default());
        let free = free.into_iter().map(|(slot, next)| (slot, next.into()));
        let slots = free.chain(others);
        slots.map(|(slot, next)| (gaps.jump(slot), next)).collect()
    }

    /// Returns what a slot without a row is in the source.
    fn vacancy(&self, slot: u32) -> Vacancy {
        let state = self.hub.store.typed().state(slot);
        let next = state.next_generation::<T::Id, T::Exhausted>();
        let aside = self.aside.and_then(|aside| aside.get(slot));
        match (next, aside, state) {
            (None, _, _) | (_, Some(Why::Retired), _) => Vacancy::Retired,
            (Some(next), None, SlotState::Free { .. }) => Vacancy::Free(next),
            (Some(next), _, _) => Vacancy::Reserved(next),
        }
    }

    /// Returns these slots, the free ones that changed, in the order of the free list. If they are
    /// not all where freed slots enter the list, returns all free slots.
    fn in_order(&self, changed: &[u32]) -> Vec<(u32, u32)> {
        let store = self.hub.store.typed();
        let free = || store.free_slots().filter_map(|(slot, _)| self.free(slot));
        let run: Vec<_> = if T::Recycle::QUEUE {
            self.at_the_end(changed)
        } else {
            let news = store.changed_slots(self.since);
            free()
                .take_while(|(slot, _)| news.contains(*slot as usize))
                .collect()
        };
        if run.len() == changed.len() {
            run
        } else {
            free().collect()
        }
    }

    /// Returns a slot with its next generation if it is free, also in the source.
    fn free(&self, slot: u32) -> Option<(u32, u32)> {
        match self.vacancy(slot) {
            Vacancy::Free(generation) => Some((slot, generation)),
            Vacancy::Reserved(_) | Vacancy::Retired => None,
        }
    }

    /// Returns these free slots in the order of the free list, or fewer if the list does not end
    /// with them.
    fn at_the_end(&self, changed: &[u32]) -> Vec<(u32, u32)> {
        let store = self.hub.store.typed();
        let next_of = |slot| match store.state(slot) {
            SlotState::Free { next, .. } => next,
            _ => None,
        };
        // Each slot but the first one follows another one of them.
        let follow = |slot: &u32| next_of(*slot).unwrap_or(0) ^ slot;
        let mut next = Some(changed.iter().fold(0, |first, slot| first ^ follow(slot)));
        let mut run = Vec::new();
        while let Some(slot) = next.filter(|_| run.len() < changed.len()) {
            if changed.binary_search(&slot).is_err() {
                break;
            }
            run.extend(self.free(slot));
            next = next_of(slot);
        }
        if next.is_some() {
            run.clear();
        }
        run
    }
}

/// A slot that has no row.
#[derive(Clone, Copy)]
pub(crate) struct Freed {
    pub(crate) slot: u32,
    /// The generation that it issues next, with [`RESERVED`] if its id is reserved.
    next: u64,
}

impl Freed {
    /// Returns why the source does not use the slot, if it does not.
    pub(crate) fn aside<H: AnyHandle>(&self) -> Option<Why> {
        if self.next::<H>().is_none() {
            Some(Why::Retired)
        } else {
            (self.next & RESERVED != 0).then_some(Why::Reserved)
        }
    }

    /// Returns the generation of the id that the slot issues next, or `None` if the slot is
    /// retired.
    pub(crate) fn next<H: AnyHandle>(&self) -> Option<u32> {
        let next = u32::try_from(self.next & !RESERVED).unwrap_or(RETIRED);
        (next != RETIRED || H::GENERATION_BITS == 0).then_some(next)
    }
}

/// Reads the slots of a delta that have no row, in the order in which they are written. It keeps
/// at most one slot more than the limit, because a delta has each slot once.
pub(super) struct FreedList<T>(pub(super) Limit, pub(super) PhantomData<fn() -> T>);

impl<'de, T: IdAllocator> DeserializeSeed<'de> for FreedList<T> {
    type Value = Vec<Freed>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Vec<Freed>, D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de, T: IdAllocator> Visitor<'de> for FreedList<T> {
    type Value = Vec<Freed>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of slots with generations")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Vec<Freed>, A::Error> {
        let most = self.0.0.min(T::Id::LIMIT) as usize;
        let mut slots = Vec::with_capacity(believable::<Freed>(list.size_hint()));
        let mut gaps = GapReader::default();
        while let Some(Entry(jump, next)) = list.next_element()? {
            let slot = gaps.jump(jump)?;
            check::<T::Id>(next & !RESERVED).map_err(A::Error::custom)?;
            if slots.len() <= most {
                slots.push(Freed { slot, next });
            }
        }
        Ok(slots)
    }
}

/// Checks that a slot can have this number.
fn check<H: AnyHandle>(generation: u64) -> Result<(), &'static str> {
    let generations = u64::from(H::FIRST_GENERATION)..=u64::from(H::LAST_GENERATION);
    if generations.contains(&generation) || generation == u64::from(RETIRED) {
        Ok(())
    } else {
        Err("the delta frees a slot at a generation that its ids cannot have")
    }
}

/// A slot as it is written: the distance to it, and a generation.
#[derive(Serialize, Deserialize)]
#[serde(expecting = "a slot and its next generation, which form 1 of a delta lacks")]
struct Entry(i64, u64);

/// Why the source of a mirror does not use a slot that is free in the mirror.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Why {
    Retired,
    /// Its id is issued and has no row.
    Reserved,
}

/// The slots that the source of a mirror has retired or reserved.
///
/// They are free in the mirror, as all slots without a row are. A mirror keeps them apart, so
/// that its own deltas and the hub that it becomes have them as the source has.
pub(crate) struct Aside(Vec<Option<Why>>);

impl Aside {
    pub(crate) const fn new() -> Self {
        Aside(Vec::new())
    }

    /// Returns why the source does not use a slot, if it does not.
    pub(crate) fn get(&self, slot: u32) -> Option<Why> {
        self.0.get(slot as usize).copied().flatten()
    }

    pub(crate) fn has(&self, why: Why) -> bool {
        self.0.contains(&Some(why))
    }

    /// Reserves the memory in which `slot` is set.
    pub(crate) fn try_reserve(&mut self, slot: u32) -> Result<(), TryReserveError> {
        let lacking = (slot as usize + 1).saturating_sub(self.0.len());
        self.0.try_reserve(lacking)
    }

    /// Sets why the source does not use a slot. Returns whether that changes.
    pub(crate) fn set(&mut self, slot: u32, why: Option<Why>) -> bool {
        let slot = slot as usize;
        if why.is_some() && slot >= self.0.len() {
            self.0.resize(slot + 1, None);
        }
        let old = self.0.get_mut(slot);
        old.is_some_and(|old| core::mem::replace(old, why) != why)
    }
}

impl fmt::Debug for Aside {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} slots", self.0.iter().flatten().count())
    }
}
