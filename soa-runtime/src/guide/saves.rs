//! Snapshots that evolve with the struct.
//!
//! With the feature `serde` and `#[soa(derive(Serialize, Deserialize))]` a hub is written
//! as a snapshot and read back. The same ids are live, the same ids are stale, and the hub
//! issues the same ids from then on. So ids may be in fields, in other hubs and in the rest of
//! the save.
//!
//! The struct's fields may change between two versions of a program. Serde's attributes
//! on them state what an older save may have or lack. The record needs no derive of serde's.
//!
//! | since the last version | write on the field |
//! |---|---|
//! | it is new | `#[serde(default)]`: takes the **column's** default, which is [one of three kinds](derive@crate::IdAllocator#three-kinds-of-defaults) |
//! | it has another name | `#[serde(alias = "old_name")]`, or `rename` to keep the old one in the file |
//! | it is computed, and not saved | `#[serde(skip)]`: takes the column's default |
//! | it is read by a function | `#[serde(deserialize_with = "path")]`, `with`, `default = "path"` |
//! | it is gone | nothing: what the struct does not have is passed over |
//!
//! The [table of serde's attributes](#serdes-attributes) has each of them.
//!
//! ```
//! # #[cfg(all(feature = "derive", feature = "serde"))]
//! # {
//! mod first {
//!     # use soa_runtime::IdAllocator;
//!     #[derive(IdAllocator)]
//!     #[soa(derive(Serialize, Deserialize))]
//!     pub struct Tower {
//!         pub hp: u32,
//!     }
//! }
//!
//! mod second {
//!     # use soa_runtime::IdAllocator;
//!     #[derive(IdAllocator)]
//!     #[soa(derive(Serialize, Deserialize))]
//!     pub struct Tower {
//!         #[serde(alias = "hp")]
//!         pub health: u32,
//!         #[serde(default)]
//!         #[soa(default = 3)]
//!         pub range: u32,
//!         #[serde(skip)]
//!         pub target: Option<TowerId>,
//!     }
//! }
//!
//! let mut towers = first::TowerHub::new();
//! let gone = towers.insert(first::Tower { hp: 10 });
//! let tower = towers.insert(first::Tower { hp: 70 });
//! towers.dealloc(gone);
//! let save = serde_json::to_string(&towers).unwrap();
//!
//! let loaded: second::TowerHub = serde_json::from_str(&save).unwrap();
//! let tower = loaded.row(tower.cast()); // the same id, of the other version's struct
//! assert_eq!((*tower.health, *tower.range, *tower.target), (70, 3, None));
//! assert!(!loaded.contains(gone.cast()));
//! # }
//! ```
//!
//! # Serde's attributes
//!
//! The table holds for snapshots, deltas, mirrors and journals, in JSON, postcard, `MessagePack`
//! with and without names, and CBOR. Each cell is a test. In a format that is not for humans, a field
//! that is skipped in one direction is left out of both, and a field is written whatever
//! `skip_serializing_if` says.
//!
//! | attribute | what is read from what was written |
//! |---|---|
//! | no attribute | the value |
//! | `rename = ".."` | the value |
//! | `rename(serialize = "..")` | the value: a hub with both traits also reads the name that it writes |
//! | `rename(deserialize = "..")` | the value, likewise |
//! | `rename(serialize = "..", deserialize = "..")` | the value, likewise |
//! | `alias = ".."` | the value |
//! | `skip` | the column's default |
//! | `skip, default = "path"` | the function's value |
//! | `skip_serializing, default` | the column's default |
//! | `skip_serializing, default = "path"` | the function's value |
//! | `skip_deserializing` | the column's default |
//! | `skip_serializing_if = "path", default` | the value, if the function only leaves out the default |
//! | `default` | the value |
//! | `default = "path"` | the value |
//! | `with = "module"` | the value |
//! | `serialize_with = "path"` | the value, if the type's `Deserialize` reads what the function writes |
//! | `serialize_with = "path", deserialize_with = "path"` | the value |
//! | `rename = ".."` on the struct | the value |
//! | `rename_all = ".."` | the value |
//! | `rename_all(serialize = "..")` | the value, as for `rename` |
//! | `rename_all(deserialize = "..")` | the value, as for `rename` |
//! | `deny_unknown_fields` | the value; it has no effect in a journal |
//! | `deny_unknown_fields` and `rename(serialize = "..")` | the value |
//! | `deny_unknown_fields` and `skip` | the column's default |
//! | `deny_unknown_fields` and `skip_deserializing` | the column's default: the value that was written is passed over |
//! | `deny_unknown_fields` and `skip_deserializing, default = "path"` | the function's value |
//!
//! These do not compile:
//!
//! | attribute | message |
//! |---|---|
//! | `skip_serializing` and `skip_serializing_if` without `default`, beside `Deserialize` | `skip_serializing` leaves column `hp` out of a save, and without a default that save cannot be loaded |
//! | `rename` that writes a column under the name of another | column `hp` is written under the name `b`, and column `b` is read under it |
//! | `rename` that writes two columns under one name | column `b` is written under the name `x`, like another column |
//! | `skip` and `default` on a `required` column | column `hp` is `required` and has no default |
//! | `default` on the struct | `#[serde(default)]` is not supported on the struct, because each column has its own default |
//! | `bound`, `borrow`, `flatten`, `getter`; on the struct `bound`, `content`, `crate`, `expecting`, `from`, `into`, `remote`, `tag`, `transparent`, `try_from`, `untagged`, `variant_identifier` | a hub's snapshot does not support serde's attribute `flatten` |
//!
//! A type inside a field may have any attribute of serde. A journal reads back each value that is
//! made of something new, and refuses it if it cannot. Variants of an enum with `skip` or
//! `skip_deserializing` must be the last ones: in a format that does not name variants, serde reads
//! those after them as others.
//!
//! # What to use when
//!
//! | you want | use |
//! |---|---|
//! | a save that outlives its struct, and that people read | a snapshot in a format that names fields, for example JSON, RON or CBOR |
//! | a small and fast save of one version of a program | a snapshot in a format that does not, for example postcard, after a number for the version |
//! | to save all the time, and to lose nothing in a crash | the crate `soa-journal`: it writes what changed, and outlives its struct as well |
//! | a copy in another process | [deltas and a mirror](super::replication) |
//!
//! A snapshot may come from anywhere. Every slot must occur once, in a state that it can have.
//! Otherwise reading returns an error, and makes no hub.
//!
//! # What a save keeps
//!
//! The ids go on in all of them: a hub that was loaded issues the ids that the saved hub would have
//! issued, in the same order. So a deterministic game continues as if nothing had happened. In a
//! snapshot reserved ids stay reserved. A journal and a [mirror](crate::Mirror::promote) free them,
//! as [`free_reserved`](crate::Hub::free_reserved) does, because what they were reserved for is gone.
//! Dense rows stay in their order.
//!
//! Values are kept as well as their format keeps them:
//!
//! | value | what happens | what to do |
//! |---|---|---|
//! | NaN and infinite floats in JSON | `null` is written, and loading is an error | use another format, or `with` a function that writes text |
//! | other floats in JSON | each comes back with the same bits, also `-0.0`, if `serde_json` has its feature `float_roundtrip` or the value was an `f32` | turn the feature on for `f64` |
//! | an array of more than 32 items | serde has no implementation for it, so the derive's code does not compile | name two functions by `with`, or use a `Vec` |
//! | a type inside a field that changed | formats with names read it by its own attributes of serde. Postcard and a journal read other values, or return an error | give the new type another name: a journal then returns `Changed` |
//! | a type that contains itself | each level takes stack | limit the [depth](#depth) |
//! | floats in `serde_json` with its feature `arbitrary_precision` | a snapshot and a delta come back. Inside a container with `tag`, `untagged` or `flatten`, floats are not read: "invalid type: map, expected f32" | keep the hub out of such a container |
//!
//! ```
//! # #[cfg(all(feature = "derive", feature = "serde"))]
//! # mod example {
//! use serde::{Deserialize, Deserializer, Serialize, Serializer};
//! use soa_runtime::IdAllocator;
//!
//! #[derive(IdAllocator)]
//! #[soa(derive(Serialize, Deserialize))]
//! struct Node {
//!     height: f32,
//!     #[serde(with = "text")]
//!     limit: f64,
//!     #[serde(with = "list")]
//!     #[soa(default = [0; 64])]
//!     tiles: [u8; 64],
//! }
//!
//! /// A float as text, also one that is not finite.
//! mod text {
//!     # use super::*;
//!     pub fn serialize<S: Serializer>(value: &f64, s: S) -> Result<S::Ok, S::Error> {
//!         value.to_string().serialize(s)
//!     }
//!     pub fn deserialize<'de, D: Deserializer<'de>>(d: D) -> Result<f64, D::Error> {
//!         String::deserialize(d)?.parse().map_err(serde::de::Error::custom)
//!     }
//! }
//!
//! /// An array of any length as a list.
//! mod list {
//!     # use super::*;
//!     pub fn serialize<S: Serializer>(value: &[u8; 64], s: S) -> Result<S::Ok, S::Error> {
//!         value.as_slice().serialize(s)
//!     }
//!     pub fn deserialize<'de, D: Deserializer<'de>>(d: D) -> Result<[u8; 64], D::Error> {
//!         let list = Vec::deserialize(d)?;
//!         list.try_into().map_err(|_| serde::de::Error::custom("expected 64 items"))
//!     }
//! }
//!
//! # pub fn run() {
//! let mut nodes = NodeHub::new();
//! let node = nodes.insert(Node { height: -0.0, limit: f64::INFINITY, tiles: [7; 64] });
//! let save = serde_json::to_string(&nodes).unwrap();
//! let loaded: NodeHub = serde_json::from_str(&save).unwrap();
//! let row = loaded.row(node);
//! assert_eq!((row.height.to_bits(), *row.limit), ((-0.0_f32).to_bits(), f64::INFINITY));
//! assert_eq!(*row.tiles, [7; 64]);
//!
//! nodes.row_mut(node).height.clone_from(&f32::NAN);
//! let save = serde_json::to_string(&nodes).unwrap(); // `"height":null`
//! assert!(serde_json::from_str::<NodeHub>(&save).is_err());
//! # }
//! # }
//! # fn main() {
//! #     #[cfg(all(feature = "derive", feature = "serde"))]
//! #     example::run();
//! # }
//! ```
//!
//! # Old saves in a binary format
//!
//! Keep the old struct, read an old save into its hub, and [convert](crate::Hub::convert) that. The
//! new hub has the same live, stale and reserved ids, and the same ids come next.
//!
//! ```
//! # #[cfg(all(feature = "derive", feature = "serde"))]
//! # mod example {
//! use soa_runtime::{AnyHub, IdAllocator};
//!
//! mod v1 {
//!     # use soa_runtime::IdAllocator;
//!     #[derive(IdAllocator)]
//!     #[soa(marker = super::Node, derive(Serialize, Deserialize))]
//!     pub struct Node {
//!         pub x: f32,
//!         pub y: f32,
//!     }
//! }
//!
//! #[derive(IdAllocator)]
//! #[soa(derive(Serialize, Deserialize))]
//! pub struct Node {
//!     at: [f32; 2], // two fields became one
//! }
//!
//! # pub fn run() {
//! let mut old = v1::NodeHub::new(); // in a game, it is read from the old save
//! let [stale, live, reserved] = [1.0, 2.0, 3.0].map(|x| old.insert(v1::Node { x, y: 0.0 }));
//! old.dealloc(stale);
//! old.detach(reserved);
//!
//! let mut nodes = NodeHub::from(old.into_hub().convert(|node| Node { at: [node.x, node.y] }));
//! assert_eq!(*nodes.row(live).at, [2.0, 0.0]);
//! assert!(nodes.is_reserved(reserved));
//! assert_eq!(nodes.alloc().to_string(), "0v2"); // the stale id was `0v1`
//! # }
//! # }
//! # fn main() {
//! #     #[cfg(all(feature = "derive", feature = "serde"))]
//! #     example::run();
//! # }
//! ```
//!
//! # Ids in a save
//!
//! In formats for humans an id is the text that `Display` prints: `"2v1"`, `"5v0"` without
//! generation, `"dangling"`. It can be a key of a map. Saves of earlier versions, in which ids
//! were numbers, are still read. In other formats an id is its index and its generation, and
//! an id without generation is its bits.
//!
//! ```
//! # #[cfg(feature = "serde")]
//! # {
//! # use soa_runtime::Handle;
//! struct Tower;
//! let id = Handle::<Tower>::from_parts(2, 1).unwrap();
//! assert_eq!(serde_json::to_string(&id).unwrap(), r#""2v1""#);
//! assert_eq!("2v1".parse(), Ok(id));
//! # }
//! ```
//!
//! # Depth
//!
//! A record may have a field with a hub of its own kind. Each hub inside another puts readers on
//! the stack, so a few bytes of a hostile save could overflow it. At most **32** hubs may be inside
//! each other in what is read, in every format, and also in a delta. One more is an error. In a
//! build without optimisation, 32 levels of a record with a name took less than 700 KiB of stack.
//! Large records take more; see [`debug_builds`](super::debug_builds#large-records).
//!
//! Deeper hubs are written without an error, and are not read. Some formats have limits of their own,
//! and reach them before: JSON at 32 levels, RON at 16, and TOML at 20. If your data is deeper, keep
//! all nodes in one hub, and let each have the `Option<Id>` of its parent. That is also faster.
//!
//! The readers are counted in each thread by the standard library. Without the feature `std` there
//! is no limit, so input of strangers needs a format that has one. There is also no limit for types
//! of your own that contain themselves, for example in a `Box`.
//!
//! # Inside other containers
//!
//! A hub is usually one field of a save, and the save is a variant of an enum, so that the file
//! has its version. Serde keeps a buffer for `tag`, `untagged` and `flatten`; it forgets the
//! format, and serde's writers for `tag` and `flatten` mix the forms for humans and for
//! machines. A hub and an id are read back from all of them:
//!
//! | | JSON, RON, TOML | msgpack, named | msgpack, compact | CBOR | postcard |
//! |---|---|---|---|---|---|
//! | a struct, a plain enum | yes | yes | yes | yes | yes |
//! | `tag` | yes | yes | yes | yes | no |
//! | `tag` and `content`, newtype variants | yes | yes | yes | yes | no |
//! | `tag` and `content`, struct variants | yes | yes | no | yes | no |
//! | `untagged`, newtype variants | yes | yes | yes | yes | no |
//! | `untagged`, struct variants | yes | yes | no | yes | no |
//! | `flatten` | yes | yes | yes | yes | no |
//!
//! The table was tried with hubs of both layouts, ids with and without generation, options,
//! lists and maps of ids. The formats were `serde_json` (text and `Value`), `ron`, `toml`,
//! `rmp-serde`, `ciborium` and `postcard`.
//!
//! ```
//! # #[cfg(all(feature = "derive", feature = "serde"))]
//! # {
//! use serde::{Deserialize, Serialize};
//! use soa_runtime::IdAllocator;
//!
//! #[derive(IdAllocator)]
//! #[soa(derive(Serialize, Deserialize))]
//! struct Tower {
//!     hp: u32,
//! }
//!
//! #[derive(Serialize, Deserialize)]
//! #[serde(tag = "version")]
//! enum Save {
//!     V1 { towers: TowerHub, selected: Option<TowerId> },
//! }
//!
//! let mut towers = TowerHub::new();
//! let selected = Some(towers.insert(Tower { hp: 70 }));
//! let text = serde_json::to_string(&Save::V1 { towers, selected }).unwrap();
//! let Save::V1 { towers, selected } = serde_json::from_str(&text).unwrap();
//! assert_eq!(*towers.row(selected.unwrap()).hp, 70);
//! # }
//! ```
//!
//! What cannot work, and why:
//!
//! - **Tagged, untagged and flattened containers in postcard.** They are read by asking the
//!   format what comes next, and postcard does not describe itself.
//! - **Struct variants of untagged or adjacently tagged enums in compact msgpack.** It writes a
//!   struct variant as a list, and serde's buffer only accepts a map there. Use a newtype
//!   variant with a struct, or `rmp_serde::to_vec_named`.
//! - **An id after `String` or a number in an untagged enum.** Serde takes the first variant
//!   that can be read, and a `String` can be read from `"2v1"`. Put the id first.
//! - **An id that is itself the newtype variant of an internally tagged enum.** There is no
//!   place for the tag beside a text; serde refuses to write it.
//! - **A record without fields, in RON, inside one of these containers.** RON writes it as
//!   `()`, and reads that back as a unit unless the reader asks for a type.
//! - **A list with `None` in TOML**, and `None` in an untagged newtype variant. TOML has no
//!   null: a field that is `None` is left out, which needs an `Option` where it is read.
