//! The memory that the rows of a block take: columns, and what follows them.

use core::alloc::Layout;

use crate::ticks::ROWS_PER_BLOCK;

/// The memory that one row takes in all columns together, and what follows the columns: the
/// stamps of tracked columns, one bit per row, and one back link per row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct RowLayout {
    pub(crate) bytes: usize,
    /// The number of bytes that a block with rows loses between its columns.
    pub(crate) lost: usize,
    /// The largest alignment of the columns.
    pub(crate) align: usize,
    /// The number of tracked columns.
    pub(crate) tracked: usize,
    /// Whether one bit per row follows, in words of [`ROWS_PER_WORD`]. A block with fewer rows
    /// has no bits, because reading the slots is equally fast.
    pub(crate) has_bits: bool,
    pub(crate) has_back_links: bool,
}

/// The number of rows whose bits are in one word.
pub(crate) const ROWS_PER_WORD: usize = u64::BITS as usize;

/// The size of a word of bits, and the multiple of bytes at which the words start. Where a `u64` is
/// less aligned, as on 32-bit x86, they start there all the same.
const WORD: usize = size_of::<u64>();

impl RowLayout {
    /// Returns the same columns followed by one bit per row.
    pub(crate) const fn with_bits(self) -> Self {
        RowLayout {
            align: larger(self.align, align_of::<u64>()),
            has_bits: true,
            ..self
        }
    }

    /// Returns the same columns with back links after them.
    pub(crate) const fn with_back_links(self) -> Self {
        RowLayout {
            align: larger(self.align, align_of::<u32>()),
            has_back_links: true,
            ..self
        }
    }

    /// Returns the end of the columns in a block of `capacity` rows, where the stamps start, in
    /// bytes. The block exists, so nothing overflows here and below.
    #[inline(always)]
    pub(super) fn stamps_at(&self, capacity: usize) -> usize {
        let end = self.bytes * capacity + self.lost;
        end.next_multiple_of(align_of::<u32>())
    }

    /// Returns the size of the stamps of whole columns and of blocks of rows, in bytes. Each is
    /// a `u32`.
    #[inline]
    fn stamp_bytes(&self, capacity: usize) -> usize {
        self.tracked * (1 + capacity.div_ceil(ROWS_PER_BLOCK)) * size_of::<u32>()
    }

    /// Returns where the words of bits start in a block of `capacity` rows, in bytes, if
    /// it has any.
    #[inline(always)]
    pub(crate) fn bits_at(&self, capacity: usize) -> Option<usize> {
        if capacity < ROWS_PER_WORD || !self.has_bits {
            return None;
        }
        let mut end = self.bytes * capacity + self.lost;
        // Most hubs track nothing, and a call takes time in a debug build.
        if self.tracked > 0 {
            end = self.stamps_at(capacity) + self.stamp_bytes(capacity);
        }
        // Operators, because `next_multiple_of` is a call in a debug build.
        let word = const { WORD - 1 };
        Some((end + word) & !word)
    }

    /// Returns where the table of back links starts in a block of `capacity` rows, in bytes, if
    /// it has one.
    pub(crate) fn back_links_at(&self, capacity: usize) -> Option<usize> {
        (self.has_back_links && capacity > 0).then(|| match self.bits_at(capacity) {
            Some(bits) => bits + capacity.div_ceil(ROWS_PER_WORD) * WORD,
            None => self.stamps_at(capacity) + self.stamp_bytes(capacity),
        })
    }
}

/// Returns the layout of `capacity` rows, or `None` if it is larger than
/// `isize::MAX` bytes.
#[inline]
pub(crate) fn layout(row: &RowLayout, capacity: u32) -> Option<Layout> {
    let rows = capacity as usize;
    let mut size = row.bytes.checked_mul(rows)?;
    if rows == 0 {
        return Layout::from_size_align(size, row.align).ok();
    }
    size = size.checked_add(row.lost)?;
    // The sizes that are added below do not overflow: a tracked column has 4 bytes per row in
    // the columns, and the words of the slots are larger than their bits.
    if row.tracked > 0 {
        let start = size.checked_next_multiple_of(align_of::<u32>())?;
        size = start.checked_add(row.stamp_bytes(rows))?;
    }
    if row.has_bits && rows >= ROWS_PER_WORD {
        let start = size.checked_next_multiple_of(WORD)?;
        size = start.checked_add(rows.div_ceil(ROWS_PER_WORD) * WORD)?;
    }
    if row.has_back_links {
        let start = size.checked_next_multiple_of(align_of::<u32>())?;
        size = start.checked_add(rows.checked_mul(size_of::<u32>())?)?;
    }
    Layout::from_size_align(size, row.align).ok()
}

/// Returns the larger number, in a constant.
pub(super) const fn larger(one: usize, other: usize) -> usize {
    if one > other { one } else { other }
}
