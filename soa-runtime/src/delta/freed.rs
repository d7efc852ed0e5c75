//! The slots without a row, and what they issue next.

use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use super::gaps::{GapReader, believable};
use crate::handle::AnyHandle;
use crate::record::IdAllocator;

/// What stands for the generation of a slot that is retired. No id has it in a slot that can
/// be retired.
pub(super) const RETIRED: u32 = 0;

/// A slot that has no row.
pub(crate) struct Freed {
    pub(crate) slot: u32,
    generation: u32,
}

impl Freed {
    /// Returns the generation of the id that the slot issues next, or `None` if the slot is
    /// retired.
    pub(crate) fn next<H: AnyHandle>(&self) -> Option<u32> {
        (self.generation != RETIRED || H::GENERATION_BITS == 0).then_some(self.generation)
    }
}

/// The slots of a delta that have no row, in ascending order.
pub(super) struct FreedSlots<T> {
    pub(super) slots: Vec<Freed>,
    record: PhantomData<fn() -> T>,
}

impl<'de, T: IdAllocator> Deserialize<'de> for FreedSlots<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(List(PhantomData))
    }
}

struct List<T>(PhantomData<fn() -> T>);

impl<'de, T: IdAllocator> Visitor<'de> for List<T> {
    type Value = FreedSlots<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of slots with generations")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<FreedSlots<T>, A::Error> {
        let mut slots = Vec::with_capacity(believable::<Freed>(list.size_hint()));
        let mut gaps = GapReader::default();
        while let Some(Entry(gap, generation)) = list.next_element()? {
            let slot = gaps.follow(gap)?;
            check::<T::Id>(generation).map_err(A::Error::custom)?;
            slots.push(Freed { slot, generation });
        }
        let record = PhantomData;
        Ok(FreedSlots { slots, record })
    }
}

/// Checks that a slot can have this number.
fn check<H: AnyHandle>(generation: u32) -> Result<(), &'static str> {
    let generations = H::FIRST_GENERATION..=H::LAST_GENERATION;
    if generations.contains(&generation) || generation == RETIRED {
        Ok(())
    } else {
        Err("the delta frees a slot at a generation that its ids cannot have")
    }
}

/// A slot as it is written: the distance to it, and a generation.
#[derive(Serialize, Deserialize)]
#[serde(expecting = "a slot and its next generation, which form 1 of a delta lacks")]
pub(super) struct Entry(pub(super) u32, pub(super) u32);
