//! Packed memory on the GPU.

mod memory;
mod replay;

use std::ops::Range;

use soa_runtime::packed::{Move, PackedReader};
use wgpu::{Buffer, BufferUsages, Device, Queue};

use crate::error::UploadError;
use crate::growing::{Growing, Keep, Room};
use crate::link::{Gpu, Link, copy_padded};
use crate::sent::Sent;
use crate::trace::{enter, record};
use crate::unit::WORD;
pub use memory::PackedMemory;
use replay::{composed, is_inside, is_of_words, rearranged, replay};

/// Ranges with fewer bytes between them are sent by one write.
const GAP: usize = 512;

/// A buffer on the GPU with the memory of a [`PackedBuffer`](soa_runtime::packed::PackedBuffer) or
/// of a [`PackedSpace`](soa_runtime::packed::PackedSpace). [`update`](Self::update) repeats its
/// growth and its moves, and sends the bytes that were written.
///
/// Blocks are at the same offsets as in the container. Bytes in holes are unspecified. A container can
/// have any number of copies, each with a [`reader`](soa_runtime::packed::Packed::reader) of its own,
/// for example one for each frame in flight. A copy has one container. The container records what the
/// copy lacks until [`close`](Self::close).
///
/// A space has no bytes. Write the bytes of its blocks by [`write`](Self::write), after the update.
///
/// # Examples
///
/// ```
/// use soa_runtime::packed::{Compaction, PackedBuffer, PackedConfig};
/// use soa_wgpu::PackedCopy;
/// use wgpu::BufferUsages;
///
/// # let (device, queue) = wgpu::Device::noop(&wgpu::DeviceDescriptor::default());
/// let config = PackedConfig::new(1 << 16, 100).compaction(Compaction::Manual);
/// let mut vertices = PackedBuffer::with_config(config);
/// let mut copy = PackedCopy::new(&device, BufferUsages::VERTEX);
///
/// let quad = vertices.insert_slice(&[[0.0_f32; 3]; 4], "quad")?;
/// let cube = vertices.insert_slice(&[[1.0_f32; 3]; 24], "cube")?;
/// let sent = copy.update(&device, &queue, &mut vertices)?;
/// assert_eq!((sent.bytes, sent.writes), (28 * 12, 1));
///
/// vertices.remove(quad);
/// vertices.compact();
/// let sent = copy.update(&device, &queue, &mut vertices)?;
/// assert_eq!((sent.bytes, copy.moved()), (0, 24 * 12)); // the cube was moved on the GPU
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct PackedCopy {
    link: Link,
    growing: Growing,
    /// The number of bytes in a unit of a space.
    unit: usize,
    /// Made by the first update that has room for the blocks.
    reader: Option<PackedReader>,
    state: State,
    /// What was taken from the container, and not made on the GPU yet. In units.
    pending: Vec<Move>,
    /// What the last update moved and wrote, in bytes.
    moved: Vec<Move>,
    written: Vec<Range<usize>>,
}

/// What the buffer lacks beside what the container reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    /// All bytes: it is new, or an update took what was written and then failed.
    Unknown,
    Known,
}

impl PackedCopy {
    /// Creates a copy. Its buffer has one word, and grows to the capacity of the container at the
    /// first [`update`](Self::update). It has `usage`, and it can be copied from and to.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_wgpu::PackedCopy;
    /// use wgpu::BufferUsages;
    ///
    /// # let (device, queue) = wgpu::Device::noop(&wgpu::DeviceDescriptor::default());
    /// let indices = PackedCopy::new(&device, BufferUsages::INDEX);
    /// assert!(indices.buffer().usage().contains(BufferUsages::INDEX | BufferUsages::COPY_DST));
    /// ```
    #[must_use]
    pub fn new(device: &Device, usage: BufferUsages) -> Self {
        Self {
            link: Link::new(device),
            growing: Growing::new(device, "packed copy".to_owned(), usage, WORD),
            unit: 1,
            reader: None,
            state: State::Unknown,
            pending: Vec::new(),
            moved: Vec::new(),
            written: Vec::new(),
        }
    }

