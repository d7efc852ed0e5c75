//! The smallest part of a column that can be sent by itself.

use std::ops::Range;

/// The size of a word, of which offsets and sizes of copies are multiples.
pub(crate) const WORD: usize = 4;

/// The smallest number of rows whose bytes are whole words: its bytes are the least common multiple
/// of the size of a row and of a word. Buffers have whole units.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Unit {
    /// The number of rows.
    pub(crate) rows: usize,
    /// The number of bytes.
    pub(crate) bytes: usize,
}

impl Unit {
    /// Returns the unit of rows of type `F`. Does not compile for types without a size.
    pub(crate) const fn of<F>() -> Self {
        const {
            assert!(
                size_of::<F>() > 0,
                "a column of a zero-sized type has no bytes that a buffer can have"
            );
        }
        let rows = match size_of::<F>() % WORD {
            0 => 1,
            2 => 2,
            _ => 4,
        };
        Self {
            rows,
            bytes: rows * size_of::<F>(),
        }
    }

    /// Returns the number of words.
    pub(crate) const fn words(self) -> usize {
        self.bytes / WORD
    }

    /// Returns the number of units that rows take up. The last one may be incomplete.
    pub(crate) const fn count(self, rows: usize) -> usize {
        rows.div_ceil(self.rows)
    }

    /// Returns the number of rows in all units that fit in `bytes` bytes.
    pub(crate) fn most_rows(self, bytes: u64) -> usize {
        let bytes = usize::try_from(bytes).unwrap_or(usize::MAX);
        bytes / self.bytes * self.rows
    }

    /// Returns the units that contain the given rows.
    pub(crate) const fn containing(self, rows: &Range<usize>) -> Range<usize> {
        rows.start / self.rows..rows.end.div_ceil(self.rows)
    }

    /// Returns the bytes of units in a buffer.
    pub(crate) const fn bytes_of(self, units: &Range<usize>) -> Range<usize> {
        units.start * self.bytes..units.end * self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_unit_is_the_least_common_multiple_of_a_row_and_a_word() {
        let units = [
            Unit::of::<u8>(),
            Unit::of::<u16>(),
            Unit::of::<[u8; 3]>(),
            Unit::of::<[u16; 3]>(),
            Unit::of::<[f32; 3]>(),
            Unit::of::<[u8; 64]>(),
        ];
        let units = units.map(|unit| (unit.rows, unit.bytes));
        assert_eq!(units, [(4, 4), (2, 4), (4, 12), (2, 12), (1, 12), (1, 64)]);
    }

    #[test]
    fn units_contain_all_of_their_rows() {
        let unit = Unit::of::<[u16; 3]>();
        assert_eq!(unit.containing(&(3..4)), 1..2);
        assert_eq!(unit.containing(&(3..5)), 1..3);
        assert_eq!(unit.bytes_of(&(1..3)), 12..36);
        assert_eq!((unit.count(4), unit.count(5)), (2, 3));
        assert_eq!((unit.most_rows(23), unit.most_rows(24)), (2, 4));
        assert_eq!(Unit::of::<u8>().most_rows(u64::MAX), usize::MAX / 4 * 4);
    }
}
