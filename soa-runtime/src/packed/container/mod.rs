//! The container: ids, places, policies and contents.

mod access;
mod make;
mod readers;
mod upkeep;

use alloc::vec::Vec;
use core::fmt;

use super::config::{ConfigError, PackedConfig};
use super::contents::{Buffer, Bytes, Contents};
use super::place::{Slot, round_down};
use super::spans::Spans;
use crate::handle::Handle;
use crate::pool::IdPool;

/// The id of one block of a [`Packed<M, C>`](Packed). It stays valid when the block moves, and is
/// stale for ever after the block was removed.
///
/// # Examples
///
/// ```
/// use soa_runtime::packed::{BlockId, PackedBuffer, Rejected};
///
/// let mut buffer = PackedBuffer::with_capacity(64, 8);
/// let id: BlockId<&str> = buffer.alloc(8, "scratch")?;
/// assert!(buffer.contains(id));
/// assert!(!buffer.contains(BlockId::DANGLING));
/// # Ok::<(), Rejected<&str>>(())
/// ```
pub type BlockId<M> = Handle<PackedSpace<M>>;

/// Blocks of bytes of different lengths and types, compact in one buffer.
///
/// It is a [`Packed`] container whose units are bytes; see there for its methods. It stores the
/// bytes of its blocks and records for each [`reader`](Packed::reader) which of them a copy on the GPU
/// lacks.
///
/// # Examples
///
/// ```
/// use soa_runtime::packed::PackedBuffer;
///
/// struct Mesh {
///     material: u32,
/// }
/// let cube = [[0.0_f32, 1.0, 2.0]; 24];
///
/// let mut vertices = PackedBuffer::<Mesh>::with_capacity(1 << 20, 4096);
/// let gpu = vertices.reader(); // from now on, what changes is recorded
/// let id = vertices.insert_slice(&cube, Mesh { material: 7 })?;
///
/// let block = vertices.get(id).expect("it was inserted above");
/// assert_eq!((block.offset(), block.len(), block.meta().material), (0, 24 * 12, 7));
/// for range in vertices.changes(gpu).written {
///     let upload = &vertices.as_bytes()[range]; // queue.write_buffer(.., upload)
///     assert_eq!(upload, bytemuck::bytes_of(&cube));
/// }
/// assert!(vertices.remove(id).is_some());
/// assert!(vertices.get(id).is_none());
/// # Ok::<(), soa_runtime::packed::PackedError>(())
/// ```
pub type PackedBuffer<M> = Packed<M, Bytes>;

/// The allocator of a [`PackedBuffer`] without the bytes: blocks in memory that is elsewhere, for
/// example only on the GPU.
///
/// It is a [`Packed`] container that counts units of the caller's choice, for example bytes or
/// vertices; see there for its methods. The owner of the memory repeats the moves that [`changes`](Packed::changes)
/// returns. The same calls return the same ids, offsets, errors, moves and figures in a space and in a buffer.
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
/// let config = PackedConfig::new(1 << 16, 4096).align(1).compaction(Compaction::Manual);
/// let mut vertices = PackedSpace::<Mesh>::with_config(config);
/// let gpu = vertices.reader();
/// let quad = vertices.alloc(4, Mesh { material: 1 })?;
/// let cube = vertices.alloc(24, Mesh { material: 2 })?;
///
/// vertices.remove(quad);
/// vertices.compact_step(1000);
/// for step in vertices.changes(gpu).moves {
///     for piece in step.pieces(step.src.abs_diff(step.dst)) {
///         // vkCmdCopyBuffer: `piece.len` vertices of the buffer, from `piece.src` to `piece.dst`
///         assert_eq!((piece.src - piece.dst, piece.len), (4, 4));
///     }
/// }
/// let block = vertices.get(cube).expect("it was created above");
/// assert_eq!((block.offset(), block.len(), block.meta().material), (0, 24, 2));
/// # Ok::<(), PackedError>(())
/// ```
pub type PackedSpace<M> = Packed<M, ()>;

