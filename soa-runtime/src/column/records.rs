//! What a column records when its values are lent mutably.

use core::ops::Range;

#[cfg(feature = "rayon")]
use crate::live::Divide;
use crate::live::Lend;
use crate::memory::shared_blocks;
use crate::store::ValuesMut;
use crate::ticks::{Blocks, Stamps, StampsMut};

/// What a mutable column records: nothing, or the rows that are written.
///
/// This trait is internal: its implementations are `()` and the stamps of a tracked column.
pub trait Recorder {
    /// Whether rows are recorded at all.
    const RECORDS: bool;

    /// What a shared borrow of the column has.
    type Shared<'s>: Copy
    where
        Self: 's;

    /// Lends the values of the column, and records their rows.
    type Lending<'s, F: 's>: Lend<Item = &'s mut F>
    where
        Self: 's;

    fn share(&self) -> Self::Shared<'_>;

    /// Records rows as changed.
    fn stamp_rows(&mut self, rows: Range<usize>);

    fn lending<'s, F>(&'s mut self, values: &'s mut [F]) -> Self::Lending<'s, F>;
}

/// A column whose writes need not be marked. No tracked column is one.
#[diagnostic::on_unimplemented(
    message = "a tracked column cannot be lent as a mutable slice, because writes would not be marked",
    label = "this column is `tracked`",
    note = "use `all_mut()` for all rows, `range_mut(rows)` for some, or `iter_live_mut()` for the live ones; they mark the rows"
)]
pub trait WritableUnmarked {}

impl Recorder for () {
    const RECORDS: bool = false;
    type Shared<'s> = ();
    type Lending<'s, F: 's> = ValuesMut<'s, F>;

    #[inline]
    fn share(&self) {}

    #[inline]
    fn stamp_rows(&mut self, _: Range<usize>) {}

    #[inline]
    fn lending<'s, F>(&'s mut self, values: &'s mut [F]) -> ValuesMut<'s, F> {
        ValuesMut::new(values)
    }
}

impl Recorder for StampsMut<'_> {
    const RECORDS: bool = true;
    type Shared<'s>
        = Stamps<'s>
    where
        Self: 's;
    type Lending<'s, F: 's>
        = Marking<'s, F>
    where
        Self: 's;

    #[inline]
    fn share(&self) -> Stamps<'_> {
        StampsMut::share(self)
    }

    #[inline]
    fn stamp_rows(&mut self, rows: Range<usize>) {
        StampsMut::stamp_rows(self, rows);
    }

    #[inline]
    fn lending<'s, F>(&'s mut self, values: &'s mut [F]) -> Marking<'s, F> {
        let (rows, blocks, now) = self.parts();
        Marking {
            values: ValuesMut::new(values),
            stamps: ValuesMut::new(rows),
            blocks: Blocks::new(shared_blocks(blocks), now),
        }
    }
}

/// Lends values and stamps their rows.
#[derive(Debug)]
pub struct Marking<'a, F> {
    values: ValuesMut<'a, F>,
    stamps: ValuesMut<'a, u32>,
    blocks: Blocks<'a>,
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
