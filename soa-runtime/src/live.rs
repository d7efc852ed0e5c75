//! The walks over what is live: row by row, from both ends, or run by run.

use core::iter::FusedIterator;
use core::ops::Range;

use crate::handle::AnyHandle;
use crate::raw::{Keys, Layout, LayoutKind};

/// The live rows and their ids, in the order of the rows.
///
/// It looks at the tables alone, so that what it yields can be borrowed beside
/// it. From the front it looks at 64 rows at once; as long as rows are left, the
/// first one in sight is not yielded yet, whatever came from the back.
pub(crate) struct LiveRows<'a, H: AnyHandle, L: Layout> {
    keys: Keys<'a, H, L>,
    /// The rows in sight, as bits from row `first` on.
    sight: u64,
    first: usize,
    /// The rows out of sight.
    front: usize,
    back: usize,
    left: usize,
}

impl<'a, H: AnyHandle, L: Layout> LiveRows<'a, H, L> {
    #[inline]
    pub(crate) fn new(keys: Keys<'a, H, L>) -> Self {
        LiveRows {
            keys,
            sight: 0,
            first: 0,
            front: 0,
            back: keys.rows(),
            left: keys.live(),
        }
    }

    /// Divides the rows in two halves of about the same length.
    #[cfg(feature = "rayon")]
    pub(crate) fn split(self) -> (Self, usize, Self) {
        let front = self.start();
        let middle = front + (self.back - front) / 2;
        let before = (front..middle)
            .filter(|&row| self.keys.id_at(row).is_some())
            .count();
        let left = LiveRows {
            sight: 0,
            front,
            back: middle,
            left: before,
            ..self
        };
        let right = LiveRows {
            sight: 0,
            front: middle,
            left: self.left - before,
            ..self
        };
        (left, middle, right)
    }

    /// Whether so few rows, live or not, are left that dividing them does not pay.
    #[cfg(feature = "rayon")]
    pub(crate) fn is_short(&self) -> bool {
        self.back.saturating_sub(self.start()) < 256
    }

    /// The first row that is not yielded yet.
    #[cfg(feature = "rayon")]
    fn start(&self) -> usize {
        if self.sight == 0 {
            self.front
        } else {
            self.first + self.sight.trailing_zeros() as usize
        }
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
        self.left = self.left.checked_sub(1)?;
        while self.sight == 0 {
            self.first = self.front;
            self.sight = self.keys.live_mask(self.front);
            self.front += 64;
        }
        let row = self.first + self.sight.trailing_zeros() as usize;
        self.sight &= self.sight - 1;
        Some((row, self.keys.id_of(row)))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl<H: AnyHandle, L: Layout> DoubleEndedIterator for LiveRows<'_, H, L> {
    #[inline]
    fn next_back(&mut self) -> Option<(usize, H)> {
        self.left = self.left.checked_sub(1)?;
        loop {
            self.back -= 1;
            if let Some(id) = self.keys.id_at(self.back) {
                return Some((self.back, id));
            }
        }
    }
}

impl<H: AnyHandle, L: Layout> ExactSizeIterator for LiveRows<'_, H, L> {}
impl<H: AnyHandle, L: Layout> FusedIterator for LiveRows<'_, H, L> {}

/// The runs of live rows, in order; what `live_ranges` returns.
///
/// A run is as long as it can be: no two of them touch. O(rows) for the whole walk.
pub struct LiveRanges<'a, H: AnyHandle, L: Layout> {
    keys: Keys<'a, H, L>,
    /// The rows in sight, as bits from row `first` on.
    sight: u64,
    first: usize,
}

impl<'a, H: AnyHandle, L: Layout> LiveRanges<'a, H, L> {
    #[inline]
    pub(crate) fn new(keys: Keys<'a, H, L>) -> Self {
        let sight = keys.live_mask(0);
        LiveRanges {
            keys,
            sight,
            first: 0,
        }
    }

    /// Looks at the next 64 rows, if there are more.
    #[inline]
    fn look_on(&mut self) -> Option<()> {
        self.first += 64;
        self.sight = self.keys.live_mask(self.first);
        (self.first < self.keys.rows()).then_some(())
    }
}

impl<H: AnyHandle, L: Layout> Iterator for LiveRanges<'_, H, L> {
    type Item = Range<usize>;

    #[inline]
    fn next(&mut self) -> Option<Range<usize>> {
        if L::KIND == LayoutKind::Dense {
            let run = self.first..self.keys.rows();
            self.first = run.end;
            return (!run.is_empty()).then_some(run);
        }
        while self.sight == 0 {
            self.look_on()?;
        }
        let start = self.first + self.sight.trailing_zeros() as usize;
        // The holes before the run count as seen, so that it begins at bit 0 or
        // goes on in the next rows.
        self.sight |= self.sight - 1;
        while self.sight == u64::MAX {
            if self.look_on().is_none() {
                return Some(start..self.keys.rows());
            }
        }
        let ones = self.sight.trailing_ones();
        self.sight &= u64::MAX << ones;
        Some(start..self.first + ones as usize)
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
