//! One block of memory with typed columns. It knows no id and no record.
//!
//! From the bottom up: [`block`] owns one allocation, [`tree`] computes where each
//! column starts, [`liveness`] keeps one bit per row for holes, [`fields`] reads and
//! writes rows by recursion over the columns, and [`facts`] is the unsafe trait by
//! which the derive states the columns of a record. [`word`] makes the word of a
//! handle in a `const`, and `purge` returns unused pages to the system.

#![expect(
    clippy::inline_always,
    reason = "the recursion over fields has to vanish, whatever the number of columns"
)]

mod block;
mod facts;
mod fields;
mod liveness;
#[cfg(feature = "purge")]
mod purge;
mod tree;
mod word;

pub(crate) use block::{Block, ROWS_PER_WORD, RowLayout};
pub use facts::Facts;
pub(crate) use fields::shift_columns;
pub use fields::{CloneFields, Fields};
pub(crate) use liveness::HoleBits;
#[cfg(feature = "purge")]
pub(crate) use purge::purge;
#[cfg(feature = "purge")]
pub(crate) use tree::Tree;
#[cfg(feature = "purge")]
pub(crate) use tree::unused_bytes;
pub(crate) use tree::{After, Base, Root, layout_of};
pub use tree::{Empty, One, Pair, Tracked};
pub(crate) use word::non_zero;
