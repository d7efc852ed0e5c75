//! Walking the live rows of a tracked column.

use core::fmt;
use core::ops::Range;

use super::TrackedColumnMut;
use crate::column::IterLive;
#[cfg(feature = "rayon")]
use crate::live::Divide;
use crate::live::{Lend, Walk, walks};
use crate::memory::shared_blocks;
use crate::record::IdAllocator;
use crate::store::ValuesMut;
use crate::ticks::Blocks;

impl<T: IdAllocator, F> TrackedColumnMut<'_, T, F> {
    /// Iterates over the values of the live rows with their ids, in the order of the
    /// rows. O(rows).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Light { #[soa(tracked)] colour: u32 }
    /// let mut lights: LightHub = (0..3).map(|colour| Light { colour }).collect();
    /// let ids: Vec<LightId> = lights.ids().collect();
    /// lights.dealloc(ids[1]);
    /// assert!(lights.columns_mut().colour.iter_live().eq([(ids[0], &0), (ids[2], &2)]));
    /// ```
    #[inline]
    pub fn iter_live(&self) -> IterLive<'_, T, F> {
        self.column.iter_live()
    }

    /// Iterates over the values of the live rows with their ids, mutably, in the order
    /// of the rows. A row counts as changed once it is yielded. O(rows).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Light { #[soa(tracked)] colour: u32 }
    /// let mut lights = LightHub::new();
    /// lights.alloc_many(10);
    /// let seen = lights.advance();
    /// let mut columns = lights.columns_mut();
    /// for (_, colour) in columns.colour.iter_live_mut().take(4) {
    ///     *colour += 1;
    /// }
    /// assert!(columns.colour.changed_since(seen, 0).eq([0..4]));
    /// ```
    #[inline]
    pub fn iter_live_mut(&mut self) -> TrackedLiveMut<'_, T, F> {
        TrackedLiveMut {
            walk: Walk::new(self.keys(), self.marking()),
        }
    }

    /// Returns all rows, to be lent mutably one after the other.
    #[inline]
    pub(crate) fn marking(&mut self) -> Marking<'_, F> {
        let (rows, blocks, now) = self.stamps.parts();
        Marking {
            values: ValuesMut::new(self.column.cells.values()),
            stamps: ValuesMut::new(rows),
            blocks: Blocks::new(shared_blocks(blocks), now),
        }
    }
}

/// The values of the live rows in a tracked column with their ids, mutable, and recorded
/// as changed when they are yielded; what
/// [`TrackedColumnMut::iter_live_mut`](crate::TrackedColumnMut::iter_live_mut) returns.
///
/// # Examples
///
/// ```
/// use soa_runtime::iter::TrackedLiveMut;
/// # use soa_runtime::IdAllocator;
/// # #[derive(IdAllocator)]
/// # struct Light { #[soa(tracked)] colour: u32 }
///
/// fn dim(colours: TrackedLiveMut<'_, Light, u32>) {
///     colours.for_each(|(_, colour)| *colour /= 2);
/// }
///
/// let mut lights: LightHub = [2, 8].map(|colour| Light { colour }).into_iter().collect();
/// let seen = lights.advance();
/// let mut columns = lights.columns_mut();
/// dim(columns.colour.iter_live_mut());
/// assert!(columns.colour.changed_since(seen, 0).eq([0..2]));
/// assert_eq!(columns.colour.as_slice(), [1, 4]);
/// ```
pub struct TrackedLiveMut<'a, T: IdAllocator, F> {
    walk: Walk<'a, T::Id, T::Layout, Marking<'a, F>>,
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

walks!(impl['a, T: IdAllocator, F] TrackedLiveMut<'a, T, F>, (T::Id, &'a mut F));

impl<T: IdAllocator, F> fmt::Debug for TrackedLiveMut<'_, T, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TrackedLiveMut")
            .field("left", &self.len())
            .finish()
    }
}
