//! From an id to its row and back: the slot table of a hub, and what its layout keeps beside it.

use core::marker::PhantomData;
use core::ops::Range;

use super::block::ROWS_PER_WORD;
use super::fields::Fields;
use super::tree::{Empty, One};
use crate::bits::Word;
use crate::handle::AnyHandle;
use crate::slot_table::{self, SlotState, Tail, WordOf};

/// Where a hub's rows are; one of [`Slots`] and [`Dense`]. Sealed.
pub trait Layout: sealed::Sealed + Sized + 'static {
    /// The layout, as a value to branch on.
    #[doc(hidden)]
    const KIND: LayoutKind;
    /// Each slot's row, if it is not the slot itself.
    #[doc(hidden)]
    type RowOf: Fields + 'static;
    /// Each row's id, if it is not in the slot table.
    #[doc(hidden)]
    type IdOf<W: Word>: Fields + 'static;

    /// What to note of a slot's row.
    #[doc(hidden)]
    fn row_of_entry(row: u32) -> Self::RowOf;

    /// What to note of a row's id.
    #[doc(hidden)]
    fn id_of_entry<W: Word>(word: W) -> Self::IdOf<W>;
}

/// The layouts, as values.
#[doc(hidden)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LayoutKind {
    /// [`Slots`].
    Slots,
    /// [`Dense`].
    Dense,
}

/// A row's number is its slot's: a live row never moves, and a hole holds the
/// defaults. The default.
///
/// # Examples
///
/// ```
/// # #[cfg(feature = "derive")] {
/// use soa_runtime::IdAllocator;
///
/// #[derive(IdAllocator)]
/// #[soa(layout = slots)]
/// struct Texture {
///     #[soa(default = 1)]
///     mips: u32,
/// }
///
/// let mut textures: TextureHub = (7..10).map(|mips| Texture { mips }).collect();
/// let ids: Vec<TextureId> = textures.ids().collect();
/// textures.dealloc(ids[0]);
/// assert_eq!(*textures.columns().mips, [1, 8, 9]);
/// assert_eq!(textures.columns().mips[ids[2].index() as usize], 9);
/// # }
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Slots;

/// The rows are `0..len`, without holes: freeing a row moves the last one into
/// its place.
///
/// # Examples
///
/// ```
/// # #[cfg(feature = "derive")] {
/// use soa_runtime::IdAllocator;
///
/// #[derive(IdAllocator)]
/// #[soa(layout = dense)]
/// struct Texture {
///     #[soa(required)]
///     mips: u32,
/// }
///
/// let mut textures: TextureHub = (7..10).map(|mips| Texture { mips }).collect();
/// let ids: Vec<TextureId> = textures.ids().collect();
/// textures.dealloc(ids[0]);
/// assert_eq!(*textures.columns().mips, [9, 8]);
/// assert_eq!(textures.columns().mips[ids[2]], 9);
/// # }
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dense;

impl Layout for Slots {
    const KIND: LayoutKind = LayoutKind::Slots;
    type RowOf = Empty;
    type IdOf<W: Word> = Empty;

    #[inline(always)]
    fn row_of_entry(_: u32) -> Empty {
        Empty
    }

    #[inline(always)]
    fn id_of_entry<W: Word>(_: W) -> Empty {
        Empty
    }
}

impl Layout for Dense {
    const KIND: LayoutKind = LayoutKind::Dense;
    type RowOf = One<u32>;
    type IdOf<W: Word> = One<W>;

    #[inline(always)]
    fn row_of_entry(row: u32) -> One<u32> {
        One(row)
    }

    #[inline(always)]
    fn id_of_entry<W: Word>(word: W) -> One<W> {
        One(word)
    }
}

/// The tables that resolve the ids `H` of a hub with layout `L`, borrowed.
///
/// # Invariants
///
/// 1. There is one word per row in `words`; a live row's is its handle's.
/// 2. With [`Slots`] a live slot's row is the slot, and `slots` and `words` are
///    the same table.
/// 3. With [`Dense`] a live slot's row stands in `rows`, which has one row per slot,
///    and is below the number of `words`.
/// 4. With [`Slots`] `holes` is empty, or has a bit for each slot that is set
///    exactly if the slot is not live. No unsafe code relies on it.
pub struct Keys<'a, H: AnyHandle, L: Layout> {
    slots: &'a [WordOf<H>],
    rows: &'a [u32],
    words: &'a [WordOf<H>],
    holes: &'a [u64],
    live: u32,
    /// Where the free list ends, for telling why an id is refused; it stands
    /// here, where it costs no padding.
    tail: Tail,
    layout: PhantomData<fn() -> L>,
}

impl<'a, H: AnyHandle, L: Layout> Keys<'a, H, L> {
    /// # Safety
    ///
    /// The tables are those of one hub, so that the invariants hold.
    #[inline(always)]
    pub(super) unsafe fn new(
        slots: &'a [WordOf<H>],
        rows: &'a [u32],
        words: &'a [WordOf<H>],
        holes: &'a [u64],
        live: u32,
        tail: Tail,
    ) -> Self {
        debug_assert!(
            match L::KIND {
                LayoutKind::Slots => words.len() == slots.len(),
                LayoutKind::Dense => rows.len() == slots.len() && words.len() == live as usize,
            },
            "the tables are those of one hub"
        );
        Keys {
            slots,
            rows,
            words,
            holes,
            live,
            tail,
            layout: PhantomData,
        }
    }

