//! From `soa-rs` and `soa_derive`: columns as there, and ids.
//!
//! | with `soa-rs` | here |
//! |---|---|
//! | `#[derive(Soars)] struct V`, `Soa<V>` | `#[derive(IdAllocator)] struct V`, `VHub` |
//! | `push(value)` | [`insert`](crate::Hub::insert): returns the row's id |
//! | `swap_remove(index)`, `remove(index)` | [`remove`](crate::Hub::remove) by id; with `layout = dense` the last row moves into its place, as with `swap_remove` |
//! | `soa.position()`, `soa.position_mut()` | `hub.columns().position`, `hub.columns_mut().position`, each a slice |
//! | several columns mutably: `soa.slices_mut()` | `hub.columns_mut()`: all of them at once, each by its name |
//! | `soa.idx(3)`, `soa.get(3)` | [`hub.row(id)`](crate::Hub::row), [`hub.get(id)`](crate::Hub::get); by position: `columns.position[3]`, or [`id_at`](crate::Hub::id_at) |
//! | `VRef`, `VRefMut` | `VRow`, `VRowMut` |
//! | `to_owned` of a reference | `row.to_record()`, [`get_cloned`](crate::Hub::get_cloned), with `#[soa(derive(Clone))]` |
//! | `iter`, `iter_mut` | the same, with ids |
//! | `sort_by` and the like | [`sort_by`](crate::Hub::sort_by), [`sort_by_key`](crate::Hub::sort_by_key), [`swap_rows`](crate::Hub::swap_rows), with `layout = dense`; ids stay valid |
//! | `soa![..]`, `collect` | `VHub::from(vec![..])`, `collect` |
//! | `#[soa_derive(Debug, PartialEq)]` | `#[soa(derive(Debug, PartialEq))]` |
//!
//! A position says where a row is now, an id which row it is. Keep ids, and ask for
//! positions ([`row_of`](crate::Hub::row_of)) when a loop needs them.
//!
//! ```
//! use soa_runtime::IdAllocator;
//!
//! #[derive(IdAllocator, Debug, PartialEq)]
//! #[soa(layout = dense, derive(Debug, Clone, PartialEq))]
//! struct Sprite { layer: u32, x: f32 }
//!
//! let mut sprites = SpriteHub::from(vec![Sprite { layer: 2, x: 0.5 }, Sprite { layer: 1, x: 4.0 }]);
//! let back = sprites.id_at(1).expect("two rows");
//!
//! let columns = sprites.columns_mut();
//! for (x, layer) in columns.x.into_iter().zip(columns.layer) {
//!     *x += *layer as f32;
//! }
//! sprites.sort_by_key(|sprite| *sprite.layer);
//! assert_eq!(*sprites.columns().x, [5.0, 2.5]);
//! assert_eq!(sprites.row(back).to_record(), Sprite { layer: 1, x: 5.0 }); // the id found it
//! ```
//!
//! What there is not: inserting in the middle, and slices of rows; a row is made at the
//! end and its order is that of its hub.
