//! The bytes themselves: in one place until they grow, and aligned for any vertex.

use alloc::boxed::Box;
use core::ops::{Deref, DerefMut};

/// The alignment of the first byte, in bytes: a cache line, and more than any Pod
/// type in use asks for.
pub(super) const BASE_ALIGN: usize = 64;

/// A zeroed run of bytes whose first one is aligned to [`BASE_ALIGN`].
///
/// A box of words with room to spare, so that the start can be chosen; asking the
/// allocator for the alignment itself would lose its zeroed pages.
pub(super) struct Backing {
    words: Box<[u64]>,
    start: usize,
    len: usize,
}

impl Backing {
    /// As many zeroed bytes, if the allocator has them.
    pub(super) fn zeroed(len: usize) -> Option<Self> {
        let room = len.checked_add(BASE_ALIGN)?;
        let words = bytemuck::try_zeroed_slice_box::<u64>(room.div_ceil(size_of::<u64>())).ok()?;
        let start = words.as_ptr().addr().wrapping_neg() % BASE_ALIGN;
        Some(Backing { words, start, len })
    }

    /// A copy of the first `kept` bytes, followed by zeroes up to `len`, if the allocator
    /// has them.
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
