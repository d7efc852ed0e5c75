//! A set of slots with one bit for each slot.

use alloc::vec;
use alloc::vec::Vec;
use core::iter::FusedIterator;

/// One bit for each slot.
#[derive(Clone, Default)]
pub(super) struct Words {
    words: Vec<u64>,
}

/// The number of slots in a word.
const BITS: u32 = u64::BITS;

/// Returns the word of a slot, and its bit there.
#[inline]
fn place(slot: u32) -> (usize, u64) {
    ((slot / BITS) as usize, 1 << (slot % BITS))
}

impl Words {
    /// Creates an empty set with memory for the slots up to `last`.
    pub(super) fn up_to(last: u32) -> Self {
        let words = vec![0; (last / BITS) as usize + 1];
        Words { words }
    }

    /// Returns the number of slots that the memory has a bit for.
    pub(super) fn span(&self) -> u64 {
        self.words.len() as u64 * u64::from(BITS)
    }

    /// Counts the slots.
    pub(super) fn count(&self) -> usize {
        let bits = self.words.iter().map(|word| word.count_ones() as usize);
        bits.sum()
    }

    pub(super) fn memory(&self) -> usize {
        self.words.capacity() * size_of::<u64>()
    }

    #[inline]
    pub(super) fn contains(&self, slot: u32) -> bool {
        let (word, bit) = place(slot);
        self.words.get(word).is_some_and(|word| word & bit != 0)
    }

    /// Adds a slot, and returns whether it is new.
    #[inline]
    pub(super) fn insert(&mut self, slot: u32) -> bool {
        let (word, bit) = place(slot);
        if word >= self.words.len() {
            self.words.resize(word + 1, 0);
        }
        let new = self.words[word] & bit == 0;
        self.words[word] |= bit;
        new
    }

    /// Removes a slot, and returns whether it was there.
    #[inline]
    pub(super) fn remove(&mut self, slot: u32) -> bool {
        let (word, bit) = place(slot);
        let Some(word) = self.words.get_mut(word) else {
            return false;
        };
        let had = *word & bit != 0;
        *word &= !bit;
        had
    }

    /// Keeps the slots that are in both sets.
    pub(super) fn and(&mut self, other: &Words) {
        self.words.truncate(other.words.len());
        let pairs = self.words.iter_mut().zip(&other.words);
        pairs.for_each(|(word, other)| *word &= other);
    }

    /// Adds the slots of another set.
    pub(super) fn or(&mut self, other: &Words) {
        if self.words.len() < other.words.len() {
            self.words.resize(other.words.len(), 0);
        }
        let pairs = self.words.iter_mut().zip(&other.words);
        pairs.for_each(|(word, other)| *word |= other);
    }

    /// Removes the slots of another set.
    pub(super) fn sub(&mut self, other: &Words) {
        let pairs = self.words.iter_mut().zip(&other.words);
        pairs.for_each(|(word, other)| *word &= !other);
    }

    pub(super) fn iter(&self) -> WordsIter<'_> {
        WordsIter {
            words: &self.words,
            front: 0,
            first: self.words.first().copied().unwrap_or_default(),
            last: 0,
        }
    }
}

/// Returns a slot by its word and its bit there.
#[inline]
#[expect(
    clippy::cast_possible_truncation,
    reason = "a slot is a `u32`, and its word a smaller one"
)]
fn slot(word: usize, bit: u32) -> u32 {
    word as u32 * BITS + bit
}

/// An iterator over the slots of a set with one bit for each slot, in ascending order.
#[derive(Clone)]
pub(super) struct WordsIter<'a> {
    /// The words before the last one, whose number is their count.
    words: &'a [u64],
    /// The number of the first word.
    front: usize,
    /// The slots of the first word that are left. The words after it are whole.
    first: u64,
    /// The slots of the last word that are left.
    last: u64,
}

impl WordsIter<'_> {
    /// Returns the slots of a word before the last one, or none if there is no such word.
    #[inline]
    fn word(&self, number: usize) -> u64 {
        self.words.get(number).copied().unwrap_or_default()
    }
}

impl Iterator for WordsIter<'_> {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        while self.first == 0 {
            if self.front + 1 >= self.words.len() {
                return take_first(&mut self.last).map(|bit| slot(self.words.len(), bit));
            }
            self.front += 1;
            self.first = self.word(self.front);
        }
        let found = slot(self.front, self.first.trailing_zeros());
        self.first &= self.first - 1;
        // Goes on to the next word without a branch, because a processor cannot predict which slot
        // is the last of its word.
        let next = self.word(self.front + 1);
        let is_last = self.first == 0;
        self.first = if is_last { next } else { self.first };
        self.front += usize::from(is_last);
        Some(found)
    }
}

impl DoubleEndedIterator for WordsIter<'_> {
    #[inline]
    fn next_back(&mut self) -> Option<u32> {
        while self.last == 0 {
            let rest = self
                .words
                .split_last()
                .filter(|(_, rest)| rest.len() > self.front);
            let Some((last, rest)) = rest else {
                return take_last(&mut self.first).map(|bit| slot(self.front, bit));
            };
            (self.words, self.last) = (rest, *last);
        }
        take_last(&mut self.last).map(|bit| slot(self.words.len(), bit))
    }
}

impl FusedIterator for WordsIter<'_> {}

/// Takes the first slot of a word.
#[inline]
fn take_first(word: &mut u64) -> Option<u32> {
    let bit = (*word != 0).then(|| word.trailing_zeros());
    *word &= word.wrapping_sub(1);
    bit
}

/// Takes the last slot of a word.
#[inline]
fn take_last(word: &mut u64) -> Option<u32> {
    let bit = word.checked_ilog2()?;
    *word &= !(1 << bit);
    Some(bit)
}
