//! From `hecs` and other entity component systems: a hub for each kind of object.
//!
//! An ECS answers the question "which entities have these components". With hubs, the kinds of
//! objects are known when the program is written, and each kind has its fields.
//!
//! | with an ECS | with hubs |
//! |---|---|
//! | an entity | an id, typed by its kind: a `ShipId` does not compile where a `RockId` is expected |
//! | an archetype | a struct with `#[derive(IdAllocator)]`, and its hub |
//! | a component | a field. An optional component is an `Option`, or a struct of its own that contains the id |
//! | `world.spawn((a, b))` | [`ships.insert(Ship { a, b })`](crate::Hub::insert) |
//! | `world.despawn(entity)` | [`ships.dealloc(id)`](crate::Hub::dealloc), or [`remove`](crate::Hub::remove), which returns the struct |
//! | `world.get::<&A>(entity)` | [`ships.get(id)`](crate::Hub::get), which returns all fields |
//! | a query over `(&mut A, &B)` | [`ships.columns_mut()`](crate::Hub::columns_mut), with `columns.a` and `columns.b` |
//! | a query over several archetypes | a loop over each hub, or a function for any record: see [`generic_code`](super::generic_code) |
//! | systems in parallel | columns are slices: use rayon's `par_iter_mut`, or one thread for each column |
//! | `reserve_entity` | [`ships.reserve_id()`](crate::Hub::reserve_id), then [`fill`](crate::Hub::fill) |
//! | a command buffer | for new rows, a [lease](super::threads#e-leases-ids-at-once-without-a-lock) that is taken before the loop: it issues ids while the hub is borrowed. For the rows to free, a `Vec` of ids, and [`dealloc_many`](crate::Hub::dealloc_many) |
//! | adding a component at run time | not possible; use an ECS if you need it |
//!
//! A system is a function that takes the hubs that it works on.
//!
//! ```
//! use soa_runtime::IdAllocator;
//!
//! #[derive(IdAllocator)]
//! #[soa(derive(Default))]
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
//! /// Moves the ships. Only the columns `velocity` and `position` are loaded into the cache.
//! fn movement(ships: &mut ShipHub, seconds: f32) {
//!     let columns = ships.columns_mut();
//!     for (position, velocity) in columns.position.into_iter().zip(columns.velocity) {
//!         *position += *velocity * seconds;
//!     }
//! }
//!
//! /// Damages burning ships. A fire whose ship is gone ends.
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
//! let ship = ships.insert(Ship { velocity: 2.0, ..Default::default() });
//! fires.insert(Burning { ship, damage: 30 });
//! movement(&mut ships, 0.5);
//! fire(&mut ships, &mut fires);
//! assert_eq!((*ships.row(ship).position, *ships.row(ship).health), (1.0, 70));
//!
//! ships.dealloc(ship);
//! fire(&mut ships, &mut fires);
//! assert!(fires.is_empty());
//! ```
//!
//! # A hub beside an ECS
//!
//! A program with an ECS can keep one kind of object in a hub, which is a resource. This is right for
//! particles, bullets, rocks or tiles, where
//!
//! - all objects have the same fields, and none gets another component while it lives,
//! - there are many, and they are made and freed all the time,
//! - or they are found by place, order or value, which the indexes of `soa-index` do.
//!
//! Keep entities for what differs in its components, and for what plugins of the engine look at,
//! for example to draw it. A system takes a hub like any resource, so two systems that write the same
//! hub do not run in parallel.
//!
//! Components contain ids of rows. With the feature `bevy_reflect` they derive `Reflect`. In
//! `examples/bevy` of the repository, entities follow the rows of a hub, two indexes find rows, and
//! a journal saves the hub when the app exits.
//!
//! This is what 100 000 sparks with three columns take in `bevy_ecs` 0.20, as entities and as rows of a hub
//! that is a resource. They took turns in one process. The ratio is the median of 101 rounds:
//!
//! | in each frame | rows over entities |
//! |---|--:|
//! | `place += speed * dt` for all sparks | 0.76 |
//! | 2 % end, and as many begin | 0.08 |
//! | 10 % are found by id, in no order | 0.20 |
//! | all three | 0.18 |
//!
//! `bevy_ecs` also records when each place was written. This hub is not tracked, so it does not.
//! `benches/src/bin/beside.rs` measures this.
