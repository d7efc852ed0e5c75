//! The values of a tracked column that a walk lends, which records their rows.

use core::ops::Range;
use core::sync::atomic::{AtomicU32, Ordering};

use crate::memory::shared_blocks;
#[cfg(feature = "rayon")]
use crate::store::Divide;
use crate::store::{Lend, ValuesMut};
use crate::ticks::{ROWS_PER_BLOCK, StampsMut, blocks_of};

/// Lends values and stamps their rows.
#[derive(Debug)]
pub struct Marking<'a, F> {
    values: ValuesMut<'a, F>,
    stamps: ValuesMut<'a, u32>,
    /// The stamps of the blocks. Several threads may write to rows of one block, so they are
    /// atomic. All of them store the same number.
    blocks: &'a [AtomicU32],
    stamp: u32,
}

impl<'a, F> Marking<'a, F> {
    /// Lends all values of a column, which are stamped now.
    #[inline]
    pub(crate) fn new(values: &'a mut [F], stamps: &'a mut StampsMut<'_>) -> Self {
        let (rows, blocks, stamp) = stamps.parts();
        Marking {
            values: ValuesMut::new(values),
            stamps: ValuesMut::new(rows),
            blocks: shared_blocks(blocks),
            stamp,
        }
    }

    #[inline]
    fn stamp_block_of(&self, row: usize) {
        self.blocks[row / ROWS_PER_BLOCK].store(self.stamp, Ordering::Relaxed);
    }
}

impl<'a, F> Lend for Marking<'a, F> {
    type Item = &'a mut F;

    #[inline]
    fn front(&mut self, row: usize) -> &'a mut F {
        *self.stamps.front(row) = self.stamp;
        self.stamp_block_of(row);
        self.values.front(row)
    }

    #[inline]
    fn back(&mut self, row: usize) -> &'a mut F {
        *self.stamps.back(row) = self.stamp;
        self.stamp_block_of(row);
        self.values.back(row)
    }

    /// Stamps the blocks at once and the rows as they are lent: a block's stamp only
    /// says that its rows are worth a look.
    #[inline]
    fn run(&mut self, rows: Range<usize>) -> impl Iterator<Item = &'a mut F> {
        for block in &self.blocks[blocks_of(rows.clone()).unwrap_or_default()] {
            block.store(self.stamp, Ordering::Relaxed);
        }
        let now = self.stamp;
        let stamps = self.stamps.run(rows.clone());
        self.values
            .run(rows)
            .zip(stamps)
            .map(move |(value, stamp)| {
                *stamp = now;
                value
            })
    }
}

#[cfg(feature = "rayon")]
impl<F> Divide for Marking<'_, F> {
    fn divide(self, row: usize) -> (Self, Self) {
        let (values, other_values) = self.values.divide(row);
        let (stamps, other_stamps) = self.stamps.divide(row);
        let other = Marking {
            values: other_values,
            stamps: other_stamps,
            ..self
        };
        let first = Marking {
            values,
            stamps,
            ..self
        };
        (first, other)
    }
}
