//! A single allocation that contains columns of equal capacity, optionally followed
//! by one bit per row. This module allocates, extends and frees it. The module
//! `fields` defines the meaning of the bytes, and `liveness` the meaning of the
//! bits.

use core::alloc::Layout;
use core::ptr::NonNull;

use alloc::alloc::{alloc, dealloc, realloc};

/// A type with the largest alignment that Rust allows, used to create a dangling
/// pointer.
#[repr(align(536_870_912))]
struct MostAligned;

/// A block of `capacity` rows. It owns its memory but not the values in it.
///
/// # Invariants
///
/// 1. With `capacity` 0, `start` dangles at the largest alignment of any type.
/// 2. Otherwise `start` is a live allocation of [`layout`] of this capacity and of
///    the one row layout that is passed to all calls on this block.
#[derive(Debug)]
pub(crate) struct Block {
    start: NonNull<u8>,
    capacity: u32,
    /// The number of rows in use, which the owner maintains. It is stored here
    /// because it fills padding.
    pub(crate) used: u32,
}

/// The memory that one row takes in all columns together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct RowLayout {
    pub(crate) bytes: usize,
    /// The largest alignment of the columns.
    pub(crate) align: usize,
    pub(crate) bits: Bits,
    pub(crate) links: Links,
}

/// The memory that follows the columns of a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Bits {
    Nothing,
    /// One bit per row, in words of [`ROWS_PER_WORD`]. A block with fewer rows has
    /// no bits, because reading the slots is equally fast.
    OnePerRow,
}

/// Whether a table of links stands after the columns and the bits of a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Links {
    Nothing,
    /// A head of [`HEAD`] numbers and one number per row. A block without rows has no head.
    OnePerRow,
}

/// The count of numbers in front of the links.
pub(crate) const HEAD: usize = 2;

/// How many rows a word of bits is about.
pub(crate) const ROWS_PER_WORD: usize = u64::BITS as usize;

impl RowLayout {
    /// Returns the same columns followed by one bit per row.
    pub(crate) const fn with_bits(self) -> Self {
        let words = align_of::<u64>();
        RowLayout {
            align: if self.align > words {
                self.align
            } else {
                words
            },
            bits: Bits::OnePerRow,
            ..self
        }
    }

    /// The same columns with links after them, or without.
    pub(crate) const fn with_links(self, links: Links) -> Self {
        let number = align_of::<u32>();
        let align = match links {
            Links::OnePerRow if self.align < number => number,
            _ => self.align,
        };
        RowLayout {
            align,
            links,
            ..self
        }
    }

    /// Where the table of links starts in a block of `capacity` rows, in bytes, if
    /// it has one. The block is there, so that nothing overflows.
    #[inline(always)]
    pub(crate) fn links_at(self, capacity: usize) -> Option<usize> {
        (self.links == Links::OnePerRow && capacity > 0).then(|| {
            let end = match self.bits_at(capacity) {
                Some(bits) => bits + self.words(capacity) * size_of::<u64>(),
                None => self.bytes * capacity,
            };
            end.next_multiple_of(align_of::<u32>())
        })
    }

    /// Where the words of bits start in a block of `capacity` rows, in bytes, if
    /// it has any. The block is there, so that nothing overflows.
    #[inline(always)]
    pub(crate) fn bits_at(self, capacity: usize) -> Option<usize> {
        (self.words(capacity) > 0)
            .then(|| (self.bytes * capacity).next_multiple_of(size_of::<u64>()))
    }

    /// Returns the number of words of bits in a block of `capacity` rows.
    #[inline(always)]
    fn words(self, capacity: usize) -> usize {
        match self.bits {
            Bits::OnePerRow if capacity >= ROWS_PER_WORD => capacity.div_ceil(ROWS_PER_WORD),
            _ => 0,
        }
    }
}

impl Block {
    /// Creates a block without memory.
    pub(crate) const fn new() -> Self {
        Block {
            start: NonNull::<MostAligned>::dangling().cast(),
            capacity: 0,
            used: 0,
        }
    }

