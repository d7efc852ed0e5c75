//! The ticks of a hub.

use super::Hub;
use crate::record::IdAllocator;
use crate::ticks::Tick;

/// Finding out what changed.
impl<T: IdAllocator> Hub<T> {
    /// Ends the current tick and returns it. What is written from now on belongs to a
    /// later tick, so that `changed_since` with the returned tick reports it.
    ///
    /// A hub without a tracked column, and without `#[soa(tracked)]` on the struct, has
    /// no clock, and `advance` returns [`Tick::START`].
    ///
    /// Amortised O(1), and never allocates: once in a billion ticks it visits all rows.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_runtime::{IdAllocator, Tick};
    ///
    /// #[derive(IdAllocator)]
    /// struct Light { #[soa(tracked)] colour: u32 }
    ///
    /// let mut lights = LightHub::new();
    /// let id = lights.alloc();
    /// let first = lights.advance();
    /// lights.columns_mut().colour[id] = 7;
    /// let second = lights.advance();
    /// assert!(Tick::START < first && first < second);
    ///
    /// let colour = lights.columns().colour;
    /// assert!(colour.changed_since(first, 0).eq([0..1]));
    /// assert_eq!(colour.changed_since(second, 0).next(), None);
    /// ```
    pub fn advance(&mut self) -> Tick {
        self.store.typed_mut().advance()
    }

    /// Ends the current tick as `tick`, a number of the caller's own, so that all hubs
    /// of a world have the same ticks. Returns the last tick that ended.
    ///
    /// If `tick` is not later than the last tick that ended, nothing changes: the
    /// current tick, which is later than `tick`, goes on.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_runtime::{IdAllocator, Tick};
    ///
    /// #[derive(IdAllocator)]
    /// struct Light { #[soa(tracked)] colour: u32 }
    /// #[derive(IdAllocator)]
    /// struct Camera { #[soa(tracked)] angle: f32 }
    ///
    /// let (mut lights, mut cameras) = (LightHub::new(), CameraHub::new());
    /// cameras.alloc();
    /// let frame = Tick::from_bits(60);
    /// assert_eq!((lights.advance_to(frame), cameras.advance_to(frame)), (frame, frame));
    ///
    /// lights.alloc();
    /// assert!(lights.columns().colour.changed_since(frame, 0).eq([0..1]));
    /// assert_eq!(cameras.columns().angle.changed_since(frame, 0).next(), None);
    /// ```
    pub fn advance_to(&mut self, tick: Tick) -> Tick {
        self.store.typed_mut().advance_to(tick)
    }
}
