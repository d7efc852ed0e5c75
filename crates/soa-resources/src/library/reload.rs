//! Loading again.

use super::Library;
use super::limit::TimeLimit;
use super::state::State;
use super::table::Origin;
use crate::id::ResourceId;
use crate::loader::Loader;

/// Loading again.
impl<L: Loader> Library<L> {
    /// Loads `id` again. What is there stays until the new content is ready, and if
    /// that fails. An evicted resource is loaded. Returns whether `id` is live. O(1),
    /// and O(changes) if the source changed.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_resources::examples::{Text, Utf8, start};
    /// # use soa_resources::{Event, Memory, Tag};
    /// let memory = Memory::new();
    /// memory.insert("a.txt", "file");
    /// # let (mut texts, mut library) = start(Utf8, memory);
    /// let id = library.provide(&mut texts, "a.txt", Tag(1), Text { text: "edited".into() });
    /// assert!(library.reload(id));
    /// let events = library.finish_all(&mut texts, |ready| Ok(ready.decoded));
    /// assert_eq!(events, [Event::Reloaded(id)]);
    /// assert_eq!(texts.row(library.row(id)).text, "file");
    /// ```
    pub fn reload(&mut self, id: ResourceId<L>) -> bool {
        let Some(entry) = self.live(id) else {
            return false;
        };
        let row = self.table.row_mut(entry);
        *row.origin = Origin::Source;
        let name = row.name.to_string();
        // Together with what changed until now, so that a change is not read twice.
        self.listen();
        self.news.queue.push_back(name);
        self.refresh(&TimeLimit::NONE);
        if *self.table.row(entry).state == State::Evicted {
            self.load_evicted(entry);
        }
        true
    }

    /// Loads everything again that came from the source, except what is evicted.
    /// O(resources).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_resources::examples::{Utf8, start};
    /// # use soa_resources::{Event, Memory, Tag};
    /// let memory = Memory::new();
    /// memory.insert("a.txt", "A");
    /// let (mut texts, mut library) = start(Utf8, memory);
    /// let id = library.request("a.txt", Tag(1));
    /// library.finish_all(&mut texts, |ready| Ok(ready.decoded));
    /// library.reload_all();
    /// let events = library.finish_all(&mut texts, |ready| Ok(ready.decoded));
    /// assert_eq!(events, [Event::Reloaded(id)]);
    /// ```
    pub fn reload_all(&mut self) {
        self.listen();
        self.news.queue.clear();
        self.news.queue.push_back("/".to_owned());
        self.refresh(&TimeLimit::NONE);
    }
}
