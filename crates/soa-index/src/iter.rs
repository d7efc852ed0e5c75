//! Iterators over the answers of indexes.
//!
//! None of them borrows the view that created it.

pub use crate::backlinks::{Dangling, Descendants, Referrers, Roots};
pub use crate::boxes::{BoxIds, BoxPairs, RayHits};
pub use crate::grid::{Inside, Nearest, Outward, Unplaced, Within};
pub use crate::groups::{GroupIds, GroupKeys};
pub use crate::hashed::{Duplicates, HashedIds};
pub use crate::slots::{SlotIds, SlotsIter};
pub use crate::sorted::{SortedIter, SortedRange};
