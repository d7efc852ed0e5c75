//! placeholder
mod access;
mod backing;
mod bins;
mod block;
mod buffer;
mod compact;
mod config;
mod dirty;
mod error;
mod flush;
mod iter;
mod moves;
mod order;
mod place;
mod space;
mod stats;
mod upkeep;

pub use block::{Block, BlockMut};
pub use buffer::{BlockId, PackedBuffer};
pub use config::{Compaction, ConfigError, PackedConfig, Placement};
pub use error::{PackedError, Rejected, ViewError};
pub use iter::{Iter, IterMut};
pub use moves::Move;
pub use stats::PackedStats;
