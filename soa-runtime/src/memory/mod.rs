//! One block of memory with typed columns. This module does not depend on ids or
//! records.
//!
//! From the bottom up: [`row_layout`] computes the size of a block, [`block`] owns one allocation, [`node`] computes where each
//! column of a [`tree`] starts, [`liveness`] keeps one bit per row for holes, and one number per row where a hub needs it, and [`fields`] is the
//! recursion over the columns. It takes an [`access`] to rows, in one of the four ways of [`lending`] them. [`stamps`] keeps what tracked columns store
//! beside one stamp per row, and [`tracked`] is what is done with the stamps of all of them. [`visit`] is what is done to each column whatever its type, [`record`] moves values between a row and a record, and [`clone`] copies rows. [`facts`] is the unsafe trait by
//! which the derive states the columns of a record. [`word`] has the words of
//! handles, `prefetch` fetches a value before it is needed, and `purge` returns unused pages to the system.

#![expect(
    clippy::inline_always,
    reason = "the recursion over fields has to vanish, whatever the number of columns"
)]

mod access;
mod block;
mod clone;
mod facts;
mod fields;
mod lending;
mod liveness;
mod node;
mod prefetch;
#[cfg(feature = "purge")]
mod purge;
mod record;
mod row_layout;
mod stamps;
mod tracked;
mod tree;
mod visit;
mod word;

pub(crate) use access::{Start, slice_of, slice_of_mut};
pub(crate) use block::Block;
pub use clone::CloneFields;
pub(crate) use clone::clone_rows;
pub use facts::{Facts, same};
pub use fields::Fields;
pub(crate) use fields::{Entry, lend};
pub(crate) use lending::{ColumnsMut, ColumnsRef, RowMut, RowRef};
pub(crate) use liveness::{HoleBits, back_links, clear_back_links, copy_bits, hole_bits};
#[cfg(feature = "serde")]
pub(crate) use prefetch::prefetch;
#[cfg(feature = "purge")]
pub(crate) use purge::purge;
pub(crate) use record::{Way, move_record};
pub(crate) use row_layout::{ROWS_PER_WORD, RowLayout};
pub(crate) use stamps::{copy_stamps, shared_blocks};
pub(crate) use tracked::{Since, Written, lend_stamps, zero_stamps};
#[cfg(feature = "purge")]
pub(crate) use tree::unused_bytes;
pub(crate) use tree::{After, At, Base, ColumnStart, Root, Tree, layout_of};
pub use tree::{Aligned, Empty, One, Pair, Tracked};
pub(crate) use visit::{Moved, drop_rows, extents, move_row, shift_columns};
pub use word::Word;
pub(crate) use word::{non_zero, non_zero_of, word_of};

/// A supertrait of public traits that no other crate may implement. No other crate can name it.
pub trait Sealed {}
