//! Live rows as ranges and as bit masks.

use core::iter::FusedIterator;
use core::ops::Range;

use crate::handle::AnyHandle;
use crate::ids::{Layout, Names};
use crate::memory::ROWS_PER_WORD;

/// An iterator over the runs of live rows in order; see
/// [`LiveRows::live_ranges`](crate::LiveRows::live_ranges).
///
/// A run is as long as possible, so no two runs touch. O(rows) for the whole walk,
/// which reads 64 rows at a time. O(1) if there are no holes.
///
/// # Examples
///
/// ```
/// # use soa_runtime::IdAllocator;
/// # #[derive(IdAllocator)]
/// # struct Texture { mips: u32 }
/// let mut textures = TextureHub::new();
/// let ids = textures.alloc_many(5);
/// textures.dealloc(ids[2]);
/// assert!(textures.columns().mips.rows().live_ranges().eq([0..2, 3..5]));
/// ```
pub struct LiveRanges<'a, H: AnyHandle, L: Layout> {
    names: Names<'a, H, L>,
    /// The remaining live rows before `next`, as bits.
    bits: u64,
    /// The first row of the word to be read next.
    next: usize,
}

/// An iterator over the live rows as bit masks; see
/// [`LiveRows::live_masks`](crate::LiveRows::live_masks).
///
/// The first row of each mask is a multiple of 64 and is the lowest bit. Bits past
/// the last row are 0. Masks come in the order of the rows, and masks without a
/// live row are skipped. O(rows / 64) for the whole walk.
///
/// # Examples
///
/// ```
/// # use soa_runtime::IdAllocator;
/// # #[derive(IdAllocator)]
/// # struct Texture { mips: u32 }
/// let mut textures = TextureHub::new();
/// let ids = textures.alloc_many(66);
/// textures.dealloc(ids[64]);
/// assert!(textures.live_masks().eq([(0, u64::MAX), (64, 0b10)]));
/// ```
pub struct LiveMasks<'a, H: AnyHandle, L: Layout> {
    names: Names<'a, H, L>,
    next: usize,
}

impl<'a, H: AnyHandle, L: Layout> LiveRanges<'a, H, L> {
    #[inline]
    pub(crate) fn new(names: Names<'a, H, L>) -> Self {
        LiveRanges {
            names,
            bits: 0,
            next: 0,
        }
    }

    /// Returns the end of the run of live rows that starts at `next`, where a word
    /// starts.
    #[inline]
    fn end_of_run(&mut self) -> usize {
        loop {
            self.bits = self.names.live_mask(self.next);
            let ones = self.bits.trailing_ones();
            self.next += ROWS_PER_WORD;
            if ones < u64::BITS {
                self.bits &= u64::MAX << ones;
                return self.next - ROWS_PER_WORD + ones as usize;
            }
        }
    }
}

impl<'a, H: AnyHandle, L: Layout> LiveMasks<'a, H, L> {
    #[inline]
    pub(crate) fn new(names: Names<'a, H, L>) -> Self {
        LiveMasks { names, next: 0 }
    }
}

impl<H: AnyHandle, L: Layout> Iterator for LiveRanges<'_, H, L> {
    type Item = Range<usize>;

    #[inline]
    fn next(&mut self) -> Option<Range<usize>> {
        let rows = self.names.rows();
        if self.next == 0 && self.names.live() == rows {
            self.next = rows;
            return (rows > 0).then_some(0..rows);
        }
        while self.bits == 0 {
            if self.next >= rows {
                return None;
            }
            self.bits = self.names.live_mask(self.next);
            self.next += ROWS_PER_WORD;
        }
        let word = self.next - ROWS_PER_WORD;
        let start = self.bits.trailing_zeros();
        let ones = (self.bits >> start).trailing_ones();
        let end = if start + ones < u64::BITS {
            self.bits &= u64::MAX << (start + ones);
            word + (start + ones) as usize
        } else {
            self.end_of_run()
        };
        Some(word + start as usize..end)
    }
}

impl<H: AnyHandle, L: Layout> Iterator for LiveMasks<'_, H, L> {
    type Item = (usize, u64);

    #[inline]
    fn next(&mut self) -> Option<(usize, u64)> {
        while self.next < self.names.rows() {
            let first = self.next;
            self.next += ROWS_PER_WORD;
            let bits = self.names.live_mask(first);
            if bits != 0 {
                return Some((first, bits));
            }
        }
        None
    }
}

impl<H: AnyHandle, L: Layout> FusedIterator for LiveRanges<'_, H, L> {}
impl<H: AnyHandle, L: Layout> FusedIterator for LiveMasks<'_, H, L> {}

impl<H: AnyHandle, L: Layout> Clone for LiveRanges<'_, H, L> {
    fn clone(&self) -> Self {
        LiveRanges { ..*self }
    }
}

impl<H: AnyHandle, L: Layout> Clone for LiveMasks<'_, H, L> {
    fn clone(&self) -> Self {
        LiveMasks { ..*self }
    }
}

debug_list!([H: AnyHandle, L: Layout] LiveRanges<'_, H, L>);

debug_list!([H: AnyHandle, L: Layout] LiveMasks<'_, H, L>);
