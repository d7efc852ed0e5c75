//! The container: ids, places, policies and contents, how blocks are found, and the figures.

use alloc::vec::Vec;
use core::marker::PhantomData;

use super::block::{Block, BlockMut};
use super::changes::{PackedChanges, PackedReader};
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
    pub(super) ids: IdPool<BlockId<M>>,
    /// The metadata of the live blocks, by slot.
    pub(super) metas: Vec<Option<M>>,
    pub(super) spans: Spans,
    pub(super) contents: Buffer<C>,
    pub(super) config: PackedConfig,
    /// The sum of the blocks' lengths.
    pub(super) allocated: usize,
    /// Set if the last compaction left more units in holes than the threshold allows, because
    /// strides keep them open: the units freed since then that another compaction would close.
    pub(super) stuck: Option<u64>,
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
            placement,
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
            metas: Vec::new(),
            spans: Spans::new(first, limit, grain, placement),
            contents: contents.ok_or(ConfigError::OutOfMemory { bytes: capacity })?,
            config,
            allocated: 0,
            stuck: None,
        })
    }

    /// Adds a reader, for a copy of the memory elsewhere. From now on its changes are recorded, until
    /// [`forget_reader`](Self::forget_reader). O(slots).
    ///
    /// The copy begins with what the container has now: its [`capacity`](Self::capacity), and in a
    /// buffer [`as_bytes`](Packed::as_bytes). There can be any number of readers. They share what is
    /// recorded, so the memory for it is bounded by what the slowest of them lacks. Without readers
    /// nothing is recorded.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedBuffer, Rejected};
    /// let mut buffer = PackedBuffer::with_capacity(64, 8);
    /// buffer.insert(&[1; 8], ())?;
    /// let (mut copy, reader) = (buffer.as_bytes().to_vec(), buffer.reader());
    /// buffer.insert(&[2; 8], ())?;
    /// let late = buffer.reader();
    /// assert_eq!(buffer.changes(reader).written, [8..16]);
    /// assert!(buffer.changes(late).written.is_empty());
    /// # copy.clear();
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    pub fn reader(&mut self) -> PackedReader {
        let slots = self.ids.slots();
        self.contents.record.add(self.spans.capacity, slots)
    }

    /// Returns what the reader's copy lacks, because it changed since the last call, or since the
    /// reader was made. The copy repeats the growth, then the moves, then the writes.
    ///
    /// O(moves + ranges), and O(slots) if a block was made, resized or borrowed mutably since.
    ///
    /// # Panics
    ///
    /// Panics if the reader was forgotten, or belongs to another container. Where atomics have less
    /// than 64 bits, readers of two containers may be equal.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{Move, PackedBuffer, PackedConfig, Rejected};
    /// let mut buffer = PackedBuffer::with_config(PackedConfig::new(64, 8).max_capacity(1 << 20));
    /// let reader = buffer.reader();
    /// let ids = [buffer.alloc(40, ())?, buffer.insert(&[2; 200], ())?];
    /// let changes = buffer.changes(reader);
    /// assert_eq!(changes.grown, Some(64..256)); // on a GPU: a new buffer, with a copy of the old one
    /// assert_eq!(changes.written, [0..240]);
    ///
    /// buffer.get_mut(ids[1]).unwrap().range_mut(5..6).unwrap().fill(3);
    /// buffer.remove(ids[0]);
    /// buffer.compact();
    /// let changes = buffer.changes(reader);
    /// assert_eq!(changes.moves, [Move { src: 40, dst: 0, len: 200 }]);
    /// assert_eq!(changes.written, [4..8]); // the other bytes have moved
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    #[must_use = "the changes are not returned again, so the copy has to repeat them"]
    #[track_caller]
    pub fn changes(&mut self, reader: PackedReader) -> PackedChanges {
        let spans = &self.spans;
        let record = &mut self.contents.record;
        record.drain(reader, spans.capacity, spans.grain, spans.placed())
    }

    /// Removes a reader, and what was recorded only for it. Its number is never issued again.
    ///
    /// # Panics
    ///
    /// Panics if the reader was forgotten before, or belongs to another container.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::PackedSpace;
    /// let mut space = PackedSpace::<()>::with_capacity(64, 8);
    /// let old = space.reader();
    /// space.forget_reader(old);
    /// assert_ne!(space.reader(), old);
    /// ```
    #[track_caller]
    pub fn forget_reader(&mut self, reader: PackedReader) {
        self.contents.record.forget(reader);
    }

    /// Returns the slot of an id, if its block is live.
    pub(super) fn live(&self, id: BlockId<M>) -> Option<Slot> {
        self.ids.contains(id).then(|| Slot::of(id))
    }
}

debug_struct! {
    [M, C: Contents] Packed<M, C>, C::NAME,
    packed => {
        blocks: packed.len(), allocated: packed.allocated(), top: packed.top(), capacity: packed.capacity()
    } finish
}

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

