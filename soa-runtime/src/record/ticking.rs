//! What a hub records to find out what changed.

use crate::memory::{ColumnsRef, Empty, Entry, Tracked};
use crate::ticks::Stamps;

/// What a hub records to find out what changed. No other crate can name this trait.
pub trait Ticking {
    /// Whether the hub counts ticks.
    const HAS_CLOCK: bool;
    /// What is stored for each slot: when it changed hands.
    type OfSlot: Stamp;
    /// What is stored for each row in addition to the stamps of its tracked columns.
    type OfRow: Entry<()>;
}

/// The stamp of a slot, or nothing.
pub trait Stamp: Entry<()> {
    /// Returns the stamps of all slots.
    fn stamps(lent: Self::Lent<'_, ColumnsRef>) -> Option<Stamps<'_>>;
}

/// A hub that records which slots changed hands.
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
    #[inline]
    fn stamps((): Self::Lent<'_, ColumnsRef>) -> Option<Stamps<'_>> {
        None
    }
}

impl Stamp for Tracked<()> {
    #[inline]
    fn stamps((_, stamps): Self::Lent<'_, ColumnsRef>) -> Option<Stamps<'_>> {
        Some(stamps)
    }
}
