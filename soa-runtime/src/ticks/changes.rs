//! Which rows of a column changed.

use super::{ROWS_PER_BLOCK, ROWS_PER_WORD, Stamped};

/// The number of blocks whose rows are the bits of a word.
const BLOCKS_PER_WORD: usize = ROWS_PER_WORD / ROWS_PER_BLOCK;

/// The number of blocks whose stamps are compared together.
const COMPARED: usize = u64::BITS as usize;

/// The number of stamps of rows in 64 bytes.
const STAMPS_PER_LINE: usize = 16;

/// The rows of a column that changed, to be asked for by words of 64 rows.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Changes<'a> {
    rows: &'a [u32],
    blocks: &'a [u32],
    /// What the stamp of a changed row exceeds; `None` if all rows changed.
    threshold: Option<u32>,
}

impl<'a> Changes<'a> {
    pub(super) fn new(rows: &'a [u32], blocks: &'a [u32], threshold: Option<u32>) -> Self {
        Changes {
            rows,
            blocks,
            threshold,
        }
    }

    /// Returns the number of rows, changed or not.
    pub(crate) fn rows(&self) -> usize {
        self.rows.len()
    }

    /// Returns whether a row changed.
    #[inline]
    pub(crate) fn contains(&self, row: usize) -> bool {
        (self.threshold).is_none_or(|threshold| self.rows[row] > threshold)
    }

    /// Returns whether all rows changed at once.
    #[inline]
    pub(crate) fn are_all(&self) -> bool {
        self.threshold.is_none()
    }

    /// Returns the rows of a word that changed, as bits.
    #[inline]
    pub(crate) fn bits(&self, word: usize) -> u64 {
        let first = word * BLOCKS_PER_WORD;
        (0..BLOCKS_PER_WORD).fold(0, |bits, block| {
            bits | u64::from(self.bits_of_block(first + block)) << (block * ROWS_PER_BLOCK)
        })
    }

    /// Returns whether a block may have a changed row.
    #[inline]
    fn may_have(&self, block: usize) -> bool {
        let stamp = self.blocks.get(block);
        stamp.is_some_and(|stamp| self.threshold.is_none_or(|threshold| *stamp > threshold))
    }

    /// Returns the stamps of the rows of a block.
    #[inline]
    fn rows_of(&self, block: usize) -> &'a [u32] {
        let rows = self.rows.get(block * ROWS_PER_BLOCK..).unwrap_or_default();
        &rows[..rows.len().min(ROWS_PER_BLOCK)]
    }

    /// Returns the rows of a block that changed, as bits.
    #[inline]
    fn bits_of_block(&self, block: usize) -> u32 {
        if !self.may_have(block) {
            return 0;
        }
        let rows = self.rows_of(block);
        let Some(threshold) = self.threshold else {
            return u32::MAX >> (ROWS_PER_BLOCK - rows.len());
        };
        match <&[u32; ROWS_PER_BLOCK]>::try_from(rows) {
            Ok(rows) => newer_rows(rows, threshold),
            Err(_) => rows
                .iter()
                .rev()
                .fold(0, |bits, &stamp| bits << 1 | u32::from(stamp > threshold)),
        }
    }
}

impl Stamped for Changes<'_> {
    #[inline]
    fn blocks(&self, first: usize) -> Option<u64> {
        let stamps = self.blocks.get(first..).filter(|left| !left.is_empty())?;
        let stamps = &stamps[..stamps.len().min(COMPARED)];
        let Some(threshold) = self.threshold else {
            return Some(u64::MAX >> (COMPARED - stamps.len()));
        };
        Some(match <&[u32; COMPARED]>::try_from(stamps) {
            Ok(stamps) => newer_blocks(stamps, threshold),
            Err(_) => stamps
                .iter()
                .rev()
                .fold(0, |bits, &stamp| bits << 1 | u64::from(stamp > threshold)),
        })
    }

    #[inline]
    fn add_rows(&self, blocks: &[usize], bits: &mut [u32]) {
        // Loads a stamp of each cache line of all blocks first, so that the processor waits
        // for memory once instead of once for each block.
        let mut lines = 0;
        for &block in blocks {
            if self.may_have(block) {
                let rows = self.rows_of(block);
                let stamps = rows.iter().step_by(STAMPS_PER_LINE);
                lines |= stamps.fold(0, |lines, stamp| lines | stamp);
                lines |= rows.last().copied().unwrap_or(0);
            }
        }
        core::hint::black_box(lines);
        for (block, bits) in blocks.iter().zip(bits) {
            *bits |= self.bits_of_block(*block);
        }
    }
}

/// Returns which stamps exceed the threshold, as bits. The loops become vector instructions.
#[inline]
fn newer_blocks(stamps: &[u32; COMPARED], threshold: u32) -> u64 {
    /// Gathers the lowest bit of each byte in the highest byte, the first lowest.
    const GATHER: u64 = 0x0102_0408_1020_4080;

    let newer = (stamps.iter()).fold(0, |any, &stamp| any | u32::from(stamp > threshold));
    if newer == 0 {
        return 0;
    }
    let newer: [u64; COMPARED / 8] = core::array::from_fn(|eight| {
        let flags = core::array::from_fn(|stamp| u8::from(stamps[8 * eight + stamp] > threshold));
        u64::from_le_bytes(flags)
    });
    let gathered = newer.iter().rev();
    gathered.fold(0, |bits, flags| {
        bits << 8 | flags.wrapping_mul(GATHER) >> 56
    })
}

/// Returns which stamps exceed the threshold, as bits. The loop becomes vector instructions.
#[inline]
fn newer_rows(stamps: &[u32; ROWS_PER_BLOCK], threshold: u32) -> u32 {
    /// The bit of each row.
    static BITS: [u32; ROWS_PER_BLOCK] = {
        let mut bits = [1; ROWS_PER_BLOCK];
        let mut row = 1;
        while row < ROWS_PER_BLOCK {
            bits[row] = bits[row - 1] << 1;
            row += 1;
        }
        bits
    };

    let rows = stamps.iter().zip(&BITS);
    rows.fold(0, |newer, (&stamp, bit)| {
        newer | bit & u32::from(stamp > threshold).wrapping_neg()
    })
}
