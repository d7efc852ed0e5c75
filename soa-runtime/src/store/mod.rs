//! The columns and tables of one hub in one block: the typed shell over it.
//!
//! Its functions are safe. They take the witness [`ShapeOf`] that the columns'
//! types are those of the record's one shape, and check the rows they are given
//! or resolve them from ids themselves.

mod capacity;
mod cells;
mod change;
#[cfg(any(feature = "slotmap", feature = "bytemuck"))]
mod interop;
mod lend;
mod live_row;
mod order;
mod owned;
#[cfg(feature = "serde")]
mod restore;
mod withheld;

use core::marker::PhantomData;

use crate::bits::Word as _;
use crate::error::AllocError;
use crate::handle::AnyHandle;
use crate::ids::{Keys, Layout, LayoutKind};
use crate::memory::{
    After, Base, Block, Facts, Fields, HoleBits, One, Pair, ROWS_PER_WORD, Root, RowLayout,
    layout_of,
};
use crate::record::{IdAllocator, KeysOf, Shape, ShapeOf};
use crate::slot_table::{self, FreeList, NextSlot, Tail, Vacancy, WordOf};

pub(crate) use cells::{Cells, CellsMut, ValuesMut};
pub(crate) use lend::{RowsMut, RowsRef};
pub(crate) use live_row::LiveRow;
pub(crate) use owned::OwnedRows;

/// The rows of a hub of `T`, its slot table and its free list.
///
/// # Invariants
///
/// With `S` the shape of `T`, as [`shape_of`] gives it:
///
/// 1. `block` is made with the rows of [`Tree<S>`] and `used` is the number of slots.
/// 2. The slot columns (words, and with `Dense` the rows) are initialised for
///    all slots; the slots are at most the capacity.
/// 3. The row columns (the fields, and with `Dense` the ids) are initialised
///    for [`Store::rows`] rows, which are at most the slots.
/// 4. With `Dense`, a live slot's row is below `live`.
/// 5. With `Slots`, a block that has words of bits has them initialised for all
///    slots, and for the one behind them if it is below the capacity. In these words
///    a slot's bit is set exactly if the slot is not live, and no bit behind the last
///    slot is; no unsafe code relies on this half.
pub(crate) struct Store<T: IdAllocator> {
    block: Block,
    live: u32,
    free: FreeList,
    record: PhantomData<T>,
}

// SAFETY: a store owns the fields of its records and nothing else; they go to
// another thread exactly when the records may.
unsafe impl<T: IdAllocator + Send> Send for Store<T> {}
// SAFETY: a shared store lends the fields of its records shared, and nothing else.
unsafe impl<T: IdAllocator + Sync> Sync for Store<T> {}

type Word<T> = WordOf<<T as IdAllocator>::Id>;
type RowOf<T> = <<T as IdAllocator>::Layout as Layout>::RowOf;
type IdOf<T> = <<T as IdAllocator>::Layout as Layout>::IdOf<Word<T>>;
type FieldsOf<S> = <S as Facts>::Fields;

/// All columns of a block: those of the slots, then those of the rows.
type Tree<S> = Pair<
    Pair<One<Word<<S as Facts>::Record>>, RowOf<<S as Facts>::Record>>,
    Pair<IdOf<<S as Facts>::Record>, FieldsOf<S>>,
>;

type WordsAt<S> = Root<Tree<S>>;
type RowOfAt<S> = After<WordsAt<S>, One<Word<<S as Facts>::Record>>>;
type IdOfAt<S> =
    After<WordsAt<S>, Pair<One<Word<<S as Facts>::Record>>, RowOf<<S as Facts>::Record>>>;
type FieldsAt<S> = After<IdOfAt<S>, IdOf<<S as Facts>::Record>>;

impl<T: IdAllocator> Store<T> {
    pub(crate) const fn new() -> Self {
        Store {
            block: Block::new(),
            live: 0,
            free: FreeList::EMPTY,
            record: PhantomData,
        }
    }

    #[inline(always)]
    pub(crate) fn capacity(&self) -> u32 {
        self.block.capacity()
    }

    #[inline(always)]
    pub(crate) fn slots(&self) -> u32 {
        self.block.used
    }

    #[inline(always)]
    pub(crate) fn live(&self) -> u32 {
        self.live
    }

    pub(crate) fn free(&self) -> &FreeList {
        &self.free
    }

    /// How many rows are initialised: those of the live and the holes.
    #[inline(always)]
    pub(crate) fn rows(&self) -> u32 {
        match T::Layout::KIND {
            LayoutKind::Slots => self.slots(),
            LayoutKind::Dense => self.live,
        }
    }

