//! The ticks of a hub.

use super::Hub;
use crate::iter::{ChangedRows, ChangedSlots};
use crate::record::{IdAllocator, Ticking, TrackedRecord};
use crate::ticks::{Incarnation, Tick};

/// Ticks.
impl<T: IdAllocator> Hub<T> {
    /// Ends the current tick and returns it. What is written from now on belongs to a
    /// later tick, so that `changed_since` with the returned tick reports it.
    ///
    /// A hub without a tracked column, and without `#[soa(tracked)]` on the struct, has
    /// no clock, and `advance` returns [`Tick::START`].
    ///
    /// O(1), and never allocates. Once in 2^32 ticks it visits all stamps.
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
    /// What was written in the current tick belongs to `tick`: a reader that has seen an earlier
    /// number sees it. If `tick` leaves out numbers, the call visits one stamp per 32 rows of each
    /// tracked column, in O(rows / 32).
    ///
    /// Number frames, not nanoseconds. A hub can distinguish 2^32 ticks. When they are used up, all
    /// rows and slots count as changed once, and the hub gets another
    /// [incarnation](Self::incarnation), so that every reader starts from scratch.
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

    /// Returns the last tick that ended, which is what [`advance`](Self::advance) returned
    /// last. O(1).
    ///
    /// It is [`Tick::START`] if none has ended yet, and `None` if the hub has no clock:
    /// without a tracked column and without `#[soa(tracked)]` on the struct. So code that
    /// only looks at a hub can find out what changes while it looks.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_runtime::{IdAllocator, Tick};
    ///
    /// #[derive(IdAllocator)]
    /// struct Light { #[soa(tracked)] colour: u32 }
    /// #[derive(IdAllocator)]
    /// struct Camera { angle: f32 }
    ///
    /// let mut lights = LightHub::new();
    /// assert_eq!(lights.last_tick(), Some(Tick::START));
    /// let tick = lights.advance();
    /// assert_eq!(lights.last_tick(), Some(tick));
    /// assert_eq!(CameraHub::new().last_tick(), None);
    /// ```
    pub fn last_tick(&self) -> Option<Tick> {
        T::Ticking::HAS_CLOCK.then(|| self.store.typed().last_tick())
    }

    /// Returns the number of this hub, which no other hub of the process has or had. By it a
    /// reader can check whether the tick that it has seen belongs to this hub. O(1).
    ///
    /// It is `None` if the hub has no clock, like [`last_tick`](Self::last_tick), or has no
    /// memory. A hub gets its incarnation when its memory is allocated. Growing,
    /// [`clear`](Self::clear) and every other call on the hub keep it, with two exceptions:
    /// [`shrink_to_fit`](Self::shrink_to_fit) without slots frees the memory, and a tick that is
    /// 2^32 ticks after the first gives the hub another one. Moving,
    /// swapping and [`mem::take`](core::mem::take) carry it to the new place.
    ///
    /// A clone, a loaded snapshot and a collected hub have incarnations of their own.
    /// `clone_from` keeps the incarnation of the hub that is overwritten, all of whose rows
    /// then count as changed. Equality, [`hash_state`](Self::hash_state), snapshots and deltas
    /// ignore the incarnation.
    ///
    /// On a target without atomic numbers of 64 bits it is always `None`. So a reader starts
    /// from scratch unless it gets the same incarnation twice:
    /// `seen.is_some() && seen == hub.incarnation()`.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_runtime::IdAllocator;
    ///
    /// #[derive(IdAllocator)]
    /// #[soa(derive(Clone))]
    /// struct Light { #[soa(tracked)] colour: u32 }
    ///
    /// let mut lights = LightHub::new();
    /// assert_eq!(lights.incarnation(), None); // no memory yet
    /// lights.alloc();
    /// let seen = lights.incarnation();
    /// assert!(seen.is_some() || !cfg!(target_has_atomic = "64"));
    ///
    /// lights.alloc_many(1000);
    /// lights.clear();
    /// assert_eq!(lights.incarnation(), seen); // the same hub
    ///
    /// lights.alloc();
    /// let copy = lights.clone(); // another one
    /// assert!(copy.incarnation() != seen || seen.is_none());
    /// ```
    pub fn incarnation(&self) -> Option<Incarnation> {
        self.store.typed().incarnation()
    }
}

