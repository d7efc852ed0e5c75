//! Rows that point at each other, copied together.
//!
//! A prefab is a small hub, or several, whose rows name each other by id. Copying its rows
//! into a scene gives them new ids, and the ids in their fields still name the rows of the
//! prefab. Mark these fields with `#[soa(links)]`, and the ids follow:
//!
//! 1. [`Hub::copy_rows`](crate::Hub::copy_rows) copies the rows of each hub and returns an
//!    [`IdMap`](crate::IdMap), from the old ids to the new ones.
//! 2. [`Hub::relink`](crate::Hub::relink) replaces the ids in the marked fields of the new
//!    rows, by the maps of all hubs that were copied.
//!
//! ```
//! use soa_runtime::{IdAllocator, Outside};
//!
//! #[derive(IdAllocator)]
//! #[soa(derive(Clone))]
//! struct Node {
//!     #[soa(links)]
//!     parent: Option<NodeId>,
//!     #[soa(links)]
//!     lamp: Option<LampId>,
//! }
//!
//! #[derive(IdAllocator)]
//! #[soa(derive(Clone))]
//! struct Lamp {
//!     brightness: f32,
//!     #[soa(links)]
//!     target: Option<NodeId>,
//! }
//!
//! #[derive(Default)]
//! struct Scene {
//!     nodes: NodeHub,
//!     lamps: LampHub,
//! }
//!
//! let mut prefab = Scene::default();
//! let post = prefab.nodes.insert(Node { parent: None, lamp: None });
//! let lamp = prefab.lamps.insert(Lamp { brightness: 2.0, target: Some(post) });
//! let arm = prefab.nodes.insert(Node { parent: Some(post), lamp: Some(lamp) });
//!
//! let mut scene = Scene::default();
//! for _ in 0..3 {
//!     let nodes = scene.nodes.copy_rows(&prefab.nodes);
//!     let lamps = scene.lamps.copy_rows(&prefab.lamps);
//!     let maps = (&nodes, &lamps);
//!     scene.nodes.relink(nodes.new_ids(), maps, Outside::Dangle);
//!     scene.lamps.relink(lamps.new_ids(), maps, Outside::Dangle);
//!
//!     let new_arm = scene.nodes.row(nodes.get(arm).unwrap());
//!     assert_eq!(*new_arm.parent, nodes.get(post));
//!     assert_eq!(*scene.lamps.row(new_arm.lamp.unwrap()).target, nodes.get(post));
//! }
//! assert_eq!(scene.nodes.len(), 6);
//! ```
//!
//! # Which fields can be marked
//!
//! A field whose type implements [`Links`](crate::Links): an id, and ids in `Option`, `Box`,
//! `Vec`, arrays, tuples, in the values of a map, or in a nested hub. Other types that
//! contain ids implement the trait by visiting them. A record with a lifetime cannot have
//! marked fields.
//!
//! # Ids that lead out of the prefab
//!
//! An id is **outside** if the map for its type has no new id for it.
//! [`Outside::Keep`](crate::Outside::Keep) leaves it as it is, which is right for rows that
//! are copied within one hub: a copied arm still hangs at the same post.
//! [`Outside::Dangle`](crate::Outside::Dangle) makes `None` of an id in an `Option`, and the
//! dangling id of any other. `relink` returns the number of ids that were outside, so a tool
//! can warn. Ids of types without a map, a mesh for example, stay and are not counted.
//!
//! # Loading a scene into another
//!
//! [`Hub::append`](crate::Hub::append) moves all rows of a hub that was loaded and returns
//! the same map. No id of a whole scene leads out of it, unless the file is wrong:
//!
//! ```
//! # use soa_runtime::{IdAllocator, Outside};
//! # #[derive(IdAllocator)]
//! # struct Node { #[soa(links)] parent: Option<NodeId>, #[soa(links)] lamp: Option<LampId> }
//! # #[derive(IdAllocator)]
//! # struct Lamp { brightness: f32, #[soa(links)] target: Option<NodeId> }
//! # #[derive(Default)]
//! # struct Scene { nodes: NodeHub, lamps: LampHub }
//! impl Scene {
//!     /// Moves all rows of a scene into this one.
//!     fn merge(&mut self, mut loaded: Scene) -> Result<(), &'static str> {
//!         let nodes = self.nodes.append(&mut loaded.nodes);
//!         let lamps = self.lamps.append(&mut loaded.lamps);
//!         let maps = (&nodes, &lamps);
//!         let outside = self.nodes.relink(nodes.new_ids(), maps, Outside::Keep)
//!             + self.lamps.relink(lamps.new_ids(), maps, Outside::Keep);
//!         if outside == 0 { Ok(()) } else { Err("an id leads out of the scene") }
//!     }
//! }
//! # let (mut scene, mut loaded) = (Scene::default(), Scene::default());
//! # for scene in [&mut scene, &mut loaded] {
//! #     let post = scene.nodes.insert(Node { parent: None, lamp: None });
//! #     scene.lamps.insert(Lamp { brightness: 2.0, target: Some(post) });
//! # }
//! scene.merge(loaded)?;
//! assert_eq!((scene.nodes.len(), scene.lamps.len()), (2, 2));
//! # assert!(scene.lamps.iter().map(|(_, lamp)| *lamp.target).eq(scene.nodes.ids().map(Some)));
//! # let mut wrong = Scene::default();
//! # wrong.lamps.insert(Lamp { brightness: 1.0, target: scene.nodes.ids().next() });
//! # assert!(scene.merge(wrong).is_err());
//! # Ok::<(), &'static str>(())
//! ```
//!
//! # What to look after
//!
//! - The marked ids of a row must be ids of the hub that the map was made from. Two hubs of
//!   one record type issue the same ids, and nothing distinguishes them unless the hubs have
//!   different [tags](super::nested).
//! - Relink each row once. A second pass would take new ids for old ones.
//! - To copy some of the rows, clone the other hub, [`retain`](crate::Hub::retain) the rows to
//!   copy, and [`append`](crate::Hub::append) the clone: it returns the same kind of map. The ids
//!   of the rows that are left out are outside.
