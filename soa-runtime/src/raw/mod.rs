//! All unsafe code of the crate.
//!
//! From the bottom up: [`block`] owns one allocation, [`tree`] knows where the
//! columns in it are, [`liveness`] which of their rows are holes, [`fields`] reads
//! and writes rows by recursion, [`facts`] is what the derive vouches for, [`keys`]
//! resolves ids, [`store`] puts them together behind safe functions, and
//! [`cells`] is a single column with its rows. `interop` implements the unsafe
//! traits of other crates, [`word`] makes a handle's word in a `const`, `purge`
//! gives pages back to the system.

#![expect(
    clippy::inline_always,
    reason = "the recursion over fields has to vanish, whatever the number of columns"
)]

mod block;
mod cells;
mod facts;
mod fields;
#[cfg(any(feature = "slotmap", feature = "bytemuck"))]
mod interop;
mod keys;
mod liveness;
#[cfg(feature = "purge")]
mod purge;
mod store;
mod tree;
pub(crate) mod word;

pub(crate) use block::ROWS_PER_WORD;
pub(crate) use cells::{Cells, CellsMut, ValuesMut};
pub use facts::Facts;
pub use fields::{CloneFields, Fields};
pub(crate) use keys::LayoutKind;
pub use keys::{Dense, Keys, Layout, Slots};
pub(crate) use store::{LiveRow, RowsMut, RowsRef, Store, Taken};
pub use tree::{Empty, One, Pair, Tracked};
