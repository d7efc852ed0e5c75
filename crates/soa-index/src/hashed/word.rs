//! What a hash table stores for a slot.

/// What is stored for a slot: the hash of its row's key, or that it has no row.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Word(u64);

impl Word {
    /// The row of the slot is in the table. The tables use the highest seven bits of a hash, and
    /// as many of its lowest ones as a slot has, at most 32, so there are bits between them that
    /// they do not use.
    const HAS: u64 = 1 << 40;
    /// Another row has the same value.
    const SHARES: u64 = 1 << 41;

    pub(super) fn of(hash: u64) -> Self {
        Word(hash | Self::HAS)
    }

    /// Returns the same hash of a row whose value another row has.
    pub(super) fn sharing(self) -> Self {
        Word(self.0 | Self::SHARES)
    }

    pub(super) fn has(self) -> bool {
        self.0 & Self::HAS != 0
    }

    pub(super) fn shares(self) -> bool {
        self.0 & Self::SHARES != 0
    }

    /// Returns the hash that the tables see.
    pub(super) fn hash(self) -> u64 {
        Self::without_marks(self.0)
    }

    pub(super) fn without_marks(hash: u64) -> u64 {
        hash & !(Self::HAS | Self::SHARES)
    }
}
