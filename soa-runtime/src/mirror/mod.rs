//! The copy of a hub that lives elsewhere and follows it by deltas.

mod apply;

use core::marker::PhantomData;
use core::ops::Deref;

use serde::Deserializer;
use serde::de::{DeserializeSeed, Error};

use crate::delta::{
    Aside, Delta, DeltaError, DeserializeDelta, Limit, OwnedDelta, ReadChanges, Reader,
    SerializeDelta, Why, is_new,
};
use crate::hub::Hub;
use crate::record::{IdAllocator, TrackedRecord, Vacate};
use crate::ticks::Tick;

pub(crate) use apply::Prepared;

/// A copy of a hub that lives elsewhere: on a client, in another process, in an editor.
///
/// The source sends [deltas](Hub::delta), and the mirror applies them. Packets may be lost,
/// repeated and reordered, as long as the source uses the last tick that this mirror
/// confirmed as the start of a delta. After each applied delta:
///
/// - an id is live in the mirror exactly if it is live in the source;
/// - a tracked column has the source's values;
/// - any other column has the value that it had when the delta was made that brought the
///   row.
///
/// In the dense layout the rows are in the order of the source. Reserved and retired slots of the
/// source are free in the mirror. The statistics and the snapshots of a mirror are its own. A mirror keeps the ids of its
/// source and issues none, because it lends its hub shared. Keep rows that a client
/// predicts in a hub of the client. When the source is gone, [`promote`](Mirror::promote)
/// makes a hub of the mirror that issues ids.
///
/// A mirror makes rows in any free slot. As after [`insert_at`](Hub::insert_at), its hub
/// then has a table of 4 bytes per slot.
///
/// [`guide::replication`](crate::guide::replication) shows a server and its clients.
///
/// # Methods of your own
///
/// A mirror dereferences to [`Hub<T>`](Hub), not to the generated newtype. Write a function
/// that takes `&Hub<Unit>`, or a trait that is implemented for `Hub<Unit>`, to use it with
/// both:
///
/// ```
/// use soa_runtime::{Hub, IdAllocator, Mirror};
///
/// #[derive(IdAllocator)]
/// #[soa(tracked, derive(Serialize, Deserialize))]
/// struct Unit { #[soa(tracked)] hp: i32 }
///
/// trait Army {
///     fn strength(&self) -> i32;
/// }
///
/// impl Army for Hub<Unit> {
///     fn strength(&self) -> i32 {
///         self.iter().map(|(_, unit)| unit.hp).sum()
///     }
/// }
///
/// let (units, copy) = (UnitHub::new(), Mirror::<Unit>::new());
/// assert_eq!(units.strength(), copy.strength());
/// ```
///
/// # Examples
///
/// ```
/// use soa_runtime::{Applied, IdAllocator, Mirror};
///
/// #[derive(IdAllocator)]
/// #[soa(tracked, derive(Serialize, Deserialize))]
/// struct Unit { #[soa(tracked)] hp: i32 }
///
/// let (mut units, mut copy) = (UnitHub::new(), Mirror::<Unit>::new());
/// let [ant, bee] = [10, 20].map(|hp| units.insert(Unit { hp }));
///
/// let first = units.advance();
/// let packet = serde_json::to_string(&units.delta(copy.tick()))?;
/// let mut lost = Vec::new();
/// for _ in 0..2 {
///     units.columns_mut().hp[ant] -= 1;
///     units.advance();
///     lost.push(serde_json::to_string(&units.delta(first))?); // the client confirmed `first`
/// }
/// units.dealloc(bee);
///
/// let mut receive = |packet: &str| copy.apply(&mut serde_json::Deserializer::from_str(packet));
/// assert_eq!(receive(&packet)?, Applied::Now(first));
/// assert!(matches!(receive(&lost[1])?, Applied::Now(_)));
/// assert_eq!(receive(&lost[0])?, Applied::Old); // it comes late
/// assert_eq!(*copy.row(ant).hp, 8);
/// assert!(copy.contains(bee)); // the next delta frees it
/// # Ok::<(), serde_json::Error>(())
/// ```
pub struct Mirror<T: IdAllocator> {
    hub: Hub<T>,
    /// The last tick of the source that the hub has seen.
    tick: Tick,
    /// The slots that are free in the hub and not in the source.
    aside: Aside,
    /// The largest number of slots of the hub.
    limit: Limit,
}

