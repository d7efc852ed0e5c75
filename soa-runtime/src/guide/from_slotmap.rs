//! From `slotmap`: method by method.
//!
//! | with `slotmap` | with a hub |
//! |---|---|
//! | `new_key_type! { struct K; }`, `SlotMap<K, V>`, `SecondaryMap<K, F>` for more fields | `#[derive(IdAllocator)] struct V { .. }`, which makes `VHub`, `VId` and a column for each field |
//! | `insert`, `insert_with_key` | [`insert`](crate::Hub::insert), [`insert_with`](crate::Hub::insert_with); the `try_` forms return an error instead of a panic |
//! | `remove(key)` | [`remove`](crate::Hub::remove), or [`dealloc`](crate::Hub::dealloc) if the value is not needed |
//! | `get`, `get_mut`, `map[key]` | [`get`](crate::Hub::get), [`get_mut`](crate::Hub::get_mut), [`row`](crate::Hub::row), [`row_mut`](crate::Hub::row_mut), which return one reference per field |
//! | `get_disjoint_mut` | [`get_disjoint_mut`](crate::Hub::get_disjoint_mut), whose error names the wrong id |
//! | `contains_key` | [`contains`](crate::Hub::contains) |
//! | `len`, `is_empty`, `capacity`, `reserve` | the same names |
//! | `iter`, `iter_mut`, `keys` | [`iter`](crate::Hub::iter), [`iter_mut`](crate::Hub::iter_mut), [`ids`](crate::Hub::ids) |
//! | `values`, `values_mut` of a secondary map | the column `hub.columns().name`, which is a slice |
//! | `secondary[key]` | `columns.name[id]` |
//! | `retain`, `drain`, `clear` | the same names |
//! | `DenseSlotMap` | `#[soa(layout = dense)]` |
//! | `HopSlotMap` | `#[soa(layout = slots)]`, the default, with [`live_ranges`](crate::Hub::live_ranges) |
//! | `KeyData::as_ffi`, `from_ffi` | [`Handle::to_bits`](crate::Handle::to_bits), [`Handle::from_bits`](crate::Handle::from_bits), which rejects bits that no id can have |
//! | `SecondaryMap<K, F>` for a field that few rows have | `SparseSecondaryMap<SlotKey<V>, F>`, with `map.get(id.into())` (feature `slotmap`) |
//! | `K::null()` | [`Handle::DANGLING`](crate::Handle::DANGLING), which is also the `Default` of a handle |
//!
//! With a hub, no field can be forgotten: freeing a row frees it in every column.
//!
//! # What stays nicer in `slotmap`
//!
//! - **Values need no `*`.** `map[key].hp -= 1` becomes `*hub.row_mut(id).hp -= 1`, and methods of
//!   the struct become methods of its rows. One row is not in one cache line.
//! - **Arguments may use the map.** `map.insert(map.len())` compiles. `ships.insert(Ship { n: ships.len() })`
//!   does not, because `ShipHub` is a newtype, which is dereferenced first. Compute the argument
//!   before the call, or bind `let hub: &mut Hub<Ship> = &mut ships;`. See
//!   [`compiler_messages`](super::compiler_messages).
//! - **One key type can serve all kinds**, in one map of enums or in secondary maps. Hubs have an
//!   id type for each kind. A loop over all that moves is a function for any record that moves,
//!   called for each hub: see [`generic_code`](super::generic_code). A field that names an object of any
//!   kind is an enum of ids.
//!
//! # A step of a game, in both
//!
//! Rocks drift, and each bullet follows a rock by its id. When a rock is hit, it is removed while
//! other bullets still contain its id. The whole program is `examples/asteroids.rs`. The first
//! version uses `slotmap`:
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
//! rock_position.insert(rock, 10); // if you forget a map here, a later lookup panics
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
//!     rock_position.remove(rock); // if you forget a map here, it keeps stale data
//!     rock_velocity.remove(rock);
//! }
//! assert!(rocks.is_empty() && bullets.is_empty());
//! # }
//! ```
//!
//! The second version uses hubs:
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
//! # Both together
//!
//! For a field that few rows have, put a `SparseSecondaryMap` beside the hub. With the feature
//! `slotmap`, an id becomes a key of slotmap's secondary maps: `SlotKey<Rock>` is the key of a
//! `RockId`, and `into()` converts in both directions. An id with a [tag](super::nested) has a
//! key if its generation and its tag have at most 31 bits together.
//!
//! ```
//! # #[cfg(feature = "slotmap")] {
//! use slotmap::SecondaryMap;
//! use soa_runtime::{IdAllocator, SlotKey};
//!
//! #[derive(IdAllocator)]
//! struct Rock { position: i32 }
//!
//! let mut rocks = RockHub::new();
//! let mut names = SecondaryMap::<SlotKey<Rock>, &str>::new();
//! let ceres = rocks.alloc();
//! names.insert(ceres.into(), "Ceres");
//! assert_eq!(names[ceres.into()], "Ceres");
//!
//! rocks.dealloc(ceres);
//! names.retain(|key, _| rocks.contains(key.into())); // only the hub forgets by itself
//! assert!(names.is_empty());
//! # }
//! ```
