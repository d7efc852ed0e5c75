//! A single allocation that contains columns of equal capacity, optionally followed
//! by stamps, by one bit per row, and by one link per row. This module allocates,
//! extends and frees it. The module `fields` defines the meaning of the bytes,
//! `stamps` the meaning of the stamps, and `liveness` the meaning of
//! the bits and of the back links.

use core::mem;
use core::ptr::NonNull;

use alloc::alloc::{alloc, alloc_zeroed, dealloc, realloc};

use super::row_layout::{RowLayout, layout};
use super::tree::Base;

/// A type with the largest alignment that Rust allows, used to create a dangling
/// pointer.
#[repr(align(536_870_912))]
struct MostAligned;

/// Returns whether a block is made of zeros: the stamps of tracked columns are initialised from the
/// start, and what the system provides for a large block is zeros anyway, so that no bit is written.
#[inline(always)]
pub(super) fn is_made_of_zeros(row: &RowLayout, capacity: usize) -> bool {
    row.tracked > 0 || capacity >= 1 << 20
}

/// A block of `capacity` rows. It owns its memory but not the values in it.
///
/// # Invariants
///
/// 1. With `capacity` 0, `start` dangles, at the largest alignment of any type.
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

    /// Returns the start of the block and its capacity, for a caller that stamps rows with `stamp`.
    /// Without memory the address is aligned for every type.
    #[inline(always)]
    pub(crate) fn base(&self, stamp: u32) -> Base {
        Base {
            start: self.start,
            capacity: self.capacity as usize,
            stamp,
        }
    }

    /// Returns the size of the allocation in bytes. The block was made with `row`.
    pub(crate) fn bytes(&self, row: &RowLayout) -> usize {
        layout(row, self.capacity).map_or(0, |layout| layout.size())
    }

    /// Creates a block of `capacity` rows, or returns `None` if memory runs out. It contains zeros
    /// if [`is_made_of_zeros`] says so.
    #[inline(always)]
    pub(crate) fn allocate(row: &RowLayout, capacity: u32) -> Option<Self> {
        let layout = layout(row, capacity)?;
        if layout.size() == 0 {
            return Some(Block::new());
        }
        // SAFETY: checked above: the layout is not zero-sized.
        let start = unsafe {
            if is_made_of_zeros(row, capacity as usize) {
                alloc_zeroed(layout)
            } else {
                alloc(layout)
            }
        };
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
    /// 1. The block was made with `row`, and has rows.
    /// 2. `capacity` is larger than the capacity of the block.
    pub(crate) unsafe fn extend(&mut self, row: &RowLayout, capacity: u32) -> bool {
        debug_assert!(
            0 < self.capacity && self.capacity < capacity,
            "a block only grows here"
        );
        let (Some(new), Some(old)) = (layout(row, capacity), layout(row, self.capacity)) else {
            return false;
        };
        // SAFETY: by invariant 2 of `Block` and this function's contract, 1,
        // `start` is an allocation of `old`. `new` differs from it only in its
        // size, which is neither 0 nor above `isize::MAX`.
        let start = unsafe { realloc(self.start.as_ptr(), old, new.size()) };
        let Some(start) = NonNull::new(start) else {
            return false;
        };
        self.start = start;
        self.capacity = capacity;
        true
    }

    /// Frees the memory without dropping the values in it.
    ///
    /// # Safety
    ///
    /// The block was made with `row`.
    pub(crate) unsafe fn free(&mut self, row: &RowLayout) {
        let block = self.take();
        if block.capacity > 0 {
            // SAFETY: by invariant 2 of `Block` and this function's contract, the block has
            // a layout, and `start` is an allocation of it.
            unsafe {
                let layout = layout(row, block.capacity).unwrap_unchecked();
                dealloc(block.start.as_ptr(), layout);
            }
        }
    }

    /// Returns the block and leaves a block without memory in its place. The fields
    /// are moved one by one: they were written in parts of 4 and 8 bytes, and a
    /// processor stalls when it reads 16 bytes at once.
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

/// Changes the type of a pointer, like `NonNull::cast`, which is a call in a debug build.
#[inline(always)]
pub(super) fn cast<F>(start: NonNull<u8>) -> NonNull<F> {
    // SAFETY: pointers to types with a size have the same layout.
    unsafe { mem::transmute::<NonNull<u8>, NonNull<F>>(start) }
}