/// What [`Mirror::apply`] did with a delta.
///
/// # Examples
///
/// ```
/// use soa_runtime::{Applied, Tick};
///
/// fn confirmation(applied: Applied) -> Option<Tick> {
///     match applied {
///         Applied::Now(tick) => Some(tick), // send it to the source
///         Applied::Old => None,             // a later tick was confirmed before
///     }
/// }
///
/// let tick = Tick::from_bits(7);
/// assert_eq!(confirmation(Applied::Now(tick)), Some(tick));
/// assert_eq!(confirmation(Applied::Old), None);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Applied {
    /// The delta was applied. The mirror has now seen this tick.
    Now(Tick),
    /// The mirror has seen the end of the delta before. Nothing has changed.
    Old,
}

impl<T: IdAllocator> Mirror<T> {
    /// Creates an empty mirror that has seen nothing, without memory.
    ///
    /// The mirror has as many slots as its source, up to the number that its ids can address:
    /// `T::Id::LIMIT`, which is 2^32 - 1 by default. A slot takes memory in every column, even
    /// if it is a few bytes in a delta. [`with_limit`](Self::with_limit) is for sources that are
    /// not trusted.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::{IdAllocator, Mirror, Tick};
    /// # #[derive(IdAllocator)]
    /// # struct Unit { hp: i32 }
    /// let copy = Mirror::<Unit>::new();
    /// assert_eq!((copy.tick(), copy.len()), (Tick::START, 0));
    /// ```
    #[must_use]
    pub const fn new() -> Self {
        Self::with_limit(u32::MAX)
    }

    /// Creates an empty mirror that has seen nothing, without memory, and never has more than
    /// `slots` slots.
    ///
    /// A delta with more slots is refused before its rows take memory, with
    /// [`DeltaError::TooManySlots`]. The mirror stays as it was.
    ///
    /// Choose the limit from what the source may contain: its [`slots`](Hub::slots) are at least
    /// its live rows, and never fewer than the largest number of rows that it has had at the
    /// same time since it was made or shrunk.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::{Applied, IdAllocator, Mirror};
    /// # #[derive(IdAllocator)]
    /// # #[soa(tracked, derive(Serialize, Deserialize))]
    /// # struct Unit { #[soa(tracked)] hp: i32 }
    /// let (mut units, mut copy) = (UnitHub::new(), Mirror::<Unit>::with_limit(2));
    /// for _ in 0..3 {
    ///     units.insert(Unit { hp: 10 });
    /// }
    /// units.advance();
    /// let packet = serde_json::to_string(&units.delta(copy.tick()))?;
    /// let error = copy.apply(&mut serde_json::Deserializer::from_str(&packet)).unwrap_err();
    /// assert!(error.to_string().starts_with("the delta has 3 slots; expected at most 2"));
    /// assert!(copy.is_empty());
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    #[must_use]
    pub const fn with_limit(slots: u32) -> Self {
        Mirror {
            hub: Hub::new(),
            tick: Tick::START,
            aside: Aside::new(),
            limit: Limit(slots),
        }
    }

    /// Returns the largest number of slots of the hub.
    pub(crate) fn limit(&self) -> u32 {
        self.limit.0
    }

