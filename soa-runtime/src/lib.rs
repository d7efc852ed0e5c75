//! Structure-of-arrays hubs with typed generational handles.
//!
//! `#[derive(IdAllocator)]` turns a struct with named fields into a **hub**. A hub has one named
//! array per field, a default for each column, and ids that it issues, checks and recycles.
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
//! let mut textures = TextureHub::new(); // `new` is const and allocates nothing
//! let id: TextureId = textures.alloc(); // every column has its default
//! let other = textures.insert(Texture { mips: 4, name: "brick".into() });
//! *textures.row_mut(id).mips = 2;
//!
//! let mut columns = textures.columns_mut(); // all columns at once
//! columns.mips[other] = columns.mips[id]; // by id, checked
//! for mips in columns.mips.iter_mut() { // or as a slice
//!     *mips += 1;
//! }
//!
//! textures.dealloc(id); // drops the row; its slot is recycled, and its id is stale
//! assert!(textures.get(id).is_none());
//! let texture = textures.remove(other);
//! assert_eq!(texture, Some(Texture { mips: 3, name: "brick".into() }));
//! ```
//!
//! # What is where
//!
//! | to | see |
//! |---|---|
//! | declare a hub | the derive [`IdAllocator`](derive@IdAllocator), which lists all options |
//! | choose a method by what you want to do | [`guide::methods`] |
//! | understand what the compiler says | [`guide::compiler_messages`] |
//! | make, find, walk and free rows | [`Hub`] |
//! | keep and compare ids | [`Handle`], [`AnyHandle`] |
//! | use one row | [`Row`], [`RowMut`] |
//! | use whole columns, as slices or by id | [`Columns`], [`ColumnsMut`], [`Column`], [`ColumnMut`] |
//! | walk several columns together | [`zip_live`], `par_zip_live` with the feature `rayon` |
//! | find out which rows are live while columns are borrowed | [`LiveRows`] |
//! | find out what was written | [`Tick`], [`Incarnation`], [`TrackedColumn`], [`TrackedColumnMut`], [`generic::TrackedRecord`] |
//! | name the iterators | [`iter`] |
//! | choose a layout and how ids are recycled | [`guide::layouts`]; [`Slots`], [`Dense`]; [`Lifo`], [`Fifo`]; [`Retire`], [`Wrap`] |
//! | send the rows of a hub elsewhere | `Delta`, `Mirror` (feature `serde`), [`guide::replication`] |
//! | declare several hubs as one world | the derive [`World`](derive@World), [`guide::world`]; [`Part`], [`Value`], [`ValueMut`] |
//! | copy rows whose fields contain ids | [`Links`], [`IdMap`], [`guide::prefabs`] |
//! | distinguish hubs of one type by their ids | [`Hub::with_parent`], [`Hub::with_tag`], [`guide::nested`] |
//! | handle errors | [`AllocError`], [`InsertError`], [`DisjointError`], [`ParseHandleError`], [`StaleIdError`], [`ReplaceError`], [`TagError`] |
//! | make rows on other threads | [`Lease`], [`guide::threads`] |
//! | inspect a hub | [`inspect`], [`guide::looking_into_a_hub`] |
//! | write code for any record | [`generic`], [`guide::generic_code`] |
//! | share a hub, or a world of hubs | [`generic::AsHub`] |
//! | make or take hubs of any type | [`AnyHub`] |
//! | issue ids for arrays of your own | [`IdPool`] |
//! | keep values beside a hub, by id | `SlotKey` (feature `slotmap`) |
//! | keep byte blocks of different sizes in one buffer | [`packed`] |
//! | read how to do it | [`guide`] |
//!
//! # How it works
//!
//! A hub is one allocation, `[slot table | column | column | ..]`. The columns are in order of
//! falling alignment, so there is no padding.
//!
//! The slot table has one word per slot, in the representation of the handle. The word of a live
//! slot equals its handle, so one compare checks an id. The word of a free slot contains the next
//! free slot and the next generation, so the table is also the free list. With [`Slots`], from 64
//! slots on, the columns are followed by one bit per slot. These bits mark the live rows, so a walk
//! sees 64 rows at a time.
//!
//! Two layouts have the same methods. With [`Slots`] a row stays at its slot, and a hole contains
//! the defaults. With [`Dense`] there are no holes: when a row is freed, the last row moves into its
//! position. [`Recycle`](generic::Recycle) decides which free slot is used next.
//! [`Exhausted`](generic::Exhausted) decides what happens to a slot whose generations are used up.
//!
//! # Without the derive
//!
//! [`IdPool`] issues and checks the same handles for arrays of your own. [`packed`] keeps byte
//! blocks of different sizes compact in one buffer.
//!
//! # What is promised
//!
//! Each promise has tests that are named for its number.
//!
//! 1. `alloc` gives every column its default, in a recycled slot as well as in a new one. No row
//!    starts with the values of an older row.
//! 2. With [`Slots`], a row stays at the index of its id. A hole contains the defaults until you
//!    write into it. (With `holes = kept`, columns that need no drop keep their last values.)
//! 3. With [`Dense`], the rows are `0..len` without holes.
//! 4. An id that is stale or dangling, or whose index the hub does not have, is refused everywhere
//!    and changes nothing. With [`Retire`] it never becomes valid again. After a hub was restored
//!    from an earlier copy, ids that were issued since then are unknown to it and may be issued
//!    again. An id without a tag does not record which hub of its type issued it. With `parent`, a
//!    child's id never finds another parent's child, unless the ids of the parents repeat.
//! 5. The same calls return the same ids, in every run and on every machine. The hub of a mirror
//!    issues no ids.
//! 6. A value is dropped exactly once, when its row is freed. After a panic in a `Default`, `Drop`,
//!    `Clone` or closure the hub is usable.
//! 7. The `try_` forms return an error instead of a panic, and hand the value back.
//! 8. A hub is `Send` and `Sync` exactly when the struct is, and covariant in its lifetimes.
//! 9. A hub is at most 64 bytes and one allocation. An empty hub allocates nothing. Hubs nest, and
//!    a struct may contain its own hub.
//! 10. Derived code has no unsafe block and compiles under `forbid(unsafe_code)`,
//!     `deny(warnings, missing_docs)`, without a prelude and in `no_std`. It contains one
//!     `unsafe impl`, of a trait without functions, which states the list of fields.
//!
//! # Sources
//!
//! Ids with generations, and a free list in the slots, follow Bitsquid's id lookup table (2011) and
//! Molecule's handles (2013). Retiring an exhausted slot follows A. Weissflog's handles (2018). The
//! hub is Nebula's `Ids::IdAllocator` with names, defaults and checks.
//!
//! # Features
//!
//! | feature | default | what it adds |
//! |---|---|---|
//! | `std` | yes | the standard library for `serde` and `slotmap`, where they are used |
//! | `derive` | yes | the derive |
//! | `packed` | yes | the packed container |
//! | `serde` | | ids as text or numbers, hubs as snapshots that keep every id valid and refuse hostile input, and deltas |
//! | `slotmap` | | `SlotKey<Rock>`, an id as a key of slotmap's secondary maps: `map.get(id.into())` |
//! | `bytemuck` | | `Option<Handle>: Pod` and `Handle: NoUninit` |
//! | `rayon` | | `par_iter`, `par_iter_mut` and `par_zip_live`; columns are slices and need nothing |
//! | `purge` | | `Hub::purge`, which returns unused pages to the system (Linux) |
//! | `bevy_reflect` | | `Reflect`, `FromReflect` and `TypePath` for ids, so that a component with an id derives `Reflect`; needs Rust 1.95 |
//!
//! The crate is `no_std` and needs only `alloc`. Without default features it has no dependency.

