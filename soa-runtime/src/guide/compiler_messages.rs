//! What the compiler said: messages whose cause is elsewhere, and what to write.
//!
//! | the message | the cause | write |
//! |---|---|---|
//! | E0502: cannot borrow `ships` as immutable because it is also borrowed as mutable, at `ships.insert(Ship { n: ships.len() })` or `ships.dealloc(ships.id_at(0).unwrap())` | a method of `Hub` borrows `ShipHub` by dereferencing, before its arguments are computed | compute the argument first, or bind the hub once: `let hub: &mut Hub<Ship> = &mut ships;` |
//! | E0499: cannot borrow `ships` as mutable more than once at a time, at the second `ships.columns_mut()` | each call borrows all columns | `let columns = ships.columns_mut();` once, then `columns.x` and `columns.y` |
//! | E0382: borrow of moved value: `columns.velocity` | `zip(columns.velocity)` took the column | `zip(&columns.velocity)`, or borrow the columns again |
//! | E0599: no method named `hit` found for struct `ShipRowMut` | `hit` is a method of `Ship`, and a row is one reference per field | `impl ShipRowMut<'_>`. Methods that only read go on `ShipRow<'_>`: `row.as_ref().is_hit()` |
//! | E0599: no method named `to_record` found for struct `ShipRow` | it needs clones of the fields | `#[soa(derive(Clone))]` |
//! | E0599: no function or associated item named `default_row` found | the trait is not in scope | `use soa_runtime::generic::DefaultRow;`, or `#[soa(derive(Default))]` and `..Default::default()` |
//! | E0277: `Ship: Default` is not satisfied; consider annotating `Ship` with `#[derive(Default)]` | that derive ignores `#[soa(default = ..)]` | `#[soa(derive(Default))]` |
//! | E0277: `ShipHub: serde::Serialize` is not satisfied; consider adding `#[derive(serde::Serialize)]` to your `ShipHub` type | the derive of `Ship` makes `ShipHub` | `#[soa(derive(Serialize, Deserialize))]` on `Ship`, and the feature `serde` |
//! | E0599: the method `clone` exists for struct `ShipHub`, but its trait bounds were not satisfied. E0369: binary operation `==` cannot be applied. E0277: `ShipRow<'_>` doesn't implement `Debug` | the same. The derives of `Ship` itself are only for `Ship` | `#[soa(derive(Clone, PartialEq, Debug))]` |
//! | E0277: `f32: Hash` is not satisfied | `derive(Hash)` hashes every field | a type that hashes `to_bits()`: see [`rollback`](super::rollback#compare-frames) |
//! | lifetime may not live long enough, at `sort_by_key(\|ship\| ship.at)` | the key is a reference into the row | `\|ship\| *ship.at`, or [`sort_by`](crate::Hub::sort_by) for keys that are not `Copy` |
//! | E0277: the type `[_]` cannot be indexed by `u32`, at `vec[id.index()]` | an index is a `u32` | `vec[id.index() as usize]` |
//! | E0277: the trait bound `Handle<Ship>: slotmap::Key` is not satisfied, at `SecondaryMap<ShipId, _>` | an id is not a key of slotmap's | `SecondaryMap<SlotKey<Ship>, _>`, with the feature `slotmap` |
//! | E0308: expected `SlotKey<Ship>`, found `Handle<Ship>`, at `names.get(id)`; expected `Handle<Ship>`, found `SlotKey<Ship>`, at `ships.get(key)` | an id and its key are different types | `names.get(id.into())`, `ships.get(key.into())` |
//! | E0080: the id cannot be a key of slotmap's maps | its generation and its tag have more than 31 bits | fewer bits for one of them |
//! | E0308: expected `&u32`, found integer, at `row.hp > 3`. E0308: expected `&mut u32`, at `row.hp = 3`. E0277: can't compare `&u32` with `{integer}` | a field of a row is a reference | `*row.hp > 3`, `*row.hp = 3`, `*row.hp == 3` |
//! | E0596: cannot borrow `row.mana` as mutable, as `row` is not declared as mutable, at `*row.mana = 3` | `mana` is tracked: its field of a mutable row is a [`TrackedMut`](crate::TrackedMut), which records the write | `let mut row = ships.row_mut(id);`, and `mut row` in a pattern or parameter |
//! | E0369: cannot add `{integer}` to `TrackedMut<'_, u32>`. E0368: binary assignment operation `+=` cannot be applied. E0277: can't compare `{integer}` with `TrackedMut<'_, u32>`, at `2 < row.mana` | the same. A `TrackedMut` stands on the left side of a comparison, and otherwise needs the `*` of a reference | `*row.mana + 1`, `*row.mana += 1`, `row.mana > 2` |
//! | E0308: expected `&mut u32`, found `TrackedMut<'_, u32>`, at `regain(row.mana)` | the same | `regain(&mut row.mana)`, which records the write |
//! | E0515: cannot return reference to temporary value, at `&mut ships.row_mut(id).mana` | the `TrackedMut` ends with the function | [`TrackedMut::into_mut(ships.row_mut(id).mana)`](crate::TrackedMut::into_mut) |
//!
//! ```
//! use soa_runtime::{Hub, IdAllocator, TrackedMut};
//!
//! #[derive(IdAllocator)]
//! #[soa(layout = dense, derive(Default))]
//! struct Ship {
//!     place: u32,
//!     #[soa(default = 10)]
//!     hp: u32,
//!     #[soa(tracked)]
//!     mana: u32,
//! }
//!
//! impl ShipRow<'_> {
//!     fn is_lost(&self) -> bool {
//!         *self.hp == 0
//!     }
//! }
//!
//! impl ShipRowMut<'_> {
//!     fn hit(&mut self, damage: u32) {
//!         *self.hp = self.hp.saturating_sub(damage);
//!     }
//! }
//!
//! fn regain(mana: &mut u32) {
//!     *mana += 3;
//! }
//!
//! fn mana_of(ships: &mut ShipHub, id: ShipId) -> &mut u32 {
//!     TrackedMut::into_mut(ships.row_mut(id).mana)
//! }
//!
//! let mut ships = ShipHub::new();
//! let hub: &mut Hub<Ship> = &mut ships;
//! let first = hub.insert(Ship { place: hub.len() as u32, ..Default::default() });
//! hub.insert(Ship { place: hub.len() as u32, ..Default::default() });
//! hub.dealloc(hub.id_at(1).unwrap());
//!
//! let mut ship = ships.row_mut(first);
//! ship.hit(12);
//! assert!(ship.as_ref().is_lost());
//! regain(&mut ship.mana);
//! assert!(ship.mana > 2 && *ship.mana + 1 == 4);
//! *mana_of(&mut ships, first) += 1;
//! assert_eq!(*ships.row(first).mana, 4);
//! ships.sort_by_key(|ship| *ship.place);
//! ```
//!
//! # What compiles, and does something else
//!
//! - **`swap(&mut a.hp, &mut b.hp)`** with two rows swaps the references and no values, although
//!   the compiler may propose it. Write `swap(a.hp, b.hp)`, or for tracked columns
//!   `swap(&mut *a.hp, &mut *b.hp)`.
//! - **`#[derive(Default)]`** ignores `#[soa(default = ..)]`: see
//!   [three kinds of defaults](derive@crate::IdAllocator#three-kinds-of-defaults).
//! - **`tracked` on the struct** records which rows were made and freed, and no writes to fields.
//!   Mark these fields `tracked`, too.
//! - **A loop over a whole column** visits holes: see [`layouts`](super::layouts#holes-in-a-loop).
//! - **An id of another hub of the same type** finds another row: see [`nested`](super::nested).
