//! From `soa-rs` and `soa_derive`: the same columns, with ids.
//!
//! | with `soa-rs` | with a hub |
//! |---|---|
//! | `#[derive(Soars)] struct V`, `Soa<V>` | `#[derive(IdAllocator)] struct V`, `VHub` |
//! | `push(value)` | [`insert`](crate::Hub::insert), which returns the id of the row |
//! | `swap_remove(index)`, `remove(index)` | [`remove`](crate::Hub::remove) by id. With `layout = dense`, the last row moves into its position, like `swap_remove` |
//! | `soa.position()`, `soa.position_mut()` | `hub.columns().position`, `hub.columns_mut().position`; each is a slice |
//! | several columns mutably: `soa.slices_mut()` | [`hub.columns_mut()`](crate::Hub::columns_mut), which lends all columns, each by its name |
//! | `soa.idx(3)`, `soa.get(3)` | by id, [`hub.row(id)`](crate::Hub::row) or [`hub.get(id)`](crate::Hub::get); by position, `columns.position[3]` or [`id_at`](crate::Hub::id_at) |
//! | `VRef`, `VRefMut` | `VRow`, `VRowMut` |
//! | `to_owned` of a reference | `row.to_record()`, with `#[soa(derive(Clone))]` |
//! | `iter`, `iter_mut` | the same names, with ids |
//! | `sort_by` and similar methods | [`sort_by`](crate::Hub::sort_by), [`sort_by_key`](crate::Hub::sort_by_key), [`swap_rows`](crate::Hub::swap_rows), with `layout = dense`; ids stay valid |
//! | `soa![..]`, `collect` | `VHub::from(vec![..])`, `collect` |
//! | `#[soa_derive(Debug, PartialEq)]` | `#[soa(derive(Debug, PartialEq))]` |
//!
//! A position is where a row is at the moment. An id identifies the row wherever it is. Keep ids,
//! and call [`row_of`](crate::Hub::row_of) when a loop needs a position.
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
//! assert_eq!(sprites.row(back).to_record(), Sprite { layer: 1, x: 5.0 }); // the id still finds it
//! ```
//!
//! A hub cannot insert a row in the middle, and it does not lend slices of rows. With
//! `layout = dense` a new row is the last one. With `layout = slots` its position is the index of
//! its id.
