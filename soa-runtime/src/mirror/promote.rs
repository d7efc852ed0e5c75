//! A mirror as a source: its own deltas, and the hub that it becomes.

use super::Mirror;
use crate::delta::{Delta, SerializeDelta};
use crate::hub::Hub;
use crate::record::{IdAllocator, TrackedRecord};
use crate::ticks::Tick;

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
        if !aside.retired.is_empty() || !aside.reserved.is_empty() {
            store.sift(
                |slot| aside.retired.contains(slot),
                |slot| aside.reserved.contains(slot),
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
