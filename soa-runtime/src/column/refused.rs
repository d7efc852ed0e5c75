//! A call of a tracked column that other columns refuse. It exists for its message, which
//! names the attribute.

use super::{Column, ColumnMut};
use crate::record::IdAllocator;
use crate::ticks::{ChangedRanges, Tick};

/// A column that records when its rows were written. No column that is not tracked does.
#[diagnostic::on_unimplemented(
    message = "this column does not record when its rows were written",
    label = "this column is not `tracked`",
    note = "write `#[soa(tracked)]` on its field"
)]
pub trait RecordsWrites {}

impl<'a, T: IdAllocator, F> Column<'a, T, F> {
    #[doc(hidden)]
    pub fn changed_since(&self, _: Tick, _: usize) -> ChangedRanges<'a>
    where
        Self: RecordsWrites,
    {
        unreachable!()
    }
}

impl<T: IdAllocator, F> ColumnMut<'_, T, F> {
    #[doc(hidden)]
    pub fn changed_since(&self, _: Tick, _: usize) -> ChangedRanges<'_>
    where
        Self: RecordsWrites,
    {
        unreachable!()
    }
}
