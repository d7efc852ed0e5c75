//! The bytes themselves. They stay where they are until they grow, and are aligned for any vertex.

use alloc::boxed::Box;
use core::ops::{Deref, DerefMut};

/// The alignment of the first byte, in bytes: a cache line, and more than the usual `Pod` types
/// require.
const BASE_ALIGN: usize = 64;

/// Bytes of which the first is aligned to [`BASE_ALIGN`].
///
/// The box of words is longer than the bytes, so the start can be chosen. An allocation of that
/// alignment would lose the pages that the system zeroes on first use.
pub(super) struct Backing {
    words: Box<[u64]>,
    start: usize,
    len: usize,
}

impl Backing {
    /// Creates `len` zeroed bytes, if the allocator has them.
    pub(super) fn zeroed(len: usize) -> Option<Self> {
        let room = len.checked_add(BASE_ALIGN)?;
        let words = bytemuck::try_zeroed_slice_box::<u64>(room.div_ceil(size_of::<u64>())).ok()?;
        let start = words.as_ptr().addr().wrapping_neg() % BASE_ALIGN;
        Some(Backing { words, start, len })
    }

    /// Creates `len` bytes, a copy of the first `kept` followed by zeroes, if the allocator has
    /// them.
    pub(super) fn grown(&self, kept: usize, len: usize) -> Option<Self> {
        let mut grown = Self::zeroed(len)?;
        grown[..kept].copy_from_slice(&self[..kept]);
        Some(grown)
    }
}

impl Deref for Backing {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        &bytemuck::cast_slice(&self.words)[self.start..][..self.len]
    }
}

impl DerefMut for Backing {
    #[inline]
    fn deref_mut(&mut self) -> &mut [u8] {
        &mut bytemuck::cast_slice_mut(&mut self.words)[self.start..][..self.len]
    }
}
