//! Structure-of-arrays hubs with typed generational handles.
//!
//! `#[derive(IdAllocator)]` turns a struct with named fields into a **hub**: one
//! named array per field, a default for each column, and ids that are issued, checked
//! and recycled.
//!
//! ```
//! use soa_runtime::IdAllocator;
//!
//! #[derive(IdAllocator, Debug, PartialEq)]
//! pub struct Texture {
//!     #[soa(default = 1)]
//!     pub mips: u32,
//!     pub name: String,
//! }
//!
//! let mut textures = TextureHub::new(); // const, allocates nothing
//! let id: TextureId = textures.alloc(); // every column at its default
//! let other = textures.insert(Texture { mips: 4, name: "brick".into() });
//! *textures.row_mut(id).mips = 2;
//!
//! let mut columns = textures.columns_mut(); // all columns at once
//! columns.mips[other] = columns.mips[id]; // by id, checked
//! for mips in columns.mips.iter_mut() { // or as the slice it is
//!     *mips += 1;
//! }
//!
//! textures.dealloc(id); // dropped now; the slot is recycled, the id stale
//! assert!(textures.get(id).is_none());
//! let texture = textures.remove(other);
//! assert_eq!(texture, Some(Texture { mips: 3, name: "brick".into() }));
//! ```
//!
//! # What is where
//!
//! | | |
//! |---|---|
//! | making and keeping rows | `#[derive(IdAllocator)]`, [`Hub`], [`Stats`] |
//! | rows | [`Row`], [`RowMut`], [`Rows`], [`row_as_ref`] |
//! | columns | [`Columns`], [`ColumnsMut`], [`Column`], [`ColumnMut`], [`ColumnIndex`], [`columns_as_ref`] |
//! | several columns in one walk | [`zip_live`], [`ZipLive`], `par_zip_live` with `rayon` |
//! | what was written | [`Tick`], [`TrackedColumn`], [`TrackedColumnMut`], [`TrackedMut`] |
//! | ids | [`Handle`], [`AnyHandle`], [`IdPool`], [`Word`] |
//! | layouts and policies | [`Slots`], [`Dense`]; [`Lifo`], [`Fifo`], [`Retire`], [`Wrap`] |
//! | errors | [`AllocError`], [`InsertError`], [`DisjointError`], [`StaleIdError`] |
//! | rows from other threads | [`Lease`] |
//! | what a hub says of itself | [`ColumnInfo`], [`Memory`], [`Table`] |
//! | bounds of code for any record | [`IdAllocator`](trait@IdAllocator), [`DefaultRow`], [`Vacate`], [`CloneRow`], [`HashRow`], [`Reorder`] |
//! | iterators | [`iter`] |
//! | byte blocks in one buffer | [`packed`] |
//! | how to do it | [`guide`] |
//!
//! # How it works
//!
//! A hub is one allocation, `[slot table | column | column | ..]`, with the
//! columns in falling alignment, so that there is no padding. The slot table
//! has one word per slot, in the handle's own representation: the word of a live
//! slot is its handle's, so that an id is checked by one compare; that of a
//! free slot holds the next free slot and the next generation, so that the
//! table is the free list. With [`Slots`], from 64 slots on, one bit per slot stands
//! behind the columns and says which rows are holes, so that walks see 64 at once.
//!
//! Two layouts share one interface: with [`Slots`] a row stays at its slot and
//! a hole holds the defaults, with [`Dense`] the rows have no holes and freeing
//! one moves the last into its place. [`Recycle`] and [`Exhausted`] say which
//! free slot comes next and what becomes of one whose generations are used up.
//!
//! # Without the derive
//!
//! [`IdPool`] issues and checks the same handles for arrays of one's own, and
//! [`packed`] keeps byte blocks of different sizes compact in one buffer.
//!
//! # Sources
//!
//! Ids with generations and a free list in the slots follow Bitsquid's id
//! lookup table (2011) and Molecule's handles (2013), retiring an exhausted slot
//! follows A. Weissflog's handles (2018), and the hub is Nebula's
//! `Ids::IdAllocator` with names, defaults and checks.
//!
//! # Features
//!
//! `std` and `derive` are on by default. `serde` writes ids as their bits and
//! hubs as snapshots, `slotmap` makes ids keys of its secondary maps,
//! `bytemuck` makes optional ids plain data, `rayon` walks rows in parallel,
//! `purge` gives memory behind the rows back to the system.
//! Without `std` the crate needs `alloc` alone.

#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;

mod bits;
mod column;
mod error;
pub mod guide;
mod handle;
mod hub;
mod ids;
mod inspect;
pub mod iter;
mod layout;
#[cfg(target_has_atomic = "ptr")]
mod lease;
mod live;
mod macros;
#[expect(
    unsafe_code,
    reason = "one of the two folders for it; see its documentation"
)]
mod memory;
mod order;
pub mod packed;
mod policy;
mod pool;
mod reborrow;
mod record;
mod rows;
mod slot_table;
#[cfg(feature = "serde")]
mod snapshot;
mod stale;
#[expect(
    unsafe_code,
    reason = "one of the two folders for it; see its documentation"
)]
mod store;
mod ticks;
mod zip;

pub use bits::Word;
pub use column::{Column, ColumnIndex, ColumnMut, TrackedColumn, TrackedColumnMut};
pub use error::{AllocError, DisjointError, InsertError};
pub use handle::{AnyHandle, Handle};
pub use hub::{Hub, Stats};
pub use ids::{Dense, Layout, Slots};
pub use inspect::{DebugRow, HashRow, Memory, Table};
#[cfg(target_has_atomic = "ptr")]
pub use lease::Lease;
pub use order::Reorder;
pub use policy::{Exhausted, Fifo, Lifo, Recycle, Retire, Wrap};
pub use pool::IdPool;
pub use reborrow::{columns_as_ref, row_as_ref};
pub use record::{
    CloneRow, ColumnInfo, Columns, ColumnsMut, DefaultRow, IdAllocator, Row, RowMut, Rows, Vacate,
    Views,
};
#[cfg(feature = "serde")]
pub use snapshot::DeserializeRow;
#[cfg(feature = "derive")]
pub use soa_runtime_derive::IdAllocator;
pub use stale::StaleIdError;
pub use ticks::{Tick, TrackedMut};
#[cfg(feature = "rayon")]
pub use zip::par_zip_live;
pub use zip::{ZipColumn, ZipColumns, zip_live};

/// What derived code names; no part of the public interface.
#[doc(hidden)]
pub mod __private {
    pub use alloc::vec::Vec;

    pub use crate::hub::debug_rows;
    pub use crate::ids::Keys;
    pub use crate::memory::{CloneFields, Empty, Facts, Fields, One, Pair, Tracked};
    pub use crate::policy::HolePolicy;
    pub use crate::record::{
        ColumnDefault, Dropped, KeysOf, Refs, RefsMut, Shape, Slices, SlicesMut, TrackedColumns,
        Undropped, Untracked, WithCloneShape,
    };
    #[cfg(feature = "serde")]
    pub use crate::snapshot::DeserializeRow;
    pub use crate::{__copied as copied, __hub as hub, __views as views};
    #[cfg(feature = "serde")]
    pub use serde;
}
