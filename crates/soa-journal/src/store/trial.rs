//! A storage that stays as it is until what it contains was accepted.
//!
//! Redb writes while it opens: it repairs, and marks the file as open. What turns out to be
//! something else must not change, so these writes wait in memory. They are made in the same
//! order, with the same syncs, once the journal was accepted.

use std::io;
use std::ops::Bound;
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard};

use redb::{BackendError, StorageBackend};

/// A storage on trial. Clones are handles of the same one.
#[derive(Debug)]
pub(super) struct Trial<B>(Arc<Inner<B>>);

#[derive(Debug)]
struct Inner<B> {
    storage: B,
    /// What waits. `None` once the content was accepted.
    waiting: RwLock<Option<Vec<Change>>>,
}

/// A call that changes a storage.
#[derive(Debug)]
enum Change {
    Write { offset: u64, data: Vec<u8> },
    Length(u64),
    Sync,
}

impl<B> Clone for Trial<B> {
    fn clone(&self) -> Self {
        Trial(Arc::clone(&self.0))
    }
}

impl<B: StorageBackend> Trial<B> {
    pub(super) fn new(storage: B) -> Self {
        Trial(Arc::new(Inner {
            storage,
            waiting: RwLock::new(Some(Vec::new())),
        }))
    }

    /// Returns the storage itself, as it is without what waits.
    pub(super) fn storage(&self) -> &B {
        &self.0.storage
    }

    /// Makes all changes that wait. Later ones do not wait.
    pub(super) fn accept(&self) -> io::Result<()> {
        let mut waiting = (self.0.waiting.write()).unwrap_or_else(PoisonError::into_inner);
        for change in waiting.iter().flatten() {
            match change {
                Change::Write { offset, data } => self.0.storage.write(*offset, data)?,
                Change::Length(length) => self.0.storage.set_len(*length)?,
                Change::Sync => self.0.storage.sync_data()?,
            }
        }
        *waiting = None;
        Ok(())
    }

    fn waiting(&self) -> RwLockReadGuard<'_, Option<Vec<Change>>> {
        (self.0.waiting.read()).unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a change to those that wait, or makes it by `now`.
    fn change(
        &self,
        change: impl FnOnce() -> Change,
        now: impl FnOnce(&B) -> io::Result<()>,
    ) -> io::Result<()> {
        if self.waiting().is_none() {
            return now(&self.0.storage);
        }
        let mut waiting = (self.0.waiting.write()).unwrap_or_else(PoisonError::into_inner);
        match &mut *waiting {
            Some(waiting) => {
                waiting.push(change());
                Ok(())
            }
            None => now(&self.0.storage),
        }
    }
}

impl<B: StorageBackend> StorageBackend for Trial<B> {
    fn len(&self) -> io::Result<u64> {
        let waiting = self.waiting();
        let changes = waiting.iter().flatten().rev();
        let mut lengths = changes.filter_map(|change| match change {
            Change::Length(length) => Some(*length),
            _ => None,
        });
        match lengths.next() {
            Some(length) => Ok(length),
            None => self.0.storage.len(),
        }
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        let waiting = self.waiting();
        let Some(changes) = &*waiting else {
            return self.0.storage.read(offset, out);
        };
        if changes.is_empty() {
            return self.0.storage.read(offset, out);
        }
        let end = (offset.checked_add(out.len() as u64))
            .filter(|end| self.len().is_ok_and(|length| *end <= length))
            .ok_or(io::ErrorKind::UnexpectedEof)?;
        let stored = self.0.storage.len()?.clamp(offset, end) - offset;
        let (stored, rest) = out.split_at_mut(to_usize(stored));
        if !stored.is_empty() {
            self.0.storage.read(offset, stored)?;
        }
        rest.fill(0);
        for change in changes {
            match change {
                Change::Write { offset: at, data } => {
                    let from = (*at).clamp(offset, end);
                    let to = (at + data.len() as u64).clamp(from, end);
                    let data = &data[to_usize(from.saturating_sub(*at)).min(data.len())..];
                    let length = to_usize(to - from);
                    out[to_usize(from - offset)..][..length].copy_from_slice(&data[..length]);
                }
                // What is written after the storage was shortened follows zeros.
                Change::Length(length) => {
                    out[to_usize((*length).clamp(offset, end) - offset)..].fill(0);
                }
                Change::Sync => {}
            }
        }
        Ok(())
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        self.change(|| Change::Length(len), |storage| storage.set_len(len))
    }

    fn sync_data(&self) -> io::Result<()> {
        self.change(|| Change::Sync, StorageBackend::sync_data)
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        let change = || Change::Write {
            offset,
            data: data.to_vec(),
        };
        self.change(change, |storage| storage.write(offset, data))
    }

    fn close(&self) -> io::Result<()> {
        self.0.storage.close()
    }

    fn try_lock_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<bool, BackendError> {
        self.0.storage.try_lock_range(start, end)
    }

    fn try_lock_shared_range(
        &self,
        start: Bound<u64>,
        end: Bound<u64>,
    ) -> Result<bool, BackendError> {
        self.0.storage.try_lock_shared_range(start, end)
    }

    fn lock_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<(), BackendError> {
        self.0.storage.lock_range(start, end)
    }

    fn lock_shared_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<(), BackendError> {
        self.0.storage.lock_shared_range(start, end)
    }

    fn unlock_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<(), BackendError> {
        self.0.storage.unlock_range(start, end)
    }

    fn query_lock_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<bool, BackendError> {
        self.0.storage.query_lock_range(start, end)
    }
}

/// Converts a number that is at most the length of a slice.
fn to_usize(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use redb::backends::InMemoryBackend;

    use super::*;

    fn content(storage: &impl StorageBackend) -> Vec<u8> {
        let mut content = vec![7; to_usize(storage.len().unwrap())];
        storage.read(0, &mut content).unwrap();
        content
    }

    /// Each sequence of three changes reads the same before and after it was accepted, and as
    /// the storage itself does. The storage is as it was until then.
    #[test]
    fn what_waits_is_read_as_if_it_were_written_and_is_written_when_accepted() {
        let changes: [fn(&dyn StorageBackend) -> io::Result<()>; 7] = [
            |storage| storage.set_len(0),
            |storage| storage.set_len(5),
            |storage| storage.set_len(9),
            |storage| storage.set_len(20),
            |storage| storage.write(0, b"abc"),
            |storage| storage.write(2, b"defg"),
            StorageBackend::sync_data,
        ];
        for number in 0..changes.len().pow(4) {
            let picked = |place| changes[number / changes.len().pow(place) % changes.len()];
            let (direct, tried) = (InMemoryBackend::new(), InMemoryBackend::new());
            for storage in [&direct, &tried] {
                storage.set_len(8).unwrap();
                storage.write(0, b"12345678").unwrap();
            }
            let trial = Trial::new(tried);
            for place in 0..4 {
                // A write past the end is not from redb.
                if picked(place)(&direct).is_ok() {
                    picked(place)(&trial).unwrap();
                }
            }
            assert_eq!(content(&trial), content(&direct), "{number}");
            assert_eq!(content(trial.storage()), b"12345678");
            for start in 0..content(&direct).len() {
                let mut out = vec![7; 3.min(content(&direct).len() - start)];
                trial.read(start as u64, &mut out).unwrap();
                assert_eq!(out, content(&direct)[start..][..out.len()], "{number}");
            }
            trial.accept().unwrap();
            assert_eq!(content(trial.storage()), content(&direct), "{number}");
            trial.set_len(4).unwrap();
            assert_eq!(content(trial.storage()).len(), 4);
        }
    }
}
