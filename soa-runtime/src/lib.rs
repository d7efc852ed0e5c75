//! Structure-of-arrays hubs with typed generational handles.
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod bits;
mod column;
mod error;
mod handle;
mod hub;
mod iter;
mod layout;
mod live;
#[cfg(feature = "rayon")]
mod parallel;
mod policy;
mod pool;
#[expect(
    unsafe_code,
    reason = "the one place for it; see the module's documentation"
)]
mod raw;
mod record;
mod slot_table;
#[cfg(feature = "serde")]
mod snapshot;
mod stale;

pub use bits::Word;
pub use column::{Column, ColumnIndex, ColumnMut};
pub use error::{AllocError, DisjointError, InsertError};
pub use handle::{AnyHandle, Handle};
pub use hub::{Hub, Stats};
pub use iter::{Drain, Ids, Iter, IterMut};
pub use live::LiveRanges;
#[cfg(feature = "rayon")]
pub use parallel::{ParIter, ParIterMut};
pub use policy::{Exhausted, Fifo, Lifo, Recycle, Retire, Wrap};
pub use pool::{IdPool, PoolIter};
pub use raw::{Dense, Layout, Slots};
pub use record::{CloneRow, DefaultRow, IdAllocator, Vacate};
#[cfg(feature = "serde")]
pub use snapshot::DeserializeRow;
#[cfg(feature = "derive")]
pub use soa_runtime_derive::IdAllocator;

/// What derived code names; no part of the public interface.
#[doc(hidden)]
pub mod __private {
    pub use crate::hub::debug_rows;
    pub use crate::raw::{Dense, Empty, Fields, Keys, One, Pair, Slots};
    pub use crate::record::{ColumnDefault, KeysOf, Shape};
    #[cfg(feature = "serde")]
    pub use crate::snapshot::DeserializeRow;
    #[cfg(feature = "serde")]
    pub use serde;
}
