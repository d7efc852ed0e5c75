//! What a packed buffer or space is made of: its sizes, its grain and its two policies.

use core::error::Error;
use core::fmt;

/// Where a new block goes.
///
/// # Examples
///
/// ```
/// use soa_runtime::packed::{Compaction, PackedBuffer, PackedConfig, Placement, Rejected};
///
/// fn third(placement: Placement) -> Result<Option<usize>, Rejected<()>> {
///     let compaction = Compaction::Manual;
///     let mut buffer = PackedBuffer::with_config(PackedConfig { placement, compaction, ..Default::default() });
///     let first = buffer.alloc(8, ())?;
///     buffer.alloc(8, ())?;
///     buffer.release(first);
///     let third = buffer.alloc(8, ())?;
///     Ok(buffer.get(third).map(|block| block.offset()))
/// }
///
/// assert_eq!(third(Placement::ReuseHoles)?, Some(0));
/// assert_eq!(third(Placement::Append)?, Some(16));
/// # Ok::<(), Rejected<()>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Placement {
    /// Always behind the last block: memory order is allocation order.
    Append,
    /// Into the hole that fits best, found by size class in O(1), and behind the
    /// last block where none does.
    #[default]
    ReuseHoles,
}

/// When the holes that released blocks leave are closed. The ids stay valid, the
/// offsets change.
///
/// # Examples
///
/// ```
/// use soa_runtime::packed::{Compaction, PackedBuffer, PackedConfig, Rejected};
///
/// fn holes(compaction: Compaction) -> Result<usize, Rejected<()>> {
///     let mut buffer = PackedBuffer::with_config(PackedConfig { compaction, ..Default::default() });
///     let ids = [buffer.alloc(8, ())?, buffer.alloc(64, ())?, buffer.alloc(64, ())?];
///     buffer.release(ids[0]); // 8 bytes of a hole, 128 of blocks
///     Ok(buffer.stats().holes)
/// }
///
/// assert_eq!(holes(Compaction::Eager)?, 0);
/// assert_eq!(holes(Compaction::Threshold { percent: 5 })?, 0);
/// assert_eq!(holes(Compaction::Threshold { percent: 25 })?, 1);
/// assert_eq!(holes(Compaction::Manual)?, 1);
/// # Ok::<(), Rejected<()>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Compaction {
    /// After every call that leaves a hole; each costs a move of all bytes above it.
    Eager,
    /// As soon as the holes exceed this share of the blocks' own bytes. A byte
    /// released costs a move of at most `100 / percent` bytes, amortised.
    Threshold {
        /// The bytes in holes, in percent of the bytes in blocks.
        percent: u32,
    },
    /// Only by `compact` and `compact_step`.
    Manual,
}

impl Default for Compaction {
    fn default() -> Self {
        Compaction::Threshold { percent: 25 }
    }
}

/// How a [`PackedBuffer`](crate::packed::PackedBuffer) is made, or a
/// [`PackedSpace`](crate::packed::PackedSpace), where a byte is a unit of the caller's
/// choice.
///
/// # Examples
///
/// ```
/// use soa_runtime::packed::{Compaction, PackedBuffer, PackedConfig, Placement};
///
/// // One block behind the other, in the order of their allocation, always.
/// let config = PackedConfig {
///     bytes: 1 << 16,
///     placement: Placement::Append,
///     compaction: Compaction::Eager,
///     ..PackedConfig::default()
/// };
/// let buffer = PackedBuffer::<()>::with_config(config);
/// assert_eq!(buffer.capacity(), 1 << 16);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PackedConfig {
    /// The size it is made with, at most `u32::MAX`; rounded down to a multiple of
    /// `align`.
    pub bytes: usize,
    /// The size it may grow to, rounded down to a multiple of `align`; without one it
    /// never grows, as the GPU buffer it feeds may not. With one, a request that finds no
    /// room doubles the size until it fits, also where a compaction would do. What is
    /// less than `bytes` never binds, nor does what is more than offsets can address.
    pub max_bytes: Option<usize>,
    /// The most blocks that live at once. A limit only: their table grows as they come.
    pub blocks: usize,
    /// The grain of all offsets and of the bytes a block takes up; any number but
    /// zero. `WebGPU` copies in multiples of 4.
    pub align: usize,
    /// Where a new block goes.
    pub placement: Placement,
    /// When holes are closed.
    pub compaction: Compaction,
}

impl Default for PackedConfig {
    /// One mebibyte that never grows, 4096 blocks, a grain of 4 bytes and the default
    /// policies.
    fn default() -> Self {
        PackedConfig {
            bytes: 1 << 20,
            max_bytes: None,
            blocks: 4096,
            align: 4,
            placement: Placement::default(),
            compaction: Compaction::default(),
        }
    }
}

/// Why a buffer cannot be made.
///
/// # Examples
///
/// ```
/// use soa_runtime::packed::{ConfigError, PackedBuffer, PackedConfig};
///
/// let config = PackedConfig { align: 0, ..PackedConfig::default() };
/// let error = PackedBuffer::<()>::try_with_config(config).unwrap_err();
/// assert_eq!(error, ConfigError::Align { align: 0 });
/// assert_eq!(error.to_string(), "an align of 0 is out of range; give 1 to 4294967295");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ConfigError {
    /// `align` is zero or more than `u32::MAX`.
    Align {
        /// What was asked for.
        align: usize,
    },
    /// `bytes` is more than `u32::MAX`, the range of the offsets.
    Bytes {
        /// What was asked for.
        bytes: usize,
    },
    /// The allocator refused the backing buffer.
    OutOfMemory {
        /// How many bytes were asked for.
        bytes: usize,
    },
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ConfigError::Align { align } => {
                write!(
                    f,
                    "an align of {align} is out of range; give 1 to {}",
                    u32::MAX
                )
            }
            ConfigError::Bytes { bytes } => write!(
                f,
                "{bytes} bytes are more than a packed buffer can address; give at most {}",
                u32::MAX
            ),
            ConfigError::OutOfMemory { bytes } => {
                write!(f, "out of memory for a packed buffer of {bytes} bytes")
            }
        }
    }
}

impl Error for ConfigError {}
