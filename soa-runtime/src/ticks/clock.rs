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

/// How many ticks pass between two passes over the stamps of blocks.
///
/// The stamp of a block has the lowest bits of the tick, so that the lowest bits of a row's stamp
/// are it. It is read as a distance from the open tick. A pass makes all distances at most
/// [`FURTHEST_OF_BLOCKS`], so that none reaches 2^16 before the next pass. A stamp that was
/// never written may have any distance: then the rows of its block are looked at in vain.
const BLOCK_AGE: u64 = 1 << 14;

/// A reader that is further behind looks at every block.
const FURTHEST_OF_BLOCKS: u16 = 1 << 15;

/// The ticks of which the blocks with a changed row have the stamps: the last ones up to the open one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Recent {
    /// The stamp of the blocks in which rows are written now.
    now: u16,
    /// The number of ticks, at most [`FURTHEST_OF_BLOCKS`].
    ticks: u16,
}

/// How stamps become older when ages begin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Aged {
    /// By how much the stamps of rows become smaller; 0 if no age of theirs begins.
    pub(crate) rows: u32,
    /// The stamps of blocks at the tick before, and now.
    blocks: [u16; 2],
    /// The number of ticks between them.
    ticks: u16,
}

impl Aged {
    /// Returns how stamps become older than all ticks when the first one is open again.
    #[cfg(feature = "serde")]
    pub(crate) fn at_the_start() -> Aged {
        Aged {
            rows: u32::MAX,
            blocks: [Now::FIRST.block_stamp(); 2],
            ticks: u16::MAX,
        }
    }
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

    /// Returns the ticks of the blocks with a row written after `tick`, or `None` if a reader
    /// that has seen `tick` has to look at every block.
    pub(crate) fn recent(self, tick: Tick) -> Option<Recent> {
        let behind = self.0.checked_sub(tick.to_bits())?;
        let ticks = u16::try_from(behind).ok()?;
        (1..=FURTHEST_OF_BLOCKS).contains(&ticks).then(|| Recent {
            now: self.block_stamp(),
            ticks,
        })
    }

    /// Returns how all stamps become older when this is the open tick after `before`, which is
    /// not later; `None` if they need not.
    pub(crate) fn aged_since(self, before: Now) -> Option<Aged> {
        let ages = self.0 / AGE - before.0 / AGE;
        (self.0 / BLOCK_AGE > before.0 / BLOCK_AGE).then(|| Aged {
            rows: u32::try_from(ages.saturating_mul(AGE)).unwrap_or(u32::MAX),
            blocks: [before, self].map(Now::block_stamp),
            ticks: u16::try_from(self.0 - before.0).unwrap_or(u16::MAX),
        })
    }
}

impl Recent {
    /// Returns by how many ticks the stamp of a block is inside of the ticks; 0 if it is not.
    #[inline]
    pub(super) fn excess(self, stamp: u16) -> u16 {
        self.ticks.saturating_sub(self.now.wrapping_sub(stamp))
    }
}

impl Aged {
    /// Returns the stamp of a block that had this stamp before.
    #[inline]
    pub(crate) fn block(self, stamp: u16) -> u16 {
        let [before, now] = self.blocks;
        let distance = before.wrapping_sub(stamp).saturating_add(self.ticks);
        now.wrapping_sub(distance.min(FURTHEST_OF_BLOCKS))
    }
}

/// Returns the stamp of a block in which a row gets the stamp `row` now.
#[inline]
#[expect(
    clippy::cast_possible_truncation,
    reason = "these bits are those of the tick"
)]
pub(super) fn block_stamp(row: u32) -> u16 {
    const { assert!(AGE % (1 << 16) == 0) };
    row as u16
}
