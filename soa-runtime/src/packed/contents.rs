//! What the blocks of a container contain: nothing, or bytes.

use alloc::boxed::Box;
use core::fmt;
use core::marker::PhantomData;
use core::mem;
use core::ops::Range;

use super::changes::Move;
use super::error::PackedError;
use super::place::{Placed, Slot};
use super::record::{Mark, Record};

/// What the blocks of a [`Packed`](super::Packed) container contain: [`Bytes`] in a
/// [`PackedBuffer`](super::PackedBuffer), and `()` in a [`PackedSpace`](super::PackedSpace),
/// whose memory is elsewhere.
///
/// The trait is sealed: it is implemented for these two types only. It is a bound for code that
/// works with either container.
///
/// # Examples
///
/// ```
/// use soa_runtime::packed::{Contents, Packed, PackedBuffer, PackedError, PackedSpace};
///
/// /// The share of the capacity that blocks use.
/// fn used<M, C: Contents>(container: &Packed<M, C>) -> f64 {
///     container.allocated() as f64 / container.capacity() as f64
/// }
///
/// let mut buffer = PackedBuffer::with_capacity(64, 8);
/// buffer.insert(&[1; 16], ())?;
/// let mut space = PackedSpace::with_capacity(64, 8);
/// space.alloc(32, ())?;
/// assert_eq!((used(&buffer), used(&space)), (0.25, 0.5));
/// # Ok::<(), PackedError>(())
/// ```
pub trait Contents: sealed::Sealed {}

/// The contents of a [`PackedBuffer`](crate::packed::PackedBuffer): the bytes of its blocks.
///
/// The type has no methods of its own. It names the buffer's views in signatures.
///
/// # Examples
///
/// ```
/// use soa_runtime::packed::{Bytes, Packed, PackedBuffer, PackedError};
///
/// fn total(buffer: &Packed<u32, Bytes>) -> usize {
///     buffer.iter().map(|(_, block)| block.bytes().len()).sum()
/// }
///
/// let mut buffer = PackedBuffer::with_capacity(64, 8);
/// buffer.insert(&[1, 2, 3], 7)?;
/// assert_eq!(total(&buffer), 3);
/// # Ok::<(), PackedError>(())
/// ```
pub struct Bytes {
    _private: (),
}

impl fmt::Debug for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Bytes")
    }
}

impl Contents for () {}
impl Contents for Bytes {}

mod sealed {
    pub trait Sealed: Sized + 'static {
        /// The name of the container, for `Debug`.
        const NAME: &'static str;
        /// `true` if the container has the bytes of its blocks.
        const HAS_BYTES: bool;
    }

    impl Sealed for () {
        const NAME: &'static str = "PackedSpace";
        const HAS_BYTES: bool = false;
    }

    impl Sealed for super::Bytes {
        const NAME: &'static str = "PackedBuffer";
        const HAS_BYTES: bool = true;
    }
}

/// The alignment of the first byte, in bytes: a cache line, and more than the usual `Pod` types
/// require.
const BASE_ALIGN: usize = 64;

/// Bytes of which the first is aligned to [`BASE_ALIGN`].
///
/// The box of words is longer than the bytes, so the start can be chosen. An allocation of that
/// alignment would lose the pages that the system zeroes on first use.
struct Backing {
    words: Box<[u64]>,
    start: usize,
    len: usize,
}

impl Backing {
    /// Creates `len` zeroed bytes, if the allocator has them.
    fn zeroed(len: usize) -> Option<Self> {
        let room = len.checked_add(BASE_ALIGN)?;
        let words = bytemuck::try_zeroed_slice_box::<u64>(room.div_ceil(size_of::<u64>())).ok()?;
        let start = words.as_ptr().addr().wrapping_neg() % BASE_ALIGN;
        Some(Backing { words, start, len })
    }

    /// Creates `len` bytes, a copy of the first `kept` followed by zeroes, if the allocator has
    /// them.
    fn grown(&self, kept: usize, len: usize) -> Option<Self> {
        let mut grown = Self::zeroed(len)?;
        grown.bytes_mut()[..kept].copy_from_slice(&self.bytes()[..kept]);
        Some(grown)
    }

    #[inline]
    fn bytes(&self) -> &[u8] {
        &bytemuck::cast_slice(&self.words)[self.start..][..self.len]
    }