    /// Sets the number of bytes in a unit of a space, for example the size of a vertex. A unit of a
    /// [`PackedBuffer`](soa_runtime::packed::PackedBuffer) is always a byte.
    ///
    /// # Panics
    ///
    /// Panics if `bytes` is 0.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_runtime::packed::{PackedConfig, PackedSpace};
    /// use soa_wgpu::PackedCopy;
    /// use wgpu::BufferUsages;
    ///
    /// # let (device, queue) = wgpu::Device::noop(&wgpu::DeviceDescriptor::default());
    /// // 1000 vertices of 20 bytes.
    /// let mut space = PackedSpace::<()>::with_config(PackedConfig::new(1000, 10).align(1));
    /// let mut copy = PackedCopy::new(&device, BufferUsages::VERTEX).unit_size(20);
    /// copy.update(&device, &queue, &mut space)?;
    /// assert_eq!(copy.buffer().size(), 20_000);
    /// # Ok::<(), soa_wgpu::UploadError>(())
    /// ```
    #[must_use]
    #[track_caller]
    pub fn unit_size(self, bytes: usize) -> Self {
        assert!(bytes > 0, "a unit has at least one byte");
        Self {
            unit: bytes,
            ..self
        }
    }

    /// Makes the buffer equal to the container: grows it, moves the blocks that moved, and sends
    /// what was written. Call it once a frame.
    ///
    /// The first update sends all bytes. If the offsets or lengths of moved blocks are not whole
    /// words of 4 bytes, which the grain of the container decides, a buffer's blocks are sent
    /// instead of being moved on the GPU.
    ///
    /// The writes and the commands take effect between what was submitted before the call and what
    /// is submitted after it. If the program submits nothing, updates do, like the updates of a
    /// [`ColumnBuffer`](crate::ColumnBuffer::update). O(slots + moves + bytes that are sent), and
    /// O(moves²) for a space whose blocks moved while the buffer had no room for them.
    ///
    /// The buffer has room for the capacity of the container, or for as much of it as the device
    /// allows. So the device's limit matters only if a block ends past it. Set
    /// [`max_capacity`](soa_runtime::packed::PackedConfig::max_capacity) to the limit, so that the
    /// container refuses such a block.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`ColumnBuffer::update`](crate::ColumnBuffer::update), and
    /// [`UploadError::Refused`] if blocks of a space moved by parts of words, which each later update
    /// returns, too: give the space a grain of whole words. Otherwise the buffer is the old one, and
    /// the next update does what this one should have done. Blocks of a space keep their
    /// bytes, also if they moved past the largest buffer meanwhile and back.
    ///
    /// # Panics
    ///
    /// Panics if the container is not the one of the updates before.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedConfig, PackedSpace};
    /// # use soa_wgpu::{PackedCopy, UploadError};
    /// # use wgpu::BufferUsages;
    /// # let (device, queue) = wgpu::Device::noop(&wgpu::DeviceDescriptor::default());
    /// let mut space = PackedSpace::with_config(PackedConfig::new(64, 8).max_capacity(1 << 20));
    /// let mut copy = PackedCopy::new(&device, BufferUsages::VERTEX);
    /// assert!(copy.update(&device, &queue, &mut space)?.grown);
    ///
    /// let block = space.alloc(1000, ()).expect("it grows");
    /// assert!(copy.update(&device, &queue, &mut space)?.grown);
    /// assert_eq!(copy.buffer().size(), space.capacity() as u64);
    /// # Ok::<(), UploadError>(())
    /// ```
    #[track_caller]
    pub fn update(
        &mut self,
        device: &Device,
        queue: &Queue,
        memory: &mut impl PackedMemory,
    ) -> Result<Sent, UploadError> {
        enter!(span: "update_packed");
        let gpu = self.link.open(device, queue)?;
        let unit = if memory.bytes().is_some() {
            1
        } else {
            self.unit
        };
        self.unit = unit;
        let bytes_of = |units: usize| (units as u64).saturating_mul(unit as u64);
        // Nothing is taken from the container before the buffer has room for its blocks.
        let (used, room) = (bytes_of(memory.used()), Room::For(bytes_of(memory.units())));
        let mut grown = self.growing.larger(gpu, used, room, Keep::All)?;
        let (mut buffer, size) = match &grown {
            Some(grown) => (grown.buffer.clone(), grown.size),
            None => (self.growing.buffer().clone(), self.growing.size()),
        };
        let units = usize::try_from(size).unwrap_or(usize::MAX) / unit;
        let reader = *self.reader.get_or_insert_with(|| memory.add());
        let changes = memory.drain(reader);
        self.pending.extend(changes.moves);
        let mut written = joined(changes.written);
        let are_of_words = self.pending.iter().all(|step| is_of_words(step, unit));
        let are_inside = self.pending.iter().all(|step| is_inside(step, units));
        let mut moves = Vec::new();
        if let Some(bytes) = memory.bytes() {
            let known = std::mem::replace(&mut self.state, State::Unknown);
            let pending = std::mem::take(&mut self.pending);
            if known == State::Unknown {
                written = Vec::from_iter((!bytes.is_empty()).then_some(0..bytes.len()));
            } else if are_of_words && are_inside {
                moves = pending;
            } else {
                // What moved to a place past the end has moved on, or is gone.
                let end = |step: &Move| (step.dst + step.len).min(bytes.len());
                written.extend(pending.iter().map(|step| step.dst..end(step)));
                written = joined(written);
            }
            replay(gpu, &buffer, &moves)?;
        } else if !are_of_words {
            return Err(UploadError::refused(
                "a block of a packed space moved by a part of a word; its grain must be a \
                 multiple of 4 bytes",
            ));
        } else if are_inside {
            moves.extend(self.pending.iter().map(|step| times(*step, unit)));
            replay(gpu, &buffer, &moves)?;
        } else {
            // While the buffer had no room, blocks moved out of it, and perhaps back.
            let pieces = composed(&self.pending, units);
            moves.extend(pieces.into_iter().map(|piece| times(piece, unit)));
            let fresh = rearranged(gpu, &self.growing, &buffer, size, &moves)?;
            moves.retain(|piece| piece.src != piece.dst);
            buffer = grown.insert(fresh).buffer.clone();
        }
        let mut sent = send(gpu, &buffer, memory.bytes().unwrap_or_default(), &written)?;
        sent.grown = grown.is_some();
        if let Some(grown) = grown {
            self.growing.replace(grown);
        }
        self.state = State::Known;
        self.pending.clear();
        self.moved = moves;
        self.written = written;
        record!(span, sent);
        Ok(sent)
    }

