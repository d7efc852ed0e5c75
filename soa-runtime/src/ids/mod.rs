//! Lookups from an id to its row and back, in both layouts.
//!
//! [`Slots`] and [`Dense`] define which tables a layout has in addition to the
//! slot table. [`Core`] is what a store has beside its columns, [`Table`] leads from an id to its
//! row, and [`Names`] from a row to its id. [`Positions`] has the places of ids in a list.

#![expect(
    clippy::inline_always,
    reason = "a debug build inlines nothing else, and these are an instruction or two"
)]

mod core;
mod names;
mod positions;
mod table;

pub(crate) use self::core::Core;
pub use names::Names;
pub(crate) use positions::Positions;
pub(crate) use table::Table;

use crate::memory::Word;
use crate::memory::{ColumnsRef, Empty, Entry, Fields, One, RowRef};

/// Selects where the rows of a hub are: [`Slots`] or [`Dense`].
///
/// This trait is sealed.
pub trait Layout: sealed::Sealed + Sized + 'static {
    /// `true` if the rows are dense. It is a `bool`, because the compiler generates no code
    /// for the other branch of an `if`, which it does for the other arms of a `match`.
    #[doc(hidden)]
    const DENSE: bool;
    /// The entry with the row of each slot, unless the row is the slot itself.
    #[doc(hidden)]
    type RowOf: Entry + 'static;
    /// The entry with the id of each row, unless the id is in the slot table.
    #[doc(hidden)]
    type IdOf<W: Word>: Entry + 'static;

    /// Returns the entry to store for the row of a slot.
    #[doc(hidden)]
    fn row_of_entry(row: u32) -> Self::RowOf;

    /// Returns the entry to store for the id of a row.
    #[doc(hidden)]
    fn id_of_entry<W: Word>(word: W) -> Self::IdOf<W>;

    /// Returns the row of a slot whose entry is `entry`.
    #[doc(hidden)]
    fn row_of(slot: usize, entry: LentOf<'_, Self::RowOf, RowRef>) -> usize;

    /// Returns the word of the id of a row, whose entry is `entry`. `slot` is the word of
    /// the slot with the number of the row.
    #[doc(hidden)]
    fn id_of<'a, W: Word>(slot: &'a W, entry: LentOf<'a, Self::IdOf<W>, RowRef>) -> &'a W;

    /// Returns the rows of all slots. If a row is its slot, the table is empty.
    #[doc(hidden)]
    fn row_table<'a, W: Word>(
        slots: &'a [W],
        entries: LentOf<'a, Self::RowOf, ColumnsRef>,
    ) -> &'a [u32];

    /// Returns the words of all rows. If a row is its slot, they are the words of the slots.
    #[doc(hidden)]
    fn row_words<'a, W: Word>(
        slots: &'a [W],
        entries: LentOf<'a, Self::IdOf<W>, ColumnsRef>,
    ) -> &'a [W];
}

/// A table as lent by `K`.
type LentOf<'a, F, K> = <F as Fields>::Lent<'a, K>;

/// The layout where a row is its slot. This is the default.
///
/// A live row never moves. A hole contains the defaults.
///
/// # Examples
///
/// ```
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
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Slots;

/// The layout where the rows are `0..len`, without holes.
///
/// Freeing a row moves the last row into its place.
///
/// # Examples
///
/// ```
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
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dense;

impl Layout for Slots {
    const DENSE: bool = false;
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

    #[inline(always)]
    fn row_of(slot: usize, (): ()) -> usize {
        slot
    }

    #[inline(always)]
    fn id_of<W: Word>(slot: &W, (): ()) -> &W {
        slot
    }

    #[inline(always)]
    fn row_table<W: Word>(_: &[W], (): ()) -> &[u32] {
        &[]
    }

    #[inline(always)]
    fn row_words<W: Word>(slots: &[W], (): ()) -> &[W] {
        slots
    }
}

impl Layout for Dense {
    const DENSE: bool = true;
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

    #[inline(always)]
    fn row_of(_: usize, row: &u32) -> usize {
        *row as usize
    }

    #[inline(always)]
    fn id_of<'a, W: Word>(_: &'a W, word: &'a W) -> &'a W {
        word
    }

    #[inline(always)]
    fn row_table<'a, W: Word>(_: &'a [W], entries: &'a [u32]) -> &'a [u32] {
        entries
    }

    #[inline(always)]
    fn row_words<'a, W: Word>(_: &'a [W], entries: &'a [W]) -> &'a [W] {
        entries
    }
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::Slots {}
    impl Sealed for super::Dense {}
}
