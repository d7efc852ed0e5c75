//! A world of [`soa_runtime`]'s hubs in one file that survives a crash.
//!
//! ```
//! use soa_journal::{Journal, Load};
//! use soa_runtime::{IdAllocator, World};
//!
//! #[derive(IdAllocator)]
//! #[soa(tracked = all, derive(Serialize, Deserialize))]
//! struct Unit {
//!     name: String,
//!     hp: u32,
//! }
//!
//! #[derive(World, Default)]
//! struct Game {
//!     units: UnitHub,
//!     #[world(value)]
//!     clock: u64,
//! }
//!
//! # let folder = tempfile::tempdir()?;
//! # std::env::set_current_dir(&folder)?;
//! let mut journal = Journal::open("world.journal")?;
//! let mut game: Game = journal.load_world()?; // what the file lacks stays at its default
//!
//! let ada = game.units.insert(Unit { name: "Ada".into(), hp: 10 });
//! for _ in 0..5 {
//!     game.units.columns_mut().hp[ada] += 1;
//!     game.clock += 1;
//!     journal.commit_world(&mut game)?; // all hubs and values, or none
//! }
//! drop(journal); // the process ends
//!
//! let journal = Journal::open("world.journal")?;
//! let game: Game = journal.load_world()?;
//! assert_eq!((*game.units.row(ada).hp, game.clock), (15, 5));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`commit`](Journal::commit) and [`load`](Load::load) name single hubs and values.
//!
//! # What it promises
//!
//! - **A journal that was opened has exactly one commit**: all that it named, and of everything
//!   else what earlier commits had. After a crash, a power failure or a full disk that is the
//!   last commit that was [durable](Journal::durable), or a later one.
//! - **Ids stay.** A loaded hub has its rows under the ids that they had, and issues no id again
//!   that was issued before the commit.
//! - **A commit costs what changed.** The deltas of [`soa_runtime`] are written into memory on
//!   the caller's thread. A thread of the journal does the rest.
//! - **A damaged file is an error.** It is not a panic, and takes no memory without bound. A file
//!   that is refused has not changed, and only a file of 0 bytes is taken for none.
//!
//! - **A new version of a struct reads what an older one wrote**, by the names of the columns. The
//!   [guide](guide::saved_game) has a table of what may change.
//! - **What was written can be read.** A type that could not be read back is an error of the
//!   commit.
//!
//! The file is a database of [`redb`], which is a transactional store in Rust. Hubs and values
//! in it are in the format of [`postcard`], column by column.
//!
//! # Which records
//!
//! A hub is kept if all its fields are tracked, because a field that is not tracked would be
//! lost. `#[soa(tracked = all, derive(Serialize, Deserialize))]` on the struct says both; see
//! [`JournalRecord`].
//!
//! # What it costs
//!
//! - **Memory.** The queue, 64 MiB at most by default, and a cache of 16 MiB. When the deltas of
//!   a hub have more bytes than the hub itself, and more than 32 KiB, the thread folds them: it loads the hub and
//!   writes it whole. For that moment it needs memory for one copy of this hub and its bytes in
//!   the file.
//! - **The file.** A hub is in the file once, with deltas that have at most as many bytes, or 32 KiB, and
//!   with the past that [`Options::keep`] asks for. After folding, the file is compacted while
//!   nothing reads.
//!
//! With the feature `tracing`, the journal enters these spans of the crate `tracing`, of the level
//! `DEBUG`. Without it they are not compiled.
//!
//! | span | thread | fields |
//! |---|---|---|
//! | `commit` | the caller | `commit`, its number; `records`, the hubs and values in it; `bytes` |
//! | `load` | the caller | `name`; `records`, the whole record and the deltas after it; `bytes`; `rows` |
//! | `write` | the journal's | `commits`, `bytes`, `durable` |
//! | `fold` | the journal's | `name`, `records`, `bytes` before, and `folded`, the bytes after |
//!
//! The [`guide`] shows a saved game, from autosave to new versions of a struct.

#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod codec;
mod commit;
mod error;
pub mod guide;
mod id;
mod journal;
mod options;
mod queue;
mod record;
mod stats;
mod store;
mod thread;
mod trace;

pub use commit::{Commit, CommitParts};
pub use error::JournalError;
pub use id::CommitId;
pub use journal::{Journal, JournalReader, Load, LoadParts, Past};
pub use options::{Flush, Options};
pub use record::JournalRecord;
pub use redb::StorageBackend;
pub use stats::Stats;

/// The code of the page is compiled.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
