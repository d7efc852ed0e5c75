//! Host migration: another process takes over and goes on with the same ids.
//!
//! In a game without a server of its own, one player is the host. When the host leaves, another
//! player goes on. All ids must then mean what they meant, because every client has them in its
//! orders, its targets and its camera.
//!
//! There are two ways, by what the next host has.
//!
//! # It has followed by deltas
//!
//! A client that mirrors the hubs has all of them. [`Mirror::promote`](soa_runtime::Mirror::promote)
//! makes a hub of the mirror that issues ids. It issues none that the old host has issued
//! before the last delta. The new host keeps a journal from its first frame on, and the other
//! clients begin with new mirrors.
//!
//! ```
//! use soa_journal::Journal;
//! use soa_runtime::{IdAllocator, Mirror};
//!
//! #[derive(IdAllocator)]
//! #[soa(tracked = all, derive(Serialize, Deserialize))]
//! struct Unit { hp: u32 }
//!
//! // The old host sends deltas, and this client applies them.
//! let (mut units, mut copy) = (UnitHub::new(), Mirror::<Unit>::new());
//! let [ada, bee] = [10, 20].map(|hp| units.insert(Unit { hp }));
//! units.dealloc(bee);
//! units.advance();
//! let packet = postcard::to_allocvec(&units.delta(copy.tick()))?;
//! copy.apply(&mut postcard::Deserializer::from_bytes(&packet))?;
//! drop(units); // the old host is gone
//!
//! let mut units: UnitHub = copy.promote().into();
//! assert!(units.contains(ada));
//! assert_ne!(units.insert(Unit { hp: 30 }), bee); // `bee` stays stale
//!
//! # let folder = tempfile::tempdir()?;
//! let mut journal = Journal::open(folder.path().join("world.journal"))?;
//! journal.commit(|commit| commit.hub("units", &mut units))?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # It has the file
//!
//! If the old host can still send, it drops the journal and sends the file. The next host opens
//! it. The file may also be in a shared folder: only one process can have it open, so two hosts
//! are impossible, as far as the file system keeps locks.
//!
//! ```
//! use std::fs;
//!
//! use soa_journal::{Journal, Load};
//! # use soa_runtime::IdAllocator;
//! # #[derive(IdAllocator)]
//! # #[soa(tracked = all, derive(Serialize, Deserialize))]
//! # struct Unit { hp: u32 }
//! # let folder = tempfile::tempdir()?;
//! # let (old_host, new_host) = (folder.path().join("old"), folder.path().join("new"));
//!
//! let mut units = UnitHub::new();
//! let ada = units.insert(Unit { hp: 10 });
//! let mut journal = Journal::open(&old_host)?;
//! journal.commit(|commit| commit.hub("units", &mut units))?;
//! journal.flush()?; // an error is seen here
//! drop(journal); // the file is whole only after this
//! let file = fs::read(&old_host)?;
//!
//! fs::write(&new_host, file)?;
//! let journal = Journal::open(&new_host)?; // checks that no byte is damaged
//! assert!(journal.load::<UnitHub>("units")?.contains(ada));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What may be lost
//!
//! A host that vanishes takes with it what no other player had: the changes after the last
//! delta, or after the last commit that reached the disk. Ids that it issued in this time are
//! unknown to the new host, and may be issued again with another meaning. So a client that
//! follows a new host drops what the old one sent after the last applied delta. New
//! mirrors do that by themselves, and orders that are on their way must be refused.
