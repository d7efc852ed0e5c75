//! One source for several libraries.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::Source;

/// The maximum number of names that wait for one handle.
const MOST_NAMES: usize = 1024;

/// A source for several libraries. Each clone reports every change once, so several
/// libraries can use one watched folder.
///
/// Whenever one handle is asked for changes, it asks the source, and passes the answer to all
/// handles. Each of them reports a name with the next call of [`changes`](Source::changes)
/// that begins after that. Two threads may ask two handles at the same time. Then a name that one
/// of them gets from the source may be missing in the other's answer, and comes with its next call.
///
/// A clone reports what its original has not reported yet, and everything after that.
/// What waits for a clone is a set of names. Beyond 1024 names it becomes the one name
/// `/`, which stands for all names. A clone that was dropped keeps nothing.
///
/// # Examples
///
/// ```
/// use soa_resources::{Memory, Shared, Source};
///
/// let memory = Memory::new();
/// let for_textures = Shared::new(memory.clone());
/// let for_sounds = for_textures.clone();
/// memory.insert("a.png", [1, 2, 3]);
/// assert_eq!(for_textures.changes(), ["a.png"]);
/// assert_eq!(for_sounds.changes(), ["a.png"]);
/// assert!(for_sounds.changes().is_empty());
/// ```
pub struct Shared<S> {
    exchange: Arc<Exchange<S>>,
    reader: ReaderId,
}

/// The number of a handle. It is never used again.
type ReaderId = u64;

struct Exchange<S> {
    source: S,
    readers: Mutex<Readers>,
}

#[derive(Default)]
struct Readers {
    issued: ReaderId,
    waiting: BTreeMap<ReaderId, Waiting>,
}

/// The names that wait for one handle.
#[derive(Clone, Default)]
struct Waiting {
    /// In the order in which they were first reported.
    names: Vec<Arc<str>>,
    known: BTreeSet<Arc<str>>,
}

impl Waiting {
    fn add(&mut self, name: &Arc<str>) {
        let all: &str = "/";
        if self.known.contains(all) || !self.known.insert(Arc::clone(name)) {
            return;
        }
        self.names.push(Arc::clone(name));
        if self.names.len() > MOST_NAMES {
            let all: Arc<str> = all.into();
            self.names = vec![Arc::clone(&all)];
            self.known = BTreeSet::from([all]);
        }
    }
}

impl<S: Source> Shared<S> {
    /// Creates the first handle to `source`.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_resources::{Embedded, Shared, Source};
    ///
    /// let shared = Shared::new(Embedded::new(&[("a.txt", b"A")]));
    /// assert_eq!(shared.clone().read("a.txt")?, b"A");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn new(source: S) -> Self {
        let exchange = Exchange {
            source,
            readers: Mutex::default(),
        };
        let reader = exchange.lock().join(Waiting::default());
        Self {
            exchange: Arc::new(exchange),
            reader,
        }
    }
}

impl<S> Exchange<S> {
    fn lock(&self) -> MutexGuard<'_, Readers> {
        // No foreign code runs under the lock.
        self.readers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Readers {
    fn join(&mut self, waiting: Waiting) -> ReaderId {
        self.issued += 1;
        self.waiting.insert(self.issued, waiting);
        self.issued
    }
}

impl<S: Source> Source for Shared<S> {
    fn read(&self, name: &str) -> io::Result<Vec<u8>> {
        self.exchange.source.read(name)
    }

    fn changes(&self) -> Vec<String> {
        let changes = self.exchange.source.changes();
        let mut readers = self.exchange.lock();
        for name in changes {
            let name: Arc<str> = name.into();
            for waiting in readers.waiting.values_mut() {
                waiting.add(&name);
            }
        }
        let own = readers.waiting.get_mut(&self.reader);
        let Waiting { names, .. } = own.map(std::mem::take).unwrap_or_default();
        names.iter().map(ToString::to_string).collect()
    }

    fn names(&self, folder: &str) -> io::Result<Vec<String>> {
        self.exchange.source.names(folder)
    }
}

/// Creates another handle to the same source.
impl<S> Clone for Shared<S> {
    fn clone(&self) -> Self {
        let mut readers = self.exchange.lock();
        let waiting = readers.waiting.get(&self.reader).cloned();
        let reader = readers.join(waiting.unwrap_or_default());
        drop(readers);
        Self {
            exchange: Arc::clone(&self.exchange),
            reader,
        }
    }
}

impl<S> Drop for Shared<S> {
    fn drop(&mut self) {
        self.exchange.lock().waiting.remove(&self.reader);
    }
}

impl<S> fmt::Debug for Shared<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Shared")
            .field("handles", &self.exchange.lock().waiting.len())
            .finish_non_exhaustive()
    }
}
