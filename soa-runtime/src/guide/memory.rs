//! What a hub costs, and capacity as reserved address space.
//!
//! A hub is 32 bytes and one block; an empty one has no block. The block holds the slot
//! table and the columns, one behind the other, with room for
//! [`capacity()`](crate::Hub::capacity) rows.
//!
//! | for each row of capacity | bytes |
//! |---|---|
//! | the slot table | the id's word: 2, 4 or 8 |
//! | `layout = dense` | 4 for the slot's row, and the id's word again |
//! | `layout = slots`, from 64 rows on | one bit that says whether the row is live |
//! | each column | the size of its field |
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
//! assert_eq!(size_of::<ParticleHub>(), 32);
//! ```
//!
//! # Room for all there will ever be
//!
//! Memory that is asked for and not touched costs address space, of which there is
//! plenty on 64 bits; the system gives pages when they are written. A hub made with room
//! for the most rows there can be costs the pages that its rows touch, and never moves its
//! columns: no growth in the middle of a frame, and pointers into a column that is handed
//! to a driver stay good as long as the hub is not touched otherwise. (Linux and macOS
//! do so by default for large blocks; a system or a container that counts reserved
//! memory does not.)
//!
//! ```
//! use soa_runtime::IdAllocator;
//!
//! #[derive(IdAllocator)]
//! struct Particle { position: [f32; 3], life: u32 }
//!
//! // 240 MB of addresses; of memory, the pages that the rows touch.
//! # let rows = if cfg!(any(miri, target_pointer_width = "32")) { 10_000 } else { 10_000_000 };
//! # #[cfg(any())]
//! let rows = 10_000_000;
//! let mut particles = ParticleHub::with_capacity(rows);
//! let first = particles.columns().position.as_ptr();
//! particles.alloc_many(5000);
//! assert_eq!(particles.columns().position.as_ptr(), first); // nothing has moved
//! assert!(particles.capacity() >= rows);
//! ```
//!
//! # Giving memory back
//!
//! Freed slots stay, as they know which ids are stale, and are used again.
//! [`shrink_to_fit`](crate::Hub::shrink_to_fit) gives back what is behind the last of
//! them, into a smaller block; `take` of the standard library replaces a hub by an empty
//! one and drops it.
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
//! With the feature `purge`, `Hub::purge` gives the pages behind the rows back to the
//! system and keeps the capacity: no column moves, and the next peak gets other pages.
//! That is for a hub that had a peak; the holes of `layout = slots` are rows and stay.
//!
//! ```
//! # #[cfg(all(feature = "derive", feature = "purge"))] {
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
