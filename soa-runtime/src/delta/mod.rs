//! The changes of a hub since a tick, which a copy of it elsewhere needs.
//!
//! [`Delta`] writes the changes of a hub since a tick; [`write`] has its form. [`OwnedDelta`]
//! is a delta that was read and is not applied yet; [`read`] reads it and checks what can
//! be checked without the copy. A value of a column is written and read by a form ([`WriteAs`], [`ReadAs`]),
//! because serde's attributes of the field hold for each value.

mod changed;
mod columns;
mod error;
mod freed;
mod gaps;
mod made;
mod order;
mod read;
mod record;
mod values;
mod write;

pub use changed::{ChangedRows, ChangedValues, WriteAs};
pub use columns::{MadeRows, SavedColumn, SavedColumns};
pub use error::DeltaError;
pub(crate) use error::Limit;
pub(crate) use freed::{Aside, Freed, Why};
pub(crate) use order::Run;
pub use read::NewColumns;
pub(crate) use read::{Element, NextPart, Reader, ValueOfKey, is_new};
pub use record::{
    DeserializeDelta, ReadChanges, ReadStruct, SerializeDelta, VisitChanges, VisitWritten,
};
pub use values::{NewValues, ReadAs};

use alloc::vec::Vec;

use crate::handle::AnyHandle;
use crate::hub::Hub;
use crate::ids::{Dense, Layout, Slots};
use crate::record::{IdAllocator, TrackedRecord};
use crate::ticks::Tick;

/// The parts of a delta, in their order. `order` exists only in the dense layout, and `tag` only if
/// ids have tags.
const PARTS: [&str; 9] = [
    "version", "since", "tick", "slots", "freed", "made", "changed", "order", "tag",
];

/// By the type's own `Serialize` and `Deserialize`.
#[doc(hidden)]
#[derive(Debug)]
pub struct ByType;

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
        let slots = hub.store.typed();
        let is_other = since != Tick::START
            && if hub.capacity() > 0 {
                slots.changed_slots(since).are_all()
            } else {
                hub.last_tick() != Some(since)
            };
        !is_other
            && !slots.has_unstamped(since)
            && hub.slots_changed_since(since).next().is_none()
            && hub.rows_changed_since(since).next().is_none()
    }
}

copy!([T: IdAllocator] Delta<'_, T>);

debug_struct! {
    [T: IdAllocator] Delta<'_, T>, "Delta",
    delta => { hub: T::HUB, since: delta.since, tick: delta.tick() } finish_non_exhaustive
}

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

debug_struct! {
    [T: ReadChanges] OwnedDelta<T>, "OwnedDelta",
    delta => {
        hub: T::HUB, since: delta.since, tick: delta.tick,
        slots: delta.slots, freed: delta.freed.len(), made: delta.made.len()
    } finish_non_exhaustive
}

/// The number of the form in which a delta is written. It rises when a part changes.
const FORM: u8 = 3;

/// Hashes the names of the parts of a world. No name ends within another one.
pub(crate) fn version_of_names(names: &[&str]) -> u32 {
    let bytes = names.iter().flat_map(|name| name.bytes().chain([0xff]));
    bytes.fold(OFFSET, step)
}

/// Hashes the columns that travel, as the derive states them, the bits of the id of `T`, the
/// number of the form, and the part that only dense rows have. (FNV-1a: it must be the same on
/// every machine, and a constant.)
const fn version_of<T: IdAllocator>(columns: &str) -> u32 {
    version_of_layout::<T::Id, T::Layout>(columns)
}

/// The same for a delta with other parts, because its rows have the other layout.
const fn version_of_other_layout<T: IdAllocator>(columns: &str) -> u32 {
    if T::Layout::DENSE {
        version_of_layout::<T::Id, Slots>(columns)
    } else {
        version_of_layout::<T::Id, Dense>(columns)
    }
}

const fn version_of_layout<H: AnyHandle, L: Layout>(columns: &str) -> u32 {
    let hash = step(version_of_form_1::<H>(columns), FORM);
    if L::DENSE { step(hash, b'd') } else { hash }
}

/// The same for form 2, whose freed slots ascend.
const fn version_of_form_2<H: AnyHandle>(columns: &str) -> u32 {
    step(version_of_form_1::<H>(columns), 2)
}

/// The same for form 1, which has no generations of freed slots, and no number in the hash.
const fn version_of_form_1<H: AnyHandle>(columns: &str) -> u32 {
    let (columns, mut hash, mut at) = (columns.as_bytes(), OFFSET, 0);
    while at < columns.len() {
        hash = step(hash, columns[at]);
        at += 1;
    }
    // At most 64 each.
    hash = step(hash, H::INDEX_BITS.to_le_bytes()[0]);
    hash = step(hash, H::GENERATION_BITS.to_le_bytes()[0]);
    step(hash, H::TAG_BITS.to_le_bytes()[0])
}

/// The hash of nothing.
const OFFSET: u32 = 0x811c_9dc5;

const fn step(hash: u32, byte: u8) -> u32 {
    const PRIME: u32 = 0x0100_0193;

    (hash ^ byte as u32).wrapping_mul(PRIME)
}
