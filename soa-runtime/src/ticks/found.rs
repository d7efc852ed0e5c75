//! Finding the words of rows in which a row changed, several at a time.

use core::ops::Range;

use super::{ROWS_PER_BLOCK, ROWS_PER_WORD};

/// Stamps of blocks and rows, in which changed rows are looked for.
pub(crate) trait Stamped {
    /// Returns which of 64 blocks from `first` on may have a changed row, as bits; `None` if
    /// there is no such block.
    fn blocks(&self, first: usize) -> Option<u64>;

    /// Adds the rows of each of these blocks that changed to its bits. There are as many bits
    /// as blocks.
    fn add_rows(&self, blocks: &[usize], bits: &mut [u32]);
}

/// The number of blocks that are looked at together.
const AHEAD: usize = 32;

/// The number of blocks that [`Stamped::blocks`] is about.
const BLOCKS: usize = u64::BITS as usize;

/// Words of rows with a changed row. They are found several at a time: the stamps of their rows
/// are far apart, so that a processor waits for memory once instead of once for each block.
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
            blocks[count] = self.next - BLOCKS + self.blocks.trailing_zeros() as usize;
            self.blocks &= self.blocks - 1;
            count += 1;
        }
        let mut bits = [0; AHEAD];
        stamped.add_rows(&blocks[..count], &mut bits[..count]);
        let mut words = 0;
        for (block, bits) in blocks[..count].iter().zip(bits) {
            let first = block * ROWS_PER_BLOCK;
            let (word, bits) = (
                first / ROWS_PER_WORD,
                u64::from(bits) << (first % ROWS_PER_WORD),
            );
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
