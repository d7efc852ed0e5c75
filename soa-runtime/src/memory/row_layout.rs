//! The memory that the rows of a block take: columns, and what follows them.

use core::alloc::Layout;

use crate::ticks::ROWS_PER_BLOCK;

/// The memory that one row takes in all columns together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct RowLayout {
    pub(crate) bytes: usize,
    /// The number of bytes that a block with rows loses between its columns.
    pub(crate) lost: usize,
    /// The largest alignment of the columns.
    pub(crate) align: usize,
    /// The number of tracked columns.
    pub(crate) tracked: usize,
    /// Whether the tick in which an id was last renewed follows the stamps, in a cell.
    pub(crate) has_renewals: bool,
    /// Whether one bit per row follows, in words of [`ROWS_PER_WORD`]. A block with fewer rows
    /// has no bits, because reading the slots is equally fast.
    pub(crate) has_bits: bool,
    pub(crate) back_links: BackLinks,
}

/// Whether a table of back links stands after the columns and the bits of a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BackLinks {
    Nothing,
    /// One number in front, and one number per row. A block without rows has no number.
    OnePerRow,
}

/// The count of numbers in front of the back links.
pub(crate) const FRONT: usize = 1;

/// The size of what precedes the stamps of whole columns, in bytes: the clock and the
/// incarnation.
pub(super) const STAMPS_HEAD: usize = 2 * size_of::<u64>();

/// How many rows a word of bits is about.
pub(crate) const ROWS_PER_WORD: usize = u64::BITS as usize;

impl RowLayout {
    /// Returns the same columns followed by one bit per row.
    pub(crate) const fn with_bits(self) -> Self {
        RowLayout {
            align: larger(self.align, align_of::<u64>()),
            has_bits: true,
            ..self
        }
    }

    /// Returns the same columns with stamps that are followed by the tick of the last renewal.
    pub(crate) const fn with_renewals(self) -> Self {
        RowLayout {
            has_renewals: true,
            ..self
        }
    }

    /// Returns where the tick of the last renewal is in a block of `capacity` rows, in bytes,
    /// if it has one. The block exists and has rows, so nothing overflows.
    #[inline]
    pub(super) fn renewal_at(&self, capacity: usize) -> Option<usize> {
        let end = self.tail(capacity) + self.stamp_bytes(capacity);
        (self.tracked > 0 && self.has_renewals).then(|| end - size_of::<u64>())
    }

    /// The same columns with back links after them, or without.
    pub(crate) const fn with_back_links(self, back_links: BackLinks) -> Self {
        let align = match back_links {
            BackLinks::OnePerRow => larger(self.align, align_of::<u32>()),
            BackLinks::Nothing => self.align,
        };
        RowLayout {
            align,
            back_links,
            ..self
        }
    }

    /// Where the table of back links starts in a block of `capacity` rows, in bytes, if
    /// it has one. The block is there, so that nothing overflows.
    #[inline(always)]
    pub(crate) fn back_links_at(&self, capacity: usize) -> Option<usize> {
        (self.back_links == BackLinks::OnePerRow && capacity > 0).then(|| {
            let end = match self.tail_bytes(capacity) {
                0 => self.bytes * capacity + self.lost,
                tail => self.tail(capacity) + tail,
            };
            end.next_multiple_of(align_of::<u32>())
        })
    }

    /// Where the words of bits start in a block of `capacity` rows, in bytes, if
    /// it has any. The block is there, so that nothing overflows.
    #[inline(always)]
    pub(crate) fn bits_at(&self, capacity: usize) -> Option<usize> {
        if capacity < ROWS_PER_WORD || !self.has_bits {
            return None;
        }
        let mut offset = self.tail(capacity);
        // Most hubs track nothing, and a call takes time in a debug build.
        if self.tracked > 0 {
            offset += self.stamp_bytes(capacity);
        }
        Some(offset)
    }

    /// Returns the offset of the stamps and bits in a block of `capacity` rows, in
    /// bytes: the stamps first, then the bits. The block exists and has rows, so nothing
    /// overflows.
    #[inline(always)]
    pub(super) fn tail(&self, capacity: usize) -> usize {
        // Operators, because `next_multiple_of` is a call in a debug build.
        let word = const { size_of::<u64>() - 1 };
        (self.bytes * capacity + self.lost + word) & !word
    }

    /// Returns the size of the stamps and bits in bytes.
    #[inline(always)]
    fn tail_bytes(&self, capacity: usize) -> usize {
        self.stamp_bytes(capacity) + self.words(capacity) * size_of::<u64>()
    }

    /// Returns the size of the clock, the incarnation, the stamps of whole columns and of
    /// blocks of rows, and the tick of the last renewal, in bytes.
    #[inline]
    fn stamp_bytes(&self, capacity: usize) -> usize {
        if self.tracked == 0 || capacity == 0 {
            return 0;
        }
        let blocks = capacity.div_ceil(ROWS_PER_BLOCK);
        let column = size_of::<u64>() + blocks * size_of::<u16>();
        let renewal = usize::from(self.has_renewals) * size_of::<u64>();
        (STAMPS_HEAD + self.tracked * column).next_multiple_of(size_of::<u64>()) + renewal
    }

    /// Returns the number of words of bits in a block of `capacity` rows.
    #[inline(always)]
    #[expect(
        clippy::manual_div_ceil,
        reason = "`div_ceil` is a call in a debug build"
    )]
    fn words(&self, capacity: usize) -> usize {
        if !self.has_bits || capacity < ROWS_PER_WORD {
            return 0;
        }
        (capacity + (ROWS_PER_WORD - 1)) / ROWS_PER_WORD
    }
}

/// Returns the layout of `capacity` rows, or `None` if it is larger than
/// `isize::MAX` bytes.
#[inline]
pub(crate) fn layout(row: &RowLayout, capacity: u32) -> Option<Layout> {
    let rows = capacity as usize;
    let mut size = row.bytes.checked_mul(rows)?;
    if row.lost > 0 && rows > 0 {
        size = size.checked_add(row.lost)?;
    }
    // The tail does not overflow: its growing parts are smaller than the columns, because each
    // tracked column has 4 bytes per row, and 2 bytes per 32 rows in the tail, and the slots'
    // words are larger than their bits.
    let tail = row.tail_bytes(rows);
    if tail > 0 {
        let start = size.checked_next_multiple_of(size_of::<u64>())?;
        size = start.checked_add(tail)?;
    }
    if row.back_links == BackLinks::OnePerRow && rows > 0 {
        let start = size.checked_next_multiple_of(align_of::<u32>())?;
        size = start.checked_add(rows.checked_add(FRONT)?.checked_mul(size_of::<u32>())?)?;
    }
    Layout::from_size_align(size, row.align).ok()
}

/// Returns the larger number, in a constant.
pub(super) const fn larger(one: usize, other: usize) -> usize {
    if one > other { one } else { other }
}
