//! A moment in the life of a hub.

/// A moment in the life of a hub. A reader stores it, and later asks what changed since.
///
/// [`Hub::advance`](crate::Hub::advance) ends the current tick and returns it. A
/// reader keeps the tick that it has seen and passes it to `changed_since`. Any number
/// of readers can do that, each at its own pace, and none of them changes the hub.
///
/// A tick belongs to the hub that returned it, which is not checked: a reader that may be
/// given another hub also stores the hub's [`Incarnation`](crate::Incarnation). No tick makes
/// a call panic: a tick that is later than the hub's last one reports all rows.
///
/// With the feature `serde` ticks can be sent, so that a client can confirm what it
/// has seen.
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
/// let ids = lights.alloc_many(10);
/// let seen = lights.advance();
/// lights.columns_mut().colour[ids[3]] = 7;
///
/// let colour = lights.columns().colour;
/// assert!(colour.changed_since(seen, 0).eq([3..4]));
/// assert!(colour.changed_since(Tick::START, 0).eq([0..10])); // for a late joiner
/// ```
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(transparent))]
pub struct Tick(u64);

impl Tick {
    /// The tick that is earlier than everything: a reader that has seen nothing yet
    /// starts with it. It is the default.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::Tick;
    /// assert_eq!(Tick::default(), Tick::START);
    /// ```
    pub const START: Tick = Tick(0);

    /// Returns the number of the tick.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::Tick;
    /// assert_eq!(Tick::START.to_bits(), 0);
    /// ```
    #[must_use]
    #[inline]
    pub const fn to_bits(self) -> u64 {
        self.0
    }

    /// Returns the tick with a number. Every number is one of a tick, and the numbers
    /// are in the order of the ticks.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::Tick;
    /// assert_eq!(Tick::from_bits(7).to_bits(), 7);
    /// assert!(Tick::START < Tick::from_bits(7));
    /// ```
    #[must_use]
    #[inline]
    pub const fn from_bits(bits: u64) -> Self {
        Tick(bits)
    }
}
