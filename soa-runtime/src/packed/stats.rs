//! The figures of a container.

/// The figures of a packed container, see [`Packed::stats`](super::Packed::stats).
///
/// # Examples
///
/// ```
/// use soa_runtime::packed::{Compaction, PackedBuffer, PackedConfig, Rejected};
///
/// let config = PackedConfig::new(64, 8).compaction(Compaction::Manual);
/// let mut buffer = PackedBuffer::with_config(config);
/// let ids = [buffer.alloc(8, ())?, buffer.alloc(6, ())?]; // 6 bytes take up 8
/// buffer.remove(ids[0]);
/// let stats = buffer.stats();
/// assert_eq!((stats.live, stats.holes, stats.hole_units, stats.slack), (1, 1, 8, 2));
/// buffer.compact();
/// assert_eq!((buffer.stats().hole_units, buffer.stats().moved), (0, 8));
/// # Ok::<(), Rejected<()>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct PackedStats {
    /// The number of live blocks.
    pub live: usize,
    /// The number of holes between blocks. The free end after the last block is not a hole.
    pub holes: usize,
    /// The units in holes, including those that strides keep open.
    pub hole_units: usize,
    /// The length of the largest hole, in units.
    pub largest_hole: usize,
    /// The units that blocks take up beyond their lengths, because lengths are rounded up to
    /// the grain.
    pub slack: usize,
    /// The units that were moved since the container was created.
    pub moved: u64,
    /// The share of the free units that lies outside the longest free piece: 0 if all free
    /// units are in one piece, near 1 if they are scattered.
    pub fragmentation: f64,
}
