//! Whether a hub counts ticks.

/// What a hub records to know what changed. Sealed.
pub trait Ticking: sealed::Sealed {
    /// Whether the hub counts ticks.
    #[doc(hidden)]
    const HAS_CLOCK: bool;
}

/// Nothing.
#[derive(Debug)]
pub struct Untracked(());

/// When the rows of tracked columns were written.
#[derive(Debug)]
pub struct TrackedColumns(());

impl Ticking for Untracked {
    const HAS_CLOCK: bool = false;
}

impl Ticking for TrackedColumns {
    const HAS_CLOCK: bool = true;
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::Untracked {}
    impl Sealed for super::TrackedColumns {}
}
