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
//! the same map. The example `prefabs` saves a scene of 1000 copies and loads it into another.
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
