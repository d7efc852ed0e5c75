//! The configuration of a container: its sizes, its grain and its two policies.

use core::error::Error;
use core::fmt;

/// Where a new block goes.
///
/// # Examples
///
/// ```
/// use soa_runtime::packed::{Compaction, PackedConfig, PackedSpace, Placement, Rejected};
///
/// fn third_offset(placement: Placement) -> Result<Option<usize>, Rejected<()>> {
///     let config = PackedConfig::new(64, 8).placement(placement).compaction(Compaction::Manual);
///     let mut space = PackedSpace::with_config(config);
///     let first = space.alloc(8, ())?;
///     space.alloc(8, ())?;
///     space.remove(first);
///     let third = space.alloc(8, ())?;
///     Ok(space.get(third).map(|block| block.offset()))
/// }
///
/// assert_eq!(third_offset(Placement::ReuseHoles)?, Some(0));
/// assert_eq!(third_offset(Placement::Append)?, Some(16));
/// # Ok::<(), Rejected<()>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Placement {
    /// Puts every block after the last one, so memory order is allocation order.
    Append,
    /// Puts a block into the hole that fits best, or after the last block if no hole fits. The
    /// hole is found by its size class in O(1).
    #[default]
    ReuseHoles,
}

/// When the holes that removed blocks leave are closed. The ids stay valid; the offsets change.
///
/// # Examples
///
/// ```
/// use soa_runtime::packed::{Compaction, PackedConfig, PackedSpace, Rejected};
///
/// fn holes(compaction: Compaction) -> Result<usize, Rejected<()>> {
///     let config = PackedConfig::new(1024, 8).compaction(compaction);
///     let mut space = PackedSpace::with_config(config);
///     let ids = [space.alloc(8, ())?, space.alloc(64, ())?, space.alloc(64, ())?];
///     space.remove(ids[0]); // leaves a hole of 8 units beside 128 units in blocks
///     Ok(space.stats().holes)
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
    /// Closes holes after every call that leaves one. Each time, everything above the hole
    /// moves.
    Eager,
    /// Closes holes when they exceed a share of what the blocks take up. A removed unit costs a
    /// move of at most `100 / percent` units, amortised.
    Threshold {
        /// The share: units in holes, in percent of the units in blocks.
        percent: u32,
    },
    /// Closes holes only in `compact` and `compact_step`.
    Manual,
}

impl Default for Compaction {
    fn default() -> Self {
        Compaction::Threshold { percent: 25 }
    }
}

/// The configuration of a [`PackedBuffer`](super::PackedBuffer), which counts bytes, or of a
/// [`PackedSpace`](super::PackedSpace), which counts units of the caller's choice.
///
/// # Examples
///
/// ```
/// use soa_runtime::packed::{Compaction, PackedBuffer, PackedConfig, Placement};
///
/// // The blocks lie one after another, without holes, in the order of their allocation.
/// let config = PackedConfig::new(1 << 16, 100)
///     .placement(Placement::Append)
///     .compaction(Compaction::Eager);
/// let buffer = PackedBuffer::<()>::with_config(config);
/// assert_eq!(buffer.capacity(), 1 << 16);
/// ```
///
/// Each method sets the field of its name. You can also set the fields directly, for example if the
/// values are read from a file:
///
/// ```
/// # use soa_runtime::packed::PackedConfig;
/// let base = PackedConfig::new(1 << 16, 100).max_capacity(1 << 20);
/// let fixed = PackedConfig { max_capacity: None, ..base };
/// assert_eq!(fixed, PackedConfig::new(1 << 16, 100));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PackedConfig {
    /// The capacity at the start, in units; at most `u32::MAX`, rounded down to a multiple of
    /// `align`.
    pub capacity: usize,
    /// The capacity that the container may grow to, see [`max_capacity`](Self::max_capacity);
    /// without one it never grows.
    pub max_capacity: Option<usize>,
    /// The maximum number of live blocks. This is a limit only: no memory is reserved for it.
    pub blocks: usize,
    /// The grain, in units: every offset, and the length that a block takes up, is a multiple
    /// of it.
    pub align: usize,
    /// Where a new block goes.
    pub placement: Placement,
    /// When holes are closed.
    pub compaction: Compaction,
}

