//! The limit to the number of slots of a copy, whatever a delta claims.

use super::DeltaError;

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
