//! When a row was written: ticks, the clock that counts them, and the stamps of
//! tracked columns.
//!
//! A hub with a tracked column counts ticks. Each write stamps its row with the
//! number of the open tick, and with it the block of [`ROWS_PER_BLOCK`] rows that it
//! is in, so that a search passes by the blocks without a change. A write of all
//! rows stamps the column instead.
//!
//! A tick is a number of 64 bits, and a stamp one of 32, so that a search reads few bytes: it
//! counts from a tick of the hub's [`Clock`]. When the open tick no longer has a stamp, all stamps
//! become zeros, and the hub gets a new incarnation.

#![expect(
    clippy::inline_always,
    reason = "a debug build inlines nothing else, and these are an instruction or two"
)]

mod changes;
mod clock;
mod found;
mod guard;
mod incarnation;
mod ranges;
mod stamps;
mod tick;

pub(crate) use changes::Changes;
pub(crate) use clock::Clock;
pub(crate) use found::{Found, Stamped};
pub use guard::TrackedMut;
pub use incarnation::Incarnation;
pub use ranges::ChangedRanges;
pub(crate) use stamps::{StampMut, Stamps, StampsMut, blocks_of};
pub use tick::Tick;

/// The number of rows that a block's stamp is about.
pub(crate) const ROWS_PER_BLOCK: usize = 32;

/// The number of rows whose changes are the bits of a word.
pub(crate) const ROWS_PER_WORD: usize = u64::BITS as usize;