    /// Returns the last tick of the source that the mirror has seen: the start of the next
    /// delta. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::{IdAllocator, Mirror};
    /// # #[derive(IdAllocator)]
    /// # #[soa(tracked, derive(Serialize, Deserialize))]
    /// # struct Unit { #[soa(tracked)] hp: i32 }
    /// let (mut units, mut copy) = (UnitHub::new(), Mirror::<Unit>::new());
    /// let now = units.advance();
    /// let packet = serde_json::to_string(&units.delta(copy.tick()))?;
    /// copy.apply(&mut serde_json::Deserializer::from_str(&packet))?;
    /// assert_eq!(copy.tick(), now);
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    #[must_use]
    pub fn tick(&self) -> Tick {
        self.tick
    }

    /// Ends the current tick of the mirror's own hub and returns it, for readers of the
    /// mirror. O(1) amortised.
    ///
    /// These ticks have nothing to do with [`tick`](Self::tick), which is a tick of the
    /// source. Applying a delta stamps the values that it writes and the slots that change.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::{IdAllocator, Mirror};
    /// # #[derive(IdAllocator)]
    /// # #[soa(tracked, derive(Serialize, Deserialize))]
    /// # struct Unit { #[soa(tracked)] hp: i32 }
    /// # let (mut units, mut copy) = (UnitHub::new(), Mirror::<Unit>::new());
    /// let ids = [10, 20, 30].map(|hp| units.insert(Unit { hp }));
    /// units.advance();
    /// let packet = serde_json::to_string(&units.delta(copy.tick()))?;
    /// copy.apply(&mut serde_json::Deserializer::from_str(&packet))?;
    /// let drawn = copy.advance();
    ///
    /// units.columns_mut().hp[ids[1]] = 19;
    /// units.advance();
    /// let packet = serde_json::to_string(&units.delta(copy.tick()))?;
    /// copy.apply(&mut serde_json::Deserializer::from_str(&packet))?;
    /// assert!(copy.columns().hp.changed_since(drawn, 0).eq([1..2]));
    /// assert_eq!(copy.slots_changed_since(drawn).next(), None);
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub fn advance(&mut self) -> Tick {
        self.hub.advance()
    }

    /// Ends the current tick of the mirror's own hub as `tick`, for a file that goes on with the
    /// ticks of the source.
    #[doc(hidden)]
    pub fn advance_to(&mut self, tick: Tick) -> Tick {
        self.hub.advance_to(tick)
    }

    /// Returns whether ids of the source are reserved.
    #[doc(hidden)]
    pub fn has_reserved(&self) -> bool {
        self.aside.has(Why::Reserved)
    }
}

impl<T: Vacate + TrackedRecord> Mirror<T> {
    /// Reads a delta and applies it, if the mirror has seen its start and not its end.
    /// O(changes), amortised.
    ///
    /// An older delta changes nothing. The ticks are checked first, and the whole delta is
    /// read before anything is written. If a value's `Deserialize` or `Drop` panics, the
    /// mirror is as before, or has applied the whole delta.
    ///
    /// The input may come from a stranger. It is refused, or it describes rows. The mirror
    /// makes at most one slot for each byte of the input, and at most as many as
    /// [`with_limit`](Self::with_limit) allows.
    ///
    /// # Errors
    ///
    /// Returns the errors of the deserializer, among them a [`DeltaError`] as a sentence.
    /// Nothing has changed then.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::{Applied, IdAllocator, Mirror, Tick};
    /// # #[derive(IdAllocator)]
    /// # #[soa(tracked, derive(Serialize, Deserialize))]
    /// # struct Unit { #[soa(tracked)] hp: i32 }
    /// let (mut units, mut copy) = (UnitHub::new(), Mirror::<Unit>::new());
    /// let id = units.insert(Unit { hp: 10 });
    /// let now = units.advance();
    /// let packet = serde_json::to_string(&units.delta(Tick::START))?;
    ///
    /// let mut receive = |packet: &str| copy.apply(&mut serde_json::Deserializer::from_str(packet));
    /// assert!(receive(&packet[..packet.len() - 1]).is_err());
    /// assert_eq!(receive(&packet)?, Applied::Now(now));
    /// assert_eq!(receive(&packet)?, Applied::Old);
    /// assert!(copy.contains(id));
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub fn apply<'de, D: Deserializer<'de>>(&mut self, deserializer: D) -> Result<Applied, D::Error>
    where
        T: DeserializeDelta<'de>,
    {
        let reader = Reader {
            seen: Some(self.tick),
            limit: self.limit,
            record: PhantomData,
        };
        match reader.deserialize(deserializer)? {
            Some(delta) => self.take(delta).map_err(D::Error::custom),
            None => Ok(Applied::Old),
        }
    }

