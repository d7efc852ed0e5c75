//! The frame's call.

use std::time::Duration;

use soa_runtime::Hub;

use super::Library;
use super::budget::Budget;
use super::event::{Event, Ready};
use crate::error::BoxError;
use crate::loader::Loader;

/// The frame's call.
impl<L: Loader> Library<L> {
    /// Does what there is to do, within `budget`: unloads what nobody holds, notices
    /// changes of the source, puts what was decoded into the hub, drops what
    /// no frame in flight uses. Call it once in each frame. Returns what happened,
    /// in order.
    ///
    /// `finish` makes the record of what was decoded: `|ready| Ok(ready.decoded)`
    /// if that is the record, else what can only be made on this thread, as a
    /// texture of the GPU. Its errors and panics are failures of that name; so is
    /// a hub without room.
    ///
    /// At least one result is finished in each call, if one waits; then nothing new
    /// begins once the budget is spent. [`Duration::MAX`] is no limit, but blocks
    /// for nothing. O(1) and without allocation if there is nothing to do.
    ///
    /// # Examples
    ///
    /// ```
    /// # mod support { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/support/text.rs")); }
    /// # use support::{Utf8, start};
    /// # use soa_resources::{Event, Memory, Tag};
    /// use std::time::Duration;
    ///
    /// let memory = Memory::new();
    /// memory.insert("a.txt", "A");
    /// # let (mut texts, mut library) = start(Utf8, memory);
    /// let id = library.request("a.txt", Tag(1));
    /// let mut frames = 0;
    /// while library.loaded(id).is_none() {
    ///     library.maintain(&mut texts, Duration::from_millis(1), |ready| Ok(ready.decoded));
    ///     frames += 1; // and draw it, with the placeholder
    /// #   std::thread::yield_now();
    /// }
    /// assert_eq!(texts.row(library.row(id)).text, "A");
    /// ```
    pub fn maintain(
        &mut self,
        hub: &mut Hub<L::Record>,
        budget: Duration,
        mut finish: impl FnMut(Ready<'_, L>) -> Result<L::Record, BoxError>,
    ) -> Vec<Event<L>> {
        self.frame += 1;
        self.listen();
        if self.is_idle() {
            return Vec::new();
        }
        let budget = Budget::new(budget);
        self.unload_orphans(&budget); // first: what goes is not decoded again
        self.refresh(&budget);
        // Those that wait now, and so may come before one that is to be finished.
        let mut unfinished = self.workers.waiting();
        while unfinished > 0 || !budget.is_spent() {
            let Some(done) = self.workers.next() else {
                break;
            };
            let finished = self.land(hub, done, &mut finish);
            unfinished = if finished {
                0
            } else {
                unfinished.saturating_sub(1)
            };
        }
        self.retired.drop_due(hub, self.frame, &budget);
        std::mem::take(&mut self.events)
    }

    /// Waits until nothing is pending, reloads under way too, and does all that
    /// there is to do; counts as one frame. For loading screens without a
    /// picture, and for tests.
    ///
    /// # Examples
    ///
    /// ```
    /// # mod support { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/support/text.rs")); }
    /// # use support::{Utf8, start};
    /// # use soa_resources::{Event, Memory, Tag};
    /// # let (mut texts, mut library) = start(Utf8, Memory::new());
    /// let id = library.request("absent.txt", Tag(1));
    /// let events = library.finish_all(&mut texts, |ready| Ok(ready.decoded));
    /// assert_eq!(events, [Event::Failed(id)]);
    /// ```
    pub fn finish_all(
        &mut self,
        hub: &mut Hub<L::Record>,
        mut finish: impl FnMut(Ready<'_, L>) -> Result<L::Record, BoxError>,
    ) -> Vec<Event<L>> {
        let budget = Budget::UNLIMITED;
        self.frame += 1;
        self.listen();
        self.unload_orphans(&budget);
        self.refresh(&budget);
        while self.flights > 0 {
            let Some(done) = self.workers.wait() else {
                break;
            };
            self.land(hub, done, &mut finish);
        }
        self.retired.drop_due(hub, self.frame, &budget);
        std::mem::take(&mut self.events)
    }

    /// Forgets all resources, and frees every row that the library made at once,
    /// whatever frames are in flight. All ids are stale then. O(resources).
    ///
    /// A library that is merely dropped leaves its rows to the hub.
    ///
    /// # Examples
    ///
    /// ```
    /// # mod support { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/support/text.rs")); }
    /// # use support::{Text, Utf8, start};
    /// # use soa_resources::{Memory, Tag};
    /// # let (mut texts, mut library) = start(Utf8, Memory::new());
    /// library.provide(&mut texts, "a", Tag(1), Text { text: "A".into() });
    /// assert_eq!(texts.len(), 3);
    /// library.unload_all(&mut texts);
    /// assert_eq!(texts.len(), 2); // the stand-ins
    /// ```
    pub fn unload_all(&mut self, hub: &mut Hub<L::Record>) {
        for entry in self.table.ids() {
            self.unload(entry);
        }
        self.orphans.clear();
        self.events.clear(); // of ids that are stale now
        self.retired.drop_due(hub, u64::MAX, &Budget::UNLIMITED);
    }

    fn is_idle(&self) -> bool {
        self.news.queue.is_empty()
            && self.orphans.is_empty()
            && self.events.is_empty()
            && self.workers.waiting() == 0
            && !self.retired.is_due(self.frame)
    }

    /// Unloads what still has no holder.
    fn unload_orphans(&mut self, budget: &Budget) {
        while let Some(entry) = self.orphans.pop_front() {
            if self.table.is_unheld(entry) {
                self.unload(entry);
            }
            if budget.is_spent() {
                return;
            }
        }
    }
}
