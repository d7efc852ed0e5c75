//! The packed buffer, and how a block comes into it.

use alloc::collections::TryReserveError;
use alloc::vec::Vec;
use core::fmt;

use bytemuck::Pod;

use crate::handle::Handle;
use crate::pool::IdPool;

use super::backing::Backing;
use super::config::{ConfigError, PackedConfig};
use super::error::{PackedError, Rejected};
use super::moves::MoveLog;
use super::place::{Dirty, Need, Slot, common_multiple, round_down};
use super::space::{Room, Space};

/// The name of one block of a [`PackedBuffer<M>`]: stays valid when the block moves,
/// and is stale for ever once it is released.
pub type BlockId<M> = Handle<PackedBuffer<M>>;

/// Blocks of bytes of different lengths and types, compact in one buffer of a fixed
/// size, each with metadata `M`, reached by a generational id.
///
/// See the [module](super) for the policies and what they cost.
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
/// let id = vertices.insert_slice(&cube, Mesh { material: 7 })?;
///
/// let block = vertices.get(id).expect("it was inserted above");
/// assert_eq!((block.offset(), block.len(), block.meta().material), (0, 24 * 12, 7));
/// for range in vertices.take_dirty(512) {
///     let upload = &vertices.as_bytes()[range]; // queue.write_buffer(.., upload)
///     assert_eq!(upload, bytemuck::bytes_of(&cube));
/// }
/// assert!(vertices.release(id).is_some());
/// assert!(vertices.get(id).is_none());
/// # Ok::<(), soa_runtime::packed::PackedError>(())
/// ```
pub struct PackedBuffer<M> {
    pub(super) ids: IdPool<BlockId<M>>,
    /// By slot: who is there, or was.
    pub(super) residents: Vec<Resident<M>>,
    pub(super) space: Space,
    pub(super) backing: Backing,
    pub(super) log: MoveLog,
    pub(super) config: PackedConfig,
    /// The sum of the blocks' lengths.
    pub(super) allocated: usize,
    /// Set if the last compaction left more holes than the threshold, for strides ask
    /// for them: the bytes of holes since then that another one would close.
    pub(super) stuck: Option<u64>,
    /// Whether any block may be dirty.
    pub(super) touched: bool,
}

/// The block that a slot was last given to, and its metadata while it lives.
pub(super) struct Resident<M> {
    pub(super) id: BlockId<M>,
    pub(super) meta: Option<M>,
}

impl<M> PackedBuffer<M> {
    /// Makes an empty buffer of `bytes` bytes for at most `blocks` blocks at once,
    /// with a grain of 4 bytes and the default policies.
    ///
    /// # Panics
    ///
    /// If `bytes` is more than `u32::MAX`, or the memory is not there.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::PackedBuffer;
    /// let buffer = PackedBuffer::<()>::with_capacity(1 << 20, 4096);
    /// assert_eq!((buffer.capacity(), buffer.top(), buffer.len()), (1 << 20, 0, 0));
    /// assert_eq!(buffer.as_bytes().as_ptr().addr() % 64, 0);
    /// ```
    #[track_caller]
    pub fn with_capacity(bytes: usize, blocks: usize) -> Self {
        Self::with_config(PackedConfig {
            bytes,
            blocks,
            ..PackedConfig::default()
        })
    }

    /// Makes an empty buffer.
    ///
    /// # Panics
    ///
    /// Where [`try_with_config`](Self::try_with_config) has an error.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_runtime::packed::{PackedBuffer, PackedConfig};
    ///
    /// let config = PackedConfig { bytes: 1000, align: 48, ..PackedConfig::default() };
    /// let buffer = PackedBuffer::<()>::with_config(config);
    /// assert_eq!(buffer.capacity(), 960);
    /// ```
    #[track_caller]
    pub fn with_config(config: PackedConfig) -> Self {
        match Self::try_with_config(config) {
            Ok(buffer) => buffer,
            Err(error) => panic!("{error}"),
        }
    }

    /// Makes an empty buffer, if the sizes are in range and the memory is there.
    ///
    /// # Errors
    ///
    /// [`ConfigError`] says which.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_runtime::packed::{ConfigError, PackedBuffer, PackedConfig};
    ///
    /// let config = PackedConfig { align: 0, ..PackedConfig::default() };
    /// let error = PackedBuffer::<()>::try_with_config(config).unwrap_err();
    /// assert_eq!(error, ConfigError::Align { align: 0 });
    /// ```
    pub fn try_with_config(config: PackedConfig) -> Result<Self, ConfigError> {
        let PackedConfig { bytes, align, .. } = config;
        let capacity = u32::try_from(bytes).map_err(|_| ConfigError::Bytes { bytes })?;
        let grain = u32::try_from(align).ok().filter(|&grain| grain > 0);
        let grain = grain.ok_or(ConfigError::Align { align })?;
        let capacity = round_down(capacity, grain);
        let backing = Backing::zeroed(capacity as usize);
        Ok(PackedBuffer {
            ids: IdPool::new(),
            residents: Vec::new(),
            space: Space::new(capacity, grain),
            backing: backing.ok_or(ConfigError::OutOfMemory { bytes })?,
            log: MoveLog::default(),
            config,
            allocated: 0,
            stuck: None,
            touched: false,
        })
    }