impl PackedConfig {
    /// Creates a configuration for a capacity of `capacity` units and up to `blocks` live
    /// blocks. The container never grows, has a grain of 4 units, and uses the default policies.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_runtime::packed::{PackedConfig, PackedSpace};
    ///
    /// let mut space = PackedSpace::with_config(PackedConfig::new(64, 1));
    /// assert_eq!(space.capacity(), 64);
    /// assert!(space.alloc(8, ()).is_ok());
    /// assert!(space.alloc(8, ()).is_err()); // one block is the limit
    /// ```
    #[must_use]
    pub const fn new(capacity: usize, blocks: usize) -> Self {
        PackedConfig {
            capacity,
            max_capacity: None,
            blocks,
            align: 4,
            placement: Placement::ReuseHoles,
            compaction: Compaction::Threshold { percent: 25 },
        }
    }

    /// Lets the container grow up to `units`, rounded down to a multiple of the grain. A request
    /// that finds no room doubles the capacity until it fits, even where a compaction would make
    /// room. A limit below the first capacity, or above what offsets can address, has no effect.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedConfig, PackedSpace, Rejected};
    /// let config = PackedConfig::new(64, 8).max_capacity(200);
    /// let mut space = PackedSpace::with_config(config);
    /// space.alloc(100, ())?;
    /// assert_eq!(space.capacity(), 128);
    /// space.alloc(100, ())?;
    /// assert_eq!(space.capacity(), 200);
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    #[must_use]
    pub const fn max_capacity(mut self, units: usize) -> Self {
        self.max_capacity = Some(units);
        self
    }

    /// Sets the grain to `units`, which may be any number except zero. `WebGPU` copies in
    /// multiples of 4 bytes.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedConfig, PackedSpace, Rejected};
    /// let mut space = PackedSpace::with_config(PackedConfig::new(64, 8).align(16));
    /// let ids = [space.alloc(1, ())?, space.alloc(1, ())?];
    /// assert_eq!(space.get(ids[1]).expect("it is live").offset(), 16);
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    #[must_use]
    pub const fn align(mut self, units: usize) -> Self {
        self.align = units;
        self
    }

    /// Sets where a new block goes.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_runtime::packed::{PackedConfig, Placement};
    ///
    /// let config = PackedConfig::new(64, 8).placement(Placement::Append);
    /// assert_eq!(config.placement, Placement::Append);
    /// ```
    #[must_use]
    pub const fn placement(self, placement: Placement) -> Self {
        PackedConfig { placement, ..self }
    }

    /// Sets when holes are closed.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_runtime::packed::{Compaction, PackedConfig};
    ///
    /// let config = PackedConfig::new(64, 8).compaction(Compaction::Manual);
    /// assert_eq!(config.compaction, Compaction::Manual);
    /// ```
    #[must_use]
    pub const fn compaction(self, compaction: Compaction) -> Self {
        PackedConfig { compaction, ..self }
    }
}

impl Default for PackedConfig {
    /// Returns a configuration for 2^20 units that never grow and up to 4096 blocks.
    fn default() -> Self {
        PackedConfig::new(1 << 20, 4096)
    }
}

/// The reason why a container cannot be created.
///
/// # Examples
///
/// ```
/// use soa_runtime::packed::{ConfigError, PackedBuffer, PackedConfig};
///
/// let config = PackedConfig::new(64, 8).align(0);
/// let error = PackedBuffer::<()>::try_with_config(config).unwrap_err();
/// assert_eq!(error, ConfigError::Align { align: 0 });
/// assert_eq!(error.to_string(), "`align` 0 is out of range; expected 1 to 4294967295");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ConfigError {
    /// `align` is zero or more than `u32::MAX`.
    Align {
        /// The requested grain.
        align: usize,
    },
    /// `capacity` is more than `u32::MAX`, the range of the offsets.
    Capacity {
        /// The requested capacity, in units.
        capacity: usize,
    },
    /// The allocator refused the memory for the bytes of a buffer.
    OutOfMemory {
        /// The number of bytes that were requested.
        bytes: usize,
    },
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let most = u32::MAX;
        match self {
            ConfigError::Align { align } => {
                write!(f, "`align` {align} is out of range; expected 1 to {most}")
            }
            ConfigError::Capacity { capacity } => write!(
                f,
                "`capacity` {capacity} is out of range; expected at most {most}"
            ),
            ConfigError::OutOfMemory { bytes } => {
                write!(f, "out of memory for a packed buffer of {bytes} bytes")
            }
        }
    }
}

impl Error for ConfigError {}
