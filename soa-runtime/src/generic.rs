//! What only code for any record or any world needs.

pub use crate::record::Nested;
pub use crate::world::{AnyPart, AnyParts, AnyPartsMut, OwnedValue, RelinkParts};
#[cfg(feature = "serde")]
pub use crate::world::{MirrorParts, OwnedParts, ReadParts, WorldDelta, WorldMirror, WriteParts};
