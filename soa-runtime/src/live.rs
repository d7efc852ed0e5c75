//! The walks over what is live: row by row, from both ends, or run by run.

use core::iter::FusedIterator;
use core::ops::Range;
use core::slice;

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

/// The values of the live rows in one column, lent uniquely.
pub(crate) struct LiveValuesMut<'a, H: AnyHandle, L: Layout, F> {
    rows: LiveRows<'a, H, L>,
    /// Those of the rows from `start` on that the walk has not passed.
    values: slice::IterMut<'a, F>,
    start: usize,
}

impl<'a, H: AnyHandle, L: Layout, F> LiveValuesMut<'a, H, L, F> {
    /// `values` has one a row of `keys`.
    #[inline]
    pub(crate) fn new(keys: Keys<'a, H, L>, values: &'a mut [F]) -> Self {
        LiveValuesMut {
            rows: LiveRows::new(keys),
            values: values.iter_mut(),
            start: 0,
        }
    }
}

impl<'a, H: AnyHandle, L: Layout, F> Iterator for LiveValuesMut<'a, H, L, F> {
    type Item = (H, &'a mut F);

    #[inline]
    fn next(&mut self) -> Option<(H, &'a mut F)> {
        let (row, id) = self.rows.next()?;
        let value = self.values.nth(row - self.start)?;
        self.start = row + 1;
        Some((id, value))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.rows.size_hint()
    }
}

impl<H: AnyHandle, L: Layout, F> DoubleEndedIterator for LiveValuesMut<'_, H, L, F> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        let (row, id) = self.rows.next_back()?;
        let behind = (self.start + self.values.len()) - (row + 1);
        Some((id, self.values.nth_back(behind)?))
    }
}

impl<H: AnyHandle, L: Layout, F> ExactSizeIterator for LiveValuesMut<'_, H, L, F> {}
impl<H: AnyHandle, L: Layout, F> FusedIterator for LiveValuesMut<'_, H, L, F> {}

/// The runs of live rows, in order; what `live_ranges` returns.
///
/// A run is as long as it can be: no two of them touch. O(rows) for the whole walk.
///
/// # Examples
///
/// ```
/// # #[cfg(feature = "derive")] {
/// # use soa_runtime::IdAllocator;
/// # #[derive(IdAllocator)]
/// # struct Texture { mips: u32 }
/// let mut textures = TextureHub::new();
/// let ids = textures.alloc_many(5);
/// textures.dealloc(ids[2]);
/// assert!(textures.columns().mips.live_ranges().eq([0..2, 3..5]));
/// # }
/// ```
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
