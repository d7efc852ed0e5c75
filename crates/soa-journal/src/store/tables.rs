//! The tables of the database, and the errors of redb.

use std::io::ErrorKind;
use std::panic::{AssertUnwindSafe, catch_unwind};

use redb::TableDefinition;

use crate::error::JournalError;

/// The numbers of the journal itself: its format, and the first and the last commit.
pub(super) const NUMBERS: TableDefinition<'_, &str, u64> = TableDefinition::new("soa-journal");
pub(super) const FORMAT: &str = "format";
pub(super) const FIRST: &str = "first";
pub(super) const LAST: &str = "last";

/// The number of the stream of each hub and value.
pub(super) const NAMES: TableDefinition<'_, (u8, &str), u32> = TableDefinition::new("names");

/// Stream and commit; form, number of pieces, and number of bytes.
pub(super) const RECORDS: TableDefinition<'_, (u32, u64), (u8, u32, u64)> =
    TableDefinition::new("records");

/// Stream, commit and position; bytes.
pub(super) const PIECES: TableDefinition<'_, (u32, u64, u32), &[u8]> =
    TableDefinition::new("pieces");

/// The numbers of bytes of pieces. The pages of redb are powers of two from 4096 bytes on, and have
/// a few bytes of their own.
pub(super) const PIECES_OF_PAGES: [usize; 5] = [3_900, 8_000, 16_200, 32_600, 65_300];

/// What a stream is of. A hub and a value may have the same name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    Hub = 0,
    Value = 1,
}

/// What a record contains.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    Whole = 0,
    Delta = 1,
}

impl Form {
    /// Returns the form with this number.
    pub(super) fn from_number(number: u8) -> Result<Self, JournalError> {
        match number {
            0 => Ok(Form::Whole),
            1 => Ok(Form::Delta),
            _ => Err(JournalError::damaged(format!(
                "a record has form {number}, which does not exist"
            ))),
        }
    }
}

/// Turns an error of redb into one of a journal.
pub(super) fn storage(error: impl Into<redb::Error>) -> JournalError {
    match error.into() {
        redb::Error::DatabaseAlreadyOpen | redb::Error::LockProtocolMismatch => JournalError::InUse,
        redb::Error::Io(error) if error.kind() == ErrorKind::InvalidData => {
            JournalError::NotAJournal {
                reason: error.to_string(),
            }
        }
        redb::Error::Io(error) => error.into(),
        redb::Error::Corrupted(reason) => JournalError::damaged(reason),
        error @ (redb::Error::TableTypeMismatch { .. }
        | redb::Error::TableIsMultimap(_)
        | redb::Error::TypeDefinitionChanged { .. }
        | redb::Error::UpgradeRequired(_)) => JournalError::NotAJournal {
            reason: error.to_string(),
        },
        error => std::io::Error::other(error.to_string()).into(),
    }
}

/// Calls redb. It checks a file before it trusts it, but where a check is missing, a damaged
/// file is an error as well.
pub(super) fn guarded<R>(
    call: impl FnOnce() -> Result<R, JournalError>,
) -> Result<R, JournalError> {
    catch_unwind(AssertUnwindSafe(call))
        .unwrap_or_else(|panic| Err(JournalError::damaged(message_of(&*panic))))
}

/// Returns the text of a panic.
pub(crate) fn message_of(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(ToString::to_string);
    text.or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "a panic without a text".to_owned())
}
