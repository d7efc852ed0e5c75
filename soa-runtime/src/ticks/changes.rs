//! Finding the rows that changed, 64 at a time.

use core::iter::FusedIterator;
use core::ops::Range;
use core::sync::atomic::{AtomicU32, Ordering};

use super::ROWS_PER_BLOCK;

/// The rows of a column that changed, to be asked for block by block.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Changes<'a> {
    rows: &'a [u32],
    blocks: &'a [AtomicU32],
    /// What the stamp of a changed row exceeds; `None` if all rows changed.
    threshold: Option<u32>,
}

impl<'a> Changes<'a> {
    pub(super) fn new(rows: &'a [u32], blocks: &'a [AtomicU32], threshold: Option<u32>) -> Self {
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

    /// Returns the first block from `block` on in which a row changed, if there is one.
    #[inline]
    pub(crate) fn next_block(&self, block: usize) -> Option<usize> {
        let left = self.blocks.get(block..)?;
        let Some(threshold) = self.threshold else {
            return (!left.is_empty()).then_some(block);
        };
        let is_newer = |stamp: &AtomicU32| stamp.load(Ordering::Relaxed) > threshold;
        Some(block + left.iter().position(is_newer)?)
    }

    /// Returns the first block from `block` on in which a row changed, or `end` if that is
    /// not before `end`.
    #[inline]
    pub(crate) fn next_block_before(&self, block: usize, end: usize) -> usize {
        let blocks = &self.blocks[..end.min(self.blocks.len())];
        Changes { blocks, ..*self }.next_block(block).unwrap_or(end)
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

    /// Returns the rows that changed, one after the other.
    #[inline]
    pub(crate) fn iter(self) -> ChangedPositions<'a> {
        ChangedPositions {
            changes: self,
            found: Found::from_block(0),
            first: 0,
            bits: 0,
        }
    }

    /// Returns the rows of a block that changed, as bits.
    #[inline]
    pub(crate) fn bits(&self, block: usize) -> u64 {
        let first = block * ROWS_PER_BLOCK;
        let rows = &self.rows[first..self.rows.len().min(first + ROWS_PER_BLOCK)];
        match (self.threshold, <&[u32; ROWS_PER_BLOCK]>::try_from(rows)) {
            (None, _) => u64::MAX >> (ROWS_PER_BLOCK - rows.len()),
            (Some(threshold), Ok(rows)) => bits_of_block(rows, threshold),
            (Some(threshold), Err(_)) => rows
                .iter()
                .rev()
                .fold(0, |bits, &stamp| bits << 1 | u64::from(stamp > threshold)),
        }
    }
}

/// How many blocks are looked at together.
const AHEAD: usize = 8;

/// The number of stamps in 64 bytes.
const STAMPS_PER_LINE: usize = 16;

/// Blocks with a changed row, which are found several at a time: their stamps are far apart,
/// so that a processor waits for memory once instead of once for each block.
#[derive(Debug, Clone)]
struct Found {
    /// The first row of each block, and its changed rows as bits.
    blocks: [(usize, u64); AHEAD],
    /// The blocks that were found and not returned yet.
    left: Range<u8>,
    /// The block from which the search goes on.
    block: usize,
}

impl Found {
    fn from_block(block: usize) -> Self {
        Found {
            blocks: [(0, 0); AHEAD],
            left: 0..0,
            block,
        }
    }

    /// Returns the first row of the next block in which a row changed, and its changed rows
    /// as bits.
    #[inline]
    fn next(&mut self, changes: &Changes<'_>) -> Option<(usize, u64)> {
        if self.left.is_empty() {
            self.search(changes);
        }
        Some(self.blocks[usize::from(self.left.next()?)])
    }

    fn search(&mut self, changes: &Changes<'_>) {
        let mut found = 0;
        while found < AHEAD {
            let Some(block) = changes.next_block(self.block) else {
                self.block = changes.blocks.len();
                break;
            };
            self.blocks[found].0 = block * ROWS_PER_BLOCK;
            self.block = block + 1;
            found += 1;
        }
        // Loads a stamp of each cache line of all blocks first, so that these loads overlap:
        // half the time of a search in rows far apart.
        let lines = self.blocks[..found].iter().flat_map(|(first, _)| {
            let rows = changes.rows.get(*first..).unwrap_or_default();
            rows.iter().take(ROWS_PER_BLOCK).step_by(STAMPS_PER_LINE)
        });
        core::hint::black_box(lines.fold(0, |lines, stamp| lines | stamp));
        for (first, bits) in &mut self.blocks[..found] {
            *bits = changes.bits(*first / ROWS_PER_BLOCK);
        }
        self.left = 0..u8::try_from(found).unwrap_or(0);
    }
}

/// The positions of the rows that changed, in ascending order.
#[derive(Debug, Clone)]
pub(crate) struct ChangedPositions<'a> {
    changes: Changes<'a>,
    found: Found,
    /// The first row that `bits` is about.
    first: usize,
    /// The rows from `first` on that changed and were not returned yet.
    bits: u64,
}

impl Iterator for ChangedPositions<'_> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        while self.bits == 0 {
            (self.first, self.bits) = self.found.next(&self.changes)?;
        }
        let bit = self.bits.trailing_zeros() as usize;
        self.bits &= self.bits - 1;
        Some(self.first + bit)
    }
}

/// Returns which of 64 stamps exceed the threshold, as bits.
#[inline]
fn bits_of_block(rows: &[u32; ROWS_PER_BLOCK], threshold: u32) -> u64 {
    /// Gathers the lowest bit of each byte in the highest byte, the first lowest.
    const GATHER: u64 = 0x0102_0408_1020_4080;

    let newer: [u64; ROWS_PER_BLOCK / 8] = core::array::from_fn(|eight| {
        let flags = core::array::from_fn(|row| u8::from(rows[8 * eight + row] > threshold));
        u64::from_le_bytes(flags)
    });
    let gathered = newer.iter().rev();
    gathered.fold(0, |bits, flags| {
        bits << 8 | flags.wrapping_mul(GATHER) >> 56
    })
}

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

impl<'a> ChangedRanges<'a> {
    pub(super) fn new(changes: Changes<'a>, gap: usize) -> Self {
        let all = changes.threshold.is_none() && changes.rows() > 0;
        ChangedRanges {
            ahead: all.then(|| 0..changes.rows()),
            found: Found::from_block(if all { changes.blocks.len() } else { 0 }),
            changes,
            gap: gap.max(1),
            first: 0,
            bits: 0,
        }
    }

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
