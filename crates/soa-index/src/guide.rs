//! Six recipes: unique names, the objects of a level by kind, a leaderboard, neighbours, what a shot hits,
//! and a deleted subtree.
//!
//! # Unique names, with a check on insert
//!
//! The view borrows the hub, so the check comes first, and the insert after it.
//!
//! ```
//! use soa_index::Hashed;
//! use soa_runtime::IdAllocator;
//!
//! #[derive(IdAllocator)]
//! #[soa(tracked)]
//! struct Player {
//!     #[soa(tracked)]
//!     name: String,
//! }
//!
//! struct World {
//!     players: PlayerHub,
//!     names: Hashed<Player, String>,
//! }
//!
//! impl World {
//!     /// Adds a player, or returns the player who has the name.
//!     fn join(&mut self, name: &str) -> Result<PlayerId, PlayerId> {
//!         match self.names.at(&self.players).id(name) {
//!             Some(taken) => Err(taken),
//!             None => Ok(self.players.insert(Player { name: name.into() })),
//!         }
//!     }
//! }
//!
//! let mut world = World {
//!     players: PlayerHub::new(),
//!     names: Hashed::<Player, _>::new(|players| players.name),
//! };
//! let ada = world.join("ada").unwrap();
//! assert_eq!(world.join("ada"), Err(ada));
//!
//! // Names that other code wrote are checked whenever you like.
//! let other = world.join("bob").unwrap();
//! *world.players.row_mut(other).name = "ada".into();
//! assert!(world.names.at(&world.players).duplicates().eq([(other, ada)]));
//! ```
//!
//! Each `join` reads the players of the open tick again. If thousands join in one tick, call `advance`
//! after each hundred of them.
//!
//! # The objects of a level, by kind
//!
//! The sets of several indexes are combined in one expression. The result is a set of its own, so the
//! loop can write columns while it walks the set.
//!
//! ```
//! use soa_index::Groups;
//! use soa_runtime::IdAllocator;
//!
//! #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
//! enum Kind { Door, Torch, Chest }
//!
//! #[derive(IdAllocator)]
//! #[soa(tracked)]
//! struct Object {
//!     #[soa(tracked)]
//!     kind: Kind,
//!     #[soa(tracked, default = 1)]
//!     level: u32,
//!     #[soa(tracked)]
//!     broken: bool,
//!     light: f32,
//! }
//! # impl Default for Kind { fn default() -> Self { Kind::Door } }
//!
//! let mut objects = ObjectHub::new();
//! let ids = objects.insert_many([
//!     Object { kind: Kind::Torch, level: 1, broken: false, light: 0.0 },
//!     Object { kind: Kind::Torch, level: 1, broken: true, light: 0.0 },
//!     Object { kind: Kind::Torch, level: 2, broken: false, light: 0.0 },
//!     Object { kind: Kind::Chest, level: 1, broken: false, light: 0.0 },
//! ]);
//! objects.advance();
//!
//! let mut kinds = Groups::<Object, _>::new(|objects| objects.kind);
//! let mut levels = Groups::<Object, _>::new(|objects| objects.level);
//! let mut broken = Groups::<Object, _>::new(|objects| objects.broken);
//!
//! let torches = levels.at(&objects).slots(&1) & kinds.at(&objects).slots(&Kind::Torch)
//!     - broken.at(&objects).slots(&true);
//! let lit: Vec<ObjectId> = torches.ids(&objects).collect();
//! let mut columns = objects.columns_mut();
//! for id in lit {
//!     columns.light[id] = 1.0;
//! }
//! assert_eq!(*objects.columns().light, [1.0, 0.0, 0.0, 0.0]);
//!
//! // What there is in the whole game, with counts.
//! let counts: Vec<usize> = kinds.at(&objects).keys().map(|(_, count)| count).collect();
//! assert_eq!(counts, [3, 1]); // torches and chests, and no doors
//! # let _ = ids;
//! ```
//!
//! # A leaderboard
//!
//! Ranks are walked from the end. Of equal scores, the row in the highest slot comes first then. If
//! another order is wanted, it belongs into the key.
//!
//! ```
//! use std::ops::Bound;
//!
//! use soa_index::Sorted;
//! use soa_runtime::IdAllocator;
//!
//! #[derive(IdAllocator)]
//! #[soa(tracked)]
//! struct Player {
//!     name: String,
//!     #[soa(tracked)]
//!     score: u32,
//! }
//!
//! let mut players: PlayerHub = [("ada", 70), ("bob", 90), ("eve", 80)]
//!     .map(|(name, score)| Player { name: name.into(), score })
//!     .into_iter()
//!     .collect();
//! players.advance();
//! let mut ranks = Sorted::<Player, _>::new(|players| players.score);
//!
//! let names = players.columns().name;
//! let best = ranks.at(&players).iter().rev().take(2);
//! let lines: Vec<String> = best.map(|(score, id)| format!("{score} {}", names[id])).collect();
//! assert_eq!(lines, ["90 bob", "80 eve"]);
//!
//! // The rank of a score is the number of rows with a higher one. This takes time for each of them.
//! // `score + 1..` would overflow for the largest score.
//! let rank = |score: u32, ranks: &mut Sorted<Player, u32>| {
//!     let higher = (Bound::Excluded(score), Bound::Unbounded);
//!     ranks.at(&players).range(higher).count() + 1
//! };
//! assert_eq!((rank(70, &mut ranks), rank(90, &mut ranks)), (3, 1));
//! assert_eq!(rank(u32::MAX, &mut ranks), 1);
//! ```
//!
//! # Neighbours
//!
//! `beside` returns the answers of this moment together with the columns. All rows see each other
//! where they were before the loop, whatever the loop writes.
//!
//! ```
//! use soa_index::Grid;
//! use soa_runtime::IdAllocator;
//!
//! #[derive(IdAllocator)]
//! #[soa(tracked)]
//! struct Sheep {
//!     #[soa(tracked)]
//!     pos: [f32; 2],
//! }
//!
//! let mut sheep: SheepHub = [[0.0, 0.0], [1.0, 0.0], [9.0, 9.0]]
//!     .map(|pos| Sheep { pos })
//!     .into_iter()
//!     .collect();
//! sheep.advance();
//! let mut near = Grid::<Sheep, 2>::new(2.0, |sheep| sheep.pos);
//!
//! // Each moves halfway to the middle of all that it sees, which includes itself.
//! let ids: Vec<SheepId> = sheep.ids().collect();
//! let (view, mut columns) = near.beside(&mut sheep);
//! for id in ids {
//!     let pos = columns.pos[id];
//!     let (mut sum, mut count) = ([0.0; 2], 0.0);
//!     for place in view.within(pos, 2.0).filter_map(|seen| view.place(seen)) {
//!         sum = [sum[0] + place[0], sum[1] + place[1]];
//!         count += 1.0;
//!     }
//!     columns.pos[id] = [0, 1].map(|axis| (pos[axis] + sum[axis] / count) / 2.0);
//! }
//! assert_eq!(*sheep.columns().pos, [[0.25, 0.0], [0.75, 0.0], [9.0, 9.0]]);
//! ```
//!
//! # What a shot hits
//!
//! The hits of a ray come in their order, so the first one that counts ends the search. The same
//! question picks what is under the mouse.
//!
//! ```
//! use soa_index::Boxes;
//! use soa_runtime::IdAllocator;
//!
//! #[derive(IdAllocator)]
//! #[soa(tracked)]
//! struct Solid {
//!     #[soa(tracked)]
//!     pos: [f32; 3],
//!     #[soa(tracked)]
//!     half: [f32; 3],
//!     hp: Option<u32>,
//! }
//!
//! let solid = |x, hp| Solid { pos: [x, 0.0, 0.0], half: [0.5, 1.0, 1.0], hp };
//! let mut solids = SolidHub::new();
//! let shooter = solids.insert(solid(0.0, Some(10)));
//! let target = solids.insert(solid(20.0, Some(10)));
//! let barrel = solids.insert(solid(8.0, Some(3)));
//! solids.advance();
//!
//! let mut boxes = Boxes::<Solid, 3>::by2(
//!     |solids| (solids.pos, solids.half),
//!     |pos, half| [-1.0, 1.0].map(|sign| [0, 1, 2].map(|axis| pos[axis] + sign * half[axis])),
//! );
//!
//! // It flies up to 100 metres, and not through the shooter.
//! let (view, mut columns) = boxes.beside(&mut solids);
//! let mut hits = view.ray([0.0; 3], [1.0, 0.0, 0.0], 100.0).filter(|(id, _)| *id != shooter);
//! let hit = hits.next();
//! assert_eq!(hit, Some((barrel, 7.5)));
//! if let Some((id, _)) = hit {
//!     columns.hp[id] = columns.hp[id].map(|hp| hp.saturating_sub(5));
//! }
//! assert_eq!(*solids.columns().hp, [Some(10), Some(10), Some(0)]);
//! # let _ = target;
//! ```
//!
//! # Deleting a subtree
//!
//! `descendants` yields each row once, also if the links form a circle. The ids are collected before
//! the rows are freed, because the view borrows the hub.
//!
//! ```
//! use soa_index::Backlinks;
//! use soa_runtime::IdAllocator;
//!
//! #[derive(IdAllocator)]
//! #[soa(tracked)]
//! struct Node {
//!     #[soa(tracked)]
//!     parent: Option<NodeId>,
//! }
//!
//! let mut nodes = NodeHub::new();
//! let root = nodes.insert(Node { parent: None });
//! let arm = nodes.insert(Node { parent: Some(root) });
//! let hand = nodes.insert(Node { parent: Some(arm) });
//! let finger = nodes.insert(Node { parent: Some(hand) });
//! nodes.advance();
//!
//! let mut children = Backlinks::<Node, Node>::new(|nodes| nodes.parent);
//! let mut gone = vec![arm];
//! gone.extend(children.at(&nodes).descendants(arm));
//! assert_eq!(gone, [arm, hand, finger]);
//! nodes.dealloc_many(gone);
//!
//! assert!(children.at(&nodes).roots().eq([root]));
//! assert_eq!(children.at(&nodes).dangling(&nodes).count(), 0); // no link leads to a freed row
//! ```
