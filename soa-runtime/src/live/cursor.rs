//! The position of a walk over live rows, at both ends.

use core::ops::Range;

use crate::handle::AnyHandle;
use crate::ids::{Layout, Names};
use crate::memory::ROWS_PER_WORD;

/// The two ends of a walk over live rows. It stores no table, so rows can be freed
/// after the walk has passed them.
///
/// The cursor counts the remaining rows, so neither end reads the position of the
/// other end.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Cursor {
    /// The first row that was not passed from the front.
    front: usize,
    /// The end of the rows that were not passed from the back.
    back: usize,
    /// The number of remaining live rows.
    left: usize,
    /// Whether all rows were live from the start. It never changes, so a loop
    /// checks it only once.
    no_holes: bool,
    /// The remaining live rows before `front_word`, as bits.
    ahead: u64,
    /// The first row of the word to be read next from the front.
    front_word: usize,
    /// The remaining live rows from `back_word` on, as bits.
    behind: u64,
    /// The first row of the word that was read last from the back.
    back_word: usize,
}

/// A part of the rows of a walk.
pub(crate) enum Span {
    /// These rows, all of them live.
    Run(Range<usize>),
    /// Some of the 64 rows that start at this row, as bits.
    Bits(usize, u64),
}

impl Cursor {
    /// Creates a walk over all live rows of `names`.
    #[inline]
    pub(crate) fn new<H: AnyHandle, L: Layout>(names: &Names<'_, H, L>) -> Self {
        Cursor::over(0..names.rows(), names.live())
    }

    /// Creates a walk over `rows`, which start at the first row of a word and of
    /// which `left` are live.
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

    /// Returns the number of remaining live rows.
    #[inline]
    pub(crate) fn left(&self) -> usize {
        self.left
    }

    /// Returns whether all remaining rows are known to be live.
    #[inline(always)]
    fn has_no_holes<L: Layout>(&self) -> bool {
        L::DENSE || self.no_holes
    }

    /// Returns the next live row from the front.
    #[inline(always)]
    pub(crate) fn next<H: AnyHandle, L: Layout>(
        &mut self,
        names: &Names<'_, H, L>,
    ) -> Option<usize> {
        if self.left == 0 {
            return None;
        }
        let row = if self.has_no_holes::<L>() {
            self.front
        } else {
            while self.ahead == 0 {
                debug_assert!(self.front_word < self.back, "a live row is left");
                if self.front_word >= self.back {
                    return None;
                }
                self.ahead = names.live_mask(self.front_word);
                self.front_word += ROWS_PER_WORD;
            }
            let bit = self.ahead.trailing_zeros() as usize;
            self.ahead &= self.ahead - 1;
            self.front_word - ROWS_PER_WORD + bit
        };
        self.front = row + 1;
        self.left -= 1;
        Some(row)
    }

    /// Returns the next live row from the back.
    #[inline]
    pub(crate) fn next_back<H: AnyHandle, L: Layout>(
        &mut self,
        names: &Names<'_, H, L>,
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
                self.behind = names.live_mask(self.back_word);
            }
            let bit = self.behind.ilog2();
            self.behind ^= 1 << bit;
            self.back_word + bit as usize
        };
        self.back = row;
        self.left = left;
        Some(row)
    }

    /// Returns the remaining rows in as few parts as possible without reading a row
    /// twice.
    #[inline]
    pub(crate) fn spans<H: AnyHandle, L: Layout>(
        self,
        names: Names<'_, H, L>,
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
            let mut bits = names.live_mask(first) & u64::MAX << (row - first);
            row = first + ROWS_PER_WORD;
            if back < row {
                bits &= !(u64::MAX << (back - first));
            }
            if bits != u64::MAX {
                return Some(Span::Bits(first, bits));
            }
            while back - row >= ROWS_PER_WORD && names.live_mask(row) == u64::MAX {
                row += ROWS_PER_WORD;
            }
            Some(Span::Run(first..row))
        })
    }

    /// Splits the rows of a walk into two halves of about the same length. Returns
    /// no second half if so few rows are left, live or not, that a split does not
    /// pay, or if an end of the walk is inside a word.
    #[cfg(feature = "rayon")]
    pub(crate) fn split<H: AnyHandle, L: Layout>(
        self,
        names: &Names<'_, H, L>,
    ) -> Option<(Self, usize, Self)> {
        let Cursor { front, back, .. } = self;
        if back - front < 4 * ROWS_PER_WORD || self.is_amid_a_word(names) {
            return None;
        }
        let middle = (front + (back - front) / 2) / ROWS_PER_WORD * ROWS_PER_WORD;
        let left = if self.has_no_holes::<L>() {
            middle - front
        } else {
            let words = (front..middle).step_by(ROWS_PER_WORD);
            words
                .map(|word| names.live_mask(word).count_ones() as usize)
                .sum()
        };
        let before = Cursor::over(front..middle, left);
        Some((before, middle, Cursor::over(middle..back, self.left - left)))
    }

    /// Returns whether a walk over rows with holes has read a word that it has not
    /// passed completely.
    #[cfg(feature = "rayon")]
    fn is_amid_a_word<H: AnyHandle, L: Layout>(&self, names: &Names<'_, H, L>) -> bool {
        if self.has_no_holes::<L>() {
            return false;
        }
        let front_is_amid = self.ahead != 0 || self.front_word != self.front;
        let back_is_amid =
            self.behind != 0 || (self.back != names.rows() && self.back != self.back_word);
        front_is_amid || back_is_amid
    }

    /// Splits the rows of a walk without holes into the first `index` rows and the
    /// other rows.
    #[cfg(feature = "rayon")]
    pub(crate) fn split_at<L: Layout>(self, index: usize) -> (Self, usize, Self) {
        debug_assert!(self.has_no_holes::<L>(), "a row's number is its place");
        let middle = self.front + index;
        let before = Cursor::over(self.front..middle, index);
        let behind = Cursor::over(middle..self.back, self.left - index);
        (before, middle, behind)
    }
}
