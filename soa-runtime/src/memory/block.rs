//! One allocation with columns of equal capacity, followed by stamps if a column is
//! tracked, and perhaps by a bit per row: its size, its birth, its growth and its end.
//! What the bytes mean is the business of `fields`, what the stamps and bits mean that
//! of `stamps` and `liveness`.

use core::alloc::Layout;
use core::ptr::{self, NonNull};

use alloc::alloc::{alloc, alloc_zeroed, dealloc, realloc};

use crate::ticks::ROWS_PER_BLOCK;

/// The largest alignment a Rust type can have, as a type to take a dangling pointer from.
#[repr(align(536_870_912))]
struct MostAligned;

/// Where a block without memory dangles at first, which is its first tick.
const FIRST_TICK: usize = align_of::<MostAligned>();

/// A block of `capacity` rows; owns its memory and nothing in it.
///
/// # Invariants
///
/// 1. With `capacity` 0, `start` dangles: at the largest alignment of any type, or
///    where [`Block::set_clock`] has put it.
/// 2. Otherwise `start` is a live allocation of [`layout`] of this capacity and
///    the one row size and alignment that all calls on this block are given.
#[derive(Debug)]
pub(crate) struct Block {
    start: NonNull<u8>,
    capacity: u32,
    /// How many of the rows are in use, for the owner to keep; it stands here,
    /// where it costs no padding.
    pub(crate) used: u32,
}

/// What a row takes in all columns together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct RowLayout {
    pub(crate) bytes: usize,
    /// The columns' largest alignment.
    pub(crate) align: usize,
    /// The number of tracked columns.
    pub(crate) tracked: usize,
    pub(crate) bits: Bits,
}

/// What stands behind the columns of a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Bits {
    Nothing,
    /// One bit per row, in words of [`ROWS_PER_WORD`]; nothing in a block of
    /// fewer rows than that, where the slots themselves are looked at as fast.
    OnePerRow,
}

/// How many rows a word of bits is about.
pub(crate) const ROWS_PER_WORD: usize = u64::BITS as usize;

impl RowLayout {
    /// The same columns with a bit per row behind them.
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

    /// Where the words of bits start in a block of `capacity` rows, in bytes, if
    /// it has any. The block is there, so that nothing overflows.
    #[inline(always)]
    pub(crate) fn bits_at(self, capacity: usize) -> Option<usize> {
        (self.words(capacity) > 0).then(|| self.tail(capacity) + self.stamp_bytes(capacity))
    }

    /// Where that starts in a block of `capacity` rows which follows the columns, in
    /// bytes: the stamps, then the bits. The block is there, so that nothing overflows.
    #[inline(always)]
    pub(super) fn tail(self, capacity: usize) -> usize {
        (self.bytes * capacity).next_multiple_of(size_of::<u64>())
    }

    /// The size of the clock and of the stamps of whole columns and of blocks of rows,
    /// in bytes.
    #[inline(always)]
    fn stamp_bytes(self, capacity: usize) -> usize {
        if self.tracked == 0 || capacity == 0 {
            return 0;
        }
        let blocks = capacity.div_ceil(ROWS_PER_BLOCK);
        let column = size_of::<u64>() + blocks * size_of::<u32>();
        (size_of::<u64>() + self.tracked * column).next_multiple_of(size_of::<u64>())
    }

    /// How many words of bits a block of `capacity` rows has.
    #[inline(always)]
    fn words(self, capacity: usize) -> usize {
        match self.bits {
            Bits::OnePerRow if capacity >= ROWS_PER_WORD => capacity.div_ceil(ROWS_PER_WORD),
            _ => 0,
        }
    }
}

impl Block {
    /// A block without memory.
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

    /// Where the block starts, or without memory a place that is aligned for every type.
    /// `HAS_CLOCK` is whether `start` may be where [`Block::set_clock`] has put it.
    #[inline(always)]
    pub(crate) fn start<const HAS_CLOCK: bool>(&self) -> NonNull<u8> {
        if HAS_CLOCK && self.capacity == 0 {
            Block::new().start
        } else {
            self.start
        }
    }

