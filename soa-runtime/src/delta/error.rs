//! Why a mirror refused a delta.

use core::error::Error;
use core::fmt;

use crate::error::Count;
use crate::ticks::Tick;

/// Why a [`Mirror`](crate::Mirror) refused a delta, which has changed nothing.
///
/// # Examples
///
/// ```
/// use soa_runtime::{DeltaError, Tick};
///
/// let [seen, since] = [3, 5].map(Tick::from_bits);
/// assert_eq!(
///     DeltaError::Ahead { since, seen }.to_string(),
///     "the delta starts at tick 5, but the mirror has seen tick 3; \
///      expected a delta since the last confirmed tick",
/// );
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum DeltaError {
    /// The mirror has not seen the start of the delta.
    Ahead {
        /// The start of the delta.
        since: Tick,
        /// The last tick that the mirror has seen.
        seen: Tick,
    },
    /// The delta is of a hub with another [tag](crate::Hub::tag).
    OtherTag {
        /// The tag of the hub that sent the delta.
        tag: u32,
        /// The tag of the mirror's ids.
        expected: u32,
    },
    /// The delta does not name a slot that the mirror lacks.
    SlotSkipped {
        /// The index of the slot.
        slot: u32,
    },
    /// The delta has a new value for a slot in which the mirror has no row.
    NoRow {
        /// The index of the slot.
        slot: u32,
    },
    /// The delta has more slots than [`Mirror::with_limit`](crate::Mirror::with_limit) allows.
    TooManySlots {
        /// The number of slots, as far as the delta was read.
        slots: u32,
        /// The largest number of slots that the mirror may have.
        max_slots: u32,
    },
    /// There is no memory for the new rows.
    OutOfMemory,
}

impl fmt::Display for DeltaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DeltaError::Ahead { since, seen } => write!(
                f,
                "the delta starts at tick {}, but the mirror has seen tick {}; \
                 expected a delta since the last confirmed tick",
                since.to_bits(),
                seen.to_bits()
            ),
            DeltaError::OtherTag { tag, expected } => write!(
                f,
                "the delta is of a hub with tag {tag}, but the mirror has tag {expected}; \
                 expected a new mirror"
            ),
            DeltaError::SlotSkipped { slot } => {
                write!(f, "the delta skips slot {slot}, which the mirror lacks")
            }
            DeltaError::NoRow { slot } => write!(
                f,
                "the delta has a value for slot {slot}, in which the mirror has no row"
            ),
            DeltaError::TooManySlots { slots, max_slots } => write!(
                f,
                "the delta has {}; expected at most {max_slots}, the limit of the mirror",
                Count(u64::from(*slots), "slot")
            ),
            DeltaError::OutOfMemory => f.write_str("out of memory"),
        }
    }
}

impl Error for DeltaError {}

/// The largest number of slots that the reader of a delta has room for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Limit(pub(crate) u32);

impl Limit {
    /// As many slots as ids can address.
    pub(crate) const NONE: Limit = Limit(u32::MAX);

    /// Returns whether there is room for this slot.
    pub(crate) fn has(self, slot: u32) -> bool {
        slot < self.0
    }

    /// Checks that a delta does not have more slots.
    pub(crate) fn check(self, slots: u32) -> Result<(), DeltaError> {
        let Limit(max_slots) = self;
        if slots <= max_slots {
            Ok(())
        } else {
            Err(DeltaError::TooManySlots { slots, max_slots })
        }
    }
}
