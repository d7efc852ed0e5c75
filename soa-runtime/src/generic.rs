//! Bounds and functions for code that works with any record or any world.
//!
//! Code that names its record needs nothing from here. [`guide::generic_code`](crate::guide::generic_code)
//! shows which bound to write for what.
//!
//! | for | see |
//! |---|---|
//! | calls that make, free, copy or sort rows | [`DefaultRow`], [`Vacate`], [`CloneRow`], [`Reorder`] |
//! | rows as text, and as a hash | [`DebugRow`], [`HashRow`] |
//! | what changed | [`TrackedRecord`], [`TrackedWhole`] |
//! | saves and deltas (feature `serde`) | `DeserializeRow`, `SerializeDelta`, `DeserializeDelta` |
//! | links, and hubs under the same ids | [`VisitLinks`], [`IdMaps`], [`SameBits`] |
//! | what has a hub inside | [`AsHub`] |
//! | ids that contain the id of a parent | [`Nested`] |
//! | worlds of any parts | [`AnyParts`], [`AnyPartsMut`], [`RelinkParts`]; `WriteParts`, `OwnedParts`, `ReadParts`, `MirrorParts` (feature `serde`), [`guide::world`](crate::guide::world) |
//! | views of rows and columns | [`Views`], [`row_as_ref`], [`columns_as_ref`], [`LentColumns`] |
//! | columns of any kind | [`ColumnKind`], [`ColumnIndex`], [`ZipColumn`], [`ZipColumns`] |
//! | the choices of a record | [`Layout`], [`Recycle`], [`Exhausted`], [`Word`] |
//!
//! # Examples
//!
//! ```
//! use soa_runtime::generic::DefaultRow;
//! use soa_runtime::{Hub, IdAllocator};
//!
//! /// Makes `rows` rows in any hub, and returns the number of its slots.
//! fn fill<T: DefaultRow>(hub: &mut Hub<T>, rows: usize) -> usize {
//!     hub.alloc_many(rows);
//!     hub.slots()
//! }
//!
//! #[derive(IdAllocator)]
//! struct Tree { height: f32 }
//!
//! assert_eq!(fill(&mut TreeHub::new(), 3), 3);
//! ```

pub use crate::column::{ColumnIndex, ColumnKind};
#[cfg(feature = "serde")]
pub use crate::delta::{DeserializeDelta, SerializeDelta};
pub use crate::hub::{AsHub, LentColumns, Reorder};
pub use crate::ids::Layout;
pub use crate::inspect::state::HashRow;
pub use crate::inspect::table::DebugRow;
pub use crate::links::{IdMaps, VisitLinks};
pub use crate::memory::Word;
pub use crate::record::{
    CloneRow, DefaultRow, Nested, SameBits, TrackedRecord, TrackedWhole, Vacate, Views,
    columns_as_ref, row_as_ref,
};
pub use crate::slot_table::{Exhausted, Recycle};
#[cfg(feature = "serde")]
pub use crate::snapshot::DeserializeRow;
pub use crate::world::{AnyPart, AnyParts, AnyPartsMut, OwnedValue, RelinkParts};
#[cfg(feature = "serde")]
pub use crate::world::{MirrorParts, OwnedParts, ReadParts, WorldDelta, WorldMirror, WriteParts};
pub use crate::zip::{ZipColumn, ZipColumns};
