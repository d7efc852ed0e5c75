//! How the container grows.

use super::Packed;
use crate::packed::contents::Contents;
use crate::packed::error::PackedError;
use crate::packed::place::round_up;
use crate::packed::spans::Spans;

impl<M, C: Contents> Packed<M, C> {
    /// Makes the capacity at least `capacity` units, rounded up to the grain. Ids and offsets
    /// stay. A container that has the capacity already is unchanged. O(1), and in a buffer a copy
    /// of the bytes.
    ///
    /// # Errors
    ///
    /// Returns [`PackedError::Full`] if `capacity` is more than the configured
    /// [`max_capacity`](crate::packed::PackedConfig::max_capacity), and
    /// [`PackedError::OutOfMemory`] if the allocator does not have the bytes of a buffer. Nothing
    /// has changed then.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedBuffer, PackedConfig, PackedError};
    /// let mut buffer = PackedBuffer::with_config(PackedConfig::new(64, 8).max_capacity(256));
    /// let id = buffer.insert(&[1, 2, 3], ())?;
    /// buffer.grow_to(100)?;
    /// buffer.grow_to(10)?;
    /// assert_eq!(buffer.capacity(), 100);
    /// assert_eq!(buffer.get(id).unwrap().bytes(), [1, 2, 3]);
    /// assert!(buffer.grow_to(257).is_err());
    /// # Ok::<(), PackedError>(())
    /// ```
    pub fn grow_to(&mut self, capacity: usize) -> Result<(), PackedError> {
        if capacity <= self.capacity() {
            return Ok(());
        }
        let Spans { grain, limit, .. } = self.spans;
        let rounded = u32::try_from(capacity).ok();
        let rounded = rounded.and_then(|capacity| round_up(capacity, grain));
        let rounded = rounded.filter(|&capacity| capacity <= limit);
        let full = || self.spans.full(capacity, None, self.config.placement, None);
        self.set_capacity(rounded.ok_or_else(full)?)
    }

    /// Doubles the capacity until a block that ends at `end` fits.
    pub(super) fn grow_until(&mut self, end: u32) -> Result<(), PackedError> {
        if end <= self.spans.capacity {
            return Ok(());
        }
        let Spans { grain, limit, .. } = self.spans;
        let mut capacity = self.spans.capacity.max(grain);
        while capacity < end {
            capacity = capacity.saturating_mul(2);
        }
        self.set_capacity(capacity.min(limit))
    }

    fn set_capacity(&mut self, capacity: u32) -> Result<(), PackedError> {
        self.contents.grow(self.spans.top, capacity)?;
        self.spans.capacity = capacity;
        Ok(())
    }
}
