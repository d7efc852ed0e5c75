//! The values of a tracked column that a walk lends, which records their rows.

use core::ops::Range;

use crate::memory::shared_blocks;
#[cfg(feature = "rayon")]
use crate::store::Divide;
use crate::store::{Lend, ValuesMut};
use crate::ticks::{Blocks, StampsMut};

/// Lends values and stamps their rows.
#[derive(Debug)]
pub struct Marking<'a, F> {
    values: ValuesMut<'a, F>,
    stamps: ValuesMut<'a, u32>,
    blocks: Blocks<'a>,
}

impl<'a, F> Marking<'a, F> {
    /// Lends all values of a column, which are stamped now.
    #[inline]
    pub(crate) fn new(values: &'a mut [F], stamps: &'a mut StampsMut<'_>) -> Self {
        let (rows, blocks, stamp) = stamps.parts();
        Marking {
            values: ValuesMut::new(values),
            stamps: ValuesMut::new(rows),
            blocks: Blocks::new(shared_blocks(blocks), stamp),
        }
    }
}

impl<'a, F> Lend for Marking<'a, F> {
    type Item = &'a mut F;

    #[inline]
    fn front(&mut self, row: usize) -> &'a mut F {
        *self.stamps.front(row) = self.blocks.stamp();
        self.blocks.stamp_block_of(row);
        self.values.front(row)
    }

    #[inline]
    fn back(&mut self, row: usize) -> &'a mut F {
        *self.stamps.back(row) = self.blocks.stamp();
        self.blocks.stamp_block_of(row);
        self.values.back(row)
    }

    /// Stamps the blocks at once and the rows as they are lent: a block's stamp only
    /// says that its rows are worth a look.
    #[inline]
    fn run(&mut self, rows: Range<usize>) -> impl Iterator<Item = &'a mut F> {
        self.blocks.stamp_blocks_of(rows.clone());
        let now = self.blocks.stamp();
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
