//! The open tick of a hub, and how ticks become stamps.

use super::Tick;

/// The number of the open tick, at which rows are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Now(u64);

/// Ticks per age. A stamp is the distance from the start of the age that is three ages
/// before the one of the open tick. When an age begins, all stamps become smaller by
/// the length of an age, and none smaller than 0.
///
/// So a stamp of the open tick is at least `3 * AGE` and fits into 32 bits, and a
/// stamp of any of the last `3 * AGE` ticks is exact.
const AGE: u64 = 1 << 30;

/// A reader that is further behind sees all rows as changed.
const FURTHEST: u64 = 1 << 31;

/// Ticks per age of the stamps of blocks, which are made in the same way with 16 bits.
const BLOCK_AGE: u64 = 1 << 14;

/// A reader that is further behind looks at every block.
const FURTHEST_OF_BLOCKS: u64 = 1 << 15;

/// By how much all stamps become smaller when ages begin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Aged {
    pub(crate) rows: u32,
    pub(crate) blocks: u16,
}

impl Aged {
    /// By more than any stamp.
    #[cfg(feature = "serde")]
    pub(crate) const ALL: Aged = Aged {
        rows: u32::MAX,
        blocks: u16::MAX,
    };
}

impl Now {
    /// The first tick of a hub.
    pub(crate) const FIRST: Now = Now(1);

    /// Returns the tick with this number, which is not 0.
    pub(crate) fn from_number(number: u64) -> Self {
        Now(number.max(1))
    }

    /// Returns the number of the tick, which is also the stamp of a whole column.
    #[inline]
    pub(crate) fn number(self) -> u64 {
        self.0
    }

    /// Returns the last tick that ended.
    pub(crate) fn last(self) -> Tick {
        Tick::from_bits(self.0 - 1)
    }

    /// Returns the tick that follows `tick`. The last one is followed by itself: from
    /// then on everything counts as changed.
    pub(crate) fn after(tick: Tick) -> Self {
        Now(tick.to_bits().saturating_add(1))
    }

    /// Returns the tick that follows this one.
    pub(crate) fn next(self) -> Self {
        Now(self.0.saturating_add(1))
    }

    /// Returns the stamp of the rows that are written now.
    #[inline]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "it is below the length of four ages"
    )]
    pub(crate) fn stamp(self) -> u32 {
        (3 * AGE + self.0 % AGE) as u32
    }

    /// Returns the stamp that the rows written after `tick` exceed, or `None` if a
    /// reader that has seen `tick` has to take all rows for changed.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "it is at most `FURTHEST + 1`"
    )]
    pub(crate) fn threshold(self, tick: Tick) -> Option<u32> {
        let behind = self.0.checked_sub(tick.to_bits())?;
        // The last tick that ended is one before the open one.
        let follows = tick != Tick::START && (1..=FURTHEST + 1).contains(&behind);
        follows.then(|| self.stamp() - behind as u32)
    }

    /// Returns the stamp of the blocks in which rows are written now.
    #[inline]
    pub(crate) fn block_stamp(self) -> u16 {
        block_stamp(self.stamp())
    }

    /// Returns the stamp that the blocks with a row written after `tick` exceed, or `None` if
    /// a reader that has seen `tick` has to look at every block.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "it is at most `FURTHEST_OF_BLOCKS + 1`"
    )]
    pub(crate) fn block_threshold(self, tick: Tick) -> Option<u16> {
        let behind = self.0.checked_sub(tick.to_bits())?;
        let follows = (1..=FURTHEST_OF_BLOCKS + 1).contains(&behind);
        follows.then(|| self.block_stamp() - behind as u16)
    }

    /// Returns by how much all stamps become smaller when this is the open tick after
    /// `before`, which is not later.
    pub(crate) fn aged_since(self, before: Now) -> Aged {
        let passed = |age: u64| (self.0 / age - before.0 / age).saturating_mul(age);
        Aged {
            rows: u32::try_from(passed(AGE)).unwrap_or(u32::MAX),
            blocks: u16::try_from(passed(BLOCK_AGE)).unwrap_or(u16::MAX),
        }
    }
}

/// Returns the stamp of a block in which a row gets the stamp `row` now.
#[inline]
#[expect(
    clippy::cast_possible_truncation,
    reason = "the age of a row's stamp is a multiple of the age of a block's stamp"
)]
pub(super) fn block_stamp(row: u32) -> u16 {
    const FIRST: u64 = 3 * BLOCK_AGE;
    const { assert!(AGE % (4 * BLOCK_AGE) == 0 && FIRST >> 14 == 3) };
    // The two highest bits are those of the fourth age.
    row as u16 | FIRST as u16
}
