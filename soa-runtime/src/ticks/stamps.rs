//! The stamps of one tracked column: per row, per block of rows, and of the column.

use core::ops::Range;
use core::sync::atomic::{AtomicU32, Ordering};

use super::{Changes, ROWS_PER_BLOCK};

/// The stamps of a column, shared.
#[derive(Debug, Clone, Copy)]
pub struct Stamps<'a> {
    rows: &'a [u32],
    blocks: &'a [u32],
    /// When all rows were written last.
    whole: u32,
}

/// The stamps of a column, mutable.
#[derive(Debug)]
pub struct StampsMut<'a> {
    rows: &'a mut [u32],
    blocks: &'a mut [u32],
    /// When all rows were written last. A column without memory has no stamp.
    whole: Option<&'a mut u32>,
    /// The stamp of what is written now.
    stamp: u32,
}

/// The stamp of a row, mutable.
#[derive(Debug)]
pub(crate) struct StampMut<'a> {
    row: &'a mut u32,
    block: &'a AtomicU32,
    stamp: u32,
}

impl<'a> Stamps<'a> {
    /// The stamps of `rows`, and of the blocks that have one of these rows.
    #[inline]
    pub(crate) fn new(rows: &'a [u32], blocks: &'a [u32], whole: u32) -> Self {
        debug_assert_eq!(
            rows.len().div_ceil(ROWS_PER_BLOCK),
            blocks.len(),
            "each block has a stamp"
        );
        Stamps {
            rows,
            blocks,
            whole,
        }
    }

    /// Returns the number of rows.
    pub(crate) fn len(&self) -> usize {
        self.rows.len()
    }

    /// Returns the rows whose stamps exceed the [threshold](super::Clock::threshold), or all
    /// rows without one.
    #[inline]
    pub(crate) fn since(&self, threshold: Option<u32>) -> Changes<'a> {
        let threshold = threshold.filter(|threshold| self.whole <= *threshold);
        Changes::new(self.rows, self.blocks, threshold)
    }
}

impl<'a> StampsMut<'a> {
    /// The stamps of `rows`, and of the blocks that have one of these rows.
    pub(crate) fn new(
        rows: &'a mut [u32],
        blocks: &'a mut [u32],
        whole: Option<&'a mut u32>,
        stamp: u32,
    ) -> Self {
        StampsMut {
            rows,
            blocks,
            whole,
            stamp,
        }
    }

    /// Lends the stamps shared.
    pub(crate) fn share(&self) -> Stamps<'_> {
        let whole = self.whole.as_deref().copied().unwrap_or_default();
        Stamps::new(self.rows, self.blocks, whole)
    }

    /// Returns the number of rows.
    pub(crate) fn len(&self) -> usize {
        self.rows.len()
    }

    /// Stamps a row.
    #[inline]
    pub(crate) fn stamp(&mut self, row: usize) {
        self.rows[row] = self.stamp;
        self.blocks[row / ROWS_PER_BLOCK] = self.stamp;
    }

    /// Stamps rows.
    pub(crate) fn stamp_rows(&mut self, rows: Range<usize>) {
        if let Some(blocks) = blocks_of(rows.clone()) {
            self.blocks[blocks].fill(self.stamp);
        }
        self.rows[rows].fill(self.stamp);
    }

    /// Stamps all rows at once.
    #[inline]
    pub(crate) fn stamp_all(&mut self) {
        if let Some(whole) = &mut self.whole {
            **whole = self.stamp;
        }
    }

    /// Makes all stamps zeros.
    pub(crate) fn clear(&mut self) {
        self.rows.fill(0);
        self.blocks.fill(0);
        if let Some(whole) = &mut self.whole {
            **whole = 0;
        }
    }

    /// Gives what has the stamp `from` the stamp `to`. O(rows / 32), and O(32) more for each block
    /// with the stamp.
    pub(crate) fn restamp(&mut self, from: u32, to: u32) {
        let rows = self.rows.chunks_mut(ROWS_PER_BLOCK);
        for (block, rows) in self.blocks.iter_mut().zip(rows) {
            if *block == from {
                *block = to;
                for row in rows.iter_mut().filter(|row| **row == from) {
                    *row = to;
                }
            }
        }
        if let Some(whole) = self.whole.as_deref_mut().filter(|whole| **whole == from) {
            *whole = to;
        }
    }

    /// Lends the stamps of the rows, the stamps of the blocks, and the stamp of what is written now.
    #[inline]
    pub(crate) fn parts(&mut self) -> (&mut [u32], &mut [u32], u32) {
        (self.rows, self.blocks, self.stamp)
    }
}

impl<'a> StampMut<'a> {
    #[inline]
    pub(crate) fn new(row: &'a mut u32, block: &'a AtomicU32, stamp: u32) -> Self {
        StampMut { row, block, stamp }
    }

    /// Stamps the row.
    #[inline]
    pub(crate) fn set(&mut self) {
        *self.row = self.stamp;
        self.block.store(self.stamp, Ordering::Relaxed);
    }
}

/// Returns the blocks that have one of these rows, if there is a row.
#[inline]
pub(crate) fn blocks_of(rows: Range<usize>) -> Option<Range<usize>> {
    let blocks = rows.start / ROWS_PER_BLOCK..rows.end.div_ceil(ROWS_PER_BLOCK);
    (!rows.is_empty()).then_some(blocks)
}
