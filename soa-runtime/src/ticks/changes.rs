//! Which rows of a column changed.

use super::ROWS_PER_BLOCK;

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
    #[inline]
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

    /// Returns whether a block may have a changed row.
    #[inline]
    fn may_have(&self, block: usize) -> bool {
        let stamp = self.blocks.get(block);
        stamp.is_some_and(|stamp| self.threshold.is_none_or(|threshold| *stamp > threshold))
    }

    /// Returns the stamps of the rows of a block.
    #[inline]
    fn stamps_of(&self, block: usize) -> &'a [u32] {
        let rows = self.rows.get(block * ROWS_PER_BLOCK..).unwrap_or_default();
        &rows[..rows.len().min(ROWS_PER_BLOCK)]
    }

    /// Returns the [`Stamped::blocks`](super::Stamped::blocks) of one column.
    #[inline]
    pub(crate) fn changed_blocks(&self, first: usize) -> Option<u64> {
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

    /// Returns a stamp of each line of the cache that has stamps of a block's rows, if one of them
    /// may have changed.
    #[inline]
    pub(crate) fn lines_of(&self, block: usize) -> impl Iterator<Item = &'a u32> {
        let stamps = if self.may_have(block) {
            self.stamps_of(block)
        } else {
            &[]
        };
        // Blocks need not start with a line of the cache.
        stamps.iter().step_by(STAMPS_PER_LINE).chain(stamps.last())
    }

    /// Returns the [`Stamped::rows_of`](super::Stamped::rows_of) of one column.
    #[inline]
    pub(crate) fn changed_rows_of(&self, block: usize) -> u32 {
        if !self.may_have(block) {
            return 0;
        }
        let stamps = self.stamps_of(block);
        let Some(threshold) = self.threshold else {
            return u32::MAX >> (ROWS_PER_BLOCK - stamps.len());
        };
        match <&[u32; ROWS_PER_BLOCK]>::try_from(stamps) {
            Ok(stamps) => newer_of(stamps, threshold),
            Err(_) => stamps
                .iter()
                .rev()
                .fold(0, |bits, &stamp| bits << 1 | u32::from(stamp > threshold)),
        }
    }
}

/// Returns which stamps exceed the threshold, as bits. Most lines of the cache have none.
#[inline]
fn newer_blocks(stamps: &[u32; COMPARED], threshold: u32) -> u64 {
    let is_any_newer = |stamps: &[u32]| {
        let newer = stamps.iter().map(|&stamp| u32::from(stamp > threshold));
        newer.fold(0, |any, newer| any | newer) != 0
    };
    if !is_any_newer(stamps) {
        return 0;
    }
    let lines = stamps.chunks_exact(STAMPS_PER_LINE).enumerate();
    lines.fold(0, |bits, (at, line)| {
        if !is_any_newer(line) {
            return bits;
        }
        bits | u64::from(newer_of(line, threshold)) << (at * STAMPS_PER_LINE)
    })
}

/// Returns which of at most 32 stamps exceed the threshold, as bits.
#[inline]
fn newer_of(stamps: &[u32], threshold: u32) -> u32 {
    /// The bit of each stamp.
    static BITS: [u32; 32] = {
        let mut bits = [1; 32];
        let mut at = 1;
        while at < bits.len() {
            bits[at] = bits[at - 1] << 1;
            at += 1;
        }
        bits
    };

    let stamps = stamps.iter().zip(&BITS);
    stamps.fold(0, |newer, (&stamp, bit)| {
        newer | bit & u32::from(stamp > threshold).wrapping_neg()
    })
}
