//! The space: ids, places and policies, for memory that is elsewhere.

mod access;
mod bins;
mod block;
pub(super) mod contents;
mod follow;
mod grow;
mod iter;
pub(super) mod log;
mod make;
mod order;
pub(super) mod place;
mod slide;
pub(super) mod spans;
mod upkeep;

use alloc::vec::Vec;
use core::fmt;

use super::config::{ConfigError, PackedConfig};
use crate::handle::Handle;
use crate::pool::IdPool;
use log::{MoveLog, Recording};
use place::{Slot, round_down};
use spans::Spans;

pub(super) use follow::Resized;

pub use block::{SpaceBlock, SpaceBlockMut};
pub use iter::{SpaceIter, SpaceIterMut};

/// The name of one block of a [`PackedSpace<M>`] or a
/// [`PackedBuffer<M>`](super::PackedBuffer): stays valid when the block moves, and is
/// stale for ever once it is released.
pub type BlockId<M> = Handle<PackedSpace<M>>;

/// The allocator of a [`PackedBuffer`](super::PackedBuffer) without the bytes: places in
/// memory that is elsewhere, on the GPU alone perhaps, compact, each with metadata `M`,
/// reached by a generational id.
///
/// It counts in units of the caller's choice, bytes or vertices: those are what
/// [`PackedConfig`]'s `bytes` and `align` are here, and each length, offset and figure.
/// The same calls give the same ids, offsets, errors, moves and figures as they do in a
/// buffer. What compaction moved, [`take_moves`](Self::take_moves) says, and whoever has
/// the memory makes the moves there.
///
/// # Examples
///
/// ```
/// use soa_runtime::packed::{Compaction, PackedConfig, PackedError, PackedSpace};
///
/// struct Mesh {
///     material: u32,
/// }
/// // 65 536 vertices, whatever their layout, in a buffer that only the GPU has.
/// let config = PackedConfig { bytes: 1 << 16, align: 1, compaction: Compaction::Manual, ..Default::default() };
/// let mut vertices = PackedSpace::<Mesh>::with_config(config);
/// let quad = vertices.alloc(4, Mesh { material: 1 })?;
/// let cube = vertices.alloc(24, Mesh { material: 2 })?;
///
/// vertices.release(quad);
/// vertices.compact_step(1000);
/// for step in vertices.take_moves() {
///     for copy in step.chunks() {
///         // vkCmdCopyBuffer: `copy.len` vertices of the buffer, `copy.src` to `copy.dst`
///         assert_eq!(copy.src - copy.dst, 4);
///     }
/// }
/// let block = vertices.get(cube).expect("it was made above");
/// assert_eq!((block.offset(), block.len(), block.meta().material), (0, 24, 2));
/// # Ok::<(), PackedError>(())
/// ```
pub struct PackedSpace<M> {
    ids: IdPool<BlockId<M>>,
    /// By slot: who is there, or was.
    pub(super) residents: Vec<Resident<M>>,
    pub(super) spans: Spans,
    log: MoveLog,
    config: PackedConfig,
    /// The sum of the blocks' lengths.
    allocated: usize,
    /// Set if the last compaction left more holes than the threshold, for strides ask
    /// for them: how much of holes since then another one would close.
    stuck: Option<u64>,
    /// The capacity of which [`take_grown`](Self::take_grown) has told.
    told_capacity: u32,
}

/// The block that a slot was last given to, and its metadata while it lives.
pub(super) struct Resident<M> {
    pub(super) id: BlockId<M>,
    pub(super) meta: Option<M>,
}

impl<M> PackedSpace<M> {
    /// Makes an empty space of `units` units for at most `blocks` blocks at once, with a
    /// grain of 4 units and the default policies. It allocates next to nothing.
    ///
    /// # Panics
    ///
    /// If `units` is more than `u32::MAX`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::PackedSpace;
    /// let space = PackedSpace::<()>::with_capacity(1 << 30, 4096);
    /// assert_eq!((space.capacity(), space.top(), space.len()), (1 << 30, 0, 0));
    /// ```
    #[track_caller]
    pub fn with_capacity(units: usize, blocks: usize) -> Self {
        Self::with_config(PackedConfig {
            bytes: units,
            blocks,
            ..PackedConfig::default()
        })
    }

    /// Makes an empty space.
    ///
    /// # Panics
    ///
    /// Where [`try_with_config`](Self::try_with_config) has an error.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_runtime::packed::{PackedConfig, PackedSpace};
    ///
    /// let config = PackedConfig { bytes: 1000, align: 48, ..PackedConfig::default() };
    /// let space = PackedSpace::<()>::with_config(config);
    /// assert_eq!(space.capacity(), 960);
    /// ```
    #[track_caller]
    pub fn with_config(config: PackedConfig) -> Self {
        match Self::try_with_config(config) {
            Ok(space) => space,
            Err(error) => panic!("{error}"),
        }
    }

    /// Makes an empty space, if the sizes are in range.
    ///
    /// # Errors
    ///
    /// [`ConfigError`] says which is not.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_runtime::packed::{ConfigError, PackedConfig, PackedSpace};
    ///
    /// let config = PackedConfig { align: 0, ..PackedConfig::default() };
    /// let error = PackedSpace::<()>::try_with_config(config).unwrap_err();
    /// assert_eq!(error, ConfigError::Align { align: 0 });
    /// ```
    pub fn try_with_config(config: PackedConfig) -> Result<Self, ConfigError> {
        Self::try_recording(config, Recording::Always)
    }

    pub(super) fn try_recording(
        config: PackedConfig,
        recording: Recording,
    ) -> Result<Self, ConfigError> {
        let PackedConfig {
            bytes,
            max_bytes,
            align,
            ..
        } = config;
        let capacity = u32::try_from(bytes).map_err(|_| ConfigError::Bytes { bytes })?;
        let grain = u32::try_from(align).ok().filter(|&grain| grain > 0);
        let grain = grain.ok_or(ConfigError::Align { align })?;
        // What no offset can address is no limit.
        let most = max_bytes.map_or(capacity, |most| u32::try_from(most).unwrap_or(u32::MAX));
        let limit = round_down(most.max(capacity), grain);
        let capacity = round_down(capacity, grain);
        Ok(PackedSpace {
            ids: IdPool::new(),
            residents: Vec::new(),
            spans: Spans::new(capacity, limit, grain),
            log: MoveLog::new(recording),
            config,
            allocated: 0,
            stuck: None,
            told_capacity: capacity,
        })
    }

    /// The slot of an id, if its block lives.
    #[inline]
    pub(super) fn live(&self, id: BlockId<M>) -> Option<Slot> {
        self.ids.contains(id).then(|| Slot::of(id))
    }
}

impl<M> fmt::Debug for PackedSpace<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PackedSpace")
            .field("blocks", &self.len())
            .field("allocated", &self.allocated_bytes())
            .field("top", &self.top())
            .field("capacity", &self.capacity())
            .finish()
    }
}
