//! A saved game: autosave, slots, new versions, and a full disk.
//!
//! # Autosave
//!
//! Keep the journal open for as long as the game runs, and commit the world regularly: every
//! frame, every turn, or every few seconds. A commit costs the caller what changed since the
//! last one. What a crash costs is set by [`Options::flush`], not by how often you commit.
//!
//! ```
//! use std::time::Duration;
//!
//! use soa_journal::{Flush, Journal, JournalError, Load, Options};
//! use soa_runtime::IdAllocator;
//!
//! #[derive(IdAllocator)]
//! #[soa(tracked = all, derive(Serialize, Deserialize))]
//! struct Unit { hp: u32 }
//!
//! struct World { units: UnitHub, turn: u64 }
//!
//! impl World {
//!     fn load(journal: &Journal) -> Result<World, JournalError> {
//!         Ok(World {
//!             units: journal.load("units")?,
//!             turn: journal.load_value("turn")?.unwrap_or(0),
//!         })
//!     }
//!
//!     fn save(&mut self, journal: &mut Journal) -> Result<(), JournalError> {
//!         let World { units, turn } = self;
//!         journal.commit(|commit| {
//!             commit.hub("units", units)?;
//!             commit.value("turn", turn)
//!         })?;
//!         Ok(())
//!     }
//! }
//!
//! # let folder = tempfile::tempdir()?;
//! # let path = folder.path().join("world.journal");
//! // A crash costs the player at most half a second.
//! let options = Options::new().flush(Flush::Every(Duration::from_millis(500)));
//! let mut journal = options.open(&path)?;
//! let mut world = World::load(&journal)?;
//! for _ in 0..100 {
//!     world.turn += 1;
//!     world.units.insert(Unit { hp: 10 });
//!     world.save(&mut journal)?;
//! }
//! journal.flush()?; // the player quits: from here on nothing can be lost
//! # drop(journal);
//! # assert_eq!(World::load(&options.open(&path)?)?.units.len(), 100);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! All that belongs together goes into one commit. A hub and a clock that are committed one
//! after the other can be parted by a crash between them.
//!
//! # Slots
//!
//! One file is one world. A slot is a file, and "save as" is a commit into another journal:
//! hubs that it does not have are written whole.
//!
//! ```
//! # use soa_journal::{Journal, JournalError, Load};
//! # use soa_runtime::IdAllocator;
//! # #[derive(IdAllocator)]
//! # #[soa(tracked = all, derive(Serialize, Deserialize))]
//! # struct Unit { hp: u32 }
//! # let folder = tempfile::tempdir()?;
//! # let folder = folder.path();
//! # let mut units = UnitHub::new();
//! # units.insert(Unit { hp: 10 });
//! # let mut journal = Journal::open(folder.join("autosave.journal"))?;
//! journal.commit(|commit| commit.hub("units", &mut units))?; // the autosave goes on
//!
//! let mut slot = Journal::open(folder.join("slot 3.journal"))?;
//! slot.commit(|commit| commit.hub("units", &mut units))?;
//! slot.flush()?;
//! # assert_eq!(slot.load::<UnitHub>("units")?.len(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! To show a list of slots, commit a small value with what the list shows, for example the
//! name of the level. [`Journal::open_read_only`] reads it, and changes nothing.
//!
//! ```
//! # use std::fs;
//! # use soa_journal::{Journal, JournalError, Load};
//! # let folder = tempfile::tempdir()?;
//! # let folder = folder.path();
//! # for (name, level) in [("slot 1", "the mill"), ("slot 2", "the tower")] {
//! #     let mut slot = Journal::open(folder.join(name))?;
//! #     slot.commit(|commit| commit.value("level", level))?;
//! # }
//! let mut slots = Vec::new();
//! for file in fs::read_dir(folder)? {
//!     let slot = Journal::open_read_only(file?.path())?;
//!     slots.extend(slot.load_value::<String>("level")?);
//! }
//! slots.sort();
//! assert_eq!(slots, ["the mill", "the tower"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Do not copy the file of a journal that is open for writing. Drop the journal before.
//!
//! # An undo of hours
//!
//! [`Options::keep`] keeps the last commits, so a player can go back. What is loaded from the
//! past is another hub, and the next commit writes it whole. The commits between stay until
//! they are too old.
//!
//! ```
//! # use soa_journal::{Journal, JournalError, Load, Options};
//! # use soa_runtime::IdAllocator;
//! # #[derive(IdAllocator)]
//! # #[soa(tracked = all, derive(Serialize, Deserialize))]
//! # struct Unit { hp: u32 }
//! # let folder = tempfile::tempdir()?;
//! let mut journal = Options::new().keep(1000).open(folder.path().join("world.journal"))?;
//! let mut units = UnitHub::new();
//! let id = units.insert(Unit { hp: 10 });
//! let before_the_battle = journal.commit(|commit| commit.hub("units", &mut units))?;
//! units.dealloc(id);
//! journal.commit(|commit| commit.hub("units", &mut units))?;
//!
//! let mut units: UnitHub = journal.at(before_the_battle)?.load("units")?;
//! assert!(units.contains(id));
//! let back = journal.commit(|commit| commit.hub("units", &mut units))?;
//! assert_eq!(journal.commits(), 1..=back);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Version 2 with a new field
//!
//! Add the field, and load the hub. A journal finds columns by their names:
//!
//! ```
//! # mod version_1 {
//! #     #[derive(soa_runtime::IdAllocator)]
//! #     #[soa(tracked = all, derive(Serialize, Deserialize))]
//! #     pub struct Unit { pub hp: u32 }
//! # }
//! # use soa_journal::{Journal, JournalError, Load};
//! # use soa_runtime::IdAllocator;
//! #[derive(IdAllocator)]
//! #[soa(tracked = all, derive(Serialize, Deserialize))]
//! struct Unit {
//!     hp: u32,
//!     #[soa(default = 100)]
//!     mana: u32, // new in version 2
//! }
//!
//! # let folder = tempfile::tempdir()?;
//! # let path = folder.path().join("world.journal");
//! # let mut old = version_1::UnitHub::from(vec![version_1::Unit { hp: 50 }]);
//! # Journal::open(&path)?.commit(|commit| commit.hub("units", &mut old))?;
//! # let journal = Journal::open(&path)?;
//! let units: UnitHub = journal.load("units")?; // version 1 wrote it
//! assert!(units.iter().all(|(_, unit)| (*unit.hp, *unit.mana) == (50, 100)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | the column | is loaded as |
//! |---|---|
//! | is new | its default: `#[serde(default = "..")]`, else `#[soa(default = ..)]`, else `Default` |
//! | is new and `required` | [`JournalError::Changed`], whose `found` is `None` |
//! | was removed, or has `#[serde(skip)]` now | nothing: what was written is passed over |
//! | stands elsewhere in the struct | it was |
//! | has another name | it was, with `#[serde(alias = "old")]` or `#[serde(rename = "old")]`; otherwise it is new |
//! | has a type of another name, or another function of `with` | [`JournalError::Changed`], which names the column and both types |
//! | has a type that changed under the same name | an error, or other values: give the type a new name |
//!
//! A generic column has the name of its concrete type. The name of an id contains the name of its
//! struct: a struct that is renamed keeps `Option<UnitId>` readable by `id = UnitId`. `layout`,
//! `recycle` and what is `tracked` may change, and other `bits` are `Changed`.
//! `deny_unknown_fields` has no effect in a journal. The next commit of a hub that an older struct
//! wrote contains it whole.
//!
//! # Version 2 with other columns
//!
//! For everything else, keep the old struct in a module of its own, under its old name. Load it and
//! [convert](soa_runtime::Hub::convert) it. With `marker`, the ids of the old struct are ids of
//! the new one, so that links need no cast.
//!
//! ```
//! use soa_journal::{Journal, JournalError, Load};
//! use soa_runtime::{Hub, IdAllocator};
//!
//! mod version_1 {
//!     #[derive(soa_runtime::IdAllocator)]
//!     #[soa(tracked = all, marker = super::Unit, derive(Serialize, Deserialize))]
//!     pub struct Unit {
//!         pub hp: u32,
//!         pub leader: Option<UnitId>,
//!     }
//! }
//!
//! #[derive(IdAllocator)]
//! #[soa(tracked = all, derive(Serialize, Deserialize))]
//! pub struct Unit {
//!     hp: f32, // was a `u32`, in percent
//!     leader: Option<UnitId>,
//! }
//!
//! fn load_units(journal: &Journal) -> Result<UnitHub, JournalError> {
//!     match journal.load("units") {
//!         Err(JournalError::Changed { .. }) => {
//!             let old: Hub<version_1::Unit> = journal.load("units")?;
//!             let new = old.convert(|unit| Unit { hp: unit.hp as f32 / 100.0, leader: unit.leader });
//!             Ok(new.into())
//!         }
//!         loaded => loaded,
//!     }
//! }
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let folder = tempfile::tempdir()?;
//! # let path = folder.path().join("world.journal");
//! # let mut old = version_1::UnitHub::new();
//! # let ada = old.insert(version_1::Unit { hp: 50, leader: None });
//! # let bee = old.insert(version_1::Unit { hp: 100, leader: Some(ada) });
//! # Journal::open(&path)?.commit(|commit| commit.hub("units", &mut old))?;
//! let mut journal = Journal::open(&path)?; // version 1 wrote it
//! let mut units = load_units(&journal)?;
//! assert_eq!((*units.row(ada).hp, *units.row(bee).leader), (0.5, Some(ada)));
//! journal.commit(|commit| commit.hub("units", &mut units))?; // whole, as version 2
//! assert_eq!(load_units(&journal)?.len(), 2);
//! # Ok(())
//! # }
//! ```
//!
//! Values have no names and no types in a journal, because serde does not show them. Commit the
//! version of your values as a value of its own, or use an enum with a variant for each version.
//!
//! # What cannot be kept
//!
//! What could not be read again is refused when it is committed, with
//! [`JournalError::Unwritable`], which names the column or the value of the world:
//!
//! - a type in it asks the format what comes next: `serde_json::Value`, and types with
//!   `#[serde(untagged)]`, `#[serde(tag = "..")]` or `#[serde(flatten)]`. Write such a value as
//!   text, by `#[serde(with = "..")]`;
//! - a type in it leaves out a field by `skip_serializing_if`. On the fields of the hub's own
//!   struct the word is fine: a journal writes all columns;
//! - a value cannot be read back. The journal tries the first value, and each later value with a
//!   new variant or number of fields;
//! - such a value becomes another variant. In a format that does not name variants, serde counts
//!   those with `skip` and `skip_deserializing` when it writes and not when it reads, so `Axe` may
//!   come back as `Pick`. Let these variants be the last ones. This is not noticed if the hub has
//!   another column that is `required` and has no default. A type that becomes another variant when
//!   it is read, and then stays that, is kept.
//!
//! A `Deserialize` that refuses some of its numbers or texts is not noticed.
//!
//! A value that is committed by [`Commit::value`](crate::Commit::value) is not read back. If it
//! cannot be, [`load_value`](crate::Load::load_value) returns [`JournalError::Unreadable`].
//!
//! # When the disk is full
//!
//! The journal's thread stops at the first error of the storage, and every later call returns
//! this error. Nothing that was on disk is lost, and the world in memory is as it was. Tell the
//! player, wait until there is room, and open the journal again. It has a commit that may be a
//! little older than the world. The next commit writes the hubs whole, since the journal does
//! not have their last state.
//!
//! ```
//! # use std::path::Path;
//! # use soa_journal::{Journal, JournalError};
//! # use soa_runtime::IdAllocator;
//! # #[derive(IdAllocator)]
//! # #[soa(tracked = all, derive(Serialize, Deserialize))]
//! # struct Unit { hp: u32 }
//! fn save(journal: &mut Option<Journal>, path: &Path, units: &mut UnitHub) -> Result<(), JournalError> {
//!     let open = match journal {
//!         Some(open) => open,
//!         None => journal.insert(Journal::open(path)?), // again, after an error
//!     };
//!     let saved = open.commit(|commit| commit.hub("units", units));
//!     if matches!(saved, Err(JournalError::Io(_))) {
//!         *journal = None; // try again with the next autosave
//!     }
//!     saved.map(drop)
//! }
//! # let folder = tempfile::tempdir()?;
//! # let path = folder.path().join("world.journal");
//! # let (mut journal, mut units) = (None, UnitHub::new());
//! # save(&mut journal, &path, &mut units)?;
//! # assert_eq!(journal.unwrap().commits(), 1..=1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Call [`Journal::flush`](crate::Journal::flush) before the program ends. Dropping a journal
//! flushes as well, but cannot report an error.
//!
//! [`Journal::open_read_only`]: crate::Journal::open_read_only
//! [`Options::flush`]: crate::Options::flush
//! [`Options::keep`]: crate::Options::keep
//! [`JournalError::Changed`]: crate::JournalError::Changed
//! [`JournalError::Unreadable`]: crate::JournalError::Unreadable
//! [`JournalError::Unwritable`]: crate::JournalError::Unwritable