impl<M, C: Contents> Packed<M, C> {
    /// Returns whether the id names a live block. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedSpace, Rejected};
    /// let mut space = PackedSpace::with_capacity(64, 8);
    /// let id = space.alloc(8, ())?;
    /// assert!(space.contains(id));
    /// space.remove(id);
    /// assert!(!space.contains(id));
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    pub fn contains(&self, id: BlockId<M>) -> bool {
        self.ids.contains(id)
    }

    /// Returns the block of an id, or `None` if the id is stale. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{BlockId, PackedBuffer, Rejected};
    /// let mut buffer = PackedBuffer::with_capacity(64, 8);
    /// let id = buffer.insert(&[1, 2], "pair")?;
    /// assert_eq!(buffer.get(id).unwrap().bytes(), [1, 2]);
    /// assert!(buffer.get(BlockId::DANGLING).is_none());
    /// # Ok::<(), Rejected<&str>>(())
    /// ```
    pub fn get(&self, id: BlockId<M>) -> Option<Block<'_, M, C>> {
        Some(self.block(self.live(id)?))
    }

    /// Returns the block that is live in a slot.
    #[inline]
    pub(super) fn block(&self, slot: Slot) -> Block<'_, M, C> {
        let place = self.spans.place(slot);
        Block {
            place,
            meta: &self.metas[slot.index()],
            bytes: self.contents.part(place),
            contents: PhantomData,
        }
    }

    /// Returns the block of an id mutably, or `None` if the id is stale. In a buffer, only the
    /// bytes that are then borrowed mutably count as written. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedBuffer, Rejected};
    /// let mut buffer = PackedBuffer::with_capacity(64, 8);
    /// let id = buffer.insert(&[1, 2], ())?;
    /// buffer.get_mut(id).unwrap().bytes_mut()[0] = 7;
    /// assert_eq!(buffer.get(id).unwrap().bytes(), [7, 2]);
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    pub fn get_mut(&mut self, id: BlockId<M>) -> Option<BlockMut<'_, M, C>> {
        let slot = self.live(id)?;
        let place = self.spans.place(slot);
        let (bytes, mark) = self.contents.part_mut(slot, place);
        Some(BlockMut {
            place,
            meta: self.metas[slot.index()].as_mut()?,
            bytes,
            mark,
            contents: PhantomData,
        })
    }

    /// Returns the offset of a block in elements of type `P`, for example for a draw call's base
    /// vertex. Units must be bytes. O(1).
    ///
    /// Returns `None` if the id is stale, or if the offset is not a multiple of the size of `P`.
    /// The offset is always a multiple for a block made by
    /// [`insert_slice`](Packed::insert_slice) of the same type, or by
    /// [`alloc_strided`](Self::alloc_strided) with that size.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedBuffer, Rejected};
    /// let mut buffer = PackedBuffer::with_capacity(256, 8);
    /// buffer.insert_slice(&[[0_u8; 12]; 2], ())?;
    /// let id = buffer.insert_slice(&[[0_u8; 20]; 2], ())?;
    /// assert_eq!(buffer.element_offset::<[u8; 20]>(id), Some(2)); // at offset 40
    /// assert_eq!(buffer.element_offset::<[u8; 12]>(id), None);
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    pub fn element_offset<P>(&self, id: BlockId<M>) -> Option<usize> {
        self.offset_in(id, size_of::<P>())
    }

    /// Returns the offset of a block in pieces of `stride` units, if the stride is only known when
    /// the program runs. O(1).
    ///
    /// Returns `None` if the id is stale, if the offset is not a multiple of `stride`, or if
    /// `stride` is 0. The offset is always a multiple for a block made by
    /// [`alloc_strided`](Self::alloc_strided) with that stride.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedSpace, Rejected};
    /// let mut space = PackedSpace::with_capacity(256, 8);
    /// space.alloc(24, ())?;
    /// let id = space.alloc_strided(60, 20, ())?;
    /// assert_eq!(space.offset_in(id, 20), Some(2)); // at offset 40
    /// assert_eq!(space.offset_in(id, 12), None);
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    pub fn offset_in(&self, id: BlockId<M>, stride: usize) -> Option<usize> {
        let offset = self.spans.place(self.live(id)?).offset as usize;
        let index = offset.checked_div(stride)?;
        (index * stride == offset).then_some(index)
    }

    /// Returns the sum of the blocks' lengths, in units. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedSpace, Rejected};
    /// let mut space = PackedSpace::with_capacity(64, 8);
    /// space.alloc(3, ())?;
    /// space.alloc(8, ())?;
    /// assert_eq!(space.allocated(), 11);
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    pub fn allocated(&self) -> usize {
        self.allocated
    }

    /// Returns the end of the last block and its padding, in units, or 0 without a block. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedSpace, Rejected};
    /// let mut space = PackedSpace::with_capacity(64, 8);
    /// assert_eq!(space.top(), 0);
    /// space.alloc(3, ())?;
    /// assert_eq!(space.top(), 4);
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    pub fn top(&self) -> usize {
        self.spans.top as usize
    }

    /// Returns the length of the memory in units, which is a multiple of the grain. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::PackedSpace;
    /// let space = PackedSpace::<()>::with_capacity(63, 8);
    /// assert_eq!(space.capacity(), 60);
    /// ```
    pub fn capacity(&self) -> usize {
        self.spans.capacity as usize
    }

    /// Returns the number of live blocks. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedSpace, Rejected};
    /// let mut space = PackedSpace::with_capacity(64, 8);
    /// let ids = [space.alloc(8, ())?, space.alloc(8, ())?];
    /// space.remove(ids[0]);
    /// assert_eq!(space.len(), 1);
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    pub fn len(&self) -> usize {
        self.ids.len()
    }

    /// Returns whether no block is live. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedSpace, Rejected};
    /// let mut space = PackedSpace::with_capacity(64, 8);
    /// assert!(space.is_empty());
    /// space.alloc(0, ())?; // a block without units is a block
    /// assert!(!space.is_empty());
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    pub fn is_empty(&self) -> bool {
        self.ids.is_empty()
    }

    /// Returns the figures of the container. O(holes of the largest size class).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{Compaction, PackedConfig, PackedSpace, Rejected};
    /// # let config = PackedConfig::new(64, 8).compaction(Compaction::Manual);
    /// # let mut space = PackedSpace::with_config(config);
    /// let ids = [space.alloc(16, ())?, space.alloc(14, ())?];
    /// space.remove(ids[0]);
    /// let stats = space.stats();
    /// assert_eq!((stats.live, stats.holes, stats.hole_units), (1, 1, 16));
    /// assert_eq!((stats.largest_hole, stats.slack), (16, 2));
    /// // 32 of the 48 free units are together.
    /// assert!((stats.fragmentation - 1.0 / 3.0).abs() < 1e-6);
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    pub fn stats(&self) -> PackedStats {
        let spans = &self.spans;
        let largest_hole = spans.largest_hole();
        let free = spans.capacity - spans.used;
        let longest = largest_hole.max(spans.capacity - spans.top);
        PackedStats {
            live: self.len(),
            holes: spans.bins.count,
            hole_units: spans.waste() as usize,
            largest_hole: largest_hole as usize,
            slack: spans.used as usize - self.allocated,
            moved: self.contents.moved,
            fragmentation: match free {
                0 => 0.0,
                free => 1.0 - f64::from(longest) / f64::from(free),
            },
        }
    }
}

