//! Where a walk over live rows stands, at both ends.

use core::ops::Range;

use crate::handle::AnyHandle;
use crate::ids::{Keys, Layout, LayoutKind};
use crate::memory::ROWS_PER_WORD;

/// The two ends of a walk over live rows. It looks at no table of its own, so
/// that rows can be freed behind it.
///
/// As it counts what is left, neither end looks where the other one was.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Cursor {
    /// The first row that is not passed.
    front: usize,
    /// The row behind the last one that is not passed.
    back: usize,
    /// How many of them are live.
    left: usize,
    /// Whether all of them were from the start. It never changes, so that a loop
    /// asks once.
    no_holes: bool,
    /// The live rows, as bits, before `front_word` that are not passed.
    ahead: u64,
    /// The first row of the word to be looked at next from the front.
    front_word: usize,
    /// The live rows, as bits, from `back_word` on that are not passed.
    behind: u64,
    /// The first row of the word that was looked at last from the back.
    back_word: usize,
}

/// A part of the rows of a walk.
pub(crate) enum Span {
    /// These rows, all of them live.
    Run(Range<usize>),
    /// Some of 64 rows, as bits, from this one on.
    Bits(usize, u64),
}

impl Cursor {
    /// A walk over all live rows of `keys`.
    #[inline]
    pub(crate) fn new<H: AnyHandle, L: Layout>(keys: &Keys<'_, H, L>) -> Self {
        Cursor::over(0..keys.rows(), keys.live())
    }

    /// A walk over `rows`, which start at a word's first row and of which `left` are live.
    #[inline]
    fn over(rows: Range<usize>, left: usize) -> Self {
        Cursor {
            front: rows.start,
            back: rows.end,
            left,
            no_holes: left == rows.len(),
            ahead: 0,
            front_word: rows.start,
            behind: 0,
            back_word: rows.end.next_multiple_of(ROWS_PER_WORD),
        }
    }

    /// How many live rows are left.
    #[inline]
    pub(crate) fn left(&self) -> usize {
        self.left
    }

    /// Whether it is known that all rows that are left are live.
    #[inline]
    fn has_no_holes<L: Layout>(&self) -> bool {
        L::KIND == LayoutKind::Dense || self.no_holes
    }

    /// The first live row that is not passed.
    #[inline]
    pub(crate) fn next<H: AnyHandle, L: Layout>(&mut self, keys: &Keys<'_, H, L>) -> Option<usize> {
        let left = self.left.checked_sub(1)?;
        let row = if self.has_no_holes::<L>() {
            self.front
        } else {
            while self.ahead == 0 {
                debug_assert!(self.front_word < self.back, "a live row is left");
                if self.front_word >= self.back {
                    return None;
                }
                self.ahead = keys.live_mask(self.front_word);
                self.front_word += ROWS_PER_WORD;
            }
            let bit = self.ahead.trailing_zeros() as usize;
            self.ahead &= self.ahead - 1;
            self.front_word - ROWS_PER_WORD + bit
        };
        self.front = row + 1;
        self.left = left;
        Some(row)
    }

    /// The last live row that is not passed.
    #[inline]
    pub(crate) fn next_back<H: AnyHandle, L: Layout>(
        &mut self,
        keys: &Keys<'_, H, L>,
    ) -> Option<usize> {
        let left = self.left.checked_sub(1)?;
        let row = if self.has_no_holes::<L>() {
            self.back - 1
        } else {
            while self.behind == 0 {
                debug_assert!(self.back_word > self.front, "a live row is left");
                if self.back_word <= self.front {
                    return None;
                }
                self.back_word -= ROWS_PER_WORD;
                self.behind = keys.live_mask(self.back_word);
            }
            let bit = self.behind.ilog2();
            self.behind ^= 1 << bit;
            self.back_word + bit as usize
        };
        self.back = row;
        self.left = left;
        Some(row)
    }

    /// What is left, in as few parts as there can be without looking at a row twice.
    #[inline]
    pub(crate) fn spans<H: AnyHandle, L: Layout>(
        self,
        keys: Keys<'_, H, L>,
    ) -> impl Iterator<Item = Span> + use<'_, H, L> {
        let Cursor { front, back, .. } = self;
        let no_holes = self.has_no_holes::<L>();
        let mut row = front;
        core::iter::from_fn(move || {
            if row >= back {
                return None;
            }
            if no_holes {
                row = back;
                return Some(Span::Run(front..back));
            }
            let first = row / ROWS_PER_WORD * ROWS_PER_WORD;
            let mut bits = keys.live_mask(first) & u64::MAX << (row - first);
            row = first + ROWS_PER_WORD;
            if back < row {
                bits &= !(u64::MAX << (back - first));
            }
            if bits != u64::MAX {
                return Some(Span::Bits(first, bits));
            }
            while back - row >= ROWS_PER_WORD && keys.live_mask(row) == u64::MAX {
                row += ROWS_PER_WORD;
            }
            Some(Span::Run(first..row))
        })
    }

    /// Divides the rows of a walk in two halves of about the same length; `None` if
    /// so few rows are left, live or not, that it does not pay, or if one of its ends
    /// stands amid a word.
    #[cfg(feature = "rayon")]
    pub(crate) fn split<H: AnyHandle, L: Layout>(
        self,
        keys: &Keys<'_, H, L>,
    ) -> Option<(Self, usize, Self)> {
        let Cursor { front, back, .. } = self;
        if back - front < 4 * ROWS_PER_WORD || self.is_amid_a_word(keys) {
            return None;
        }
        let middle = (front + (back - front) / 2) / ROWS_PER_WORD * ROWS_PER_WORD;
        let left = if self.has_no_holes::<L>() {
            middle - front
        } else {
            let words = (front..middle).step_by(ROWS_PER_WORD);
            words
                .map(|word| keys.live_mask(word).count_ones() as usize)
                .sum()
        };
        let before = Cursor::over(front..middle, left);
        Some((before, middle, Cursor::over(middle..back, self.left - left)))
    }

    /// Whether a walk over rows with holes has looked at a word that it has not
    /// passed whole.
    #[cfg(feature = "rayon")]
    fn is_amid_a_word<H: AnyHandle, L: Layout>(&self, keys: &Keys<'_, H, L>) -> bool {
        if self.has_no_holes::<L>() {
            return false;
        }
        let front_is_amid = self.ahead != 0 || self.front_word != self.front;
        let back_is_amid =
            self.behind != 0 || (self.back != keys.rows() && self.back != self.back_word);
        front_is_amid || back_is_amid
    }

    /// Divides the rows of a walk without holes into the first `index` and the others.
    #[cfg(feature = "rayon")]
    pub(crate) fn split_at<L: Layout>(self, index: usize) -> (Self, usize, Self) {
        debug_assert!(self.has_no_holes::<L>(), "a row's number is its place");
        let middle = self.front + index;
        let before = Cursor::over(self.front..middle, index);
        let behind = Cursor::over(middle..self.back, self.left - index);
        (before, middle, behind)
    }
}
