//! Iterators over the rows of a column that changed.

use core::iter::FusedIterator;
use core::ops::Range;

use super::{Changes, Found};

/// The ranges of rows that changed in a tracked column; what
/// [`TrackedColumn::changed_since`](crate::TrackedColumn::changed_since) returns.
///
/// # Examples
///
/// ```
/// use soa_runtime::iter::ChangedRanges;
/// # use soa_runtime::{IdAllocator, Tick};
/// # #[derive(IdAllocator)]
/// # struct Light { #[soa(tracked)] colour: u32 }
///
/// fn rows_to_send(changes: ChangedRanges<'_>) -> usize {
///     changes.map(|rows| rows.len()).sum()
/// }
///
/// let mut lights = LightHub::new();
/// lights.alloc_many(10);
/// let colour = lights.columns().colour;
/// assert_eq!(rows_to_send(colour.changed_since(Tick::START, 0)), 10);
/// ```
#[derive(Debug, Clone)]
#[must_use = "iterators are lazy and do nothing unless consumed"]
pub struct ChangedRanges<'a> {
    changes: Changes<'a>,
    gap: usize,
    found: Found,
    /// The first row that `bits` is about.
    first: usize,
    /// The rows from `first` on that changed.
    bits: u64,
    /// A run that was found while the range before it was joined.
    ahead: Option<Range<usize>>,
}

impl<'a> Changes<'a> {
    /// Returns the changed rows as ranges, joined over gaps of fewer than `gap` other rows.
    pub(crate) fn ranges(self, gap: usize) -> ChangedRanges<'a> {
        let all = self.are_all() && self.rows() > 0;
        let mut found = Found::new();
        if all {
            found.end();
        }
        ChangedRanges {
            ahead: all.then(|| 0..self.rows()),
            found,
            changes: self,
            gap: gap.max(1),
            first: 0,
            bits: 0,
        }
    }
}

impl ChangedRanges<'_> {
    /// Returns the next rows of one block that changed, one after the other.
    #[inline]
    fn next_run(&mut self) -> Option<Range<usize>> {
        while self.bits == 0 {
            (self.first, self.bits) = self.found.next(&self.changes)?;
        }
        let zeros = self.bits.trailing_zeros();
        let ones = (self.bits >> zeros).trailing_ones();
        let start = self.first + zeros as usize;
        let passed = zeros + ones;
        self.bits = (self.bits.checked_shr(passed)).unwrap_or(0);
        self.first += passed as usize;
        Some(start..start + ones as usize)
    }
}

impl Iterator for ChangedRanges<'_> {
    type Item = Range<usize>;

    #[inline]
    fn next(&mut self) -> Option<Range<usize>> {
        let mut rows = match self.ahead.take() {
            Some(rows) => rows,
            None => self.next_run()?,
        };
        while let Some(next) = self.next_run() {
            if next.start - rows.end >= self.gap {
                self.ahead = Some(next);
                break;
            }
            rows.end = next.end;
        }
        Some(rows)
    }
}

impl FusedIterator for ChangedRanges<'_> {}
