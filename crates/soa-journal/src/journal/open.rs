//! Opening a journal.

use std::path::Path;

use redb::StorageBackend;

use super::Journal;
use crate::error::JournalError;
use crate::options::Options;
use crate::store;

/// Opening.
impl Options {
    /// Opens the journal at `path`, or makes a new one if there is no file.
    ///
    /// A new journal is made as `path` with `.new` after it. It is then renamed, and the folder
    /// is synced, so that a crash leaves no half of a journal at `path`. What an interrupted
    /// creation left under the other name is finished or made again: an empty file, a file that has
    /// zeros and bytes of a new journal, or a journal without commits. A file of 0 bytes at `path`
    /// is replaced by a new journal.
    ///
    /// Every other file that is not a sound journal is refused, and not one of its bytes changes.
    /// A link is followed if its target exists, and refused otherwise.
    ///
    /// Opening reads the file once, to check it. It uses a cache of at most 16 MiB. The folder is
    /// synced.
    ///
    /// # Errors
    ///
    /// Returns an error if the file is in use, is not a journal, has another format, is damaged,
    /// or cannot be read and written. The error names the file; if it is the file with `.new` after
    /// its name, the error has both names.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_journal::{JournalError, Options};
    ///
    /// let folder = tempfile::tempdir()?;
    /// let path = folder.path().join("world.journal");
    /// let journal = Options::new().open(&path)?;
    /// let second = Options::new().open(&path);
    /// assert!(matches!(second, Err(JournalError::InUse)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn open(&self, path: impl AsRef<Path>) -> Result<Journal, JournalError> {
        Journal::start(
            store::open_path(path.as_ref(), store::Opening::new(self))?,
            self,
        )
    }

    /// Opens the journal in a storage of your own, for example a console's save memory.
    ///
    /// An empty storage becomes a new journal. So does a storage that an interrupted creation
    /// left: one that is shorter than 1 MiB, and whose first nine bytes are each zero or the
    /// byte that a journal has there. If all nine are the bytes of a journal, the header after them
    /// must be zero. A journal below 1 MiB whose first bytes were overwritten with zeros looks the
    /// same, and is emptied too. With [`open`](Self::open) that cannot happen, because files have names.
    /// Anything else that is refused has not changed.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`open`](Self::open).
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_journal::{Load, Options};
    ///
    /// // A journal in memory, for a test.
    /// let storage = redb::backends::InMemoryBackend::new();
    /// let mut journal = Options::new().open_on(storage)?;
    /// journal.commit(|commit| commit.value("level", &7))?;
    /// assert_eq!(journal.load_value::<i32>("level")?, Some(7));
    /// # Ok::<(), soa_journal::JournalError>(())
    /// ```
    pub fn open_on(&self, storage: impl StorageBackend) -> Result<Journal, JournalError> {
        Journal::start(store::open_storage(storage, self.trust_file)?, self)
    }
}