    #[inline]
    fn bytes_mut(&mut self) -> &mut [u8] {
        &mut bytemuck::cast_slice_mut(&mut self.words)[self.start..][..self.len]
    }
}

/// The bytes of the blocks, and what copies of them elsewhere lack. In a space every block has the
/// bytes `0..0`, because the real ones are elsewhere.
pub(super) struct Buffer<C> {
    /// The bytes between the length of a block and its size are zero.
    backing: Backing,
    pub(super) record: Record,
    /// The number of units that were moved so far.
    pub(super) moved: u64,
    contents: PhantomData<C>,
}

impl<C: Contents> Buffer<C> {
    /// Creates the contents of an empty container, if the allocator has the memory.
    pub(super) fn new(capacity: usize) -> Option<Self> {
        Some(Buffer {
            backing: Backing::zeroed(Self::bytes(0..capacity).len())?,
            record: Record::new(C::HAS_BYTES),
            moved: 0,
            contents: PhantomData,
        })
    }

    /// Returns the bytes of units.
    #[inline]
    fn bytes(units: Range<usize>) -> Range<usize> {
        if C::HAS_BYTES { units } else { 0..0 }
    }

    /// Makes room for `capacity` units, and keeps those below `top`. Nothing has changed if it
    /// fails.
    pub(super) fn grow(&mut self, top: u32, capacity: u32) -> Result<(), PackedError> {
        if C::HAS_BYTES {
            let grown = self.backing.grown(top as usize, capacity as usize);
            self.backing = grown.ok_or(PackedError::OutOfMemory)?;
        }
        Ok(())
    }

    /// Returns all bytes.
    #[inline]
    pub(super) fn as_slice(&self) -> &[u8] {
        self.backing.bytes()
    }

    /// Lends the bytes of a block without its padding.
    #[inline]
    pub(super) fn part(&self, place: &Placed) -> &[u8] {
        &self.backing.bytes()[Self::bytes(place.range())]
    }

    /// Lends the bytes of a block mutably, without its padding.
    #[inline]
    pub(super) fn part_mut(&mut self, slot: Slot, place: &Placed) -> (&mut [u8], Mark<'_>) {
        let bytes = &mut self.backing.bytes_mut()[Self::bytes(place.range())];
        (bytes, self.record.mark(slot))
    }

    /// Lends the bytes of all blocks mutably. The blocks must come in memory order.
    pub(super) fn parts_mut<'a>(
        &'a mut self,
    ) -> impl FnMut(Slot, &Placed) -> (&'a mut [u8], Mark<'a>) {
        // By slot, because the memory order is another; each is taken once.
        let mut marks = self.record.marks();
        let (mut rest, mut start) = (self.backing.bytes_mut(), 0);
        move |slot, place| {
            let bytes = Self::bytes(place.range());
            let (_, above) = mem::take(&mut rest).split_at_mut(bytes.start - start);
            let (part, above) = above.split_at_mut(bytes.len());
            (rest, start) = (above, bytes.end);
            let mark = marks.get_mut(slot.index()).map(mem::take);
            (part, mark.unwrap_or_default())
        }
    }

    /// Makes what a block and its padding have after the first `kept` units zero and written.
    pub(super) fn zero(&mut self, slot: Slot, place: &Placed, kept: u32) {
        let units = (place.offset + kept) as usize..place.end() as usize;
        self.backing.bytes_mut()[Self::bytes(units)].fill(0);
        self.record.mark(slot).resize(kept, place.need.size);
    }

    /// Writes bytes to a block of that length, and zeroes to its padding.
    pub(super) fn write(&mut self, slot: Slot, place: &Placed, bytes: &[u8]) {
        let to = &mut self.backing.bytes_mut()[place.offset as usize..place.end() as usize];
        let (to, padding) = to.split_at_mut(bytes.len());
        to.copy_from_slice(bytes);
        padding.fill(0);
        self.record.mark(slot).write_all();
    }

    /// Moves one block, or neighbours that move by the same distance.
    pub(super) fn carry(&mut self, step: Move) {
        let Move { src, dst, len } = step;
        if len == 0 {
            return;
        }
        if C::HAS_BYTES {
            self.backing.bytes_mut().copy_within(src..src + len, dst);
        }
        self.moved += len as u64;
        self.record.relocate(step);
    }
}
