//! Finding the rows that changed, 64 at a time.

use alloc::vec::Vec;
use core::ops::Range;

use super::{Mark, Reader};

/// How many marks are gathered at once, as the bits of a word.
const BLOCK: usize = 64;

/// Takes the reader's marks back and returns the rows that had one: ranges in
/// rising order, with at least one row and at least `gap` rows between them.
pub(crate) fn take(marks: &mut [Mark], reader: Reader, gap: usize) -> Vec<Range<usize>> {
    let mut changes = Changes {
        gap: gap.max(1),
        ranges: Vec::new(),
    };
    let mut blocks = marks.chunks_exact_mut(BLOCK);
    let mut first = 0;
    for block in &mut blocks {
        if let Ok(block) = block.try_into() {
            changes.add_all(first, take_block(block, reader));
        }
        first += BLOCK;
    }
    // The last rows, as the first of a block.
    let rest = blocks.into_remainder();
    let mut block = [Mark(0); BLOCK];
    block[..rest.len()].copy_from_slice(rest);
    changes.add_all(first, take_block(&mut block, reader));
    rest.copy_from_slice(&block[..rest.len()]);
    changes.ranges
}

/// Takes the reader's bit of 64 marks, as bits.
#[inline]
fn take_block(marks: &mut [Mark; BLOCK], reader: Reader) -> u64 {
    /// The lowest bit of each byte.
    const LOWEST: u64 = 0x0101_0101_0101_0101;
    /// Gathers the lowest bit of each byte in the highest byte, the first lowest.
    const GATHER: u64 = 0x0102_0408_1020_4080;

    let words: [u64; BLOCK / 8] = core::array::from_fn(|word| {
        u64::from_le_bytes(core::array::from_fn(|byte| marks[8 * word + byte].0))
    });
    let any = words.iter().fold(0, |any, word| any | word);
    let shift = reader.0.trailing_zeros();
    if any >> shift & LOWEST == 0 {
        return 0;
    }
    let mut bits = 0;
    for (number, word) in words.into_iter().enumerate() {
        let lowest = word >> shift & LOWEST;
        bits |= (lowest.wrapping_mul(GATHER) >> 56) << (8 * number);
    }
    for mark in marks {
        mark.0 &= !reader.0;
    }
    bits
}

/// The ranges found so far.
struct Changes {
    gap: usize,
    ranges: Vec<Range<usize>>,
}

impl Changes {
    /// Adds the rows from `first` on whose bit is set; they are after all that
    /// were added.
    fn add_all(&mut self, first: usize, mut bits: u64) {
        let mut row = first;
        while bits != 0 {
            let zeros = bits.trailing_zeros();
            bits >>= zeros;
            let ones = bits.trailing_ones();
            bits = bits.checked_shr(ones).unwrap_or(0);
            row += zeros as usize;
            self.add(row..row + ones as usize);
            row += ones as usize;
        }
    }

    fn add(&mut self, rows: Range<usize>) {
        match self.ranges.last_mut() {
            Some(last) if rows.start - last.end < self.gap => last.end = rows.end,
            _ => self.ranges.push(rows),
        }
    }
}