impl<M> Packed<M, ()> {
    /// Calls `visit` for the metadata of each block, in memory order. O(blocks), without an
    /// allocation.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedSpace, Rejected};
    /// let mut space = PackedSpace::with_capacity(64, 8);
    /// let id = space.alloc(8, 1)?;
    /// space.for_each_mut(|meta| *meta += 1);
    /// assert_eq!(*space.get(id).unwrap().meta(), 2);
    /// # Ok::<(), Rejected<i32>>(())
    /// ```
    pub fn for_each_mut(&mut self, mut visit: impl FnMut(&mut M)) {
        for slot in self.spans.order.iter() {
            if let Some(meta) = &mut self.metas[slot.index()] {
                visit(meta);
            }
        }
    }
}

impl<M> Packed<M, Bytes> {
    /// Returns the bytes from the start to [`top`](Self::top), as a copy on the GPU should be. The
    /// bytes in holes are unspecified.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedBuffer, Rejected};
    /// let mut buffer = PackedBuffer::with_capacity(64, 8);
    /// buffer.insert(&[1, 2, 3], ())?;
    /// assert_eq!(buffer.as_bytes(), [1, 2, 3, 0]); // up to the grain
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    pub fn as_bytes(&self) -> &[u8] {
        &self.contents.as_slice()[..self.top()]
    }

    /// Calls `visit` for the metadata and bytes of each block, in memory order. All bytes
    /// count as written. O(blocks), without an allocation.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedBuffer, Rejected};
    /// let mut buffer = PackedBuffer::with_capacity(64, 8);
    /// buffer.alloc(4, 1)?;
    /// buffer.alloc(4, 2)?;
    /// buffer.for_each_mut(|meta, bytes| bytes.fill(*meta));
    /// assert_eq!(buffer.as_bytes(), [1, 1, 1, 1, 2, 2, 2, 2]);
    /// # Ok::<(), Rejected<u8>>(())
    /// ```
    pub fn for_each_mut(&mut self, mut visit: impl FnMut(&mut M, &mut [u8])) {
        for (slot, place) in self.spans.placed() {
            let (bytes, mut mark) = self.contents.part_mut(slot, place);
            mark.write_all();
            if let Some(meta) = &mut self.metas[slot.index()] {
                visit(meta, bytes);
            }
        }
    }
}