#![doc(html_root_url = "https://docs.rs/soa-runtime/latest")] // for links from pages of other crates
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

#[cfg(all(doctest, feature = "derive"))]
#[doc = include_str!("../README.md")]
struct Readme;

/// Makes a type `Copy` whatever its parameters are. A derive would ask for parameters that are.
macro_rules! copy {
    ([$($parameters:tt)*] $type:ty) => {
        impl<$($parameters)*> Clone for $type {
            #[inline]
            fn clone(&self) -> Self {
                *self
            }
        }

        impl<$($parameters)*> Copy for $type {}
    };
}

/// Compares, orders and hashes a type as one of its fields, whatever its parameters are.
macro_rules! compared {
    ([$($parameters:tt)*] $type:ty, $field:ident) => {
        impl<$($parameters)*> PartialEq for $type {
            #[inline]
            fn eq(&self, other: &Self) -> bool {
                self.$field == other.$field
            }
        }

        impl<$($parameters)*> Eq for $type {}

        impl<$($parameters)*> PartialOrd for $type {
            #[inline]
            fn partial_cmp(&self, other: &Self) -> Option<core::cmp::Ordering> {
                Some(self.cmp(other))
            }
        }

        impl<$($parameters)*> Ord for $type {
            #[inline]
            fn cmp(&self, other: &Self) -> core::cmp::Ordering {
                self.$field.cmp(&other.$field)
            }
        }

        impl<$($parameters)*> core::hash::Hash for $type {
            #[inline]
            fn hash<S: core::hash::Hasher>(&self, state: &mut S) {
                self.$field.hash(state);
            }
        }
    };
}

/// Implements `Debug` for a type whose parameters need not be `Debug`, by the fields that are listed.
macro_rules! debug_struct {
    (
        [$($parameters:tt)*] $type:ty, $name:expr,
        $this:ident => { $($field:ident: $value:expr),* } $finish:ident
    ) => {
        impl<$($parameters)*> core::fmt::Debug for $type {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                let $this = self;
                let mut fields = f.debug_struct($name);
                $(fields.field(stringify!($field), &$value);)*
                fields.$finish()
            }
        }
    };
}

