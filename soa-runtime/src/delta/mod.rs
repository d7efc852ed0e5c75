//! The changes of a hub since a tick, which a copy of it elsewhere needs.
//!
//! [`Delta`] writes the changes of a hub since a tick; [`write`] has its form. [`OwnedDelta`]
//! is a delta that was read and is not applied yet; [`read`] reads it and checks what can
//! be checked without the copy. A value of a column is written and read by a [`form`],
//! because serde's attributes of the field hold for each value.

mod aside;
mod changed;
mod columns;
mod error;
mod form;
mod freed;
mod gaps;
mod limit;
mod lists;
mod made;
mod order;
mod owned;
mod read;
mod record;
mod values;
mod version;
mod write;

use core::fmt;

pub(crate) use aside::{Aside, SlotSet};
pub use changed::{ChangedRows, ChangedValues};
pub use columns::{MadeRows, SavedColumn, SavedColumns};
pub use error::DeltaError;
pub use form::{ByType, ReadAs, WriteAs};
pub(crate) use freed::Freed;
pub(crate) use limit::Limit;
pub use lists::NewColumns;
pub(crate) use lists::NextPart;
pub(crate) use lists::{Element, ValueOfKey};
pub(crate) use order::Run;
pub use owned::OwnedDelta;
pub(crate) use read::{Reader, is_new};
pub use record::{
    DeserializeDelta, ReadChanges, ReadStruct, SerializeDelta, VisitChanges, VisitWritten,
};
pub use values::NewValues;
pub(crate) use version::version_of_names;

use crate::handle::AnyHandle;
use crate::hub::Hub;
use crate::ids::Layout;
use crate::record::{IdAllocator, TrackedRecord};
use crate::ticks::Tick;

/// The parts of a delta, in their order. `order` exists only in the dense layout, and `tag` only if
/// ids have tags.
const PARTS: [&str; 9] = [
    "version", "since", "tick", "slots", "freed", "made", "changed", "order", "tag",
];

/// Returns the names of the parts of a delta for `T`.
fn parts<T: IdAllocator>() -> &'static [&'static str] {
    const ALL: &[&str] = &PARTS;
    const UNORDERED: &[&str] = &[
        "version", "since", "tick", "slots", "freed", "made", "changed", "tag",
    ];
    let parts = if T::Layout::DENSE { ALL } else { UNORDERED };
    if T::Id::TAG_BITS > 0 {
        parts
    } else {
        &parts[..parts.len() - 1]
    }
}

/// The changes of a hub since a tick, for a copy of it elsewhere; what [`Hub::delta`]
/// returns.
///
/// A delta borrows the hub, and reads it when the delta is serialized.
/// [`Mirror`](crate::Mirror) is the copy, and [`OwnedDelta`] is a delta that was received.
///
/// # Examples
///
/// ```
/// use soa_runtime::{Delta, IdAllocator, Tick};
/// # #[derive(IdAllocator)]
/// # #[soa(tracked, derive(Serialize))]
/// # struct Unit { #[soa(tracked)] hp: i32 }
///
/// fn packet(delta: &Delta<'_, Unit>) -> Option<String> {
///     if delta.is_empty() {
///         return None; // nothing to send
///     }
///     serde_json::to_string(delta).ok()
/// }
///
/// let mut units = UnitHub::new();
/// units.insert(Unit { hp: 10 });
/// let now = units.advance();
/// assert!(packet(&units.delta(Tick::START)).is_some());
/// assert_eq!(packet(&units.delta(now)), None);
/// ```
pub struct Delta<'a, T: IdAllocator> {
    hub: &'a Hub<T>,
    since: Tick,
    /// If the hub is a mirror's, the slots that are free in it, and not in its source.
    aside: Option<&'a Aside>,
}