    /// Makes a block of `len` zeroes. O(1), and the zeroes; in a buffer without a
    /// fitting end it looks at all holes before it gives up, and then at all blocks, to
    /// say whether a compaction helps.
    ///
    /// # Errors
    ///
    /// [`PackedError::Full`] if no place is long enough, [`PackedError::TooManyBlocks`]
    /// if as many live as may; both hand the metadata back.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedBuffer, Rejected};
    /// let mut buffer = PackedBuffer::with_capacity(64, 8);
    /// let id = buffer.alloc(10, "scratch")?;
    /// assert_eq!(buffer.get(id).unwrap().bytes(), [0; 10]);
    /// # Ok::<(), Rejected<&str>>(())
    /// ```
    pub fn alloc(&mut self, len: usize, meta: M) -> Result<BlockId<M>, Rejected<M>> {
        let grain = self.space.grain;
        let (id, bytes) = self.make(len, Some(grain), meta)?;
        bytes.fill(0);
        Ok(id)
    }

    /// Makes a block that holds a copy of `bytes`. Cost as [`alloc`](Self::alloc).
    ///
    /// # Errors
    ///
    /// As [`alloc`](Self::alloc).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedBuffer, Rejected};
    /// let mut buffer = PackedBuffer::with_capacity(64, 8);
    /// let a = buffer.insert(&[1, 2, 3, 4, 5], ())?;
    /// let b = buffer.insert(&[6], ())?;
    /// assert_eq!(buffer.get(b).unwrap().offset(), 8); // a's 5 bytes take up 8
    /// assert_eq!(buffer.as_bytes(), [1, 2, 3, 4, 5, 0, 0, 0, 6, 0, 0, 0]);
    /// # assert_eq!(buffer.get(a).unwrap().len(), 5);
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    pub fn insert(&mut self, bytes: &[u8], meta: M) -> Result<BlockId<M>, Rejected<M>> {
        let grain = self.space.grain;
        self.insert_at(bytes, Some(grain), meta)
    }

    /// Makes a block that holds a copy of `elements`, at an offset that is, and stays
    /// through every move, a multiple of the element's size. So
    /// [`first`](Self::first) is a whole vertex index, for a stride of 12 or 20 bytes
    /// too. Cost as [`alloc`](Self::alloc).
    ///
    /// # Errors
    ///
    /// As [`alloc`](Self::alloc).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedBuffer, Rejected};
    /// let mut buffer = PackedBuffer::with_capacity(256, 8);
    /// buffer.insert(&[1, 2, 3, 4], ())?;
    /// let id = buffer.insert_slice(&[[0.0_f32; 5]; 3], ())?;
    /// assert_eq!(buffer.get(id).unwrap().offset(), 20);
    /// assert_eq!(buffer.first::<[f32; 5]>(id), Some(1));
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    pub fn insert_slice<P: Pod>(
        &mut self,
        elements: &[P],
        meta: M,
    ) -> Result<BlockId<M>, Rejected<M>> {
        let size = u32::try_from(size_of::<P>().max(1)).ok();
        let stride = size.and_then(|size| common_multiple(size, self.space.grain));
        // Only elements of no size are no bytes.
        let bytes = bytemuck::try_cast_slice(elements).unwrap_or(&[]);
        self.insert_at(bytes, stride, meta)
    }

    fn insert_at(
        &mut self,
        bytes: &[u8],
        stride: Option<u32>,
        meta: M,
    ) -> Result<BlockId<M>, Rejected<M>> {
        let (id, to) = self.make(bytes.len(), stride, meta)?;
        let (to, padding) = to.split_at_mut(bytes.len());
        to.copy_from_slice(bytes);
        padding.fill(0);
        Ok(id)
    }

    /// Makes a block whose bytes, padding included, the caller writes. A stride that
    /// no buffer can have is `None`.
    fn make(
        &mut self,
        len: usize,
        stride: Option<u32>,
        meta: M,
    ) -> Result<(BlockId<M>, &mut [u8]), Rejected<M>> {
        let (need, room, id) = match self.admit(len, stride) {
            Ok(admitted) => admitted,
            Err(error) => return Err(Rejected { meta, error }),
        };
        let mut dirty = Dirty::CLEAN;
        dirty.write(0, need.size);
        let slot = Slot::of(id);
        self.space.insert(slot, room, need, dirty);
        let meta = Some(meta);
        match self.residents.get_mut(slot.index()) {
            Some(vacant) => *vacant = Resident { id, meta },
            None => self.residents.push(Resident { id, meta }),
        }
        self.allocated += len;
        self.touched = true;
        Ok((
            id,
            &mut self.backing[room.offset as usize..][..need.size as usize],
        ))
    }

    /// All of making a block that can fail; only an id is taken.
    fn admit(
        &mut self,
        len: usize,
        stride: Option<u32>,
    ) -> Result<(Need, Room, BlockId<M>), PackedError> {
        let PackedConfig {
            blocks, placement, ..
        } = self.config;
        if self.ids.len() >= blocks {
            return Err(PackedError::TooManyBlocks { limit: blocks });
        }
        let need = stride.and_then(|stride| self.space.need(len, stride));
        let found = need.and_then(|need| Some((need, self.space.find(need, placement)?)));
        let (need, room) = found.ok_or_else(|| self.space.full(len, need, placement, None))?;
        self.reserve().map_err(|_| PackedError::OutOfMemory)?;
        Ok((need, room, self.ids.alloc()?))
    }

    fn reserve(&mut self) -> Result<(), TryReserveError> {
        self.space.try_reserve()?;
        self.residents.try_reserve(1)
    }

    /// The slot of an id, if its block lives.
    #[inline]
    pub(super) fn live(&self, id: BlockId<M>) -> Option<Slot> {
        self.ids.contains(id).then(|| Slot::of(id))
    }
}

impl<M> fmt::Debug for PackedBuffer<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PackedBuffer")
            .field("blocks", &self.len())
            .field("allocated_bytes", &self.allocated_bytes())
            .field("top", &self.top())
            .field("capacity", &self.capacity())
            .finish()
    }
}
