//! What a hub records to find out what changed.

use crate::memory::{ColumnsRef, Empty, Entry, Tracked};
use crate::ticks::Stamps;

/// What a hub records to find out what changed. Sealed.
pub trait Ticking: sealed::Sealed {
    /// Whether the hub counts ticks.
    #[doc(hidden)]
    const HAS_CLOCK: bool;
    /// What is stored for each slot: when it changed hands.
    #[doc(hidden)]
    type OfSlot: Stamp;
    /// What is stored for each row in addition to the stamps of its tracked columns.
    #[doc(hidden)]
    type OfRow: Stamp;
}

/// The stamp of a slot or of a row, or nothing. Sealed.
pub trait Stamp: Entry + sealed::Sealed + 'static {
    /// Whether there is a stamp.
    #[doc(hidden)]
    const EXISTS: bool;

    /// Returns the entry, which is stamped when it is written.
    #[doc(hidden)]
    fn entry() -> Self;

    /// Returns the stamps of all entries.
    #[doc(hidden)]
    fn stamps(lent: Self::Lent<'_, ColumnsRef>) -> Option<Stamps<'_>>;
}

/// A hub that records which slots changed hands. Sealed.
pub trait RecordsSlots: Ticking {}

/// Nothing.
#[derive(Debug)]
pub struct Untracked(());

/// When the rows of tracked columns were written.
#[derive(Debug)]
pub struct TrackedColumns(());

/// Also when slots changed hands. In the dense layout a column is tracked, so that its
/// stamps record which rows moved.
#[derive(Debug)]
pub struct TrackedSlots(());

/// When slots changed hands, and when rows moved: for the dense layout without a tracked
/// column.
#[derive(Debug)]
pub struct TrackedMoves(());

impl Ticking for Untracked {
    const HAS_CLOCK: bool = false;
    type OfSlot = Empty;
    type OfRow = Empty;
}

impl Ticking for TrackedColumns {
    const HAS_CLOCK: bool = true;
    type OfSlot = Empty;
    type OfRow = Empty;
}

impl Ticking for TrackedSlots {
    const HAS_CLOCK: bool = true;
    type OfSlot = Tracked<()>;
    type OfRow = Empty;
}

impl Ticking for TrackedMoves {
    const HAS_CLOCK: bool = true;
    type OfSlot = Tracked<()>;
    type OfRow = Tracked<()>;
}

impl RecordsSlots for TrackedSlots {}
impl RecordsSlots for TrackedMoves {}

impl Stamp for Empty {
    const EXISTS: bool = false;

    #[inline]
    fn entry() -> Self {
        Empty
    }

    #[inline]
    fn stamps((): Self::Lent<'_, ColumnsRef>) -> Option<Stamps<'_>> {
        None
    }
}

impl Stamp for Tracked<()> {
    const EXISTS: bool = true;

    #[inline]
    fn entry() -> Self {
        Tracked(())
    }

    #[inline]
    fn stamps((_, stamps): Self::Lent<'_, ColumnsRef>) -> Option<Stamps<'_>> {
        Some(stamps)
    }
}

mod sealed {
    use crate::memory::{Empty, Tracked};

    pub trait Sealed {}
    impl Sealed for super::Untracked {}
    impl Sealed for super::TrackedColumns {}
    impl Sealed for super::TrackedSlots {}
    impl Sealed for super::TrackedMoves {}
    impl Sealed for Empty {}
    impl Sealed for Tracked<()> {}
}
