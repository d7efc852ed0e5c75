//! The slots that the source of a mirror has retired or reserved.
//!
//! They are free in the mirror, as all slots without a row are. A mirror keeps them apart, so
//! that its own deltas and the hub that it becomes have them as the source has.

use alloc::collections::TryReserveError;
use alloc::vec::Vec;
use core::fmt;

const SLOTS_PER_WORD: u32 = u64::BITS;

/// The slots of a mirror that are free, and not in its source.
#[derive(Debug)]
pub(crate) struct Aside {
    pub(crate) retired: SlotSet,
    /// The slots whose ids the source has reserved.
    pub(crate) reserved: SlotSet,
}

impl Aside {
    pub(crate) const fn new() -> Self {
        Aside {
            retired: SlotSet::new(),
            reserved: SlotSet::new(),
        }
    }
}

/// A set of slots, as bits.
pub(crate) struct SlotSet {
    words: Vec<u64>,
}

impl SlotSet {
    const fn new() -> Self {
        SlotSet { words: Vec::new() }
    }

    /// Returns whether no slot is in the set.
    pub(crate) fn is_empty(&self) -> bool {
        self.words.iter().all(|word| *word == 0)
    }

    /// Reserves the memory in which `slot` is inserted.
    pub(crate) fn try_reserve(&mut self, slot: u32) -> Result<(), TryReserveError> {
        let words = (slot / SLOTS_PER_WORD) as usize + 1;
        self.words
            .try_reserve(words.saturating_sub(self.words.len()))
    }

    /// Inserts a slot. Returns whether it was not in the set.
    pub(crate) fn insert(&mut self, slot: u32) -> bool {
        let (word, bit) = Self::place_of(slot);
        if word >= self.words.len() {
            self.words.resize(word + 1, 0);
        }
        let is_new = self.words[word] & bit == 0;
        self.words[word] |= bit;
        is_new
    }

    /// Removes a slot. Returns whether it was in the set.
    pub(crate) fn remove(&mut self, slot: u32) -> bool {
        let (word, bit) = Self::place_of(slot);
        let Some(word) = self.words.get_mut(word) else {
            return false;
        };
        let is_known = *word & bit != 0;
        *word &= !bit;
        is_known
    }

    /// Returns whether the set contains a slot.
    pub(crate) fn contains(&self, slot: u32) -> bool {
        let (word, bit) = Self::place_of(slot);
        self.words.get(word).is_some_and(|word| word & bit != 0)
    }

    fn place_of(slot: u32) -> (usize, u64) {
        let word = (slot / SLOTS_PER_WORD) as usize;
        (word, 1 << (slot % SLOTS_PER_WORD))
    }
}

impl fmt::Debug for SlotSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count: u32 = self.words.iter().map(|word| word.count_ones()).sum();
        write!(f, "{count} slots")
    }
}
