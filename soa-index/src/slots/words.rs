//! A set of slots with one bit for each slot.

use alloc::vec;
use alloc::vec::Vec;
use core::iter::FusedIterator;
use core::slice;

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
            words: self.words.iter(),
            front: Word { first: 0, bits: 0 },
            next: 0,
            back: Word { first: 0, bits: 0 },
        }
    }
}

/// Some slots of a word.
#[derive(Clone, Copy)]
struct Word {
    first: u32,
    bits: u64,
}

impl Word {
    #[inline]
    fn take_first(&mut self) -> Option<u32> {
        if self.bits == 0 {
            return None;
        }
        let slot = self.first + self.bits.trailing_zeros();
        self.bits &= self.bits - 1;
        Some(slot)
    }

    #[inline]
    fn take_last(&mut self) -> Option<u32> {
        let bit = self.bits.checked_ilog2()?;
        self.bits &= !(1 << bit);
        Some(self.first + bit)
    }
}

/// An iterator over the slots of a set with one bit for each slot, in ascending order.
#[derive(Clone)]
pub(super) struct WordsIter<'a> {
    /// The words that neither end has reached.
    words: slice::Iter<'a, u64>,
    front: Word,
    /// The number of the first of `words`.
    next: u32,
    back: Word,
}

impl Iterator for WordsIter<'_> {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        while self.front.bits == 0 {
            let Some(bits) = self.words.next() else {
                return self.back.take_first();
            };
            self.front = Word {
                first: self.next * BITS,
                bits: *bits,
            };
            self.next += 1;
        }
        self.front.take_first()
    }

    #[inline]
    fn fold<B, F: FnMut(B, u32) -> B>(mut self, mut done: B, mut f: F) -> B {
        let middle = self.words.clone().zip(self.next..);
        let middle = middle.map(|(bits, number)| Word {
            first: number * BITS,
            bits: *bits,
        });
        for mut word in [self.front].into_iter().chain(middle) {
            while let Some(slot) = word.take_first() {
                done = f(done, slot);
            }
        }
        while let Some(slot) = self.back.take_first() {
            done = f(done, slot);
        }
        done
    }
}

impl DoubleEndedIterator for WordsIter<'_> {
    #[inline]
    fn next_back(&mut self) -> Option<u32> {
        while self.back.bits == 0 {
            let Some(bits) = self.words.next_back() else {
                return self.front.take_last();
            };
            let words = u32::try_from(self.words.len()).expect("a word has 64 of 2^32 slots");
            let first = (self.next + words) * BITS;
            self.back = Word { first, bits: *bits };
        }
        self.back.take_last()
    }
}

impl FusedIterator for WordsIter<'_> {}
