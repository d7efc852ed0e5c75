//! Lookups from an id to its row and back, with the slot table of a hub and the
//! tables that its layout adds.

use core::fmt;
use core::marker::PhantomData;
use core::ops::Range;

use super::Layout;
use crate::handle::AnyHandle;
use crate::memory::ROWS_PER_WORD;
use crate::slot_table::{self, SlotState, Tail, WordOf};

/// The borrowed tables that resolve the ids `H` of a hub with layout `L`.
///
/// # Invariants
///
/// 1. There is one word per row in `words`. The word of a live row is the word
///    of its handle.
/// 2. With `Slots` a row is its slot, and `slots` and `words` are the same
///    table.
/// 3. With `Slots`, `holes` is either empty or has one bit per slot. The bit
///    is set exactly if the slot is not live.
///
/// Unsafe code relies on two facts. `Keys::row_of` returns rows below
/// `Keys::rows`; the method checks this itself where it does not follow from
/// invariant 2. `Keys::slot_of` returns one of the slots.
pub struct Keys<'a, H: AnyHandle, L: Layout> {
    slots: &'a [WordOf<H>],
    rows: &'a [u32],
    words: &'a [WordOf<H>],
    holes: &'a [u64],
    live: u32,
    /// The end of the free list, or the tag of a table without slots. The reason of a
    /// refusal is found from it. The field is stored here because it fills padding.
    tail: Tail,
    layout: PhantomData<fn() -> L>,
}

impl<'a, H: AnyHandle, L: Layout> Keys<'a, H, L> {
    /// Borrows the tables of a hub or a pool whose rows are its slots.
    #[inline(always)]
    pub(crate) fn of_slots(
        slots: &'a [WordOf<H>],
        holes: &'a [u64],
        live: u32,
        tail: Tail,
    ) -> Self {
        assert!(!L::DENSE, "a row is its slot");
        Keys {
            slots,
            rows: &[],
            words: slots,
            holes,
            live,
            tail,
            layout: PhantomData,
        }
    }

    /// Borrows the tables of a hub without holes: the row of each slot, and the
    /// word of each row. Only `store` calls it, because its unsafe code trusts these tables.
    #[inline(always)]
    pub(crate) fn of_dense(
        slots: &'a [WordOf<H>],
        rows: &'a [u32],
        words: &'a [WordOf<H>],
        live: u32,
        tail: Tail,
    ) -> Self {
        assert!(L::DENSE, "a row is not its slot");
        debug_assert!(rows.len() == slots.len(), "there is one row per slot");
        Keys {
            slots,
            rows,
            words,
            holes: &[],
            live,
            tail,
            layout: PhantomData,
        }
    }

    /// Returns the slot table.
    #[inline(always)]
    pub(crate) fn slots(&self) -> &'a [WordOf<H>] {
        self.slots
    }

    /// Returns the word of each row. The word of a live row is the word of its id.
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
        self.slots.len() as u32
    }

    /// Returns the tag of the hub.
    pub(crate) fn tag(&self) -> u32 {
        self.tail.tag::<H>(self.slots)
    }

    /// Returns the state of a slot, which must exist.
    pub(crate) fn state(&self, slot: u32) -> SlotState {
        slot_table::state::<H>(self.slots, self.tail, slot)
    }

    /// Returns whether an id is issued and has no row.
    #[inline]
    pub(crate) fn is_withheld(&self, id: H) -> bool {
        slot_table::is_withheld(self.slots, self.tail, id)
    }

    /// Returns the number of live rows.
    #[inline(always)]
    pub(crate) fn live(&self) -> usize {
        self.live as usize
    }

    /// Returns the number of rows, live or not.
    #[inline(always)]
    pub(crate) fn rows(&self) -> usize {
        self.words.len()
    }

    /// Returns the slot of a live id.
    #[inline(always)]
    pub(crate) fn slot_of(&self, id: H) -> Option<usize> {
        if slot_table::is_live(self.slots, id) {
            Some(id.index() as usize)
        } else {
            None
        }
    }

    /// Returns the row of a live id. The row is below [`Keys::rows`].
    #[expect(clippy::question_mark, reason = "`?` is two calls in a debug build")]
    #[inline(always)]
    pub(crate) fn row_of(&self, id: H) -> Option<usize> {
        let Some(slot) = self.slot_of(id) else {
            return None;
        };
        let row = if L::DENSE {
            let row = *self.rows.get(slot)? as usize;
            if row >= self.words.len() {
                return None;
            }
            row
        } else {
            slot
        };
        debug_assert!(row < self.rows(), "a live slot has a row");
        Some(row)
    }

    /// Returns the id of a slot, or `None` if the slot is not live.
    #[inline]
    pub(crate) fn id_of_slot(&self, slot: u32) -> Option<H> {
        if slot as usize >= self.slots.len() {
            return None;
        }
        slot_table::handle_at(self.slots, slot)
    }

    /// Returns the row of a slot, or `None` if the slot is not live. The row is below
    /// [`Keys::rows`].
    #[cfg(feature = "serde")]
    #[inline]
    pub(crate) fn row_of_slot(&self, slot: u32) -> Option<usize> {
        self.id_of_slot(slot)?;
        let row = if L::DENSE {
            *self.rows.get(slot as usize)?
        } else {
            slot
        };
        Some(row as usize).filter(|row| *row < self.rows())
    }

    /// Returns the id of a row, or `None` if the row is not live.
    #[inline(always)]
    pub(crate) fn id_at(&self, row: usize) -> Option<H> {
        let word = *self.words.get(row)?;
        if L::DENSE {
            Some(H::of_word(word))
        } else {
            slot_table::handle_at(self.words, u32::try_from(row).ok()?)
        }
    }

    /// Returns the id of a row that is live.
    #[inline(always)]
    pub(crate) fn id_of(&self, row: usize) -> H {
        H::of_word(self.words[row])
    }

    /// Returns the ids of rows that are all live.
    #[inline(always)]
    pub(crate) fn ids_of(&self, rows: Range<usize>) -> impl Iterator<Item = H> + use<'a, H, L> {
        self.words[rows].iter().map(|&word| H::of_word(word))
    }

    /// Returns a bit mask of the live rows among the 64 rows from `first` on.
    /// `first` is a multiple of 64. Rows past the end are not live.
    #[inline]
    pub(crate) fn live_mask(&self, first: usize) -> u64 {
        live_mask::<H::Bare, L>(self.words, self.holes, first)
    }
}

/// Returns the [`Keys::live_mask`] of a hub with these words and bits of rows. The function
/// is compiled once for all ids that look alike.
#[inline]
fn live_mask<H: AnyHandle, L: Layout>(words: &[WordOf<H>], holes: &[u64], first: usize) -> u64 {
    debug_assert!(first % ROWS_PER_WORD == 0, "{first} does not start a word");
    let Some(words) = words.get(first..) else {
        return 0;
    };
    let all = match words.len() {
        0 => 0,
        rows @ 1..ROWS_PER_WORD => (1 << rows) - 1,
        _ => u64::MAX,
    };
    if L::DENSE {
        return all;
    }
    let holes = match holes.get(first / ROWS_PER_WORD) {
        Some(&holes) => holes,
        None => slot_table::holes::<H>(words, first),
    };
    all & !holes
}

copy!([H: AnyHandle, L: Layout] Keys<'_, H, L>);

impl<H: AnyHandle, L: Layout> fmt::Debug for Keys<'_, H, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Keys")
            .field("slots", &self.slots.len())
            .field("rows", &self.rows())
            .finish()
    }
}
