//! A world of several hubs, declared once.
//!
//! A program with several hubs would list them in many places: where it saves and loads, where it
//! ends a tick, sends changes, shows them, and links copied rows. The derive
//! [`World`](derive@crate::World) lists them once, in the struct that has them:
//!
//! ```
//! use soa_runtime::{IdAllocator, World};
//!
//! #[derive(IdAllocator)]
//! #[soa(tracked = all)]
//! struct Unit { hp: u32 }
//!
//! #[derive(IdAllocator)]
//! #[soa(tracked = all)]
//! struct Shot { by: Option<UnitId> }
//!
//! #[derive(World, Default)]
//! struct Game {
//!     units: UnitHub,
//!     shots: ShotHub,
//!     #[world(value)]
//!     clock: u64,
//!     #[world(skip)]
//!     selected: Vec<UnitId>, // an index, a cache, a window
//! }
//!
//! let mut game = Game::default();
//! let unit = game.units.insert(Unit { hp: 10 });
//! game.shots.insert(Shot { by: Some(unit) });
//! let tick = game.advance(); // all hubs end the same tick
//! assert_eq!(game.last_tick(), Some(tick));
//! ```
//!
//! | to | call |
//! |---|---|
//! | end a tick of all hubs | [`advance`](crate::World::advance), [`last_tick`](crate::World::last_tick) |
//! | send what changed, and follow it elsewhere | [`delta`](crate::World::delta), [`#[world(mirror)]`](derive@crate::World#the-mirror) |
//! | replace the ids in rows that were copied | [`relink`](crate::World::relink) |
//! | keep it in a file | `commit_world` and `load_world` of `soa-journal` |
//! | show it on a page | `show_world` and `show_world_mut` of `soa-inspect` |
//!
//! Each asks for no more than it needs. A hub that is not tracked has no deltas, so a world with one
//! is shown and not sent. The compiler then names the record and the attribute that it lacks.
//!
//! # Following a world
//!
//! A packet has the changes of all hubs and the values whole, and a mirror applies all of it or
//! nothing. Packets may be lost, repeated and reordered, as for [one mirror](super::replication):
//!
#![cfg_attr(
    feature = "serde",
    doc = r"```
use soa_runtime::{Applied, IdAllocator, World};

#[derive(IdAllocator)]
#[soa(tracked = all, derive(Serialize, Deserialize))]
struct Unit { hp: u32 }

#[derive(World, Default)]
#[world(mirror)]
struct Game {
    units: UnitHub,
    #[world(value)]
    clock: u64,
}

let (mut game, mut mirror) = (Game::default(), GameMirror::default());
let unit = game.units.insert(Unit { hp: 10 });
game.clock = 7;
let now = game.advance();
let packet = serde_json::to_string(&game.delta(mirror.tick()))?;

let mut packet = serde_json::Deserializer::from_str(&packet);
assert_eq!(mirror.apply(&mut packet)?, Applied::Now(now));
assert_eq!((*mirror.units.row(unit).hp, mirror.clock), (10, 7));

let game: Game = mirror.promote(); // the server is gone, and a client takes over
assert_eq!(game.units.len(), 1);
# Ok::<(), serde_json::Error>(())
```"
)]
//!
//! A packet from a stranger may claim any size. Make the mirrors with a limit:
//! `GameMirror { units: Mirror::with_limit(10_000), ..GameMirror::default() }`. A packet with more
//! slots is refused before its rows are read. `OwnedWorldDelta` is read without a limit.
//!
//! # A function for all parts
//!
//! The parts of a world are a list of types: `(Part<&Hub<Unit>>, (Part<Value<u64>>, ()))`. A crate
//! that can do something with a hub does it with a world by a trait for such lists. It implements the
//! trait for a hub in front of the others, for a value in front of the others, and for `()`. This one
//! counts bytes:
//!
//! ```
//! use soa_runtime::{Hub, IdAllocator, Part, Value, World};
//!
//! /// Parts of which the memory is known.
//! pub trait CountBytes {
//!     /// Adds the name and the bytes of each part.
//!     fn count(self, bytes: &mut Vec<(&'static str, usize)>);
//! }
//!
//! impl CountBytes for () {
//!     fn count(self, _: &mut Vec<(&'static str, usize)>) {}
//! }
//!
//! impl<T: IdAllocator, R: CountBytes> CountBytes for (Part<&Hub<T>>, R) {
//!     fn count(self, bytes: &mut Vec<(&'static str, usize)>) {
//!         let (Part { name, part: hub }, others) = self;
//!         bytes.push((name, hub.stats().bytes));
//!         others.count(bytes);
//!     }
//! }
//!
//! impl<V, R: CountBytes> CountBytes for (Part<Value<'_, V>>, R) {
//!     fn count(self, bytes: &mut Vec<(&'static str, usize)>) {
//!         let (Part { name, part: Value(value) }, others) = self;
//!         bytes.push((name, size_of_val(value)));
//!         others.count(bytes);
//!     }
//! }
//!
//! /// Returns the bytes of each part. The bound holds for the time of the call, so the world may borrow.
//! pub fn bytes_of<'a, W: World>(world: &'a W) -> Vec<(&'static str, usize)>
//! where
//!     W::Parts<'a>: CountBytes,
//! {
//!     let mut bytes = Vec::new();
//!     world.parts().count(&mut bytes);
//!     bytes
//! }
//!
//! #[derive(IdAllocator)]
//! struct Rock { size: u8 }
//!
//! #[derive(World, Default)]
//! struct Field {
//!     rocks: RockHub,
//!     #[world(value)]
//!     seed: u64,
//! }
//!
//! let field = Field::default();
//! assert_eq!(bytes_of(&field), [("rocks", 0), ("seed", 8)]);
//! ```
//!
//! A function that changes parts asks for `W::PartsMut<'a>`, whose hubs are `Part<&mut Hub<T>>` and
//! values `Part<ValueMut<V>>`. One that makes parts asks for [`W::Owned`](crate::World::Owned), a list
//! without lifetimes, and puts them in by [`replace`](crate::generic::AnyPartsMut::replace): so
//! `load_world` works.