/// Finding out what changed.
impl<T: IdAllocator> Hub<T> {
    /// Iterates over the slots that changed hands after `tick` ended, in ascending order,
    /// each with the id whose row is there now.
    ///
    /// A slot changes hands in these cases:
    ///
    /// - a row is made in it, also by [`insert_at`](Self::insert_at) or [`fill`](Self::fill);
    /// - its record is [replaced](Self::replace);
    /// - its row is freed, [detached](Self::detach) or [renewed](Self::renew);
    /// - an id without a row is issued for it or freed.
    ///
    /// Writing values of a row, and moving the row, does not count.
    ///
    /// The id is `None` if the slot has no row now: it is free, reserved or retired. A slot is
    /// reported once, whatever happened to it. A copy first drops its slots from
    /// [`slots()`](Self::slots) on, which are gone. [`Tick::START`] reports all slots.
    ///
    /// O(slots / 32) if nothing changed, and O(32) more for each 32 slots with a change.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_runtime::IdAllocator;
    ///
    /// #[derive(IdAllocator)]
    /// #[soa(tracked)]
    /// struct Unit { hp: u32 }
    ///
    /// let mut units = UnitHub::new();
    /// let ids = units.alloc_many(4);
    /// let seen = units.advance();
    ///
    /// *units.row_mut(ids[0]).hp = 7; // the same row
    /// units.dealloc(ids[1]);
    /// units.dealloc(ids[2]);
    /// let new = units.insert(Unit { hp: 5 }); // takes the slot that was freed last
    /// assert!(units.slots_changed_since(seen).eq([(1, None), (2, Some(new))]));
    /// ```
    pub fn slots_changed_since(&self, tick: Tick) -> ChangedSlots<'_, T>
    where
        T: TrackedRecord,
    {
        ChangedSlots::new(&self.store, tick)
    }

    /// Iterates over the live rows that changed after `tick` ended, with their ids, in the
    /// order of the rows.
    ///
    /// A row is yielded, once, if its slot [changed hands](Self::slots_changed_since), or if it
    /// was written in a [tracked column](crate::TrackedColumn). In the dense layout a row that
    /// moved to another position counts as changed, also if its values did not: after a sort,
    /// all rows that moved are yielded.
    ///
    /// O(rows / 32) if nothing changed, and O(32) more for each 32 rows with a change. In the
    /// dense layout it visits all rows if, after `tick` ended, the id of a row was
    /// [renewed](Self::renew), or a lease returned unused ids.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_runtime::IdAllocator;
    ///
    /// #[derive(IdAllocator)]
    /// #[soa(layout = dense, tracked)]
    /// struct Unit {
    ///     #[soa(tracked)]
    ///     hp: u32,
    ///     name: String,
    /// }
    ///
    /// let mut units = UnitHub::new();
    /// let ids = units.alloc_many(4);
    /// let seen = units.advance();
    ///
    /// *units.row_mut(ids[2]).hp = 7;
    /// units.row_mut(ids[1]).name.push('x'); // this column is not tracked
    /// units.dealloc(ids[0]); // the last row moves here
    /// let changed: Vec<UnitId> = units.rows_changed_since(seen).map(|(id, _)| id).collect();
    /// assert_eq!(changed, [ids[3], ids[2]]);
    /// ```
    pub fn rows_changed_since(&self, tick: Tick) -> ChangedRows<'_, T>
    where
        T: TrackedRecord,
    {
        ChangedRows::new(&self.store, tick)
    }
}
