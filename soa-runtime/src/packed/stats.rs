//! What a packed buffer or space is filled with.

/// The figures of a packed buffer, see [`stats`](super::PackedBuffer::stats); those of a
/// [`PackedSpace`](super::PackedSpace) are in its units.
///
/// # Examples
///
/// ```
/// use soa_runtime::packed::{Compaction, PackedBuffer, PackedConfig, Rejected};
///
/// let config = PackedConfig { bytes: 64, compaction: Compaction::Manual, ..Default::default() };
/// let mut buffer = PackedBuffer::with_config(config);
/// let ids = [buffer.alloc(8, ())?, buffer.alloc(6, ())?]; // 6 bytes take up 8
/// buffer.release(ids[0]);
/// let stats = buffer.stats();
/// assert_eq!((stats.live, stats.holes, stats.hole_bytes, stats.slack), (1, 1, 8, 2));
/// buffer.compact();
/// assert_eq!((buffer.stats().hole_bytes, buffer.stats().moved), (0, 8));
/// # Ok::<(), Rejected<()>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct PackedStats {
    /// How many blocks live.
    pub live: usize,
    /// How many holes there are between blocks; the end is none.
    pub holes: usize,
    /// The bytes in holes, alignment to strides included.
    pub hole_bytes: usize,
    /// The bytes of the largest hole.
    pub largest_hole: usize,
    /// The bytes that blocks take up beyond their length, for the grain.
    pub slack: usize,
    /// The bytes that were moved since the buffer was made.
    pub moved: u64,
    /// The share of the free bytes that is not in their longest piece: 0 if they are
    /// all in one, near 1 if they are scattered.
    pub fragmentation: f64,
}
