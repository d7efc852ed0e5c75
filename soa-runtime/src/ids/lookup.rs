//! What a lookup of an id in a column takes.

use core::marker::PhantomData;

use super::{Core, Layout};
use crate::handle::AnyHandle;
use crate::memory::Start;
use crate::slot_table::WordOf;

/// The tables in which the ids `H` of a store with layout `L` are looked up, as each column has
/// them. [`Keys`](super::Keys) has all tables.
///
/// # Invariants
///
/// 1. `core` belongs to a store with the ids `H` and the layout `L`, and the other fields are read
///    from it: the words and the number of its slots, the rows of its slots with
///    [`Dense`](super::Dense), and the number of its rows.
/// 2. For `'a` nothing writes to the core or to its tables.
pub(crate) struct Lookup<'a, H: AnyHandle, L: Layout> {
    pub(crate) core: &'a Core,
    pub(crate) words: Start<WordOf<H>, &'a [WordOf<H>]>,
    /// The row of each slot. With `Slots` it is not read.
    pub(crate) row_of: Start<u32, &'a [u32]>,
    pub(crate) slots: u32,
    pub(crate) rows: u32,
    pub(crate) layout: PhantomData<fn() -> L>,
}

copy!([H: AnyHandle, L: Layout] Lookup<'_, H, L>);
