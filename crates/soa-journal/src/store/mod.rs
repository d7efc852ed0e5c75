//! The file: a database of redb with four tables.
//!
//! Each hub and each value has a **stream** of records, one for each commit that named it. A
//! record is whole, or is a delta that follows the record before. Its bytes are split into
//! **pieces**. What a commit contains is therefore, for each stream, the last whole record up
//! to the commit and the deltas after it.

mod file;
mod ledger;
mod open;
mod read;
mod shared;
mod tables;
mod trial;
mod write;

pub(crate) use file::{open_for_reading, open_path};
pub(crate) use ledger::{Ledger, first_kept};
pub(crate) use open::{Opening, Snapshot, open_storage};
#[cfg(feature = "tracing")]
pub(crate) use read::length_of;
pub(crate) use read::{Reader, Record};
pub(crate) use tables::{Form, Kind, message_of};
pub(crate) use write::{Entry, Queued, bytes_of, compact, fold, sync, write};
