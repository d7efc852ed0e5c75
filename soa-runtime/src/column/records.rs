//! What a column records when its values are lent mutably.

use core::ops::Range;

use crate::live::{Lend, Marking};
use crate::store::ValuesMut;
use crate::ticks::{Stamps, StampsMut};

/// What a mutable column records: nothing, or the rows that are written.
///
/// This trait is internal: its implementations are `()` and the stamps of a tracked column.
pub trait Recorder {
    /// Whether rows are recorded at all.
    const RECORDS: bool;

    /// What a shared borrow of the column has.
    type Shared<'s>: Copy
    where
        Self: 's;

    /// Lends the values of the column, and records their rows.
    type Lending<'s, F: 's>: Lend<Item = &'s mut F>
    where
        Self: 's;

    fn share(&self) -> Self::Shared<'_>;

    /// Records rows as changed.
    fn stamp_rows(&mut self, rows: Range<usize>);

    fn lending<'s, F>(&'s mut self, values: &'s mut [F]) -> Self::Lending<'s, F>;
}

/// A column whose writes need not be marked. No tracked column is one.
#[diagnostic::on_unimplemented(
    message = "a tracked column cannot be lent as a mutable slice, because writes would not be marked",
    label = "this column is `tracked`",
    note = "use `all_mut()` for all rows, `range_mut(rows)` for some, or `iter_live_mut()` for the live ones; they mark the rows"
)]
pub trait WritableUnmarked {}

impl Recorder for () {
    const RECORDS: bool = false;
    type Shared<'s> = ();
    type Lending<'s, F: 's> = ValuesMut<'s, F>;

    #[inline]
    fn share(&self) {}

    #[inline]
    fn stamp_rows(&mut self, _: Range<usize>) {}

    #[inline]
    fn lending<'s, F>(&'s mut self, values: &'s mut [F]) -> ValuesMut<'s, F> {
        ValuesMut::new(values)
    }
}

impl Recorder for StampsMut<'_> {
    const RECORDS: bool = true;
    type Shared<'s>
        = Stamps<'s>
    where
        Self: 's;
    type Lending<'s, F: 's>
        = Marking<'s, F>
    where
        Self: 's;

    #[inline]
    fn share(&self) -> Stamps<'_> {
        StampsMut::share(self)
    }

    #[inline]
    fn stamp_rows(&mut self, rows: Range<usize>) {
        StampsMut::stamp_rows(self, rows);
    }

    #[inline]
    fn lending<'s, F>(&'s mut self, values: &'s mut [F]) -> Marking<'s, F> {
        Marking::new(values, self)
    }
}
