//! Replication: a server with clients, over a network that loses packets.
//!
//! The server has a hub. Each client has a [`Mirror`](../../struct.Mirror.html) of it, which follows by
//! deltas. A mirror has the ids of its source, so that a message about a unit can name the unit by
//! its id.
//!
//! The example `replication` of the repository is a server with 10 000 units and three clients,
//! over UDP sockets and a link that loses packets. It compares every confirmed tick bit for bit.
//!
//! A server with several hubs sends one delta of its [world](super::world), which a client applies as a
//! whole or not at all.
//!
//! # The record
//!
//! Three words make a record that travels: `tracked` on the struct records which rows were made and
//! freed, `tracked` on a field records its changes, and the derives of serde write and read.
//!
//! | the field | travels |
//! |---|---|
//! | `#[soa(tracked)]` | with its row, and whenever it changes |
//! | without a word | with its row: it has the value of the moment when the delta was made |
//! | `#[serde(skip)]` | never; the client has the column's default |
//!
//! A [nested hub](crate::Hub) in a tracked column is one value: one write inside sends all of it.
//!
//! # The loop of a server, and of a client
//!
//! [`advance`](crate::Hub::advance) ends a tick. A client confirms the last tick that it has applied,
//! and [`delta(tick)`](../../struct.Hub.html#method.delta) contains everything that changed after it.
//! This tick is all that the server keeps for a client: no log, no queue, no marks.
//!
//! ```
//! # #[cfg(all(feature = "derive", feature = "serde"))]
//! # {
//! use soa_runtime::{Applied, IdAllocator, Mirror, Tick};
//!
//! #[derive(IdAllocator, Debug)]
//! #[soa(tracked, derive(Clone, Debug, PartialEq, Serialize, Deserialize))]
//! struct Unit {
//!     #[soa(tracked)]
//!     pos: [f32; 2],
//!     name: String,
//! }
//!
//! let mut units = UnitHub::new();
//! let ant = units.insert(Unit { pos: [0.0; 2], name: "ant".into() });
//!
//! let mut mirror = Mirror::<Unit>::new(); // on the client
//! let mut confirmed = Tick::START; // on the server, for this client
//! for frame in 0..10 {
//!     // The server.
//!     units.columns_mut().pos[ant][0] += 1.0;
//!     units.advance();
//!     let packet = serde_json::to_string(&units.delta(confirmed)).unwrap();
//!     if frame % 3 == 1 {
//!         continue; // the packet is lost
//!     }
//!
//!     // The client.
//!     match mirror.apply(&mut serde_json::Deserializer::from_str(&packet)) {
//!         Ok(Applied::Now(tick)) => confirmed = tick, // it sends the tick back
//!         Ok(Applied::Old) => {}                      // a packet was late, or came twice
//!         Err(error) => panic!("{error}"),            // a stranger's bytes
//!     }
//!     assert_eq!(*mirror, *units);
//! }
//! # }
//! ```
//!
//! Packets may be lost, repeated and reordered, and so may the confirmations: the server keeps the
//! latest tick that it has heard of. Two rules are the server's:
//!
//! - Call `advance` once before the deltas of a frame, and write nothing between them. What is
//!   written between them may be in a delta already, and comes again with the next one. No value is
//!   lost, but a confirmed tick is then not exactly what the server had. A delta from before the
//!   first `advance` changes nothing: it is `Applied::Old`.
//! - Restore a hub under its clients with `clone_from`. A hub that was assigned, swapped or loaded
//!   starts from the first tick, and so it needs new mirrors.
//!
//! A **late joiner** confirms nothing, and [`Tick::START`](crate::Tick::START) is its first start:
//! the delta has all rows. Send it through a channel that repeats what is lost, because it is
//! large, and wait for the confirmation.
//!
//! # Several hubs in one packet
//!
//! A delta is a value for serde, so a packet is a struct of deltas. The client reads an
//! [`OwnedDelta`](../../struct.OwnedDelta.html) for each, and applies it afterwards. If the hubs
//! share the number of their tick, one confirmation is enough for all.
//!
//! ```
//! # #[cfg(all(feature = "derive", feature = "serde"))]
//! # {
//! use serde::{Deserialize, Serialize};
//! use soa_runtime::{Delta, IdAllocator, Mirror, OwnedDelta, Tick};
//!
//! #[derive(IdAllocator)]
//! #[soa(tracked, derive(Serialize, Deserialize))]
//! struct Ship { #[soa(tracked)] hp: u32 }
//!
//! #[derive(IdAllocator)]
//! #[soa(tracked, derive(Serialize, Deserialize))]
//! struct Shot { #[soa(tracked)] x: i32, owner: ShipId }
//!
//! #[derive(Serialize)]
//! struct Packet<'a> {
//!     ships: Delta<'a, Ship>,
//!     shots: Delta<'a, Shot>,
//! }
//!
//! #[derive(Deserialize)]
//! struct Received {
//!     ships: OwnedDelta<Ship>,
//!     shots: OwnedDelta<Shot>,
//! }
//!
//! // The server.
//! let (mut ships, mut shots) = (ShipHub::new(), ShotHub::new());
//! let owner = ships.insert(Ship { hp: 10 });
//! shots.insert(Shot { x: 4, owner });
//! let now = ships.advance();
//! shots.advance_to(now);
//! let confirmed = Tick::START;
//! let packet = Packet { ships: ships.delta(confirmed), shots: shots.delta(confirmed) };
//! let packet = serde_json::to_string(&packet).unwrap();
//!
//! // The client.
//! let (mut seen_ships, mut seen_shots) = (Mirror::<Ship>::new(), Mirror::<Shot>::new());
//! let received: Received = serde_json::from_str(&packet).unwrap();
//! seen_ships.apply_owned(received.ships).unwrap();
//! seen_shots.apply_owned(received.shots).unwrap();
//! assert!(seen_ships.contains(*seen_shots.iter().next().unwrap().1.owner));
//! assert_eq!((seen_ships.tick(), seen_shots.tick()), (now, now)); // the tick to confirm
//! # }
//! ```
//!
//! # When the server is gone
//!
//! A client, or a standby that only listens, takes over:
//! [`promote`](../../struct.Mirror.html#method.promote) makes a hub of its mirror. Each id that the
//! players have means the same row as before. The new server never issues an id that the old one
//! has issued, not even one that no client has seen, because a delta has the generation that each
//! freed slot issues next. What the old server did after the last delta that arrived is lost.
//!
//! Ticks start from the first one, so each client starts with a new mirror, and confirms
//! [`Tick::START`](crate::Tick::START) first. Give every packet the number of its server, so that a
//! client does not give a late packet of the old server to the new mirror.
//!
//! ```
//! # #[cfg(all(feature = "derive", feature = "serde"))]
//! # {
//! use soa_runtime::{IdAllocator, Mirror, Tick};
//!
//! #[derive(IdAllocator)]
//! #[soa(tracked, derive(Serialize, Deserialize))]
//! struct Unit {
//!     #[soa(tracked)]
//!     hp: i32,
//! }
//!
//! let (mut server, mut standby) = (UnitHub::new(), Mirror::<Unit>::new());
//! let ant = server.insert(Unit { hp: 10 });
//! server.advance();
//! let packet = serde_json::to_string(&server.delta(standby.tick())).unwrap();
//! standby.apply(&mut serde_json::Deserializer::from_str(&packet)).unwrap();
//! drop(server); // it is gone
//!
//! let mut server = UnitHub::from(standby.promote());
//! let bee = server.insert(Unit { hp: 20 });
//! server.advance();
//! let mut client = Mirror::<Unit>::new(); // each client starts from scratch
//! let packet = serde_json::to_string(&server.delta(client.tick())).unwrap();
//! client.apply(&mut serde_json::Deserializer::from_str(&packet)).unwrap();
//! assert!(client.contains(ant) && client.contains(bee));
//! # }
//! ```
//!
//! # Bytes
//!
//! In a compact format, for example postcard, a changed value takes its own bytes, and one or two
//! for the distance from the previous slot. A new or replaced row takes its record, its generation
//! and the distance. A freed slot takes its next generation and the distance. A delta without changes takes about 15 bytes; [`is_empty`](../../struct.Delta.html#method.is_empty)
//! returns whether there is anything to send.
//!
//! Formats that name fields bridge versions as [saves](super::saves) do. In other formats a delta
//! starts with a hash of the columns, and a mirror refuses a delta of another version.
//!
//! # Bytes from strangers
//!
//! A mirror refuses what it cannot read, and what does not fit, and changes nothing then. It takes
//! memory for at most one slot for each byte that it was sent. Whether a unit may have 10 000 hit
//! points is for the game to say: look at the rows that changed, after they arrived, with
//! [`slots_changed_since`](crate::Hub::slots_changed_since) and `changed_since` on the mirror. Their
//! ticks are the mirror's own, which [`Mirror::advance`](../../struct.Mirror.html#method.advance) ends.
//!
//! # Predicted rows
//!
//! A client that fires wants to see the shot at once. A mirror issues no ids, and so the shot is a
//! row of a hub of the client. The client numbers its shots, and the number is a field of the record. When
//! the server's row arrives with this number, the predicted one goes:
//!
//! ```
//! # #[cfg(all(feature = "derive", feature = "serde"))]
//! # {
//! # use soa_runtime::{IdAllocator, Mirror, Tick};
//! #[derive(IdAllocator)]
//! #[soa(tracked, derive(Serialize, Deserialize))]
//! struct Shot {
//!     #[soa(tracked)]
//!     pos: [f32; 2],
//!     number: u32,
//! }
//!
//! let (mut mirror, mut predicted) = (Mirror::<Shot>::new(), ShotHub::new());
//! predicted.insert(Shot { pos: [0.0; 2], number: 7 }); // and a message to the server
//!
//! let mut shots = ShotHub::new(); // the server
//! shots.insert(Shot { pos: [0.5, 0.0], number: 7 });
//! shots.advance();
//! let packet = serde_json::to_string(&shots.delta(Tick::START)).unwrap();
//!
//! let looked = mirror.advance();
//! mirror.apply(&mut serde_json::Deserializer::from_str(&packet)).unwrap();
//! for (_, id) in mirror.slots_changed_since(looked) {
//!     if let Some(shot) = id.and_then(|id| mirror.get(id)) {
//!         predicted.retain(|_, own| own.number != shot.number);
//!     }
//! }
//! assert!(predicted.is_empty() && mirror.len() == 1);
//! # }
//! ```
//!
//! # Areas of interest
//!
//! A client that may see only part of the world gets a hub of its own **on the server**: the
//! units that it sees, under their ids. Its mirror follows that hub, so that everything above holds
//! for it, too. [`insert_at`](crate::Hub::insert_at) makes the row of a unit that enters the area.
//! [`detach`](crate::Hub::detach) takes it out when the unit leaves; the id stays reserved, because
//! the unit may come back. [`dealloc`](crate::Hub::dealloc) frees the id of a unit that is gone.
//!
//! ```
//! # #[cfg(all(feature = "derive", feature = "serde"))]
//! # {
//! # use soa_runtime::{IdAllocator, Mirror, Tick};
//! #[derive(IdAllocator, Debug)]
//! #[soa(tracked, layout = dense, derive(Clone, Debug, PartialEq, Serialize, Deserialize))]
//! struct Unit {
//!     #[soa(tracked)]
//!     x: i32,
//! }
//!
//! struct View {
//!     units: UnitHub,
//!     /// The id in each slot of `units`, with a row or reserved.
//!     known: Vec<Option<UnitId>>,
//!     seen: Tick,
//! }
//!
//! impl View {
//!     fn follow(&mut self, world: &UnitHub, now: Tick, area: core::ops::Range<i32>) {
//!         self.known.resize(world.slots(), None);
//!         for (slot, id) in world.slots_changed_since(self.seen) {
//!             let known = &mut self.known[slot as usize];
//!             if let Some(gone) = known.take_if(|known| Some(*known) != id) {
//!                 self.units.dealloc(gone);
//!             }
//!         }
//!         for (id, unit) in world.rows_changed_since(self.seen) {
//!             if !area.contains(unit.x) {
//!                 self.units.detach(id);
//!             } else if let Some(mut seen) = self.units.get_mut(id) {
//!                 *seen.x = *unit.x;
//!             } else {
//!                 self.known[id.index() as usize] = Some(id);
//!                 self.units.insert_at(id, unit.to_record()).unwrap();
//!             }
//!         }
//!         self.seen = now;
//!         self.units.advance_to(now);
//!     }
//! }
//!
//! let mut world: UnitHub = (0..10).map(|x| Unit { x }).collect();
//! let ids: Vec<UnitId> = world.ids().collect();
//! let mut view = View { units: UnitHub::new(), known: Vec::new(), seen: Tick::START };
//! let mut mirror = Mirror::<Unit>::new();
//! let mut frame = |world: &mut UnitHub| -> Vec<i32> {
//!     let now = world.advance();
//!     view.follow(world, now, 3..6);
//!     let packet = serde_json::to_string(&view.units.delta(mirror.tick())).unwrap();
//!     mirror.apply(&mut serde_json::Deserializer::from_str(&packet)).unwrap();
//!     let mut seen: Vec<_> = mirror.columns().x.to_vec();
//!     seen.sort();
//!     seen
//! };
//! assert_eq!(frame(&mut world), [3, 4, 5]);
//! world.columns_mut().x[ids[4]] = 40; // it leaves,
//! world.columns_mut().x[ids[9]] = 5; // one comes,
//! world.dealloc(ids[3]); // and one dies
//! assert_eq!(frame(&mut world), [5, 5]);
//! world.columns_mut().x[ids[4]] = 4; // it comes back, under its id
//! assert_eq!(frame(&mut world), [4, 5, 5]);
//! # }
//! ```
//!
//! If the area itself moves, visit the units of the new ground, too: they enter without a change.
//! In a record with fields that are not tracked, [`replace`](crate::Hub::replace) brings a row up to date that was
//! replaced in the world. With `layout = dense` the hub of a view takes memory for its rows, and 8
//! to 16 bytes for each slot of the world.
//!
//! # What it costs
//!
//! A delta visits one number per 32 rows and tracked column, and then what changed. With 10^5 rows,
//! of which 1 % have changed, it takes 27 microseconds in postcard, and 35 with `layout = dense`.
//! Applying it takes 1.1 to 1.3 times as long as writing the same rows by id
//! (`benches/results/deltas.md`).
