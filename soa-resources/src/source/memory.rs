//! Bytes in memory that can change.

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use foldhash::fast::RandomState;

use super::Source;
use super::names::not_found;

/// Bytes in memory that can change: what is made at run time, comes over a
/// network, or stands for files in a test.
///
/// A clone is another handle to the same bytes, so that one is kept and the
/// other given to the library. Every insertion and removal counts as a change,
/// and every handle is told of it (of a removal, those that asked before).
///
/// # Examples
///
/// ```
/// use soa_resources::{Memory, Source};
///
/// let memory = Memory::new();
/// let source = memory.clone();
/// memory.insert("a.txt", "A");
/// assert_eq!(source.read("a.txt")?, b"A");
/// assert_eq!(source.changes(), ["a.txt"]);
/// assert!(source.changes().is_empty());
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Memory {
    shared: Arc<Shared>,
    reader: Arc<Reader>,
}

struct Shared {
    files: Mutex<Files>,
    /// How many changes there were; written under the lock.
    changes: AtomicU64,
}

/// A handle, as all others know it.
struct Reader {
    /// The last change that it was told of.
    told: AtomicU64,
    /// Whether it ever asked. One that is kept to insert never does.
    asks: AtomicBool,
}

#[derive(Default)]
struct Files {
    /// What is under a name, and the number of its last change.
    bytes: HashMap<Arc<str>, (u64, Arc<[u8]>), RandomState>,
    /// The names by their last change.
    changed: BTreeMap<u64, Arc<str>>,
    /// The same of names that were removed, until all who ask were told.
    removed: BTreeMap<u64, Arc<str>>,
    removals: HashMap<Arc<str>, u64, RandomState>,
    readers: Vec<Weak<Reader>>,
}

impl Memory {
    /// Creates a source without names.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_resources::{Memory, Source};
    ///
    /// assert!(Memory::new().read("a.txt").is_err());
    /// ```
    pub fn new() -> Self {
        let shared = Shared {
            files: Mutex::default(),
            changes: AtomicU64::new(0),
        };
        Self {
            shared: Arc::new(shared),
            reader: Arc::new(Reader::told_until(0)),
        }
    }

    /// Puts `bytes` under `name`, in place of what was there.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_resources::{Memory, Source};
    ///
    /// let memory = Memory::new();
    /// memory.insert("a.txt", "A");
    /// assert_eq!(memory.read("a.txt")?, b"A");
    /// assert_eq!(memory.changes(), ["a.txt"]);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn insert(&self, name: impl Into<String>, bytes: impl Into<Vec<u8>>) {
        let (name, bytes) = (name.into(), Arc::from(bytes.into()));
        self.change(|files, now| files.insert(&name, bytes, now));
    }

    /// Takes away what is under `name`; reading it fails from now on.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_resources::{Memory, Source};
    ///
    /// let memory = Memory::new();
    /// memory.insert("a.txt", "A");
    /// memory.remove("a.txt");
    /// assert!(memory.read("a.txt").is_err());
    /// ```
    pub fn remove(&self, name: &str) {
        self.change(|files, now| files.remove(name, now));
    }

    fn change<R>(&self, change: impl FnOnce(&mut Files, u64) -> R) -> R {
        let mut files = self.lock();
        let now = self.shared.changes.load(Ordering::Relaxed) + 1;
        let before = change(&mut files, now);
        self.shared.changes.store(now, Ordering::Release);
        before
    }

    fn lock(&self) -> MutexGuard<'_, Files> {
        let files = self.shared.files.lock();
        // No code of others runs under the lock.
        files.unwrap_or_else(PoisonError::into_inner)
    }
}

impl Reader {
    fn told_until(change: u64) -> Self {
        Self {
            told: AtomicU64::new(change),
            asks: AtomicBool::new(false),
        }
    }
}

impl Files {
    /// Returns the bytes that were there: they may be many, and are dropped
    /// without the lock.
    fn insert(&mut self, name: &str, bytes: Arc<[u8]>, now: u64) -> Option<Arc<[u8]>> {
        let before = self.forget(name);
        let name: Arc<str> = name.into();
        self.changed.insert(now, Arc::clone(&name));
        self.bytes.insert(name, (now, bytes));
        before
    }

    fn remove(&mut self, name: &str, now: u64) -> Option<Arc<[u8]>> {
        let before = self.forget(name);
        let name: Arc<str> = name.into();
        self.removed.insert(now, Arc::clone(&name));
        self.removals.insert(name, now);
        before
    }

    /// Forgets all about a name.
    fn forget(&mut self, name: &str) -> Option<Arc<[u8]>> {
        if let Some(removed) = self.removals.remove(name) {
            self.removed.remove(&removed);
        }
        let (changed, bytes) = self.bytes.remove(name)?;
        self.changed.remove(&changed);
        Some(bytes)
    }

    /// Forgets the removals that all who ask were told of.
    fn forget_removals(&mut self) {
        let mut told = u64::MAX;
        self.readers.retain(|reader| {
            let reader = reader.upgrade();
            let until = reader
                .as_ref()
                .map(|reader| reader.told.load(Ordering::Relaxed));
            told = told.min(until.unwrap_or(u64::MAX));
            reader.is_some()
        });
        while let Some(oldest) = self.removed.first_entry() {
            if *oldest.key() > told {
                break;
            }
            self.removals.remove(&oldest.remove());
        }
    }
}

impl Source for Memory {
    fn read(&self, name: &str) -> io::Result<Vec<u8>> {
        let file = self
            .lock()
            .bytes
            .get(name)
            .map(|(_, bytes)| Arc::clone(bytes));
        // Copied without the lock.
        file.map(|bytes| bytes.to_vec())
            .ok_or_else(|| not_found("memory"))
    }

    fn changes(&self) -> Vec<String> {
        let Reader { told, asks } = &*self.reader;
        let since = told.load(Ordering::Relaxed);
        if since == self.shared.changes.load(Ordering::Acquire) && asks.load(Ordering::Relaxed) {
            return Vec::new();
        }
        let mut files = self.lock();
        if !asks.swap(true, Ordering::Relaxed) {
            files.readers.push(Arc::downgrade(&self.reader));
        }
        let news = [&files.changed, &files.removed].map(|log| log.range(since + 1..));
        let names = news.into_iter().flatten().map(|(_, name)| name.to_string());
        let names = names.collect();
        told.store(
            self.shared.changes.load(Ordering::Relaxed),
            Ordering::Relaxed,
        );
        files.forget_removals();
        names
    }
}

/// Another handle to the same bytes, told of what this one was not yet told of.
impl Clone for Memory {
    fn clone(&self) -> Self {
        Self {
            shared: Arc::clone(&self.shared),
            reader: Arc::new(Reader::told_until(self.reader.told.load(Ordering::Relaxed))),
        }
    }
}

impl Default for Memory {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.lock().bytes.keys()).finish()
    }
}
