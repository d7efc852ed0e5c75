//! The columns and tables of one hub in one block, with a typed interface.
//!
//! [`Store`] owns the block and keeps the counts. [`Typed`] is the same store with
//! the types of its columns, and has all functions that access a column. They are
//! safe: they check the rows that they receive, or resolve ids to rows themselves.
//! [`Untyped`](untyped::Untyped) is the same store without the types of its columns.

#![expect(
    clippy::inline_always,
    reason = "a debug build inlines nothing else, and these are an instruction or two"
)]

mod append;
mod capacity;
mod cells;
mod change;
mod changed;
mod grow;
mod lend;
mod live_row;
mod next_row;
mod order;
mod owned;
#[cfg(feature = "bytemuck")]
mod pod;
#[cfg(feature = "slotmap")]
mod slot_key;
mod slots;
mod table;
mod ticks;
mod typed;
mod unlent;
mod untyped;

use core::marker::PhantomData;

use crate::error::AllocError;
use crate::handle::AnyHandle;
use crate::ids::{Core, Layout};
use crate::memory::Base;
use crate::record::IdAllocator;
use crate::slot_table::Supply;

pub(crate) use cells::{Cells, CellsMut, ValuesMut};
pub(crate) use changed::RowChanges;
pub(crate) use lend::{RowsMut, RowsRef};
pub(crate) use live_row::{LiveRow, Vacated};
pub(crate) use next_row::{NextRow, refuse};
pub(crate) use owned::OwnedRows;
#[cfg(feature = "slotmap")]
pub use slot_key::SlotKey;
pub(crate) use typed::Typed;
#[cfg(feature = "rayon")]
pub(crate) use unlent::Divide;
pub(crate) use unlent::Lend;

/// The ids of `T`, without its name.
type Bare<T> = <<T as IdAllocator>::Id as AnyHandle>::Bare;

/// The rows of a hub of `T`, its slot table and its free list.
///
/// # Invariants
///
/// `S` is any shape of `T`, because all shapes have the same fields:
///
/// 1. `block` is made with the rows of [`Tree<S>`] and `used` is the number of slots.
/// 2. The slot columns (words, and with `Dense` the rows) are initialised for
///    all slots; the slots are at most the capacity.
/// 3. The row columns (the fields, and with `Dense` the ids) are initialised
///    for [`Store::rows`] rows, which are at most the slots.
/// 4. With `Dense`, a live slot's row is below `live`.
/// 5. With `Slots`, a block that has words of bits has them initialised for its whole
///    capacity. In these words a slot's bit is set exactly if the slot is not live, and no bit
///    after the last slot is; no unsafe code relies on this half.
/// 6. `block` is made with back links exactly if `has_back_links` is true. Then all of them are
///    initialised.
/// 7. The stamps of tracked columns and of slots are initialised for the whole capacity:
///    one for each row, for each block of rows and for each column.
/// 8. With `Dense`, the id of each row names one of the slots: its index is below their number.
#[repr(transparent)]
pub(crate) struct Store<T: IdAllocator> {
    core: Core,
    record: PhantomData<T>,
}

// SAFETY: a core has no thread of its own. What its block contains is reached only through a
// store, which is a core and owns a `T`, so it may move exactly when the records may; or through
// `LiveRows`, which reads words and numbers.
unsafe impl Send for Core {}
// SAFETY: a shared core has nothing that a thread could write, and what its block contains is
// reached as above: a store may be shared exactly when the records may.
unsafe impl Sync for Core {}

impl<T: IdAllocator> Store<T> {
    pub(crate) const fn new() -> Self {
        Store::of_tag(0)
    }

    /// Creates a store without memory whose ids have this tag, which must fit them.
    pub(crate) const fn of_tag(tag: u32) -> Self {
        Store {
            core: Core::of_tag(tag),
            record: PhantomData,
        }
    }

    #[inline(always)]
    pub(crate) fn capacity(&self) -> u32 {
        self.core.block.capacity()
    }

    #[inline(always)]
    pub(crate) fn slots(&self) -> u32 {
        self.core.block.used
    }

    #[inline(always)]
    pub(crate) fn live(&self) -> u32 {
        self.core.live
    }

    /// How many slots are neither live nor free: retired or reserved.
    pub(crate) fn aside(&self) -> u32 {
        self.core.free.aside()
    }

    /// Returns the number of initialised rows: live rows and holes.
    #[inline(always)]
    pub(crate) fn rows(&self) -> u32 {
        if T::Layout::DENSE {
            self.core.live
        } else {
            self.slots()
        }
    }

    /// Returns the slot after the last one, if the next id takes it.
    #[inline]
    pub(crate) fn fresh_slot(&self) -> Option<u32> {
        let (slots, live) = (self.slots(), self.core.live);
        let recycled = self.core.free.recycled::<Bare<T>, T::Recycle>(slots, live);
        (recycled.is_none() && slots < Bare::<T>::LIMIT).then_some(slots)
    }

    /// Returns the sources of `additional` more ids.
    ///
    /// # Errors
    ///
    /// Returns [`AllocError::Full`] if the index bits cannot address that many ids.
    pub(crate) fn supply(&self, additional: usize) -> Result<Supply, AllocError> {
        self.core
            .free
            .supply::<Bare<T>, T::Recycle>(self.slots(), self.core.live, additional)
    }

    #[inline(always)]
    fn base(&self) -> Base {
        self.core.base()
    }
}

/// Panics because the requested row does not exist. The function takes only the
/// number of the row, so the calling loops keep it in a register.
#[cold]
#[inline(never)]
fn outside(row: usize) -> ! {
    panic!("row {row} is outside the hub")
}
