//! From `hecs` and other entity component systems: a hub for each kind of object.
//!
//! An ECS answers "which entities have these components"; here the kinds are known when
//! the program is written, and each has its fields.
//!
//! | with an ECS | here |
//! |---|---|
//! | an entity | an id, typed by its kind: a `ShipId` does not compile where a `RockId` is meant |
//! | an archetype | a struct with `#[derive(IdAllocator)]`, and its hub |
//! | a component | a field; one that may be missing is an `Option`, or a struct of its own that holds the id |
//! | `world.spawn((a, b))` | [`ships.insert(Ship { a, b })`](crate::Hub::insert) |
//! | `world.despawn(entity)` | [`ships.dealloc(id)`](crate::Hub::dealloc), or [`remove`](crate::Hub::remove), which returns the struct |
//! | `world.get::<&A>(entity)` | `ships.get(id)`, which has all fields |
//! | a query over `(&mut A, &B)` | `ships.columns_mut()`: `columns.a`, `columns.b` |
//! | a query over several archetypes | a loop over each hub, or a function for any record: see [`generic_code`](super::generic_code) |
//! | systems in parallel | columns are slices: `rayon`'s `par_iter_mut`, or a thread for each column |
//! | `reserve_entity`, a command buffer | collect what shall be made or freed in a `Vec`, apply it after the loop |
//! | adding a component at run time | there is none: that is what an ECS is for |
//!
//! A system is a function that takes the hubs it works on.
//!
//! ```
//! use soa_runtime::IdAllocator;
//!
//! #[derive(IdAllocator)]
//! struct Ship {
//!     position: f32,
//!     velocity: f32,
//!     #[soa(default = 100)]
//!     health: i32,
//! }
//!
//! #[derive(IdAllocator)]
//! #[soa(layout = dense)]
//! struct Burning { ship: ShipId, damage: i32 } // a component that few ships have
//!
//! /// The columns `velocity` and `position`, and nothing else, go through the cache.
//! fn movement(ships: &mut ShipHub, seconds: f32) {
//!     let columns = ships.columns_mut();
//!     for (position, velocity) in columns.position.into_iter().zip(columns.velocity) {
//!         *position += *velocity * seconds;
//!     }
//! }
//!
//! /// Fire ends with its ship; nobody has to tell it.
//! fn fire(ships: &mut ShipHub, fires: &mut BurningHub) {
//!     fires.retain(|_, fire| match ships.get_mut(*fire.ship) {
//!         Some(ship) => {
//!             *ship.health -= *fire.damage;
//!             true
//!         }
//!         None => false,
//!     });
//! }
//!
//! let (mut ships, mut fires) = (ShipHub::new(), BurningHub::new());
//! let ship = ships.insert(Ship { velocity: 2.0, ..soa_runtime::DefaultRow::default_row() });
//! fires.insert(Burning { ship, damage: 30 });
//! movement(&mut ships, 0.5);
//! fire(&mut ships, &mut fires);
//! assert_eq!((*ships.row(ship).position, *ships.row(ship).health), (1.0, 70));
//!
//! ships.dealloc(ship);
//! fire(&mut ships, &mut fires);
//! assert!(fires.is_empty());
//! ```
