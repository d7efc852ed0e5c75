//! From `slotmap`: method by method.
//!
//! | with `slotmap` | here |
//! |---|---|
//! | `new_key_type! { struct K; }`, `SlotMap<K, V>`, `SecondaryMap<K, F>` for more fields | `#[derive(IdAllocator)] struct V { .. }`: `VHub`, `VId`, and a column for each field |
//! | `insert`, `insert_with_key` | [`insert`](crate::Hub::insert), [`insert_with`](crate::Hub::insert_with); the `try_` forms return the error |
//! | `remove(key)` | [`remove`](crate::Hub::remove), or [`dealloc`](crate::Hub::dealloc) if the value is not wanted |
//! | `get`, `get_mut`, `map[key]` | [`get`](crate::Hub::get), [`get_mut`](crate::Hub::get_mut), [`row`](crate::Hub::row), [`row_mut`](crate::Hub::row_mut): one reference per field |
//! | `get_disjoint_mut` | [`get_disjoint_mut`](crate::Hub::get_disjoint_mut), which says what is wrong; [`get_each_mut`](crate::Hub::get_each_mut) |
//! | `contains_key`, `len`, `is_empty`, `capacity`, `reserve` | [`contains`](crate::Hub::contains), and the same names |
//! | `iter`, `iter_mut`, `keys` | [`iter`](crate::Hub::iter), [`iter_mut`](crate::Hub::iter_mut), [`ids`](crate::Hub::ids) |
//! | `values`, `values_mut` of a secondary map | the column: `hub.columns().name`, a slice |
//! | `secondary[key]` | `columns.name[id]` |
//! | `retain`, `drain`, `clear` | the same names |
//! | `DenseSlotMap` | `#[soa(layout = dense)]` |
//! | `HopSlotMap` | `#[soa(layout = slots)]`, the default, with [`live_ranges`](crate::Hub::live_ranges) |
//! | `KeyData::as_ffi`, `from_ffi` | [`Handle::to_bits`](crate::Handle::to_bits), [`Handle::from_bits`](crate::Handle::from_bits), which refuses what was never an id |
//! | `K::null()` | [`Handle::DANGLING`](crate::Handle::DANGLING), also its `Default` |
//!
//! What is gained is that no field can be forgotten: freeing a row frees it in every
//! column. What is lost is a map of single values, which keeps all of a value in one
//! cache line.
//!
//! # A step of a game, in both
//!
//! Rocks drift, bullets home in on a rock by its id, and a rock that was hit is gone
//! while bullets still hold its id. The whole program is `examples/asteroids.rs`.
//! With `slotmap`:
//!
//! ```
//! # #[cfg(feature = "slotmap")] {
//! use slotmap::{SecondaryMap, SlotMap, new_key_type};
//!
//! new_key_type! { struct RockId; struct BulletId; }
//!
//! let mut rocks = SlotMap::<RockId, ()>::with_key();
//! let mut rock_position = SecondaryMap::<RockId, i32>::new();
//! let mut rock_velocity = SecondaryMap::<RockId, i32>::new();
//! let mut bullets = SlotMap::<BulletId, (i32, RockId)>::with_key(); // position, target
//!
//! let rock = rocks.insert(());
//! rock_position.insert(rock, 10); // a map forgotten here is a panic later
//! rock_velocity.insert(rock, -1);
//! bullets.insert((0, rock));
//!
//! for (rock, position) in &mut rock_position {
//!     *position += rock_velocity[rock];
//! }
//! let mut hits = Vec::new();
//! bullets.retain(|_, (position, target)| {
//!     let Some(goal) = rock_position.get(*target) else { return false };
//!     *position += (goal - *position).clamp(-9, 9);
//!     if position == goal { hits.push(*target); }
//!     position != goal
//! });
//! for rock in hits {
//!     rocks.remove(rock);
//!     rock_position.remove(rock); // and one forgotten here is stale data
//!     rock_velocity.remove(rock);
//! }
//! assert!(rocks.is_empty() && bullets.is_empty());
//! # }
//! ```
//!
//! And here:
//!
//! ```
//! use soa_runtime::IdAllocator;
//!
//! #[derive(IdAllocator)]
//! struct Rock { position: i32, velocity: i32 }
//!
//! #[derive(IdAllocator)]
//! #[soa(layout = dense)]
//! struct Bullet { position: i32, target: RockId }
//!
//! let mut rocks = RockHub::new();
//! let mut bullets = BulletHub::new();
//! let rock = rocks.insert(Rock { position: 10, velocity: -1 });
//! bullets.insert(Bullet { position: 0, target: rock });
//!
//! let columns = rocks.columns_mut();
//! for (position, velocity) in columns.position.into_iter().zip(columns.velocity) {
//!     *position += *velocity;
//! }
//! let mut hits = Vec::new();
//! bullets.retain(|_, bullet| {
//!     let Some(rock) = rocks.get(*bullet.target) else { return false };
//!     *bullet.position += (rock.position - *bullet.position).clamp(-9, 9);
//!     if bullet.position == rock.position { hits.push(*bullet.target); }
//!     bullet.position != rock.position
//! });
//! for rock in hits {
//!     rocks.dealloc(rock);
//! }
//! assert!(rocks.is_empty() && bullets.is_empty());
//! ```
//!
//! # Both at once
//!
//! With the feature `slotmap`, an id is a key of slotmap's secondary maps: for a field
//! that few rows have, a `SparseSecondaryMap` beside the hub.
//!
//! ```
//! # #[cfg(all(feature = "derive", feature = "slotmap"))] {
//! use slotmap::SecondaryMap;
//! use soa_runtime::IdAllocator;
//!
//! #[derive(IdAllocator)]
//! struct Rock { position: i32 }
//!
//! let mut rocks = RockHub::new();
//! let mut names = SecondaryMap::<RockId, &str>::new();
//! let ceres = rocks.alloc();
//! names.insert(ceres, "Ceres");
//! assert_eq!(names[ceres], "Ceres");
//! # }
//! ```
