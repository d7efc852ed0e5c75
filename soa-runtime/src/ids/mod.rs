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

use crate::memory::{ColumnsRef, Empty, Entry, Fields, One, RowRef, Sealed, Word};

/// Selects where the rows of a hub are: [`Slots`] or [`Dense`].
///
/// This trait is sealed.
pub trait Layout: Sealed + Sized + 'static {
    /// `true` if the rows are dense. It is a `bool`, because the compiler generates no code
    /// for the other branch of an `if`, which it does for the other arms of a `match`.
    #[doc(hidden)]
    const DENSE: bool;
    /// The row of each slot, unless the row is the slot itself.
    #[doc(hidden)]
    type RowOf: Entries<u32>;
    /// The id of each row, unless the id is in the slot table.
    #[doc(hidden)]
    type IdOf<W: Word>: Entries<W>;
}

/// A table that a layout has or lacks.
pub trait Entries<V>: Entry<V> {
    /// Returns an entry.
    fn one(lent: LentOf<'_, Self, RowRef>) -> Option<&V>;

    /// Returns all entries.
    fn all(lent: LentOf<'_, Self, ColumnsRef>) -> Option<&[V]>;
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

impl Sealed for Slots {}
impl Sealed for Dense {}

impl Layout for Slots {
    const DENSE: bool = false;
    type RowOf = Empty;
    type IdOf<W: Word> = Empty;
}

impl Layout for Dense {
    const DENSE: bool = true;
    type RowOf = One<u32>;
    type IdOf<W: Word> = One<W>;
}

impl<V> Entries<V> for Empty {
    #[inline(always)]
    fn one((): LentOf<'_, Self, RowRef>) -> Option<&V> {
        None
    }

    #[inline(always)]
    fn all((): LentOf<'_, Self, ColumnsRef>) -> Option<&[V]> {
        None
    }
}

impl<V: Copy + 'static> Entries<V> for One<V> {
    #[inline(always)]
    fn one(entry: LentOf<'_, Self, RowRef>) -> Option<&V> {
        Some(entry)
    }

    #[inline(always)]
    fn all(entries: LentOf<'_, Self, ColumnsRef>) -> Option<&[V]> {
        Some(entries)
    }
}