    #[inline(always)]
    pub(crate) fn capacity(&self) -> u32 {
        self.capacity
    }

    #[inline(always)]
    pub(crate) fn start(&self) -> NonNull<u8> {
        self.start
    }

    /// Returns the size of the allocation in bytes. The block was made with `row`.
    pub(crate) fn bytes(&self, row: RowLayout) -> usize {
        layout(row, self.capacity).map_or(0, |layout| layout.size())
    }

    /// Creates a block of `capacity` rows, or returns `None` if memory runs out.
    pub(crate) fn allocate(row: RowLayout, capacity: u32) -> Option<Self> {
        let layout = layout(row, capacity)?;
        if layout.size() == 0 {
            return Some(Block::new());
        }
        // SAFETY: checked above: the layout is not zero-sized.
        let start = unsafe { alloc(layout) };
        Some(Block {
            start: NonNull::new(start)?,
            capacity,
            used: 0,
        })
    }

    /// Extends the allocation to `capacity` rows. The old bytes keep their offset
    /// from its start. Returns `false` and changes nothing if memory runs out.
    ///
    /// # Safety
    ///
    /// 1. The block was made with `row`.
    /// 2. `capacity` is larger than the capacity of the block.
    pub(crate) unsafe fn extend(&mut self, row: RowLayout, capacity: u32) -> bool {
        debug_assert!(capacity > self.capacity, "a block only grows here");
        let Some(new) = layout(row, capacity) else {
            return false;
        };
        let Some(old) = layout(row, self.capacity) else {
            return false;
        };
        let start = if old.size() == 0 {
            // SAFETY: by this function's contract, 2, and because the words of the
            // slot table are not zero-sized, the new layout has a size.
            unsafe { alloc(new) }
        } else {
            // SAFETY: by invariant 2 of `Block` and this function's contract, 1,
            // `start` is an allocation of `old`. `new` differs from it only in its
            // size, which is neither 0 nor above `isize::MAX`.
            unsafe { realloc(self.start.as_ptr(), old, new.size()) }
        };
        match NonNull::new(start) {
            Some(start) => {
                self.start = start;
                self.capacity = capacity;
                true
            }
            None => false,
        }
    }

    /// Frees the memory without dropping the values in it.
    ///
    /// # Safety
    ///
    /// The block was made with `row`.
    pub(crate) unsafe fn free(&mut self, row: RowLayout) {
        let block = self.take();
        match layout(row, block.capacity) {
            Some(layout) if layout.size() > 0 => {
                // SAFETY: by invariant 2 of `Block` and this function's
                // contract, `start` is an allocation of `layout`.
                unsafe { dealloc(block.start.as_ptr(), layout) }
            }
            _ => {}
        }
    }

    /// Returns the block and leaves a block without memory in its place. The fields
    /// are moved one by one: they were written in parts of 4 and 8 bytes, and a
    /// processor stalls when it reads 16 bytes at once.
    #[inline]
    pub(crate) fn take(&mut self) -> Self {
        let taken = Block {
            start: self.start,
            capacity: self.capacity,
            used: self.used,
        };
        *self = Block::new();
        taken
    }
}

/// Returns the layout of `capacity` rows, or `None` if it is larger than
/// `isize::MAX` bytes.
pub(crate) fn layout(row: RowLayout, capacity: u32) -> Option<Layout> {
    let capacity = usize::try_from(capacity).ok()?;
    let columns = row.bytes.checked_mul(capacity)?;
    let size = match row.words(capacity) {
        0 => columns,
        words => columns
            .checked_next_multiple_of(size_of::<u64>())?
            .checked_add(words * size_of::<u64>())?,
    };
    let size = match row.links {
        Links::OnePerRow if capacity > 0 => size
            .checked_next_multiple_of(align_of::<u32>())?
            .checked_add(capacity.checked_add(HEAD)?.checked_mul(size_of::<u32>())?)?,
        _ => size,
    };
    Layout::from_size_align(size, row.align).ok()
}
