//! The memory of a hub, and how to reserve capacity as address space.
//!
//! A hub is at most 64 bytes and one block. An empty hub has no block. The block contains the slot table
//! and then the columns, with room for [`capacity()`](crate::Hub::capacity) rows.
//!
//! | for each row of capacity | bytes |
//! |---|---|
//! | the slot table | the size of an id: 2, 4 or 8 |
//! | `layout = dense` | 4 for the row of the slot, and the size of an id for the id of the row |
//! | `layout = slots`, from 64 rows on | one bit that marks whether the row is live |
//! | each column | the size of its field |
//! | a `tracked` column | 4 more, and 4 for each 32 rows |
//! | `tracked` on the struct | the same for the slots; with `layout = dense` and no tracked column twice that, because rows move |
//!
//! With `align = N` on the struct a block has up to `N - 1` more bytes for each column, whatever the
//! capacity.
//!
//! ```
//! use soa_runtime::IdAllocator;
//!
//! #[derive(IdAllocator)]
//! #[soa(bits(index = 20, generation = 12))] // ids of 4 bytes
//! struct Particle { position: [f32; 3], life: u8 }
//!
//! let particles = ParticleHub::with_capacity(32);
//! assert_eq!(particles.stats().bytes, 32 * (4 + 12 + 1)); // no padding between columns
//! assert!(size_of::<ParticleHub>() <= 64);
//! ```
//!
//! # Reserve room for the largest number of rows
//!
//! Memory that is reserved and never written costs only address space, and 64-bit systems have
//! plenty. The system provides a page when it is first written. Create a hub with capacity for the
//! largest number of rows that the program can have. It costs only the pages that its rows use,
//! and its columns never move. There is no growth in the middle of a frame. A pointer into a
//! column that you pass to a driver stays valid until the hub is changed. Linux and macOS work
//! like this by default for large blocks. A system or a container that counts reserved memory does
//! not. [`other_systems`](super::other_systems) describes Windows and WebAssembly.
//!
//! ```
//! use soa_runtime::IdAllocator;
//!
//! #[derive(IdAllocator)]
//! struct Particle { position: [f32; 3], life: u32 }
//!
//! // 160 MB of columns and 80 MB of slot table as addresses; as memory, only the pages in use.
//! # let rows = if cfg!(any(miri, target_pointer_width = "32")) { 10_000 } else { 10_000_000 };
//! # #[cfg(any())]
//! let rows = 10_000_000;
//! let mut particles = ParticleHub::with_capacity(rows);
//! let first = particles.columns().position.as_ptr();
//! particles.alloc_many(5000);
//! assert_eq!(particles.columns().position.as_ptr(), first); // the columns did not move
//! assert!(particles.capacity() >= rows);
//! ```
//!
//! # Rows of hundreds of bytes
//!
//! With fat rows, two costs are easy to avoid. The row of the following table has nine columns and
//! 432 bytes, as in the tree of a layout engine. The figures are nanoseconds of CPU time per row,
//! the least of 15 rounds in turns. The peer is three `SlotMap`s that share their keys. 100 000 rows
//! are 44 MB, and most of their time is spent on new pages from the system.
//!
//! | | `SlotMap`s | slots | slots, `holes = kept` | dense |
//! |---|--:|--:|--:|--:|
//! | 10 000 rows, growing | 16 | 28 | 27 | 28 |
//! | 10 000 rows, reserved | 12 | 8 | 8 | 8 |
//! | 100 000 rows, growing | 197 | 282 | 288 | 294 |
//! | 100 000 rows, reserved | 174 | 186 | 187 | 192 |
//! | `clear`, 10 000 rows | 5 | 28 | 4 | 2 |
//! | `clear`, 100 000 rows | 15 | 36 | 4 | 3 |
//!
//! **Growth moves columns.** The system extends a large block without a copy. But all columns
//! except the first start at another offset after each doubling, so they are moved inside the
//! block. Reserve the memory, and nothing moves.
//!
//! **Freeing writes defaults.** With `layout = slots` a freed row gets the defaults of its
//! columns, all 432 bytes of them. `holes = kept` leaves the old values where they are, and drops
//! only what needs to be dropped. It is the right word if
//!
//! - rows are fat, or are freed often, and
//! - no loop visits a whole column, or the loops that do visit only live rows
//!   ([`iter`](crate::Hub::iter), [`iter_live`](crate::Column::iter_live),
//!   [`zip_live`](crate::zip_live)).
//!
//! It is the wrong word if a sum, an upload or a hash of a whole column must see defaults in the
//! holes at any time. If rows may move, `layout = dense` has no holes at all.
//!
//! # Return memory
//!
//! A hub keeps freed slots, because they record which ids are stale. It uses them again.
//! [`shrink_to_fit`](crate::Hub::shrink_to_fit) moves the hub into a block that ends after the
//! last slot. `std::mem::take` leaves an empty hub and returns the old one. Dropping the old one
//! frees all of its memory.
//!
//! ```
//! use soa_runtime::IdAllocator;
//!
//! #[derive(IdAllocator)]
//! struct Particle { life: u32 }
//!
//! let mut particles = ParticleHub::with_capacity(1000);
//! let ids = particles.alloc_many(10);
//! particles.dealloc(ids[3]);
//! particles.shrink_to_fit();
//! let stats = particles.stats();
//! assert_eq!((stats.live, stats.free, stats.capacity), (9, 1, 10));
//!
//! drop(std::mem::take(&mut particles));
//! assert_eq!(particles.stats().bytes, 0);
//! ```
//!
//! With the feature `purge`, on Linux, `Hub::purge` returns the pages past the last row to the system and
//! keeps the capacity. No column moves, and the next peak gets new pages. Use it for a hub that
//! had a peak. The holes of `layout = slots` are rows, so their pages stay.
//!
//! ```
//! # #[cfg(feature = "purge")] {
//! use soa_runtime::IdAllocator;
//!
//! #[derive(IdAllocator)]
//! #[soa(layout = dense)]
//! struct Particle { position: [f32; 3] }
//!
//! let mut particles = ParticleHub::new();
//! particles.alloc_many(100_000);
//! let capacity = particles.capacity();
//! particles.retain(|id, _| id.index() < 100);
//! let bytes = particles.purge();
//! assert!(bytes > 1_000_000 || !cfg!(target_os = "linux"));
//! assert_eq!((particles.len(), particles.capacity()), (100, capacity));
//! # }
//! ```
