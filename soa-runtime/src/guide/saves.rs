//! Snapshots that evolve with the struct.
//!
//! With the feature `serde` and `#[soa(derive(Serialize, Deserialize))]` a hub is written
//! as a snapshot and read back: the same ids are live, the same ones are stale, and the
//! next ids are those that would have come. So ids may stand in fields, in other hubs and
//! in the rest of the save.
//!
//! The struct's fields may change between two versions of a program. Serde's words on
//! them say what an older save may have or lack; the record needs no derive of serde's.
//!
//! | since the last version | write on the field |
//! |---|---|
//! | it is new | `#[serde(default)]`: takes the **column's** default, `#[soa(default = ..)]` if there is one |
//! | it has another name | `#[serde(alias = "old_name")]`, or `rename` to keep the old one in the file |
//! | it is computed, and not saved | `#[serde(skip)]`: takes the column's default |
//! | it is read by a function | `#[serde(deserialize_with = "path")]`, `with`, `default = "path"` |
//! | it is gone | nothing: what the struct does not have is passed over |
//!
//! A word that a snapshot does not honour is an error where it stands.
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
//! # Which format
//!
//! In formats that name fields, as JSON or RON, a save outlives its struct as above. In
//! those that do not, as postcard, it is of one version: write a number for the version
//! before it, and read old versions into the structs of then.
//!
//! A snapshot may come from anywhere: every slot has to occur once, in a state that it
//! can have, and what is refused is refused before there is a hub.
