//! A delta that was received.

use alloc::vec::Vec;
use core::fmt;

use super::freed::Freed;
use super::order::Run;
use super::record::ReadChanges;
use crate::ticks::Tick;

/// A delta that was read, for example out of a packet, and was not applied yet.
///
/// [`Mirror::apply_owned`](crate::Mirror::apply_owned) applies it. It owns the records and
/// values, and is `Send` if they are.
///
/// # Examples
///
/// ```
/// use serde::Deserialize;
/// use soa_runtime::{IdAllocator, Mirror, OwnedDelta, Tick};
///
/// #[derive(IdAllocator)]
/// #[soa(tracked, derive(Serialize, Deserialize))]
/// struct Unit { #[soa(tracked)] hp: i32 }
///
/// #[derive(Deserialize)]
/// enum Packet {
///     Chat(String),
///     Units(OwnedDelta<Unit>),
/// }
///
/// let mut units = UnitHub::new();
/// let id = units.insert(Unit { hp: 10 });
/// let now = units.advance();
/// let delta = serde_json::to_string(&units.delta(Tick::START))?;
///
/// let mut copy = Mirror::<Unit>::new();
/// match serde_json::from_str(&format!(r#"{{"Units":{delta}}}"#))? {
///     Packet::Units(delta) => copy.apply_owned(delta)?,
///     Packet::Chat(text) => panic!("{text}"),
/// };
/// assert_eq!((copy.tick(), *copy.row(id).hp), (now, 10));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Invariants
///
/// The mirror checks everything else in a delta, but relies on these:
///
/// 1. The slots of each list but `listed` ascend, and those of `freed` and `made` are below
///    `slots` and different. `listed` has the slots of `freed`.
/// 2. `slots` is a number of slots that ids can address.
/// 3. The generations of `freed` are those of ids, and a slot is only retired if ids have
///    generations.
pub struct OwnedDelta<T: ReadChanges> {
    pub(crate) since: Tick,
    pub(crate) tick: Tick,
    /// The number of slots.
    pub(crate) slots: u32,
    /// The tag of the hub.
    pub(crate) tag: u32,
    /// The slots that changed and have no row.
    pub(crate) freed: Vec<Freed>,
    /// The same in the order in which they are used again.
    pub(crate) listed: Vec<Freed>,
    /// The slots that changed and have a row.
    pub(crate) made: Vec<(T::Id, T)>,
    /// The values that changed in other rows.
    pub(crate) changes: T::Changes,
    /// Where the dense rows are that were made or may have moved.
    pub(crate) order: Vec<Run>,
}

impl<T: ReadChanges> OwnedDelta<T> {
    /// Returns the tick with which the delta ends. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::{IdAllocator, OwnedDelta, Tick};
    /// # #[derive(IdAllocator)]
    /// # #[soa(tracked, derive(Serialize, Deserialize))]
    /// # struct Unit { #[soa(tracked)] hp: i32 }
    /// let mut units = UnitHub::new();
    /// let now = units.advance();
    /// let packet = serde_json::to_string(&units.delta(Tick::START))?;
    /// let delta: OwnedDelta<Unit> = serde_json::from_str(&packet)?;
    /// assert_eq!(delta.tick(), now);
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    #[must_use]
    pub fn tick(&self) -> Tick {
        self.tick
    }
}

impl<T: ReadChanges> fmt::Debug for OwnedDelta<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OwnedDelta")
            .field("hub", &T::HUB)
            .field("since", &self.since)
            .field("tick", &self.tick)
            .field("slots", &self.slots)
            .field("freed", &self.freed.len())
            .field("made", &self.made.len())
            .finish_non_exhaustive()
    }
}
