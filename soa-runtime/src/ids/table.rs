//! From an id to its row.

use core::fmt;
use core::marker::PhantomData;

use super::{Core, Layout};
use crate::handle::AnyHandle;
use crate::memory::Start;
use crate::slot_table::{self, SlotState, WordOf};

/// The borrowed tables in which the ids `H` of a store with layout `L` are looked up.
///
/// # Invariants
///
/// 1. `core` belongs to a store with the ids `H` and the layout `L`. `words` are the words of its
///    slots, and with [`Dense`](super::Dense) `row_of` starts the rows of its slots.
/// 2. For `'a` nothing writes to the core or to its tables.
pub(crate) struct Table<'a, H: AnyHandle, L: Layout> {
    core: &'a Core,
    words: &'a [WordOf<H>],
    row_of: Start<u32, &'a [u32]>,
    layout: PhantomData<fn() -> L>,
}

impl<'a, H: AnyHandle, L: Layout> Table<'a, H, L> {
    /// Borrows the tables of a store. Only `store` calls it, because its unsafe code trusts
    /// them.
    #[inline(always)]
    pub(crate) fn of_store(core: &'a Core, words: &'a [WordOf<H>], row_of: &'a [u32]) -> Self {
        debug_assert!(
            !L::DENSE || row_of.len() == words.len(),
            "there is one row per slot"
        );
        Table {
            core,
            words,
            row_of: Start::of(row_of),
            layout: PhantomData,
        }
    }

    #[inline(always)]
    pub(crate) fn core(&self) -> &'a Core {
        self.core
    }

    /// Returns the start of the rows of all slots. Without dense rows there are none.
    #[inline(always)]
    pub(crate) fn row_table(&self) -> Start<u32, &'a [u32]> {
        self.row_of
    }

    /// Returns the words of all slots.
    #[inline(always)]
    pub(crate) fn words(&self) -> &'a [WordOf<H>] {
        self.words
    }

    /// Returns the number of slots.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "at most as many as an index can name"
    )]
    pub(crate) fn slot_count(&self) -> u32 {
        self.words.len() as u32
    }

    /// Returns the number of rows, live or not.
    #[inline(always)]
    pub(crate) fn row_count(&self) -> usize {
        if L::DENSE {
            self.core.live as usize
        } else {
            self.words.len()
        }
    }

    /// Returns the tag of the hub.
    pub(crate) fn tag(&self) -> u32 {
        self.core.tag
    }

    /// Returns the state of a slot, which must exist.
    pub(crate) fn state(&self, slot: u32) -> SlotState {
        slot_table::state::<H>(self.words, &self.core.free, slot)
    }

    /// Returns whether an id is issued and has no row.
    #[inline]
    pub(crate) fn is_reserved(&self, id: H) -> bool {
        slot_table::is_reserved(self.words, &self.core.free, id)
    }

    /// Returns the id of a slot, or `None` if the slot is not live.
    #[inline]
    pub(crate) fn id_of_slot(&self, slot: u32) -> Option<H> {
        if slot as usize >= self.words.len() {
            return None;
        }
        slot_table::handle_at(self.words, slot)
    }
}

copy!([H: AnyHandle, L: Layout] Table<'_, H, L>);

impl<H: AnyHandle, L: Layout> fmt::Debug for Table<'_, H, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table")
            .field("slots", &self.words.len())
            .field("rows", &self.row_count())
            .finish()
    }
}