    /// The size of the block, in bytes.
    pub(crate) fn bytes<S: Shape<Record = T>>(&self, _: ShapeOf<S>) -> usize {
        self.block.bytes(row_layout::<S>())
    }

    /// How many bytes of the block columns and tables have behind the last slot.
    pub(crate) fn spare_bytes<S: Shape<Record = T>>(&self, _: ShapeOf<S>) -> usize {
        (self.capacity() - self.slots()) as usize * row_layout::<S>().bytes
    }

    /// Where the next id comes from. Changes nothing.
    #[inline]
    pub(crate) fn next_slot(&self) -> Result<NextSlot, AllocError> {
        self.free.next::<T::Id, T::Recycle>(self.slots(), self.live)
    }

    /// Whether the next id takes a slot that there is no memory for yet.
    #[inline]
    pub(crate) fn is_at_capacity(&self) -> bool {
        matches!(self.next_slot(), Ok(NextSlot::Fresh(slot)) if slot >= self.capacity())
    }

    #[inline(always)]
    fn base(&self) -> Base {
        Base {
            start: self.block.start(),
            capacity: self.capacity() as usize,
        }
    }

    /// The tables that resolve ids.
    #[inline(always)]
    pub(crate) fn keys<S: Shape<Record = T>>(&self, _: ShapeOf<S>) -> KeysOf<'_, T> {
        // SAFETY: by the invariants of `Store`; the tables are lent as long as the store.
        unsafe { keys::<T, S>(self.base(), self.slots(), self.live, self.free.tail()) }
    }

    /// The row of a live id. It does not borrow the tables, which costs a debug
    /// build more than the rest of a lookup.
    #[inline(always)]
    pub(crate) fn row_of<S: Shape<Record = T>>(&self, _: ShapeOf<S>, id: T::Id) -> Option<usize> {
        let (base, slot) = (self.base(), slot_table::index_of(id));
        if slot >= self.slots() as usize {
            return None;
        }
        // SAFETY: by invariants 1 and 2 of `Store`; checked above: it is one of the slots.
        let word = unsafe { One::<Word<T>>::refs::<WordsAt<S>>(base, slot) };
        if word.widen() != id.to_bits().widen() {
            return None;
        }
        match T::Layout::KIND {
            LayoutKind::Slots => Some(slot),
            LayoutKind::Dense => {
                // SAFETY: by invariants 1 and 2 of `Store`; checked above: it is one of the slots.
                let row = unsafe { One::<u32>::refs::<RowOfAt<S>>(base, slot) };
                Some(*row as usize)
            }
        }
    }

    /// The slot table and its free list.
    #[inline(always)]
    fn table<S: Shape<Record = T>>(&mut self, _: ShapeOf<S>) -> (&mut [Word<T>], &mut FreeList) {
        let slots = self.slots() as usize;
        // SAFETY: by invariants 1 and 2 of `Store`; the words are lent uniquely with the store.
        let words = unsafe { One::<Word<T>>::slices_mut::<WordsAt<S>>(self.base(), slots) };
        (words, &mut self.free)
    }

    /// What is at `slot`, the head of the free list.
    #[inline]
    pub(crate) fn preview<S: Shape<Record = T>>(
        &self,
        shape: ShapeOf<S>,
        slot: u32,
    ) -> Vacancy<T::Id> {
        self.free.preview(self.keys(shape).slots(), slot)
    }

    /// Takes the head of the free list out of it.
    #[inline]
    pub(crate) fn issue<S: Shape<Record = T>>(
        &mut self,
        shape: ShapeOf<S>,
        vacancy: Vacancy<T::Id>,
    ) -> T::Id {
        let (words, free) = self.table(shape);
        let id = free.take(words, vacancy);
        // SAFETY: `take` has written the slot's word, checked.
        unsafe { self.note_row(shape, vacancy.slot()) };
        id
    }

    /// Frees or retires the slot of a live id.
    #[inline]
    pub(crate) fn release<S: Shape<Record = T>>(&mut self, shape: ShapeOf<S>, id: T::Id) {
        let (words, free) = self.table(shape);
        free.put::<T::Id, T::Recycle, T::Exhausted>(words, id);
        // SAFETY: `put` has written the slot's word, checked.
        unsafe { self.note_hole(shape, id.index()) };
    }

    /// Counts a slot of the slots layout as one that is live again.
    ///
    /// # Safety
    ///
    /// It is one of the slots.
    #[inline]
    unsafe fn note_row<S: Shape<Record = T>>(&mut self, shape: ShapeOf<S>, slot: u32) {
        debug_assert!(slot < self.slots(), "slot {slot} is outside the hub");
        if T::Layout::KIND == LayoutKind::Slots {
            self.live += 1;
            if let Some(holes) = self.holes(shape) {
                // SAFETY: by invariant 5 of `Store` and this function's contract.
                unsafe { holes.clear(slot) };
            }
        }
    }

    /// Counts a slot of the slots layout as one that is live no longer.
    ///
    /// # Safety
    ///
    /// It is one of the slots.
    #[inline]
    unsafe fn note_hole<S: Shape<Record = T>>(&mut self, shape: ShapeOf<S>, slot: u32) {
        debug_assert!(slot < self.slots(), "slot {slot} is outside the hub");
        if T::Layout::KIND == LayoutKind::Slots {
            self.live -= 1;
            if let Some(holes) = self.holes(shape) {
                // SAFETY: by invariant 5 of `Store` and this function's contract.
                unsafe { holes.set(slot) };
            }
        }
    }

    /// Writes the word of bits that begins behind the last slot, if one does there,
    /// after a slot was made.
    #[inline(always)]
    fn go_on_to_next_word<S: Shape<Record = T>>(&mut self, shape: ShapeOf<S>) {
        #[cold]
        #[inline(never)]
        fn rarely<T: IdAllocator, S: Shape<Record = T>>(store: &mut Store<T>, shape: ShapeOf<S>) {
            store.begin_word(shape);
        }
        if T::Layout::KIND == LayoutKind::Slots && self.slots() as usize % ROWS_PER_WORD == 0 {
            rarely(self, shape);
        }
    }

    /// Writes the word of bits that begins behind the last slot, if one does there.
    #[inline]
    fn begin_word<S: Shape<Record = T>>(&mut self, shape: ShapeOf<S>) {
        let next = self.slots();
        match self.holes(shape) {
            // SAFETY: checked here: the slot is below the capacity.
            Some(holes) if next < self.capacity() => unsafe { holes.begin(next..next + 1) },
            _ => {}
        }
    }

    /// The bits beside the slot table, if there are any.
    #[inline(always)]
    fn holes<S: Shape<Record = T>>(&self, _: ShapeOf<S>) -> Option<HoleBits> {
        // SAFETY: by invariant 1 of `Store`.
        unsafe { HoleBits::of(self.base(), row_layout::<S>()) }
    }
}