    /// Applies a delta that was read before, if the mirror has seen its start and not its
    /// end. O(changes), amortised.
    ///
    /// # Errors
    ///
    /// Returns an error if the mirror has not seen the delta's start, if the delta does not
    /// fit the mirror, or if memory runs out. Nothing has changed then.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::{Applied, DeltaError, IdAllocator, Mirror, OwnedDelta, Tick};
    /// # #[derive(IdAllocator)]
    /// # #[soa(tracked, derive(Serialize, Deserialize))]
    /// # struct Unit { #[soa(tracked)] hp: i32 }
    /// let (mut units, mut copy) = (UnitHub::new(), Mirror::<Unit>::new());
    /// let [first, second] = [0; 2].map(|_| units.advance());
    /// let packet = serde_json::to_string(&units.delta(first))?;
    /// let delta: OwnedDelta<Unit> = serde_json::from_str(&packet)?;
    ///
    /// let error = copy.apply_owned(delta).unwrap_err(); // it has not seen `first`
    /// assert_eq!(error, DeltaError::Ahead { since: first, seen: Tick::START });
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub fn apply_owned(&mut self, delta: OwnedDelta<T>) -> Result<Applied, DeltaError>
    where
        T: ReadChanges,
    {
        if is_new(Some(self.tick), delta.since, delta.tick)? {
            self.take(delta)
        } else {
            Ok(Applied::Old)
        }
    }
}

/// Reads and applies a delta that is a part of something else; see [`Mirror::apply`].
///
/// # Examples
///
/// ```
/// use serde::de::DeserializeSeed;
/// # use soa_runtime::{Applied, IdAllocator, Mirror, Tick};
/// # #[derive(IdAllocator)]
/// # #[soa(tracked, derive(Serialize, Deserialize))]
/// # struct Unit { #[soa(tracked)] hp: i32 }
///
/// let (mut units, mut copy) = (UnitHub::new(), Mirror::<Unit>::new());
/// let now = units.advance();
/// let packet = serde_json::to_string(&units.delta(Tick::START))?;
/// let applied = copy.deserialize(&mut serde_json::Deserializer::from_str(&packet))?;
/// assert_eq!(applied, Applied::Now(now));
/// # Ok::<(), serde_json::Error>(())
/// ```
impl<'de, T: Vacate + DeserializeDelta<'de>> DeserializeSeed<'de> for &mut Mirror<T> {
    type Value = Applied;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Applied, D::Error> {
        self.apply(deserializer)
    }
}

impl<T: IdAllocator> Deref for Mirror<T> {
    type Target = Hub<T>;

    fn deref(&self) -> &Hub<T> {
        &self.hub
    }
}

impl<T: IdAllocator> Default for Mirror<T> {
    fn default() -> Self {
        Mirror::new()
    }
}

debug_struct! {
    [T: IdAllocator] Mirror<T>, "Mirror",
    mirror => {
        tick: mirror.tick, hub: mirror.hub, aside: mirror.aside, limit: mirror.limit
    } finish
}

