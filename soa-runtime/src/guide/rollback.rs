//! Going back in time: frames that are saved, undone and played again.
//!
//! A rollback session, GGRS's for one, saves each frame, and when a player's input
//! comes late it loads the frame that lacked it and plays the frames since once more.
//! The example `rollback` does so eight frames deep in every frame, with GGRS's own
//! test, and compares the checksum of each frame.
//!
//! # Saving
//!
//! [`clone_from`](crate::Hub#method.clone_from) into a hub that is kept: it copies
//! column by column into the memory that is there, and asks for memory only when the
//! kept hub never had so many slots. A ring of kept hubs, one for each frame that can
//! be gone back to, is all that is needed.
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
//! The example's 2077 slots of ships, of 29 bytes, and 1373 missiles, of 25, are saved in
//! 3.5 microseconds, on a machine of two cores.
//!
//! # What ids do when time goes back
//!
//! The copy has the ids, the free slots and their order of reuse. So after loading
//!
//! - an id that was live then is live again, though its row has been freed since;
//! - an id that was issued since finds nothing, until
//! - the calls that follow issue it **again**. The same calls give the same ids, so
//!   frames that are played again with the same inputs make the same rows under the
//!   same ids. With other inputs another row may get the id.
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
//! let new = rocks.insert(rock(2)); // in the place of the old one
//! let newer = rocks.insert(rock(3));
//!
//! rocks.clone_from(&saved);
//! assert_eq!(*rocks.row(old).size, 1); // it is back
//! assert!(!rocks.contains(new) && !rocks.contains(newer)); // not yet made
//!
//! let other = rocks.insert(rock(9)); // another input, another rock
//! assert_eq!(other, newer); // and whoever still holds the id finds it
//! ```
//!
//! This is the one way in which a stale id comes back to life under
//! [`Retire`](crate::Retire): the promise that it never does is one of a hub and what
//! happens to it, and going back makes it not have happened. Ids **inside** the saved
//! state go back with it and are right. Ids **outside**, in a sound that is playing or
//! a selection on the screen, may be of a time that never was: keep them in the
//! saved state, or look each of them up again after loading, by something else than the id.
//!
//! # What to look after
//!
//! - Save everything that a frame depends on, random numbers too.
//! - `#[derive(Clone)]` on a struct of hubs clones them anew in `clone_from`, memory
//!   and all. Write it by hand, one `clone_from` per hub, as the example does.
//! - A column whose values own memory, strings or hubs, has them cloned at each save,
//!   which asks for memory. What does not change from frame to frame belongs elsewhere,
//!   and an id or a number in its place.
//! - After `clone_from`, every [`Tick`](crate::Tick) that either hub returned reports all
//!   rows of the [tracked](crate::TrackedColumn) columns, so that every copy of them is
//!   brought up to date. A hub that is *assigned*, swapped or loaded brings its own clock
//!   along: a tick of the old hub is later or earlier than the change by chance. So
//!   restore with `clone_from` while there are readers. After an assignment, let all
//!   readers start again with [`Tick::START`](crate::Tick::START).
//! - Withheld ids are withheld as they were then. A [`Lease`](crate::Lease) that was taken
//!   since is of a time that never was: drop it.