/// Blocks of different lengths, compact in one memory. Each block carries metadata `M` and is
/// reached by a generational [`BlockId<M>`](BlockId).
///
/// There are two kinds, which differ in their [`Contents`]: a [`PackedBuffer<M>`](PackedBuffer)
/// stores the bytes of its blocks, and a [`PackedSpace<M>`](PackedSpace) only manages memory that
/// is elsewhere. Capacities, lengths, offsets and figures count units: bytes in a buffer, and
/// units of the caller's choice in a space.
///
/// See the [module](super) for the policies and what they cost.
///
/// # Examples
///
/// ```
/// use soa_runtime::packed::{Contents, Packed, PackedBuffer, PackedSpace, Rejected};
///
/// fn remove_short<M, C: Contents>(container: &mut Packed<M, C>, shortest: usize) -> usize {
///     let ids: Vec<_> = container
///         .iter()
///         .filter_map(|(id, block)| (block.len() < shortest).then_some(id))
///         .collect();
///     container.remove_many(ids)
/// }
///
/// let mut buffer = PackedBuffer::with_capacity(64, 8);
/// buffer.insert(&[1, 2, 3], ())?;
/// let mut space = PackedSpace::with_capacity(64, 8);
/// space.alloc(8, ())?;
/// assert_eq!((remove_short(&mut buffer, 4), remove_short(&mut space, 4)), (1, 0));
/// # Ok::<(), Rejected<()>>(())
/// ```
pub struct Packed<M, C: Contents> {
    ids: IdPool<BlockId<M>>,
    /// By slot.
    pub(super) residents: Vec<Resident<M>>,
    pub(super) spans: Spans,
    pub(super) contents: Buffer<C>,
    config: PackedConfig,
    /// The sum of the blocks' lengths.
    allocated: usize,
    /// Set if the last compaction left more units in holes than the threshold allows, because
    /// strides keep them open: the units freed since then that another compaction would close.
    stuck: Option<u64>,
}

/// The block that a slot was last given to, and its metadata while it is live.
pub(super) struct Resident<M> {
    pub(super) id: BlockId<M>,
    pub(super) meta: Option<M>,
}

impl<M, C: Contents> Packed<M, C> {
    /// Creates an empty container with a capacity of `capacity` units for up to `blocks` live
    /// blocks. It never grows, has a grain of 4 units, and uses the default policies. A space
    /// allocates almost no memory.
    ///
    /// # Panics
    ///
    /// Panics if `capacity` is more than `u32::MAX`, or if the allocator does not have the bytes
    /// of a buffer.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedBuffer, PackedSpace};
    /// let buffer = PackedBuffer::<()>::with_capacity(1 << 20, 4096);
    /// assert_eq!((buffer.capacity(), buffer.top(), buffer.len()), (1 << 20, 0, 0));
    /// assert_eq!(buffer.as_bytes().as_ptr().addr() % 64, 0);
    ///
    /// let space = PackedSpace::<()>::with_capacity(1 << 30, 4096);
    /// assert_eq!(space.capacity(), 1 << 30);
    /// ```
    #[track_caller]
    pub fn with_capacity(capacity: usize, blocks: usize) -> Self {
        Self::with_config(PackedConfig::new(capacity, blocks))
    }

    /// Creates an empty container.
    ///
    /// # Panics
    ///
    /// Panics if [`try_with_config`](Self::try_with_config) returns an error.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_runtime::packed::{PackedBuffer, PackedConfig};
    ///
    /// let buffer = PackedBuffer::<()>::with_config(PackedConfig::new(1000, 8).align(48));
    /// assert_eq!(buffer.capacity(), 960); // a multiple of 48
    /// ```
    #[track_caller]
    pub fn with_config(config: PackedConfig) -> Self {
        match Self::try_with_config(config) {
            Ok(container) => container,
            Err(error) => panic!("{error}"),
        }
    }

    /// Creates an empty container, or returns an error if that is not possible.
    ///
    /// # Errors
    ///
    /// Returns [`ConfigError`] if a size is out of range, or if the allocator does not have the
    /// bytes of a buffer.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_runtime::packed::{ConfigError, PackedConfig, PackedSpace};
    ///
    /// let config = PackedConfig::new(64, 8).align(0);
    /// let error = PackedSpace::<()>::try_with_config(config).unwrap_err();
    /// assert_eq!(error, ConfigError::Align { align: 0 });
    /// ```
    pub fn try_with_config(config: PackedConfig) -> Result<Self, ConfigError> {
        let PackedConfig {
            capacity,
            max_capacity,
            align,
            ..
        } = config;
        let first = u32::try_from(capacity).map_err(|_| ConfigError::Capacity { capacity })?;
        let grain = u32::try_from(align).ok().filter(|&grain| grain > 0);
        let grain = grain.ok_or(ConfigError::Align { align })?;
        // A limit past the largest offset has no effect.
        let most = max_capacity.map_or(first, |most| u32::try_from(most).unwrap_or(u32::MAX));
        let limit = round_down(most.max(first), grain);
        let first = round_down(first, grain);
        let contents = Buffer::new(first as usize);
        Ok(Packed {
            ids: IdPool::new(),
            residents: Vec::new(),
            spans: Spans::new(first, limit, grain),
            contents: contents.ok_or(ConfigError::OutOfMemory { bytes: capacity })?,
            config,
            allocated: 0,
            stuck: None,
        })
    }

    /// Returns the slot of an id, if its block is live.
    fn live(&self, id: BlockId<M>) -> Option<Slot> {
        self.ids.contains(id).then(|| Slot::of(id))
    }
}

impl<M, C: Contents> fmt::Debug for Packed<M, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct(C::NAME)
            .field("blocks", &self.len())
            .field("allocated", &self.allocated())
            .field("top", &self.top())
            .field("capacity", &self.capacity())
            .finish()
    }
}