    /// The slot table.
    #[inline(always)]
    pub(crate) fn slots(&self) -> &'a [WordOf<H>] {
        self.slots
    }

    /// What a slot is, which is one of the slots.
    pub(crate) fn state(&self, slot: u32) -> SlotState {
        slot_table::state::<H>(self.slots, self.tail, slot)
    }

    /// Whether an id is issued and has no row.
    #[inline]
    pub(crate) fn is_withheld(&self, id: H) -> bool {
        slot_table::is_withheld(self.slots, self.tail, id)
    }

    /// Whether both are tables of one hub, or of two without slots.
    #[inline]
    pub(crate) fn is_of_the_hub_of(&self, other: &Self) -> bool {
        core::ptr::eq(self.slots, other.slots) || (self.slots.is_empty() && other.slots.is_empty())
    }

    /// How many rows are live.
    #[inline(always)]
    pub(crate) fn live(&self) -> usize {
        self.live as usize
    }

    /// How many rows there are, live or not.
    #[inline(always)]
    pub(crate) fn rows(&self) -> usize {
        self.words.len()
    }

    /// The row of a live id, which is then below [`Keys::rows`].
    #[inline(always)]
    pub(crate) fn row_of(&self, id: H) -> Option<usize> {
        if !slot_table::is_live(self.slots, id) {
            return None;
        }
        let slot = id.index() as usize;
        let row = match L::KIND {
            LayoutKind::Slots => slot,
            LayoutKind::Dense => {
                debug_assert!(slot < self.rows.len(), "there is one row per slot");
                // SAFETY: by invariant 3 of `Keys` there is one row per slot;
                // checked above: the slot is one of the slots.
                (unsafe { *self.rows.get_unchecked(slot) }) as usize
            }
        };
        debug_assert!(row < self.rows(), "a live slot has a row");
        Some(row)
    }

    /// The id of a slot, if it is live.
    #[inline]
    pub(crate) fn id_of_slot(&self, slot: u32) -> Option<H> {
        if slot as usize >= self.slots.len() {
            return None;
        }
        slot_table::handle_at(self.slots, slot)
    }

    /// The id of a row, if it is live.
    #[inline(always)]
    pub(crate) fn id_at(&self, row: usize) -> Option<H> {
        let word = *self.words.get(row)?;
        match L::KIND {
            LayoutKind::Slots => slot_table::handle_at(self.words, u32::try_from(row).ok()?),
            LayoutKind::Dense => Some(H::of_word(word)),
        }
    }

    /// The id of a row that is live.
    #[inline(always)]
    pub(crate) fn id_of(&self, row: usize) -> H {
        debug_assert!(self.id_at(row).is_some(), "row {row} is live");
        H::of_word(self.words[row])
    }

    /// The ids of rows that are all live.
    #[inline(always)]
    pub(crate) fn ids_of(&self, rows: Range<usize>) -> impl Iterator<Item = H> + use<'a, H, L> {
        self.words[rows].iter().map(|&word| H::of_word(word))
    }

    /// Which of the 64 rows from `first` on are live, as bits; `first` is a
    /// multiple of 64. Rows that are not there are not live.
    #[inline]
    pub(crate) fn live_mask(&self, first: usize) -> u64 {
        debug_assert!(first % ROWS_PER_WORD == 0, "{first} starts no word");
        let Some(words) = self.words.get(first..) else {
            return 0;
        };
        let all = match words.len() {
            0 => 0,
            rows @ 1..ROWS_PER_WORD => (1 << rows) - 1,
            _ => u64::MAX,
        };
        match L::KIND {
            LayoutKind::Dense => all,
            LayoutKind::Slots => {
                let holes = self.holes.get(first / ROWS_PER_WORD);
                all & !holes
                    .copied()
                    .unwrap_or_else(|| slot_table::holes::<H>(words, first))
            }
        }
    }
}

impl<'a, H: AnyHandle> Keys<'a, H, Slots> {
    /// The keys of a slot table alone: one row per slot.
    #[inline(always)]
    pub(crate) fn of_slots(slots: &'a [WordOf<H>], live: u32, tail: Tail) -> Self {
        Keys {
            slots,
            rows: &[],
            words: slots,
            holes: &[],
            live,
            tail,
            layout: PhantomData,
        }
    }
}

impl<H: AnyHandle, L: Layout> Clone for Keys<'_, H, L> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<H: AnyHandle, L: Layout> Copy for Keys<'_, H, L> {}

impl<H: AnyHandle, L: Layout> core::fmt::Debug for Keys<'_, H, L> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Keys")
            .field("slots", &self.slots.len())
            .field("rows", &self.rows())
            .finish()
    }
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::Slots {}
    impl Sealed for super::Dense {}
}
