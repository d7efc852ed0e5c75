//! The two kinds of columns: those that record when their rows were written, and those that do not.

use core::ops::Range;

use crate::live::Marking;
use crate::memory::Sealed;
use crate::store::{Lend, ValuesMut};
use crate::ticks::{Stamps, StampsMut};

/// The kind of a column that records when its rows were written, because its field has
/// `#[soa(tracked)]`.
///
/// # Examples
///
/// ```
/// use soa_runtime::{Column, IdAllocator, Tick, Tracked};
///
/// #[derive(IdAllocator)]
/// struct Light { #[soa(tracked)] colour: u32 }
///
/// fn changed(column: Column<'_, Light, u32, Tracked>, seen: Tick) -> usize {
///     column.changed_since(seen, 0).map(|rows| rows.len()).sum()
/// }
///
/// let mut lights = LightHub::new();
/// lights.alloc_many(3);
/// assert_eq!(changed(lights.columns().colour, Tick::START), 3);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tracked(());

/// The kind of a column that does not record when its rows were written. It is the default.
///
/// # Examples
///
/// ```
/// use soa_runtime::{Column, IdAllocator, Untracked};
///
/// #[derive(IdAllocator)]
/// struct Light { radius: u32 }
///
/// fn widest(column: Column<'_, Light, u32, Untracked>) -> Option<u32> {
///     column.iter().copied().max()
/// }
///
/// let lights: LightHub = [3, 9].map(|radius| Light { radius }).into_iter().collect();
/// assert_eq!(widest(lights.columns().radius), Some(9));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Untracked(());

/// The kind of a column: [`Tracked`] or [`Untracked`].
///
/// This trait is sealed.
pub trait ColumnKind: Sealed + Sized + 'static {
    /// Whether rows are recorded at all.
    #[doc(hidden)]
    const RECORDS: bool;

    /// What a shared column has beside its values.
    #[doc(hidden)]
    type Stamps<'a>: Copy;

    /// What a mutable column has beside its values.
    #[doc(hidden)]
    type StampsMut<'a>;

    /// Lends the values of a column, and records their rows.
    #[doc(hidden)]
    type Lending<'a, F: 'a>: Lend<Item = &'a mut F>;

    #[doc(hidden)]
    fn share<'s>(stamps: &'s Self::StampsMut<'_>) -> Self::Stamps<'s>;

    /// Records rows as changed.
    #[doc(hidden)]
    fn stamp_rows(stamps: &mut Self::StampsMut<'_>, rows: Range<usize>);

    #[doc(hidden)]
    fn lending<'s, F>(
        stamps: &'s mut Self::StampsMut<'_>,
        values: &'s mut [F],
    ) -> Self::Lending<'s, F>;
}

/// A column whose writes need not be marked. No tracked column is one.
#[diagnostic::on_unimplemented(
    message = "a tracked column cannot be lent as a mutable slice, because writes would not be marked",
    label = "this column is `tracked`",
    note = "use `all_mut()` for all rows, `range_mut(rows)` for some, or `iter_live_mut()` for the live ones; they mark the rows"
)]
pub trait WritableUnmarked {}

impl Sealed for Untracked {}
impl Sealed for Tracked {}

impl ColumnKind for Untracked {
    const RECORDS: bool = false;
    type Stamps<'a> = ();
    type StampsMut<'a> = ();
    type Lending<'a, F: 'a> = ValuesMut<'a, F>;

    #[inline]
    fn share((): &()) {}

    #[inline]
    fn stamp_rows((): &mut (), _: Range<usize>) {}

    #[inline]
    fn lending<'s, F>((): &'s mut (), values: &'s mut [F]) -> ValuesMut<'s, F> {
        ValuesMut::new(values)
    }
}

impl ColumnKind for Tracked {
    const RECORDS: bool = true;
    type Stamps<'a> = Stamps<'a>;
    type StampsMut<'a> = StampsMut<'a>;
    type Lending<'a, F: 'a> = Marking<'a, F>;

    #[inline]
    fn share<'s>(stamps: &'s StampsMut<'_>) -> Stamps<'s> {
        stamps.share()
    }

    #[inline]
    fn stamp_rows(stamps: &mut StampsMut<'_>, rows: Range<usize>) {
        stamps.stamp_rows(rows);
    }

    #[inline]
    fn lending<'s, F>(stamps: &'s mut StampsMut<'_>, values: &'s mut [F]) -> Marking<'s, F> {
        Marking::new(values, stamps)
    }
}
