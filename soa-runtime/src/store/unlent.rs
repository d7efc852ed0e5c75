//! What is lent row by row, to a walk: each row at most once.

use core::ops::Range;

/// Lends a value for each row that a walk visits. Each row is lent at most once.
pub trait Lend {
    /// The value lent for a row.
    type Item;

    /// Lends a row after all rows that were lent from the front.
    fn front(&mut self, row: usize) -> Self::Item;

    /// Lends a row before all rows that were lent from the back. What is shared is lent from both
    /// ends alike.
    #[inline]
    fn back(&mut self, row: usize) -> Self::Item {
        self.front(row)
    }

    /// Lends rows after all rows that were lent from the front.
    fn run(&mut self, rows: Range<usize>) -> impl Iterator<Item = Self::Item>;
}

/// Splits the loan together with the rows of a parallel walk.
#[cfg(feature = "rayon")]
pub trait Divide: Lend + Sized {
    /// Returns the loan of the rows before `row`, and the loan of the other rows.
    fn divide(self, row: usize) -> (Self, Self);
}

/// Lends only the ids.
impl Lend for () {
    type Item = ();

    #[inline(always)]
    fn front(&mut self, _: usize) {}

    #[inline]
    fn run(&mut self, rows: Range<usize>) -> impl Iterator<Item = ()> {
        // Not `repeat_n`: the standard library's `zip` has no fast path for it.
        rows.map(|_| ())
    }
}

/// Lends the values of one column.
impl<'a, F> Lend for &'a [F] {
    type Item = &'a F;

    #[inline(always)]
    fn front(&mut self, row: usize) -> &'a F {
        &self[row]
    }

    #[inline]
    fn run(&mut self, rows: Range<usize>) -> impl Iterator<Item = &'a F> {
        self[rows].iter()
    }
}

#[cfg(feature = "rayon")]
impl<F> Divide for &[F] {
    fn divide(self, _: usize) -> (Self, Self) {
        (self, self)
    }
}

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

    /// Panics if a row is lent already.
    #[inline(always)]
    pub(super) fn check(&self, row: usize) {
        if row < self.front || row >= self.back {
            lent_already(row);
        }
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
