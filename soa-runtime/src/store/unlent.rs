//! The rows of a mutable loan that are not lent yet.

use core::ops::Range;

/// Rows that are lent one after the other, from both ends. Each is taken once, and those
/// between the ends are left.
#[derive(Debug)]
pub(super) struct Unlent {
    front: usize,
    back: usize,
}

impl Unlent {
    /// Creates the rows before `rows`.
    #[inline(always)]
    pub(super) fn new(rows: usize) -> Self {
        Unlent {
            front: 0,
            back: rows,
        }
    }

    /// Panics unless a row is left.
    #[inline(always)]
    pub(super) fn check(&self, row: usize) {
        if row < self.front || row >= self.back {
            lent_already(row);
        }
    }

    /// Takes a row, and those before it.
    #[inline(always)]
    pub(super) fn front(&mut self, row: usize) {
        self.check(row);
        self.front = row + 1;
    }

    /// Takes a row, and those after it.
    #[inline(always)]
    pub(super) fn back(&mut self, row: usize) {
        self.check(row);
        self.back = row;
    }

    /// Takes rows, and those before them.
    #[inline(always)]
    pub(super) fn run(&mut self, rows: &Range<usize>) {
        assert!(
            self.front <= rows.start && rows.start <= rows.end && rows.end <= self.back,
            "the rows {rows:?} are lent already"
        );
        self.front = rows.end;
    }

    /// Splits the rows into those before `row` and the others.
    #[cfg(feature = "rayon")]
    pub(super) fn split_at(self, row: usize) -> (Self, Self) {
        let Unlent { front, back } = self;
        assert!(front <= row && row <= back, "row {row} is lent already");
        (Unlent { front, back: row }, Unlent { front: row, back })
    }
}

/// Panics because the requested row was lent already. The function takes only the
/// number of the row, so the calling loops keep it in a register.
#[cold]
#[inline(never)]
fn lent_already(row: usize) -> ! {
    panic!("row {row} is lent already")
}