const fn row_layout<S: Shape>() -> RowLayout {
    const {
        let row = layout_of::<Tree<S>>();
        match <S::Record as IdAllocator>::Layout::KIND {
            LayoutKind::Slots => row.with_bits(),
            LayoutKind::Dense => row,
        }
    }
}

/// Panics because a row is asked for that is not there. A function of the number
/// alone: the loops that ask keep it in a register.
#[cold]
#[inline(never)]
fn outside(row: usize) -> ! {
    panic!("row {row} is outside the hub")
}

/// The tables of a block.
///
/// # Safety
///
/// `base`, `slots`, `live` and `tail` are those of a store of `T` with shape `S`,
/// whose tables are lent shared for `'a`.
#[inline(always)]
unsafe fn keys<'a, T: IdAllocator, S: Shape<Record = T>>(
    base: Base,
    slots: u32,
    live: u32,
    tail: Tail,
) -> Keys<'a, T::Id, T::Layout> {
    debug_assert!(live <= slots, "a live row has a slot");
    debug_assert!(
        slots as usize <= base.capacity,
        "the slots are inside the block"
    );
    // SAFETY: by this function's contract and invariant 2 of `Store`.
    let words = unsafe { One::<Word<T>>::slices::<WordsAt<S>>(base, slots as usize) };
    match T::Layout::KIND {
        LayoutKind::Slots => {
            // SAFETY: by this function's contract.
            let holes = unsafe { HoleBits::of(base, row_layout::<S>()) };
            // SAFETY: by this function's contract and invariant 5 of `Store`.
            let holes = holes.map_or(&[][..], |holes| unsafe { holes.slice(slots) });
            Keys::of_slots(words, holes, live, tail)
        }
        LayoutKind::Dense => {
            // SAFETY: by this function's contract and invariant 2 of `Store`.
            let row_of = unsafe { One::<u32>::slices::<RowOfAt<S>>(base, slots as usize) };
            // SAFETY: by this function's contract and invariant 3 of `Store`.
            let id_of = unsafe { One::<Word<T>>::slices::<IdOfAt<S>>(base, live as usize) };
            Keys::of_dense(words, row_of, id_of, live, tail)
        }
    }
}