    /// Ends the copy, so that its container no longer records what the copy lacks.
    ///
    /// # Panics
    ///
    /// Panics if the container is not the one of the updates.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::PackedSpace;
    /// # use soa_wgpu::PackedCopy;
    /// # let (device, queue) = wgpu::Device::noop(&wgpu::DeviceDescriptor::default());
    /// let mut space = PackedSpace::<()>::with_capacity(64, 8);
    /// let mut copies = [(); 2].map(|()| PackedCopy::new(&device, wgpu::BufferUsages::VERTEX));
    /// for copy in &mut copies {
    ///     copy.update(&device, &queue, &mut space)?;
    /// }
    /// for copy in copies {
    ///     copy.close(&mut space); // a copy that is only dropped would cost memory
    /// }
    /// # Ok::<(), soa_wgpu::UploadError>(())
    /// ```
    #[track_caller]
    pub fn close(self, memory: &mut impl PackedMemory) {
        if let Some(reader) = self.reader {
            memory.forget(reader);
        }
    }

    /// Writes bytes at an offset, which is in units like the offsets of blocks. Up to three bytes
    /// that follow, up to the next whole word, become zero.
    ///
    /// This is how blocks of a space get their bytes. Call [`update`](Self::update) first, so that
    /// the space and the buffer have the same offsets.
    ///
    /// # Errors
    ///
    /// Returns an error if the offset is not a whole word, if the offset or the bytes exceed the
    /// buffer, and otherwise in the same cases as [`update`](Self::update). Nothing is written then.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::PackedSpace;
    /// # use soa_wgpu::PackedCopy;
    /// # use wgpu::BufferUsages;
    /// # let (device, queue) = wgpu::Device::noop(&wgpu::DeviceDescriptor::default());
    /// let mut space = PackedSpace::with_capacity(1 << 16, 100);
    /// let mut copy = PackedCopy::new(&device, BufferUsages::VERTEX);
    /// let mut unsent = Vec::new();
    /// let vertices = [[0.5_f32; 3]; 24];
    /// unsent.push((space.alloc_strided(24 * 12, 12, ())?, bytemuck::bytes_of(&vertices)));
    ///
    /// // In each frame:
    /// copy.update(&device, &queue, &mut space)?;
    /// for (id, bytes) in unsent.drain(..) {
    ///     if let Some(block) = space.get(id) {
    ///         copy.write(&device, &queue, block.offset(), bytes)?;
    ///     }
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn write(
        &mut self,
        device: &Device,
        queue: &Queue,
        offset: usize,
        bytes: &[u8],
    ) -> Result<Sent, UploadError> {
        enter!(span: "write_packed");
        let gpu = self.link.open(device, queue)?;
        let size = bytes.len().next_multiple_of(WORD);
        let buffer = self.growing.buffer();
        let start = offset.checked_mul(self.unit);
        let end = start.and_then(|start| start.checked_add(size));
        let Some(start) = start.filter(|_| end.is_some_and(|end| end as u64 <= buffer.size()))
        else {
            return Err(UploadError::Refused(format!(
                "{} bytes at the offset {offset} exceed the buffer, which has {} bytes",
                bytes.len(),
                buffer.size()
            )));
        };
        if !start.is_multiple_of(WORD) {
            return Err(UploadError::Refused(format!(
                "byte {start} is not the start of a word of 4 bytes"
            )));
        }
        gpu.scoped(|gpu| gpu.write(buffer, start, size, |to| copy_padded(bytes, to)))?;
        let sent = Sent {
            bytes: size,
            writes: usize::from(size > 0),
            ..Sent::default()
        };
        record!(span, sent);
        Ok(sent)
    }