/// Sending what changed.
impl<T: IdAllocator> Hub<T> {
    /// Returns the changes since a tick, for a copy that has seen this tick. O(1).
    ///
    /// [`Tick::START`] is for a copy that has seen nothing. Serialize the delta to send it. It
    /// contains the number of slots, the slots that were freed, and whole records of the rows that
    /// were made or replaced. Of the other rows it contains the values of tracked columns that changed.
    /// Reserved and retired slots count as freed. Freed slots are in the order in which they are
    /// used again, each with the generation that it issues next, so that a
    /// [promoted](crate::Mirror::promote) mirror issues the ids that the hub would have issued. In the
    /// dense layout the delta contains where rows were made or may have moved.
    ///
    /// Call [`advance`](Hub::advance) once before the deltas of a frame. A delta ends with
    /// the last tick that `advance` returned, and contains the values at the moment when it
    /// is serialized. Changes of the open tick may be in it, and are then in the next delta
    /// again. Before the first `advance` the hub's last tick is [`Tick::START`], which every mirror
    /// has seen: it ignores such a delta as an old one, although the delta contains all rows.
    ///
    /// If `since` is later than the last tick that ended, the copy has followed another hub,
    /// for example the one that this hub replaced when a save was loaded. The delta then contains
    /// all rows, and no mirror applies it: [`Mirror::apply`](crate::Mirror::apply) returns
    /// [`Applied::Old`](crate::Applied::Old) if the mirror has seen the end of the delta, and an
    /// error otherwise. Start a new mirror instead.
    ///
    /// Serializing takes O(slots / 32 + changes), with a few bytes of memory for each change. If
    /// slots are recycled by [`Fifo`](crate::Fifo), it takes O(slots) after a lease returned unused
    /// ids, and for the hub of a mirror whose source has reserved or retired slots.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_runtime::{Applied, IdAllocator, Mirror};
    ///
    /// #[derive(IdAllocator)]
    /// #[soa(tracked, derive(Serialize, Deserialize))]
    /// struct Unit {
    ///     #[soa(tracked)]
    ///     pos: [f32; 2],
    ///     name: String,
    /// }
    ///
    /// let (mut units, mut copy) = (UnitHub::new(), Mirror::<Unit>::new());
    /// let id = units.insert(Unit { pos: [0.0; 2], name: "ant".into() });
    /// for frame in 0..3 {
    ///     units.columns_mut().pos[id][0] += 1.0;
    ///     let now = units.advance();
    ///     let packet = serde_json::to_string(&units.delta(copy.tick()))?;
    ///
    ///     let mut packet = serde_json::Deserializer::from_str(&packet);
    ///     assert_eq!(copy.apply(&mut packet)?, Applied::Now(now));
    ///     assert_eq!(copy.row(id).pos[0], (frame + 1) as f32);
    /// }
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    #[inline]
    pub fn delta(&self, since: Tick) -> Delta<'_, T>
    where
        T: TrackedRecord + SerializeDelta,
    {
        Delta {
            hub: self,
            since,
            aside: None,
        }
    }
}

impl<'a, T: TrackedRecord + SerializeDelta> Delta<'a, T> {
    /// The changes of a mirror's hub. The source has retired or reserved these slots.
    pub(crate) fn of_mirror(hub: &'a Hub<T>, since: Tick, aside: &'a Aside) -> Self {
        let aside = Some(aside);
        Delta { hub, since, aside }
    }
}

impl<T: IdAllocator> Delta<'_, T> {
    /// Returns the tick with which the delta ends: the last one that
    /// [`Hub::advance`] returned. A mirror has seen it after applying the delta. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::{IdAllocator, Tick};
    /// # #[derive(IdAllocator)]
    /// # #[soa(tracked, derive(Serialize))]
    /// # struct Unit { #[soa(tracked)] hp: i32 }
    /// let mut units = UnitHub::new();
    /// assert_eq!(units.delta(Tick::START).tick(), Tick::START);
    /// let now = units.advance();
    /// assert_eq!(units.delta(Tick::START).tick(), now);
    /// ```
    #[must_use]
    pub fn tick(&self) -> Tick {
        self.hub.store.typed().last_tick()
    }

    /// Returns whether no slot and no tracked value changed, so that a copy needs nothing.
    /// O(slots / 32).
    ///
    /// An empty delta need not be sent. The next one then starts with the same tick, which
    /// the mirror has confirmed.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::{IdAllocator, Tick};
    /// # #[derive(IdAllocator)]
    /// # #[soa(tracked, derive(Serialize))]
    /// # struct Unit { #[soa(tracked)] hp: i32 }
    /// let mut units = UnitHub::new();
    /// let id = units.insert(Unit { hp: 10 });
    /// let now = units.advance();
    /// assert!(units.delta(now).is_empty());
    /// units.columns_mut().hp[id] = 9;
    /// assert!(!units.delta(now).is_empty());
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool
    where
        T: TrackedRecord,
    {
        let Delta { hub, since, .. } = *self;
        // A hub that lost its slots has none that it could report, and without memory it
        // does not even know that it had some. A reader that has seen nothing needs nothing
        // of it.
        let is_other = since != Tick::START
            && if hub.capacity() > 0 {
                hub.store.typed().changed_slots(since).are_all()
            } else {
                hub.last_tick() != Some(since)
            };
        !is_other
            && hub.slots_changed_since(since).next().is_none()
            && hub.rows_changed_since(since).next().is_none()
    }
}

copy!([T: IdAllocator] Delta<'_, T>);

impl<T: IdAllocator> fmt::Debug for Delta<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Delta")
            .field("hub", &T::HUB)
            .field("since", &self.since)
            .field("tick", &self.tick())
            .finish_non_exhaustive()
    }
}
