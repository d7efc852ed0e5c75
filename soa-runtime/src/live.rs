//! The walks over what is live: row by row, from both ends, or run by run.

use core::iter::FusedIterator;
use core::ops::Range;

use crate::handle::AnyHandle;
use crate::raw::{Keys, Layout, LayoutKind};

/// The live rows and their ids, in the order of the rows.
///
/// It looks at the tables alone, so that what it yields can be borrowed beside it.
pub(crate) struct LiveRows<'a, H: AnyHandle, L: Layout> {
    keys: Keys<'a, H, L>,
    front: usize,
    back: usize,
    left: usize,
}

impl<'a, H: AnyHandle, L: Layout> LiveRows<'a, H, L> {
    #[inline]
    pub(crate) fn new(keys: Keys<'a, H, L>) -> Self {
        LiveRows {
            keys,
            front: 0,
            back: keys.rows(),
            left: keys.live(),
        }
    }

    /// Divides the rows in two halves of about the same length. How many are live
    /// in each is not counted: both may have as many as the whole.
    #[cfg(feature = "rayon")]
    pub(crate) fn split(self) -> (Self, usize, Self) {
        let middle = self.front + (self.back - self.front) / 2;
        let left = LiveRows {
            back: middle,
            ..self
        };
        let right = LiveRows {
            front: middle,
            ..self
        };
        (left, middle, right)
    }

    /// Whether so few rows, live or not, are left that dividing them does not pay.
    #[cfg(feature = "rayon")]
    pub(crate) fn is_short(&self) -> bool {
        self.back - self.front < 256
    }
}

impl<H: AnyHandle, L: Layout> Clone for LiveRows<'_, H, L> {
    fn clone(&self) -> Self {
        LiveRows { ..*self }
    }
}

impl<H: AnyHandle, L: Layout> Iterator for LiveRows<'_, H, L> {
    type Item = (usize, H);

    #[inline]
    fn next(&mut self) -> Option<(usize, H)> {
        while self.front < self.back {
            let row = self.front;
            self.front += 1;
            if let Some(id) = self.keys.id_at(row) {
                self.left -= 1;
                return Some((row, id));
            }
        }
        None
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl<H: AnyHandle, L: Layout> DoubleEndedIterator for LiveRows<'_, H, L> {
    #[inline]
    fn next_back(&mut self) -> Option<(usize, H)> {
        while self.front < self.back {
            self.back -= 1;
            if let Some(id) = self.keys.id_at(self.back) {
                self.left -= 1;
                return Some((self.back, id));
            }
        }
        None
    }
}

impl<H: AnyHandle, L: Layout> ExactSizeIterator for LiveRows<'_, H, L> {}
impl<H: AnyHandle, L: Layout> FusedIterator for LiveRows<'_, H, L> {}

/// The runs of live rows, in order; what `live_ranges` returns.
///
/// A run is as long as it can be: no two of them touch. O(rows) for the whole walk.
pub struct LiveRanges<'a, H: AnyHandle, L: Layout> {
    keys: Keys<'a, H, L>,
    front: usize,
}

impl<'a, H: AnyHandle, L: Layout> LiveRanges<'a, H, L> {
    #[inline]
    pub(crate) fn new(keys: Keys<'a, H, L>) -> Self {
        LiveRanges { keys, front: 0 }
    }
}

impl<H: AnyHandle, L: Layout> Iterator for LiveRanges<'_, H, L> {
    type Item = Range<usize>;

    #[inline]
    fn next(&mut self) -> Option<Range<usize>> {
        let rows = self.keys.rows();
        if L::KIND == LayoutKind::Dense {
            let run = self.front..rows;
            self.front = rows;
            return (!run.is_empty()).then_some(run);
        }
        let is_live = |row: usize| self.keys.id_at(row).is_some();
        let mut start = self.front;
        while start < rows && !is_live(start) {
            start += 1;
        }
        let mut end = start;
        while end < rows && is_live(end) {
            end += 1;
        }
        self.front = end;
        (start < end).then_some(start..end)
    }
}

impl<H: AnyHandle, L: Layout> FusedIterator for LiveRanges<'_, H, L> {}

impl<H: AnyHandle, L: Layout> Clone for LiveRanges<'_, H, L> {
    fn clone(&self) -> Self {
        LiveRanges { ..*self }
    }
}

impl<H: AnyHandle, L: Layout> core::fmt::Debug for LiveRanges<'_, H, L> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}
