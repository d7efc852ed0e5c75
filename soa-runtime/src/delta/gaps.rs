//! Slots as distances, each from the slot after the one before. So a slot is one byte in most
//! formats, or two. If the slots ascend, none can be listed twice.

use serde::de::Error;

/// Turns ascending slots into distances.
#[derive(Default)]
pub(super) struct Gaps {
    expected: u32,
}

impl Gaps {
    /// Returns the distance to `slot`, which is not below the slots before it.
    #[inline]
    pub(super) fn to(&mut self, slot: u32) -> u32 {
        debug_assert!(slot >= self.expected, "slot {slot} is out of order");
        let gap = slot - self.expected;
        self.expected = slot + 1;
        gap
    }

    /// Returns the distance to `slot`, which is negative if `slot` is before the slots before it.
    #[inline]
    pub(super) fn jump(&mut self, slot: u32) -> i64 {
        let jump = i64::from(slot) - i64::from(self.expected);
        self.expected = slot + 1;
        jump
    }

    /// Passes by the next slots, which are not written.
    #[inline]
    pub(super) fn pass(&mut self, slots: u32) {
        self.expected += slots;
    }
}

/// Finds the slots of distances that were read.
#[derive(Default)]
pub(super) struct GapReader {
    expected: u32,
}

impl GapReader {
    /// Returns the slot at this distance.
    ///
    /// # Errors
    ///
    /// Returns an error if no slot can have that number.
    #[inline]
    pub(super) fn follow<E: Error>(&mut self, gap: u32) -> Result<u32, E> {
        self.jump(gap.into())
    }

    /// Returns the slot at this distance, which is negative if the slot is before the others.
    ///
    /// # Errors
    ///
    /// Returns an error if no slot can have that number.
    #[inline]
    pub(super) fn jump<E: Error>(&mut self, jump: i64) -> Result<u32, E> {
        // The largest number is left for the slot after the last one.
        let slot = i64::from(self.expected).checked_add(jump);
        let slot = slot.and_then(|slot| u32::try_from(slot).ok());
        match slot.filter(|slot| *slot < u32::MAX) {
            Some(slot) => {
                self.expected = slot + 1;
                Ok(slot)
            }
            None => Err(E::custom(NO_SUCH_SLOT)),
        }
    }

    /// Passes by the next slots, which were not written.
    ///
    /// # Errors
    ///
    /// Returns an error if no slots can have these numbers.
    #[inline]
    pub(super) fn pass<E: Error>(&mut self, slots: u32) -> Result<(), E> {
        let expected = self.expected.checked_add(slots);
        self.expected = expected.ok_or_else(|| E::custom(NO_SUCH_SLOT))?;
        Ok(())
    }
}

const NO_SUCH_SLOT: &str = "the delta has a slot that no hub has";

/// Returns for how many items memory is reserved, whatever length the input claims.
pub(super) fn believable<V>(claimed: Option<usize>) -> usize {
    const BYTES: usize = 64 * 1024;

    let most = BYTES / size_of::<V>().max(1);
    claimed.unwrap_or(0).min(most)
}
