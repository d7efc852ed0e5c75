//! Bytes in memory that can change.

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use foldhash::fast::RandomState;

use super::Source;
use super::names::{below, not_found};

/// Bytes in memory that can change. They are made at run time, come over a network, or
/// replace files in a test.
///
/// A clone is another handle to the same bytes: keep one, and give the other to the
/// library. Every insertion and removal is a change, and is reported to every handle. A
/// removal is reported to the handles that asked for changes before.
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
    store: Arc<Store>,
    reader: Arc<Reader>,
}

struct Store {
    files: Mutex<Files>,
    /// The number of changes. It is written under the lock.
    changes: AtomicU64,
}

/// The part of a handle that the other handles see.
struct Reader {
    /// The last change that was reported to it.
    told: AtomicU64,
    /// Whether it ever asked. A handle that only inserts never does.
    asks: AtomicBool,
}

#[derive(Default)]
struct Files {
    /// The bytes of a name, and the number of its last change.
    bytes: HashMap<Arc<str>, (u64, Arc<[u8]>), RandomState>,
    /// The names by their last change.
    changed: BTreeMap<u64, Arc<str>>,
    /// The same for names that were removed, until it was reported to all who ask.
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
        let store = Store {
            files: Mutex::default(),
            changes: AtomicU64::new(0),
        };
        Self {
            store: Arc::new(store),
            reader: Arc::new(Reader::told_until(0)),
        }
    }

    /// Stores `bytes` under `name`, and replaces what was there.
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

    /// Removes what is stored under `name`. Reading it fails from now on.
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
        let now = self.store.changes.load(Ordering::Relaxed) + 1;
        let before = change(&mut files, now);
        self.store.changes.store(now, Ordering::Release);
        before
    }

    fn lock(&self) -> MutexGuard<'_, Files> {
        let files = self.store.files.lock();
        // No foreign code runs under the lock.
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
    /// Returns the bytes that were there. They may be many, and are dropped without the
    /// lock.
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

    /// Forgets a name. Returns its bytes.
    fn forget(&mut self, name: &str) -> Option<Arc<[u8]>> {
        if let Some(removed) = self.removals.remove(name) {
            self.removed.remove(&removed);
        }
        let (changed, bytes) = self.bytes.remove(name)?;
        self.changed.remove(&changed);
        Some(bytes)
    }

    /// Forgets the removals that were reported to all who ask.
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
        let last = self.store.changes.load(Ordering::Acquire);
        if told.load(Ordering::Relaxed) == last && asks.load(Ordering::Relaxed) {
            return Vec::new();
        }
        let mut files = self.lock();
        // Under the lock: another thread may have asked this handle in the meantime.
        let since = told.load(Ordering::Relaxed);
        if !asks.swap(true, Ordering::Relaxed) {
            files.readers.push(Arc::downgrade(&self.reader));
        }
        let news = [&files.changed, &files.removed].map(|log| log.range(since + 1..));
        let names = news.into_iter().flatten().map(|(_, name)| name.to_string());
        let names = names.collect();
        told.store(
            self.store.changes.load(Ordering::Relaxed),
            Ordering::Relaxed,
        );
        files.forget_removals();
        names
    }

    fn names(&self, folder: &str) -> io::Result<Vec<String>> {
        below(folder, self.lock().bytes.keys().map(|name| &**name))
    }
}

/// Creates another handle to the same bytes. It reports what this one has not reported
/// yet, and everything after that.
impl Clone for Memory {
    fn clone(&self) -> Self {
        Self {
            store: Arc::clone(&self.store),
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

#[cfg(test)]
mod tests {
    use super::{Memory, Source};

    #[test]
    fn removals_that_all_know_are_forgotten() {
        let memory = Memory::new();
        let [one, two] = [memory.clone(), memory.clone()];
        for handle in [&one, &two] {
            assert!(handle.changes().is_empty());
        }
        memory.remove("a");
        assert_eq!(one.changes(), ["a"]);
        assert_eq!(memory.lock().removed.len(), 1, "the other has to know");
        assert_eq!(two.changes(), ["a"]);
        let files = memory.lock();
        assert!(files.removed.is_empty() && files.removals.is_empty());
    }
}