impl<T: IdAllocator> Mirror<T> {
    /// Makes a hub of the mirror, which issues ids. O(slots), without an allocation.
    ///
    /// Use it when the source is gone: a client takes over as the server, or a log of deltas
    /// was read to its end. The hub goes on from the last tick that was applied:
    ///
    /// - Every id that was live is live, with the row that the mirror has.
    /// - Every other id that the source had issued is stale. If slots are
    ///   [retired](crate::Retire), it is never issued again, even if its slot was used several
    ///   times between two deltas. An id that was reserved is stale, too, and its slot is free, as
    ///   after [`free_reserved`](Hub::free_reserved).
    /// - It issues the ids that the source would have issued, in the same order. Dense rows have the
    ///   order of the source. A slot that the source has retired is retired.
    /// - The ticks start from the first one, and the hub has an [incarnation](Hub::incarnation) of its
    ///   own, so clients must start with new mirrors. The hub keeps the [tag](Hub::tag) and the memory
    ///   of the mirror.
    ///
    /// A source that was overwritten by [`clone_from`](Hub#method.clone_from) issues ids
    /// again, and so does a hub that was promoted after it: both go on from the state that was
    /// restored.
    ///
    /// `UnitHub::from` makes the generated newtype of the hub.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::{IdAllocator, Mirror, Tick};
    /// #[derive(IdAllocator)]
    /// #[soa(tracked, derive(Serialize, Deserialize))]
    /// struct Unit { #[soa(tracked)] hp: i32 }
    ///
    /// let (mut server, mut standby) = (UnitHub::new(), Mirror::<Unit>::new());
    /// let [ant, bee] = [10, 20].map(|hp| server.insert(Unit { hp }));
    /// server.dealloc(bee);
    /// let cow = server.insert(Unit { hp: 30 }); // uses the slot of `bee`
    /// server.dealloc(cow);
    /// server.advance();
    /// let packet = serde_json::to_string(&server.delta(Tick::START))?;
    /// standby.apply(&mut serde_json::Deserializer::from_str(&packet))?;
    /// drop(server);
    ///
    /// let mut server = UnitHub::from(standby.promote());
    /// assert_eq!(*server.row(ant).hp, 10);
    /// let dog = server.insert(Unit { hp: 40 });
    /// assert_eq!(dog.index(), bee.index());
    /// assert!(![bee, cow].contains(&dog)); // the standby has never seen `cow`
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    #[must_use]
    pub fn promote(self) -> Hub<T> {
        let Mirror { mut hub, aside, .. } = self;
        let store = hub.store.typed_mut();
        if aside.has(Why::Retired) || aside.has(Why::Reserved) {
            store.sift(
                |slot| aside.get(slot) == Some(Why::Retired),
                |slot| aside.get(slot) == Some(Why::Reserved),
            );
        }
        store.restart();
        hub
    }

    /// Returns the changes of the mirror since one of its own ticks, for a mirror that follows
    /// this one. O(1).
    ///
    /// It is [`Hub::delta`], and it reports the slots that the source has retired or reserved. The
    /// delta of a mirror's `&Hub<T>` does not: there they are free. Send this one, so that a mirror
    /// of a mirror can be [promoted](Self::promote) like the first.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::{IdAllocator, Mirror, Tick};
    /// # #[derive(IdAllocator)]
    /// # #[soa(tracked, derive(Serialize, Deserialize))]
    /// # struct Unit { #[soa(tracked)] hp: i32 }
    /// let mut units = UnitHub::new();
    /// let (mut relay, mut leaf) = (Mirror::<Unit>::new(), Mirror::<Unit>::new());
    /// let id = units.insert(Unit { hp: 10 });
    /// units.advance();
    /// let packet = serde_json::to_string(&units.delta(relay.tick()))?;
    /// relay.apply(&mut serde_json::Deserializer::from_str(&packet))?;
    ///
    /// relay.advance();
    /// let packet = serde_json::to_string(&relay.delta(leaf.tick()))?;
    /// leaf.apply(&mut serde_json::Deserializer::from_str(&packet))?;
    /// assert!(leaf.contains(id));
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub fn delta(&self, since: Tick) -> Delta<'_, T>
    where
        T: TrackedRecord + SerializeDelta,
    {
        Delta::of_mirror(&self.hub, since, &self.aside)
    }
}