/// Implements `Debug` for an iterator by the items that are left.
macro_rules! debug_list {
    ([$($parameters:tt)*] $iterator:ty) => {
        impl<$($parameters)*> core::fmt::Debug for $iterator {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.debug_list().entries(self.clone()).finish()
            }
        }
    };
}

// First, because rustdoc lists the methods of `Hub` in the order of the modules that have them.
mod hub;

mod column;
#[cfg(feature = "serde")]
mod delta;
mod error;
pub mod generic;
pub mod guide;
mod handle;
mod ids;
pub mod inspect;
pub mod iter;
mod layout;
#[cfg(target_has_atomic = "ptr")]
mod lease;
mod links;
mod live;
#[expect(
    unsafe_code,
    reason = "one of the two folders with unsafe code; see its documentation"
)]
mod memory;
#[cfg(feature = "serde")]
mod mirror;
#[cfg(feature = "packed")]
pub mod packed;
mod pool;
mod record;
mod slot_table;
#[cfg(feature = "serde")]
mod snapshot;
mod stale;
#[expect(
    unsafe_code,
    reason = "one of the two folders with unsafe code; see its documentation"
)]
mod store;
mod ticks;
mod world;
mod zip;

pub use column::{Column, ColumnMut, Tracked, TrackedColumn, TrackedColumnMut, Untracked};
#[cfg(feature = "serde")]
pub use delta::{Delta, DeltaError, OwnedDelta};
pub use error::{
    AllocError, DisjointError, InsertAtError, InsertAtReason, InsertError, ParseHandleError,
    TagError,
};
pub use handle::{AnyHandle, Handle};
pub use hub::{AnyHub, Hub};
pub use ids::{Dense, Slots};
#[cfg(target_has_atomic = "ptr")]
pub use lease::Lease;
pub use links::{IdMap, Links, Outside};
#[cfg(feature = "serde")]
pub use mirror::{Applied, Mirror};
pub use pool::IdPool;
pub use record::{Columns, ColumnsMut, IdAllocator, LiveRows, Row, RowMut};
pub use slot_table::{Fifo, Lifo, Retire, Wrap};
#[cfg(feature = "serde")]
pub use snapshot::{EditRow, SetFieldError};
#[cfg(feature = "derive")]
pub use soa_runtime_derive::{IdAllocator, World};
pub use stale::{ReplaceError, StaleIdError};
#[cfg(feature = "slotmap")]
pub use store::SlotKey;
pub use ticks::{Incarnation, Tick, TrackedMut};
#[cfg(feature = "serde")]
pub use world::OwnedWorldDelta;
pub use world::{Part, Value, ValueMut, World};
#[cfg(feature = "rayon")]
pub use zip::par_zip_live;
pub use zip::zip_live;

/// Items that derived code names. They are not part of the public interface.
#[doc(hidden)]
pub mod __private {
    pub use alloc::vec::Vec;

    #[cfg(feature = "serde")]
    pub use crate::__world_mirror as world_mirror;
    #[cfg(feature = "serde")]
    pub use crate::delta::{
        ByType, ChangedRows, ChangedValues, MadeRows, NewColumns, NewValues, ReadAs, ReadChanges,
        ReadStruct, SavedColumn, SavedColumns, SerializeDelta, VisitChanges, VisitWritten, WriteAs,
    };
    pub use crate::hub::{Hub, debug_rows};
    pub use crate::ids::{Dense, Names, Slots};
    pub use crate::inspect::state::HashRow;
    pub use crate::inspect::table::DebugRow;
    pub use crate::inspect::text::{AnyField, Shown, TextField};
    pub use crate::links::{LinkedField, Links};
    pub use crate::memory::{Aligned, CloneFields, Empty, Facts, Fields, One, Pair, Tracked, same};
    pub use crate::record::{
        CloneRow, ColumnDefault, ColumnInfo, Columns, ColumnsMut, DefaultRow, Dropped, IdAllocator,
        LiveRows, NamesOf, Nested, ParentId, Refs, RefsMut, Row, RowMut, Shape, Slices, SlicesMut,
        TrackedColumns, TrackedMoves, TrackedRecord, TrackedSlots, TrackedWhole, Undropped,
        Untracked, Views, WithCloneShape, check_parent,
    };
    pub use crate::slot_table::{Fifo, HolePolicy, Lifo, Retire, Wrap};
    #[cfg(feature = "serde")]
    pub use crate::snapshot::{
        DeserializeRow, EditRow, Read, SetFieldError, Written, pass_over, write_field,
    };
    #[cfg(feature = "serde")]
    pub use crate::world::{DeltasOf, apply, apply_owned, lowest};
    pub use crate::{
        __copied as copied, __hub as hub, __links as links, __nested as nested,
        __offsets as offsets, __tagged as tagged, __views as views,
    };
    #[cfg(feature = "serde")]
    pub use serde;
}
