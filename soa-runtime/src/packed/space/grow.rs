//! How the space grows, and what whoever has its memory is told of that.

use core::ops::Range;

use super::PackedSpace;
use super::contents::Contents;
use super::place::round_up;
use super::spans::Spans;
use crate::packed::error::PackedError;

impl<M> PackedSpace<M> {
    /// Makes the space at least `units` units long, up to the grain; ids and offsets
    /// stay. One that is as long already stays as it is. O(1).
    ///
    /// # Errors
    ///
    /// [`PackedError::Full`] if that is more than the config's `max_bytes`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedConfig, PackedSpace};
    /// let config = PackedConfig { bytes: 64, max_bytes: Some(256), ..Default::default() };
    /// let mut space = PackedSpace::<()>::with_config(config);
    /// assert_eq!(space.grow_to(100), Ok(()));
    /// assert_eq!(space.grow_to(10), Ok(()));
    /// assert_eq!(space.capacity(), 100);
    /// assert!(space.grow_to(257).is_err());
    /// ```
    pub fn grow_to(&mut self, units: usize) -> Result<(), PackedError> {
        self.lengthen(units, &mut ())
    }

    /// What the space has grown by since the last call: from its capacity then, or when
    /// it was made, to that of now; `None` if they are the same. Whoever has the memory
    /// makes it longer by that before the moves are replayed.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedConfig, PackedSpace, Rejected};
    /// let config = PackedConfig { bytes: 64, max_bytes: Some(1 << 20), ..Default::default() };
    /// let mut space = PackedSpace::with_config(config);
    /// space.alloc(200, ())?;
    /// assert_eq!(space.take_grown(), Some(64..256));
    /// assert_eq!(space.take_grown(), None);
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    #[must_use = "the growth is forgotten from now on, so the memory has to grow"]
    pub fn take_grown(&mut self) -> Option<Range<usize>> {
        let capacity = self.spans.capacity;
        let told = core::mem::replace(&mut self.told_capacity, capacity);
        (told < capacity).then_some(told as usize..capacity as usize)
    }

    /// Makes the space, and what its contents lie in, at least that long.
    pub(in crate::packed) fn lengthen(
        &mut self,
        units: usize,
        contents: &mut impl Contents,
    ) -> Result<(), PackedError> {
        if units <= self.capacity() {
            return Ok(());
        }
        let Spans { grain, limit, .. } = self.spans;
        let capacity = u32::try_from(units).ok();
        let capacity = capacity.and_then(|capacity| round_up(capacity, grain));
        let capacity = capacity.filter(|&capacity| capacity <= limit);
        let full = || self.spans.full(units, None, self.config.placement, None);
        self.set_capacity(capacity.ok_or_else(full)?, contents)
    }

    /// Doubles the capacity until a block that ends there is within.
    #[inline]
    pub(super) fn grow_until(
        &mut self,
        end: u32,
        contents: &mut impl Contents,
    ) -> Result<(), PackedError> {
        if end <= self.spans.capacity {
            return Ok(());
        }
        let Spans { grain, limit, .. } = self.spans;
        let mut capacity = self.spans.capacity.max(grain);
        while capacity < end {
            capacity = capacity.saturating_mul(2);
        }
        self.set_capacity(capacity.min(limit), contents)
    }

    fn set_capacity(
        &mut self,
        capacity: u32,
        contents: &mut impl Contents,
    ) -> Result<(), PackedError> {
        contents.grow(self.spans.top, capacity)?;
        self.spans.capacity = capacity;
        Ok(())
    }
}