    /// The tick that a block without memory stores.
    pub(crate) fn clock(&self) -> u64 {
        debug_assert_eq!(self.capacity, 0, "a block with memory has its clock in it");
        (self.start.addr().get() - FIRST_TICK) as u64 + 1
    }

    /// Stores a tick in a block without memory, in the address of `start`. A tick that
    /// does not fit becomes the last one that does.
    pub(crate) fn set_clock(&mut self, number: u64) {
        debug_assert_eq!(self.capacity, 0, "a block with memory has its clock in it");
        let ticks = usize::try_from(number.saturating_sub(1)).unwrap_or(usize::MAX);
        let address = ticks.min(usize::MAX - FIRST_TICK) + FIRST_TICK;
        let start = ptr::without_provenance_mut(address);
        self.start = NonNull::new(start).unwrap_or(Block::new().start);
    }

    /// The size of the allocation, in bytes; the block was made with `row`.
    pub(crate) fn bytes(&self, row: RowLayout) -> usize {
        layout(row, self.capacity).map_or(0, |layout| layout.size())
    }

    /// A new block of `capacity` rows, of zeros if a column is tracked, or `None` if there is no memory for it.
    pub(crate) fn allocate(row: RowLayout, capacity: u32) -> Option<Self> {
        let layout = layout(row, capacity)?;
        if layout.size() == 0 {
            return Some(Block::new());
        }
        // The stamps of tracked columns are initialised from the start.
        let start = if row.tracked > 0 {
            // SAFETY: checked above: the layout is not zero-sized.
            unsafe { alloc_zeroed(layout) }
        } else {
            // SAFETY: checked above: the layout is not zero-sized.
            unsafe { alloc(layout) }
        };
        Some(Block {
            start: NonNull::new(start)?,
            capacity,
            used: 0,
        })
    }

    /// Extends the allocation to `capacity` rows; the old bytes stay where they
    /// were relative to its start. Returns `false`, and changes nothing, if
    /// there is no memory for it.
    ///
    /// # Safety
    ///
    /// 1. The block was made with `row`.
    /// 2. `capacity` is larger than the block's.
    pub(crate) unsafe fn extend(&mut self, row: RowLayout, capacity: u32) -> bool {
        debug_assert!(capacity > self.capacity, "a block only grows here");
        let Some(new) = layout(row, capacity) else {
            return false;
        };
        let Some(old) = layout(row, self.capacity) else {
            return false;
        };
        let start = if old.size() == 0 {
            // SAFETY: by this function's contract, 2, and because the slot
            // table's words are not zero-sized, the new layout has a size.
            unsafe { alloc(new) }
        } else {
            // SAFETY: by invariant 2 of `Block` and this function's contract, 1,
            // `start` is an allocation of `old`; `new` differs from it in size
            // alone, and its size is neither 0 nor above `isize::MAX`.
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

    /// Gives the memory back; what is in it is forgotten.
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

    /// Leaves a block without memory behind. Field by field: they were written in
    /// parts of 4 and 8 bytes, and a processor waits where it reads 16 at once.
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

/// The layout of `capacity` rows, unless it is larger than `isize::MAX` bytes.
pub(crate) fn layout(row: RowLayout, capacity: u32) -> Option<Layout> {
    let capacity = usize::try_from(capacity).ok()?;
    let columns = row.bytes.checked_mul(capacity)?;
    // Both are less than the columns.
    let (stamps, words) = (row.stamp_bytes(capacity), row.words(capacity));
    let size = match stamps + words * size_of::<u64>() {
        0 => columns,
        tail => columns
            .checked_next_multiple_of(size_of::<u64>())?
            .checked_add(tail)?,
    };
    Layout::from_size_align(size, row.align).ok()
}