    /// Returns the buffer. An update may replace it; see [`revision`](Self::revision).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_wgpu::PackedCopy;
    /// # let (device, queue) = wgpu::Device::noop(&wgpu::DeviceDescriptor::default());
    /// let copy = PackedCopy::new(&device, wgpu::BufferUsages::VERTEX);
    /// assert_eq!(copy.buffer().size(), 4);
    /// ```
    #[must_use]
    pub fn buffer(&self) -> &Buffer {
        self.growing.buffer()
    }

    /// Returns the number of times that the [`buffer`](Self::buffer) was replaced. Bind groups that
    /// were made at another revision have an old buffer, and must be made again.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::PackedSpace;
    /// # use soa_wgpu::PackedCopy;
    /// # let (device, queue) = wgpu::Device::noop(&wgpu::DeviceDescriptor::default());
    /// let mut copy = PackedCopy::new(&device, wgpu::BufferUsages::VERTEX);
    /// assert_eq!(copy.revision(), 0);
    /// copy.update(&device, &queue, &mut PackedSpace::<()>::with_capacity(64, 8))?;
    /// assert_eq!(copy.revision(), 1);
    /// # Ok::<(), soa_wgpu::UploadError>(())
    /// ```
    #[must_use]
    pub fn revision(&self) -> u64 {
        self.growing.revision()
    }

    /// Returns the number of bytes that the last update moved on the GPU.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_wgpu::PackedCopy;
    /// # let (device, queue) = wgpu::Device::noop(&wgpu::DeviceDescriptor::default());
    /// assert_eq!(PackedCopy::new(&device, wgpu::BufferUsages::VERTEX).moved(), 0);
    /// ```
    #[must_use]
    pub fn moved(&self) -> usize {
        self.moved.iter().map(|step| step.len).sum()
    }

    /// Returns the number of moves that the last update made on the GPU.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_wgpu::PackedCopy;
    /// # let (device, queue) = wgpu::Device::noop(&wgpu::DeviceDescriptor::default());
    /// assert_eq!(PackedCopy::new(&device, wgpu::BufferUsages::VERTEX).moves(), 0);
    /// ```
    #[must_use]
    pub fn moves(&self) -> usize {
        self.moved.len()
    }

    /// Returns the ranges of bytes that the last update sent, in ascending order, before they were
    /// rounded to whole words. Each was one write.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::PackedBuffer;
    /// # use soa_wgpu::PackedCopy;
    /// # let (device, queue) = wgpu::Device::noop(&wgpu::DeviceDescriptor::default());
    /// let mut buffer = PackedBuffer::with_capacity(64, 8);
    /// buffer.insert(&[7; 12], ())?;
    /// let mut copy = PackedCopy::new(&device, wgpu::BufferUsages::VERTEX);
    /// copy.update(&device, &queue, &mut buffer)?;
    /// assert_eq!(copy.written(), [0..12]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn written(&self) -> &[Range<usize>] {
        &self.written
    }
}

/// Sends ranges of bytes, rounded to whole words.
fn send(
    gpu: &mut Gpu,
    buffer: &Buffer,
    bytes: &[u8],
    ranges: &[Range<usize>],
) -> Result<Sent, UploadError> {
    let mut sent = Sent::default();
    gpu.scoped(|gpu| {
        for range in ranges {
            let start = range.start / WORD * WORD;
            let size = range.end.next_multiple_of(WORD) - start;
            let from = &bytes[start..(start + size).min(bytes.len())];
            gpu.write(buffer, start, size, |to| copy_padded(from, to))?;
            sent.writes += 1;
            sent.bytes += size;
        }
        Some(())
    })?;
    Ok(sent)
}

/// Converts a move of units to a move of bytes.
fn times(step: Move, unit: usize) -> Move {
    Move {
        src: step.src * unit,
        dst: step.dst * unit,
        len: step.len * unit,
    }
}

/// Sorts ranges, joins the ones that are close to each other, and leaves out empty ones.
fn joined(mut ranges: Vec<Range<usize>>) -> Vec<Range<usize>> {
    ranges.retain(|range| !range.is_empty());
    ranges.sort_by_key(|range| range.start);
    let mut joined: Vec<Range<usize>> = Vec::new();
    for range in ranges {
        match joined.last_mut() {
            Some(last) if range.start < last.end + GAP => last.end = last.end.max(range.end),
            _ => joined.push(range),
        }
    }
    joined
}
