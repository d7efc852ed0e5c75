//! Why a journal refused.

use std::error::Error;
use std::fmt;
use std::io;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::id::CommitId;

/// Why a journal could not be opened, written or read.
///
/// An error of the journal's thread is returned by every later call, so errors can be cloned.
///
/// # Examples
///
/// ```
/// use soa_journal::{Journal, JournalError};
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("notes.txt");
/// std::fs::write(&path, "a text that is much longer than nine bytes")?;
/// let error = Journal::open(&path).unwrap_err();
/// assert!(matches!(error, JournalError::NotAJournal { .. }));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum JournalError {
    /// Another process, or another part of this one, has the journal open.
    InUse,
    /// The file is something else.
    NotAJournal {
        /// What was found instead.
        reason: String,
    },
    /// A later version of this crate wrote the journal.
    Newer {
        /// The number of the format that was found.
        format: u64,
        /// The file, if the journal was opened by a path.
        path: Option<PathBuf>,
    },
    /// The journal has bytes that are not what was written.
    Damaged {
        /// The name of the hub or value, if the damage is in one.
        name: Option<String>,
        /// What was found.
        reason: String,
    },
    /// An older version of this crate wrote the journal.
    Older {
        /// The number of the format that was found.
        format: u64,
        /// The file, if the journal was opened by a path.
        path: Option<PathBuf>,
    },
    /// A column of the hub has another type now, or is required and was not written. The ids are
    /// the column `id` here, whose type is their bits.
    Changed {
        /// The name of the hub.
        hub: String,
        /// The name of the column.
        column: String,
        /// The type of the column now.
        expected: String,
        /// The type with which it was written. `None` if it was not written.
        found: Option<String>,
    },
    /// The commit is not in the journal, or is no longer kept.
    UnknownCommit {
        /// The commit that was asked for.
        commit: CommitId,
        /// The commits that the journal has.
        known: RangeInclusive<CommitId>,
    },
    /// A hub or value cannot be written, or could not be read back.
    Unwritable {
        /// The name of the hub or value.
        name: String,
        /// Why, with the column or what `Serialize` returned.
        reason: String,
    },
    /// A value cannot be read as the type that was asked for.
    Unreadable {
        /// The name of the hub or value.
        name: String,
        /// What `Deserialize` returned.
        reason: String,
    },
    /// The storage failed, for example because it is full.
    Io(Arc<io::Error>),
    /// The journal's thread panicked.
    Panicked {
        /// The message of the panic.
        message: String,
    },
    /// An error of the closure of a commit; see [`JournalError::other`].
    Other(String),
}

impl JournalError {
    /// Creates an error of your own, for the closure of a commit.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_journal::{Journal, JournalError};
    ///
    /// let folder = tempfile::tempdir()?;
    /// let mut journal = Journal::open(folder.path().join("world.journal"))?;
    /// let gold = -5;
    /// let refused = journal.commit(|commit| {
    ///     if gold < 0 {
    ///         return Err(JournalError::other("gold is below zero"));
    ///     }
    ///     commit.value("gold", &gold)
    /// });
    /// assert_eq!(refused.unwrap_err().to_string(), "gold is below zero");
    /// assert!(journal.commits().is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn other(text: impl Into<String>) -> Self {
        JournalError::Other(text.into())
    }

    /// Creates an error about bytes that are not what was written.
    pub(crate) fn damaged(reason: impl Into<String>) -> Self {
        JournalError::Damaged {
            name: None,
            reason: reason.into(),
        }
    }

    /// Creates an error about the bytes of a hub or value.
    pub(crate) fn damaged_in(name: &str, reason: impl Into<String>) -> Self {
        JournalError::Damaged {
            name: Some(name.to_owned()),
            reason: reason.into(),
        }
    }
}

/// Errors of opening name the file.
impl JournalError {
    /// Adds the path of the file that was opened.
    pub(crate) fn at(mut self, file: &Path) -> Self {
        if let JournalError::Newer { path, .. } | JournalError::Older { path, .. } = &mut self {
            *path = Some(file.to_owned());
        }
        self.explained(|text| format!("`{}`: {text}", file.display()))
    }

    /// Adds the path of the journal that was made as the file of this error.
    pub(crate) fn while_making(self, path: &Path) -> Self {
        let path = path.display();
        self.explained(|text| format!("{text} (`{path}` is made under that name, and renamed)"))
    }

    /// Replaces the reason by a longer one.
    fn explained(self, explain: impl FnOnce(&dyn fmt::Display) -> String) -> Self {
        match self {
            JournalError::NotAJournal { reason } => JournalError::NotAJournal {
                reason: explain(&reason),
            },
            JournalError::Damaged { name, reason } => JournalError::Damaged {
                name,
                reason: explain(&reason),
            },
            JournalError::Io(error) => io::Error::new(error.kind(), explain(&error)).into(),
            error => error,
        }
    }
}

impl fmt::Display for JournalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            JournalError::InUse => f.write_str(
                "the journal is in use by another process, or is open twice in this one; a writer \
                 shares it with readers if it has `Flush::Each`",
            ),
            JournalError::NotAJournal { reason } => write!(f, "not a journal: {reason}"),
            JournalError::Newer { format, path } | JournalError::Older { format, path } => {
                let is_newer = matches!(self, JournalError::Newer { .. });
                let version = if is_newer { "a later" } else { "an older" };
                let path = path.as_ref().map(|path| format!(" `{}`", path.display()));
                let path = path.unwrap_or_default();
                write!(
                    f,
                    "the journal{path} has format {format}, which {version} version of soa-journal \
                     wrote; expected format {}",
                    crate::id::FORMAT
                )
            }
            JournalError::Damaged { name, reason } => {
                let place = name.as_ref().map(|name| format!(" in `{name}`"));
                let place = place.unwrap_or_default();
                write!(f, "the journal is damaged{place}: {reason}")
            }
            JournalError::Changed {
                hub,
                column,
                expected,
                found: Some(found),
            } => write!(
                f,
                "column `{column}` of the hub `{hub}` was written as `{found}`, and is `{expected}` \
                 now; load it as the old record and `convert` it"
            ),
            JournalError::Changed {
                hub,
                column,
                expected,
                found: None,
            } => write!(
                f,
                "column `{column}` of the hub `{hub}`, a `{expected}`, is `required` and was not \
                 written; give it a default, or load the hub as the old record and `convert` it"
            ),
            JournalError::UnknownCommit { commit, known } if known.is_empty() => {
                write!(f, "commit {commit} is unknown; the journal has no commits")
            }
            JournalError::UnknownCommit { commit, known } => write!(
                f,
                "commit {commit} is unknown; the journal has commits {} to {}",
                known.start(),
                known.end()
            ),
            JournalError::Unwritable { name, reason } => {
                write!(f, "`{name}` cannot be written: {reason}")
            }
            JournalError::Unreadable { name, reason } => {
                write!(f, "`{name}` cannot be read: {reason}")
            }
            JournalError::Io(error) => write!(f, "the storage failed: {error}"),
            JournalError::Panicked { message } => {
                write!(f, "the journal's thread panicked: {message}")
            }
            JournalError::Other(text) => f.write_str(text),
        }
    }
}

impl Error for JournalError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            JournalError::Io(error) => Some(&**error),
            _ => None,
        }
    }
}

impl From<io::Error> for JournalError {
    fn from(error: io::Error) -> Self {
        JournalError::Io(Arc::new(error))
    }
}
