//! When a row was written: ticks, the clock that counts them, and the stamps of
//! tracked columns.
//!
//! A hub with a tracked column counts ticks. Each write stamps its row with the
//! number of the open tick, and with it the block of [`ROWS_PER_BLOCK`] rows that it
//! is in, so that a scan passes by 64 unchanged rows with one look. A write of all
//! rows stamps the column instead.
//!
//! A tick is a number of 64 bits and a stamp one of 32: [`Now`], the open
//! tick, converts between the two.

mod changes;
mod clock;
mod guard;
mod incarnation;
mod stamps;
mod tick;

pub use changes::ChangedRanges;
pub(crate) use changes::{ChangedPositions, Changes};
pub(crate) use clock::Now;
pub use guard::TrackedMut;
pub use incarnation::Incarnation;
pub(crate) use stamps::Blocks;
pub(crate) use stamps::{StampMut, Stamps, StampsMut};
pub use tick::Tick;

/// The number of rows that a block's stamp is about.
pub(crate) const ROWS_PER_BLOCK: usize = u64::BITS as usize;
