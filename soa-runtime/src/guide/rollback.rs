//! Rollback: frames that are saved, undone and played again.
//!
//! A rollback session, for example one of GGRS, saves every frame. When the input of a player
//! arrives late, the session loads the frame that lacked the input, and plays all later frames
//! again. The example `rollback` does this eight frames deep in every frame. It runs GGRS's own
//! test, which compares the checksum of each frame.
//!
//! # Saving
//!
//! Call [`clone_from`](crate::Hub#method.clone_from) on a hub that you keep. It copies column by
//! column into memory that exists already. It allocates only if the kept hub never had as many
//! slots. Use a ring of kept hubs, one for each frame that the session can return to.
//!
//! ```
//! use soa_runtime::IdAllocator;
//!
//! #[derive(IdAllocator, Debug)]
//! #[soa(derive(Clone, Debug, PartialEq))]
//! struct Rock { position: [i32; 2], size: u8 }
//!
//! let mut rocks: RockHub = (0..100).map(|x| Rock { position: [x, 0], size: 2 }).collect();
//! let mut kept: [RockHub; 9] = Default::default();
//! for frame in 0..30 {
//!     let saved = &mut kept[frame % 9];
//!     let before = saved.columns().position.as_ptr();
//!     saved.clone_from(&rocks);
//!     if frame >= 9 {
//!         assert_eq!(saved.columns().position.as_ptr(), before); // the same memory
//!     }
//!     for position in rocks.columns_mut().position {
//!         position[0] += 1;
//!     }
//! }
//! rocks.clone_from(&kept[25 % 9]); // back to the start of frame 25
//! assert_eq!(rocks.columns().position[7], [7 + 25, 0]);
//! ```
//!
//! The hubs of the example have 2077 slots of ships (29 bytes each) and 1373 slots of missiles (25
//! bytes each). Saving them takes 3.5 microseconds on a machine with two cores.
//!
//! # Compare frames
//!
//! Frames that are played again, or on another machine, must give the same state. Hash the state
//! of every hub with [`hash_state`](crate::Hub::hash_state), and the values beside the hubs. The
//! hash covers the rows, their ids, and the ids that come next. `==` compares only the rows and
//! their ids.
//!
//! Floats do not implement `Hash`. Give them a type that hashes their bits. Bits differ where `==`
//! sees no difference, for `0.0` and `-0.0`. That is what you want here, since the two can lead to
//! different frames.
//!
//! ```
//! use std::hash::{DefaultHasher, Hash, Hasher};
//!
//! use soa_runtime::IdAllocator;
//!
//! #[derive(Clone, Copy, Default)]
//! struct Vec2([f32; 2]);
//!
//! impl Hash for Vec2 {
//!     fn hash<H: Hasher>(&self, state: &mut H) {
//!         self.0.map(f32::to_bits).hash(state);
//!     }
//! }
//!
//! #[derive(IdAllocator)]
//! #[soa(derive(Clone, Hash))]
//! struct Rock { position: Vec2 }
//!
//! fn checksum(frame: u32, rocks: &RockHub) -> u64 {
//!     let mut hasher = DefaultHasher::new();
//!     hasher.write_u32(frame);
//!     rocks.hash_state(&mut hasher);
//!     hasher.finish()
//! }
//!
//! let mut rocks = RockHub::new();
//! let id = rocks.insert(Rock { position: Vec2([1.0, 2.0]) });
//! let saved = rocks.clone();
//! rocks.row_mut(id).position.0[0] += 0.1;
//! assert_ne!(checksum(7, &rocks), checksum(7, &saved));
//! rocks.clone_from(&saved);
//! assert_eq!(checksum(7, &rocks), checksum(7, &saved));
//! ```
//!
//! `DefaultHasher` is for one build of a program: its algorithm may change with the version of
//! Rust. Between machines, use a hasher of your own, as the example does.
//!
//! # Ids after a load
//!
//! A copy contains the ids, the free slots, and the order in which slots are used again. After a
//! load:
//!
//! - An id that was live at the time of the save is live again, even if its row was freed later.
//! - An id that was issued after the save finds nothing at first. Later calls issue it **again**.
//!
//! The same calls return the same ids. Frames that are played again with the same inputs make the
//! same rows with the same ids. With other inputs, another row can get the id.
//!
//! ```
//! # use soa_runtime::IdAllocator;
//! # #[derive(IdAllocator, Debug)]
//! # #[soa(derive(Clone, Debug, PartialEq))]
//! # struct Rock { position: [i32; 2], size: u8 }
//! # let rock = |size| Rock { position: [0; 2], size };
//! let mut rocks = RockHub::new();
//! let old = rocks.insert(rock(1));
//! let saved = rocks.clone();
//!
//! rocks.dealloc(old);
//! let new = rocks.insert(rock(2)); // in the slot of the old one
//! let newer = rocks.insert(rock(3));
//!
//! rocks.clone_from(&saved);
//! assert_eq!(*rocks.row(old).size, 1); // it is back
//! assert!(!rocks.contains(new) && !rocks.contains(newer)); // not issued yet
//!
//! let other = rocks.insert(rock(9)); // other input makes another rock
//! assert_eq!(other, newer); // whoever kept the id `newer` now finds it
//! ```
//!
//! This is the only way in which a stale id can become valid again under
//! [`Retire`](crate::Retire). A hub refuses the ids that *it* made stale, and a load undoes that
//! history. Ids **inside** the saved state are loaded with it, so they are correct. Ids
//! **outside** the saved state may belong to a history that was undone, for example in a sound
//! that is playing or in a selection on the screen. Keep them in the saved state, or look up each
//! object again after a load, by something other than its id.
//!
//! # Check this
//!
//! - Save everything that a frame depends on, including random numbers.
//! - If you derive `Clone` for a struct of hubs, its `clone_from` makes new hubs with new memory.
//!   Implement it by hand with one `clone_from` per hub, as the example does.
//! - If the values of a column own memory, for example strings or hubs, each save clones them and
//!   allocates. Store data that does not change in each frame elsewhere, and refer to it with an
//!   id or a number.
//! - Load with `clone_from`, as here, if there are readers of
//!   [tracked](crate::TrackedColumn) columns. Afterwards every [`Tick`](crate::Tick) that either
//!   hub returned reports all rows, so every copy of such a column is sent completely.
//! - A hub that is assigned, swapped or deserialized has a clock of its own, which starts with
//!   [`Tick::START`](crate::Tick::START). A tick of the old hub may then miss changes, so all
//!   readers must start again with [`Tick::START`](crate::Tick::START), and mirrors must be new.
//!   A reader notices another hub by its [incarnation](crate::Hub::incarnation), which
//!   `clone_from` keeps.
//! - Ids that were reserved at the time of the save are reserved again. Drop every
//!   [`Lease`](crate::Lease) that was taken after the save.
