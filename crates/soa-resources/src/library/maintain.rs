//! The frame's call.

use std::time::Duration;

use soa_runtime::Hub;

use super::Library;
use super::event::Event;
use super::evict::Evictions;
use super::ready::Ready;
use crate::clock::TimeLimit;
use crate::error::BoxError;
use crate::loader::Loader;

/// The frame's call.
impl<L: Loader> Library<L> {
    /// Does what there is to do, within `time`, and returns what happened, in order.
    /// Call it once in each frame.
    ///
    /// It unloads resources without holders, processes changes of the source, puts decoded
    /// resources into the hub, evicts what exceeds the [budget](crate::Config::budget) of
    /// memory, and drops what no frame in flight uses.
    ///
    /// `finish` makes each record from what was decoded, on this thread: for example a texture of the
    /// GPU, or what holds other resources; see [`Ready`]. Its errors and panics are failures of that
    /// name, and so is a hub without room. Where there is nothing to make, use
    /// [`maintain_into`](Self::maintain_into).
    ///
    /// If a result waits, at least one is finished in each call. After that, nothing new
    /// begins once the time is spent. A library [without threads](crate::Config::workers)
    /// performs at least one step: one read, decode and finish, or as much of it as there
    /// is if it fails. The exception is a budget of memory that is exceeded: then at least
    /// one resource is evicted, and a result lands only once the budget is kept or nothing
    /// can be evicted.
    ///
    /// [`Duration::MAX`] is no limit, and waits for nothing. If there is nothing to do,
    /// the call is O(1) and does not allocate.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_resources::examples::{Note, start};
    /// # use soa_resources::{Memory, Tag};
    /// use std::time::Duration;
    ///
    /// let memory = Memory::new();
    /// memory.insert("a.txt", "A");
    /// # let (mut notes, mut library) = start(memory);
    /// let id = library.request("a.txt", Tag(1));
    /// while library.loaded(id).is_none() {
    ///     library.maintain(&mut notes, Duration::from_millis(1), |ready| {
    ///         Ok(Note { text: format!("{}: {}", ready.name, ready.decoded) })
    ///     });
    /// #   std::thread::yield_now();
    /// }
    /// assert_eq!(notes.row(library.row(id)).text, "a.txt: A");
    /// ```
    pub fn maintain(
        &mut self,
        hub: &mut Hub<L::Record>,
        time: Duration,
        mut finish: impl FnMut(Ready<'_, L>) -> Result<L::Record, BoxError>,
    ) -> Vec<Event<L>> {
        self.frame += 1;
        self.listen();
        if self.is_idle() {
            return Vec::new();
        }
        self.traced("maintain", |library| {
            let limit = TimeLimit::new(time, &library.config.clock);
            library.unload_orphans(&limit); // first: what goes is not decoded again
            library.refresh(&limit);
            library.land_results(hub, &limit, &mut finish);
            library.line.wake_owed();
            library.retired.drop_due(hub, library.frame, &limit);
        })
    }

    /// Does what [`maintain`](Self::maintain) does. The record is what was decoded, or is made of it by
    /// [`Into`].
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_resources::examples::start;
    /// # use soa_resources::{Event, Memory, Tag};
    /// use std::time::Duration;
    ///
    /// let memory = Memory::new();
    /// memory.insert("a.txt", "A");
    /// # let (mut notes, mut library) = start(memory);
    /// let id = library.request("a.txt", Tag(1));
    /// let mut frames = 0;
    /// while library.loaded(id).is_none() {
    ///     library.maintain_into(&mut notes, Duration::from_millis(1));
    ///     frames += 1; // and draw it, with the placeholder
    /// #   std::thread::yield_now();
    /// }
    /// assert_eq!(notes.row(library.row(id)).text, "A");
    /// ```
    pub fn maintain_into(&mut self, hub: &mut Hub<L::Record>, time: Duration) -> Vec<Event<L>>
    where
        L::Decoded: Into<L::Record>,
    {
        self.maintain(hub, time, |ready| Ok(ready.decoded.into()))
    }

    /// Does the work of a call, and returns what happened. With the feature `tracing`, it has a span.
    #[cfg_attr(
        not(feature = "tracing"),
        expect(unused_variables, reason = "only the span has the name")
    )]
    fn traced(&mut self, name: &'static str, work: impl FnOnce(&mut Self)) -> Vec<Event<L>> {
        #[cfg(feature = "tracing")]
        let span = {
            use tracing::field::Empty;
            let (loader, pool) = (std::any::type_name::<L>(), self.pool());
            tracing::debug_span!(
                "library",
                call = name,
                loader,
                pool,
                in_flight = self.flights,
                events = Empty,
                loaded = Empty,
                bytes = Empty
            )
            .entered()
        };
        work(self);
        let events = std::mem::take(&mut self.events);
        #[cfg(feature = "tracing")]
        {
            let stats = self.stats();
            span.record("events", events.len());
            span.record("loaded", stats.loaded);
            span.record("bytes", stats.bytes);
        }
        events
    }

    /// Lands results as far as the time goes, and keeps the budget of memory.
    fn land_results(
        &mut self,
        hub: &mut Hub<L::Record>,
        limit: &TimeLimit,
        finish: &mut impl FnMut(Ready<'_, L>) -> Result<L::Record, BoxError>,
    ) {
        let decodes_here = self.line.decodes_here();
        // Failures that wait now may come before the result that is to be finished.
        let mut owed = if decodes_here { 1 } else { self.line.waiting() };
        let mut evictions = Evictions::new();
        while self.evict_excess(limit, &mut evictions) {
            if owed == 0 && limit.is_spent() {
                return;
            }
            let Some(done) = self.next_result() else {
                return;
            };
            let Some(landing) = self.land(hub, done, finish) else {
                continue;
            };
            self.spare_landed(&landing, &mut evictions);
            owed = if landing.is_finished || decodes_here {
                0
            } else {
                owed.saturating_sub(1)
            };
        }
    }

    /// Waits until nothing is pending or being reloaded, and does everything that there
    /// is to do. It counts as one frame. Use it for loading screens without a picture, and
    /// for tests. `finish` makes each record, as in [`maintain`](Self::maintain).
    ///
    /// If `finish` releases a resource that has no other holder, this call neither waits for
    /// it nor unloads it. The next call unloads it.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_resources::examples::start;
    /// # use soa_resources::{Event, Memory, Tag};
    /// # let memory = Memory::new();
    /// # memory.insert("a.txt", "A");
    /// # let (mut notes, mut library) = start(memory);
    /// let id = library.request("a.txt", Tag(1));
    /// let events = library.finish_all(&mut notes, |_| Err("the GPU is lost".into()));
    /// assert_eq!(events, [Event::Failed(id)]);
    /// ```
    pub fn finish_all(
        &mut self,
        hub: &mut Hub<L::Record>,
        mut finish: impl FnMut(Ready<'_, L>) -> Result<L::Record, BoxError>,
    ) -> Vec<Event<L>> {
        self.traced("finish_all", |library| {
            let limit = TimeLimit::NONE;
            library.frame += 1;
            library.listen();
            library.unload_orphans(&limit);
            library.refresh(&limit);
            let mut evictions = Evictions::new();
            library.evict_excess(&limit, &mut evictions);
            while library.flights > library.flights_of_orphans() {
                let Some(done) = library.wait_for_result() else {
                    break;
                };
                if let Some(landing) = library.land(hub, done, &mut finish) {
                    library.spare_landed(&landing, &mut evictions);
                }
                library.evict_excess(&limit, &mut evictions);
            }
            library.line.wake_owed();
            library.retired.drop_due(hub, library.frame, &limit);
        })
    }

    /// Does what [`finish_all`](Self::finish_all) does. The record is what was decoded, or is made of it
    /// by [`Into`].
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_resources::examples::start;
    /// # use soa_resources::{Event, Memory, Tag};
    /// # let (mut notes, mut library) = start(Memory::new());
    /// let id = library.request("absent.txt", Tag(1));
    /// let events = library.finish_all_into(&mut notes);
    /// assert_eq!(events, [Event::Failed(id)]);
    /// ```
    pub fn finish_all_into(&mut self, hub: &mut Hub<L::Record>) -> Vec<Event<L>>
    where
        L::Decoded: Into<L::Record>,
    {
        self.finish_all(hub, |ready| Ok(ready.decoded.into()))
    }

    /// Forgets all resources, and frees every row that the library made at once,
    /// whatever frames are in flight. Returns [`Event::Unloaded`] for each of them, so
    /// that the owner can release what they hold in other libraries. All ids are stale
    /// afterwards. O(resources).
    ///
    /// A library that is merely dropped leaves its rows to the hub.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_resources::examples::{Note, start};
    /// # use soa_resources::{Event, Memory, Tag};
    /// # let (mut notes, mut library) = start(Memory::new());
    /// let id = library.provide(&mut notes, "a", Tag(1), Note::from("A".to_owned()));
    /// assert_eq!(notes.len(), 3);
    /// assert_eq!(library.unload_all(&mut notes), [Event::Unloaded(id)]);
    /// assert_eq!(notes.len(), 2); // the stand-ins
    /// ```
    pub fn unload_all(&mut self, hub: &mut Hub<L::Record>) -> Vec<Event<L>> {
        // The others are about ids that are stale now.
        self.events
            .retain(|event| matches!(event, Event::Unloaded(_)));
        for entry in self.table.ids() {
            self.unload(entry);
        }
        self.orphans.clear();
        self.retired.drop_due(hub, u64::MAX, &TimeLimit::NONE);
        std::mem::take(&mut self.events)
    }

    fn is_idle(&self) -> bool {
        self.news.queue.is_empty()
            && self.orphans.is_empty()
            && self.events.is_empty()
            && self.line.waiting() == 0
            && !(self.flights > 0 && self.line.decodes_here())
            && !self.retired.is_due(self.frame)
            && !self.is_over_budget()
    }

    /// Unloads what still has no holder, and what that held.
    fn unload_orphans(&mut self, limit: &TimeLimit) {
        while let Some(entry) = self.orphans.pop_front() {
            if self.table.is_unheld(entry) {
                self.unload(entry);
            }
            if limit.is_spent() {
                return;
            }
        }
    }

    /// Returns the number of decodes of resources without holders: `finish` released them in
    /// this call, and the next call unloads them.
    fn flights_of_orphans(&self) -> usize {
        let is_unheld = |entry: &&_| {
            let row = self.table.get(**entry);
            row.is_some_and(|row| row.flight.is_some() && row.holders.is_empty())
        };
        self.orphans.iter().filter(is_unheld).count()
    }
}
