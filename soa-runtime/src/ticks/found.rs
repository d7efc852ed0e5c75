//! Finding the words of rows in which a row changed, several at a time.

use core::ops::Range;

use super::{ROWS_PER_BLOCK, ROWS_PER_WORD};

/// Stamps of blocks and rows, in which changed rows are looked for.
pub(crate) trait Stamped {
    /// Returns which of 64 blocks from `first` on may have a changed row, as bits; `None` if
    /// there is no such block.
    fn blocks(&self, first: usize) -> Option<u64>;

    /// Fetches the stamps of a block's rows into the cache.
    fn fetch(&self, block: usize);

    /// Returns the rows of a block that changed, as bits. A block past the end has none.
    fn rows_of(&self, block: usize) -> u32;

    /// Returns the rows of a word of 64 that changed, as bits.
    #[inline]
    fn bits(&self, word: usize) -> u64 {
        let first = word * BLOCKS_PER_WORD;
        (0..BLOCKS_PER_WORD).fold(0, |bits, block| {
            bits | u64::from(self.rows_of(first + block)) << (block * ROWS_PER_BLOCK)
        })
    }
}

/// The number of blocks whose stamps are fetched before the first of them is looked at.
const AHEAD: usize = 64;

/// The number of blocks of rows in a word of bits of rows.
const BLOCKS_PER_WORD: usize = ROWS_PER_WORD / ROWS_PER_BLOCK;

/// The number of blocks that [`Stamped::blocks`] is about.
const BLOCKS: usize = u64::BITS as usize;

/// Words of rows with a changed row. They are found several at a time: the stamps of their rows
/// are far apart, and while the search goes on, they come into the cache.
#[derive(Debug, Clone)]
pub(crate) struct Found {
    /// The number of each word.
    words: [u32; AHEAD],
    /// The rows of each word that changed.
    bits: [u64; AHEAD],
    /// The words that were found and not returned yet.
    left: Range<u8>,
    /// The block from which the search goes on.
    next: usize,
    /// The blocks before `next` that were not looked at yet, as the bits of 64.
    blocks: u64,
}

impl Found {
    /// Starts a search.
    #[inline]
    pub(crate) fn new() -> Self {
        Found {
            words: [0; AHEAD],
            bits: [0; AHEAD],
            left: 0..0,
            next: 0,
            blocks: 0,
        }
    }

    /// Ends the search.
    pub(crate) fn end(&mut self) {
        (self.left, self.next, self.blocks) = (0..0, usize::MAX, 0);
    }

    /// Returns the first row of the next word in which a row changed, and its changed rows
    /// as bits. A word may come twice, with other bits, and without any.
    #[inline]
    pub(crate) fn next(&mut self, stamped: &impl Stamped) -> Option<(usize, u64)> {
        if self.left.is_empty() {
            self.search(stamped);
        }
        let word = usize::from(self.left.next()?);
        Some((self.words[word] as usize * ROWS_PER_WORD, self.bits[word]))
    }

    #[inline(never)] // inlined, it keeps what takes one run after the other out of line: 2.7 times as slow
    fn search(&mut self, stamped: &impl Stamped) {
        let (mut blocks, mut count) = ([0; AHEAD], 0);
        while count < AHEAD {
            if self.blocks == 0 {
                let Some(blocks) = stamped.blocks(self.next) else {
                    break;
                };
                self.blocks = blocks;
                self.next += BLOCKS;
                continue;
            }
            let block = self.next - BLOCKS + self.blocks.trailing_zeros() as usize;
            self.blocks &= self.blocks - 1;
            stamped.fetch(block);
            blocks[count] = block;
            count += 1;
        }
        let mut words = 0;
        for &block in &blocks[..count] {
            let first = block * ROWS_PER_BLOCK;
            let word = first / ROWS_PER_WORD;
            let bits = u64::from(stamped.rows_of(block)) << (first % ROWS_PER_WORD);
            // A hub has at most as many rows as a `u32` counts.
            let word = u32::try_from(word).unwrap_or(u32::MAX);
            if words > 0 && self.words[words - 1] == word {
                self.bits[words - 1] |= bits;
            } else {
                (self.words[words], self.bits[words]) = (word, bits);
                words += 1;
            }
        }
        self.left = 0..u8::try_from(words).unwrap_or(0);
    }
}
