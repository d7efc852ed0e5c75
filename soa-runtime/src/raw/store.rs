//! The columns and tables of one hub in one block: the typed shell over it.
//!
//! Its functions are safe. They take the witness [`ShapeOf`] that the columns'
//! types are those of the record's one shape, and check the rows they are given
//! or resolve them from ids themselves.

use core::marker::PhantomData;
use core::mem::ManuallyDrop;

use super::block::{Block, RowLayout};
use super::fields::{self, Base, Behind, Fields, First, One, Pair};
use super::keys::{Keys, Layout, LayoutKind};
use crate::error::{AllocError, DisjointError};
use crate::handle::AnyHandle;
use crate::record::{IdAllocator, KeysOf, Shape, ShapeOf, shape_of};
#[cfg(feature = "serde")]
use crate::slot_table::{self, SlotState};
use crate::slot_table::{FreeList, NextSlot, WordOf};

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
type FieldsOf<S> = <S as Shape>::Fields;

/// All columns of a block: those of the slots, then those of the rows.
type Tree<S> = Pair<
    Pair<One<Word<<S as Shape>::Record>>, RowOf<<S as Shape>::Record>>,
    Pair<IdOf<<S as Shape>::Record>, FieldsOf<S>>,
>;

type WordsAt<S> = First<Tree<S>>;
type RowOfAt<S> = Behind<WordsAt<S>, One<Word<<S as Shape>::Record>>>;
type IdOfAt<S> =
    Behind<WordsAt<S>, Pair<One<Word<<S as Shape>::Record>>, RowOf<<S as Shape>::Record>>>;
type FieldsAt<S> = Behind<IdOfAt<S>, IdOf<<S as Shape>::Record>>;

/// The capacity of a hub's first block, in rows.
const FIRST_CAPACITY: u32 = 4;

impl<T: IdAllocator> Store<T> {
    pub(crate) const fn new() -> Self {
        Store {
            block: Block::new(),
            live: 0,
            free: FreeList::EMPTY,
            record: PhantomData,
        }
    }

    #[inline]
    pub(crate) fn capacity(&self) -> u32 {
        self.block.capacity()
    }

    #[inline]
    pub(crate) fn slots(&self) -> u32 {
        self.block.used
    }

    #[inline]
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
        self.capacity() as usize * row_layout::<S>().bytes
    }

    /// Where the next id comes from. Changes nothing.
    #[inline]
    pub(crate) fn next_slot(&self) -> Result<NextSlot, AllocError> {
        self.free.next::<T::Id, T::Recycle>(self.slots(), self.live)
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
        // SAFETY: by invariants 1 to 4 of `Store`; the tables are lent as long as the store.
        unsafe { keys::<T, S>(self.base(), self.slots(), self.live) }
    }

    /// The slot table and its free list.
    #[inline(always)]
    fn table<S: Shape<Record = T>>(&mut self, _: ShapeOf<S>) -> (&mut [Word<T>], &mut FreeList) {
        let slots = self.slots() as usize;
        // SAFETY: by invariants 1 and 2 of `Store`; the words are lent uniquely with the store.
        let words = unsafe { One::<Word<T>>::slices_mut::<WordsAt<S>>(self.base(), slots) };
        (words, &mut self.free)
    }

    /// The handle that recycling `slot`, the head of the free list, will issue.
    #[inline]
    pub(crate) fn preview<S: Shape<Record = T>>(&self, shape: ShapeOf<S>, slot: u32) -> T::Id {
        FreeList::preview(self.keys(shape).slots(), slot)
    }

    /// Takes `slot`, the head of the free list, out of it.
    #[inline]
    pub(crate) fn issue<S: Shape<Record = T>>(&mut self, shape: ShapeOf<S>, slot: u32) -> T::Id {
        let (words, free) = self.table(shape);
        let id = free.take(words, slot);
        if T::Layout::KIND == LayoutKind::Slots {
            self.live += 1;
        }
        id
    }

    /// Frees or retires a live slot.
    #[inline]
    pub(crate) fn release<S: Shape<Record = T>>(&mut self, shape: ShapeOf<S>, slot: u32) {
        let (words, free) = self.table(shape);
        free.put::<T::Id, T::Recycle, T::Exhausted>(words, slot);
        if T::Layout::KIND == LayoutKind::Slots {
            self.live -= 1;
        }
    }

    /// Puts a slot that is in use behind the free list, at `generation`, or
    /// retires it.
    #[cfg(feature = "serde")]
    pub(crate) fn withdraw<S: Shape<Record = T>>(
        &mut self,
        shape: ShapeOf<S>,
        slot: u32,
        generation: Option<u32>,
    ) {
        let (words, free) = self.table(shape);
        match generation {
            Some(generation) => free.append::<T::Id>(words, slot, generation),
            None => free.retire::<T::Id>(words, slot),
        }
        if T::Layout::KIND == LayoutKind::Slots {
            self.live -= 1;
        }
    }

    /// The slots that are retired.
    #[cfg(feature = "serde")]
    pub(crate) fn retired<S: Shape<Record = T>>(
        &self,
        shape: ShapeOf<S>,
    ) -> impl Iterator<Item = u32> + use<'_, T, S> {
        let words = self.keys(shape).slots();
        (0..self.slots())
            .filter(|&slot| slot_table::state::<T::Id>(words, slot) == SlotState::Retired)
    }

    /// Borrows the row of a live id.
    #[inline]
    pub(crate) fn get<'a, S: Shape<Record = T> + 'a>(
        &'a self,
        shape: ShapeOf<S>,
        id: T::Id,
    ) -> Option<T::Row<'a>> {
        let row = self.keys(shape).row_of(id)?;
        // SAFETY: by invariants 1 and 3 of `Store`; a live id's row is below the rows.
        let refs = unsafe { FieldsOf::<S>::refs::<FieldsAt<S>>(self.base(), row) };
        Some(S::row(refs))
    }

    /// Borrows the row of a live id uniquely.
    #[inline]
    pub(crate) fn get_mut<'a, S: Shape<Record = T> + 'a>(
        &'a mut self,
        shape: ShapeOf<S>,
        id: T::Id,
    ) -> Option<T::RowMut<'a>> {
        let row = self.keys(shape).row_of(id)?;
        // SAFETY: by invariants 1 and 3 of `Store`; a live id's row is below the
        // rows, and the store is lent uniquely.
        let refs = unsafe { FieldsOf::<S>::refs_mut::<FieldsAt<S>>(self.base(), row) };
        Some(S::row_mut(refs))
    }

    /// Borrows the rows of several live ids uniquely.
    pub(crate) fn get_disjoint_mut<'a, S: Shape<Record = T> + 'a, const N: usize>(
        &'a mut self,
        shape: ShapeOf<S>,
        ids: [T::Id; N],
    ) -> Result<[T::RowMut<'a>; N], DisjointError> {
        let keys = self.keys(shape);
        let mut rows = [0; N];
        for (position, &id) in ids.iter().enumerate() {
            let row = keys.row_of(id).ok_or(DisjointError::Stale { position })?;
            if rows[..position].contains(&row) {
                return Err(DisjointError::Overlapping { position });
            }
            rows[position] = row;
        }
        let base = self.base();
        Ok(rows.map(|row| {
            // SAFETY: by invariants 1 and 3 of `Store`; the rows are those of
            // live ids, pairwise different as checked above, and the store is
            // lent uniquely.
            S::row_mut(unsafe { FieldsOf::<S>::refs_mut::<FieldsAt<S>>(base, row) })
        }))
    }

    /// Borrows a row by its number, live or not.
    #[inline]
    pub(crate) fn row<'a, S: Shape<Record = T> + 'a>(
        &'a self,
        _: ShapeOf<S>,
        row: usize,
    ) -> T::Row<'a> {
        assert!(row < self.rows() as usize, "row {row} is outside the hub");
        // SAFETY: by invariants 1 and 3 of `Store`; checked above: the row is initialised.
        S::row(unsafe { FieldsOf::<S>::refs::<FieldsAt<S>>(self.base(), row) })
    }

    /// Borrows all columns.
    #[inline]
    pub(crate) fn columns<'a, S: Shape<Record = T> + 'a>(
        &'a self,
        shape: ShapeOf<S>,
    ) -> T::Columns<'a> {
        let rows = self.rows() as usize;
        // SAFETY: by invariants 1 and 3 of `Store`.
        let slices = unsafe { FieldsOf::<S>::slices::<FieldsAt<S>>(self.base(), rows) };
        S::columns(self.keys(shape), slices)
    }

    /// Borrows all columns uniquely.
    #[inline]
    pub(crate) fn columns_mut<'a, S: Shape<Record = T> + 'a>(
        &'a mut self,
        _: ShapeOf<S>,
    ) -> T::ColumnsMut<'a> {
        let (base, rows) = (self.base(), self.rows());
        // SAFETY: by invariants 1 and 3 of `Store`, which is lent uniquely.
        let slices = unsafe { FieldsOf::<S>::slices_mut::<FieldsAt<S>>(base, rows as usize) };
        // SAFETY: by invariants 1 to 4 of `Store`; the tables are other columns
        // than the fields, and only lent shared.
        let keys = unsafe { keys::<T, S>(base, self.slots(), self.live) };
        S::columns_mut(keys, slices)
    }

    /// Borrows the rows one after the other, uniquely, beside the tables.
    #[inline]
    pub(crate) fn rows_mut<'a, S: Shape<Record = T> + 'a>(
        &'a mut self,
        _: ShapeOf<S>,
    ) -> (KeysOf<'a, T>, RowsMut<'a, T>) {
        let (base, rows) = (self.base(), self.rows());
        // SAFETY: by invariants 1 to 4 of `Store`; the tables are other columns
        // than the fields, and only lent shared.
        let keys = unsafe { keys::<T, S>(base, self.slots(), self.live) };
        (
            keys,
            RowsMut {
                base,
                front: 0,
                back: rows as usize,
                store: PhantomData,
            },
        )
    }

    /// A fresh slot, for which there is memory.
    ///
    /// # Errors
    ///
    /// [`AllocError::OutOfMemory`]; that there is an index for it was asked of
    /// [`Store::next_slot`].
    #[inline]
    pub(crate) fn room<S: Shape<Record = T>>(
        &mut self,
        shape: ShapeOf<S>,
    ) -> Result<Room<'_, T>, AllocError> {
        if self.slots() >= self.capacity() {
            self.grow(shape, self.slots() + 1)?;
        }
        Ok(Room { store: self })
    }

    /// Makes room for `additional` more live rows.
    ///
    /// # Errors
    ///
    /// [`AllocError::Full`] if the index bits cannot tell so many apart,
    /// [`AllocError::OutOfMemory`] if there is no memory for them.
    pub(crate) fn try_reserve<S: Shape<Record = T>>(
        &mut self,
        shape: ShapeOf<S>,
        additional: usize,
    ) -> Result<(), AllocError> {
        let needed =
            self.free
                .slots_for::<T::Id, T::Recycle>(self.slots(), self.live, additional)?;
        if needed > self.capacity() {
            self.grow(shape, needed)
        } else {
            Ok(())
        }
    }

    #[cold]
    #[inline(never)]
    fn grow<S: Shape<Record = T>>(&mut self, _: ShapeOf<S>, needed: u32) -> Result<(), AllocError> {
        let doubled = self.capacity().saturating_mul(2).max(FIRST_CAPACITY);
        let ample = needed.max(doubled.min(T::Id::LIMIT));
        let old = self.capacity() as usize;
        let row = row_layout::<S>();
        // SAFETY: by invariant 1 of `Store`; the caller needs more than the capacity.
        let extended = unsafe { self.block.extend(row, ample) }
            // SAFETY: as above; what was refused has changed nothing.
            || unsafe { self.block.extend(row, needed) };
        if !extended {
            return Err(AllocError::OutOfMemory);
        }
        let to = self.base();
        let from = Base {
            capacity: old,
            ..to
        };
        // SAFETY: the block was extended from `old` rows, which hold the slots
        // by invariant 2 of `Store`, and no row column is longer.
        unsafe { fields::shift_columns::<WordsAt<S>, Tree<S>>(from, to, self.slots() as usize) };
        Ok(())
    }

    /// Gives back the memory behind the last slot, as far as the allocator can.
    pub(crate) fn shrink_to_fit<S: Shape<Record = T>>(&mut self, _: ShapeOf<S>) {
        if self.slots() == self.capacity() {
            return;
        }
        let row = row_layout::<S>();
        let Some(mut block) = Block::allocate(row, self.slots()) else {
            return;
        };
        block.used = self.slots();
        let from = self.base();
        let mut old = core::mem::replace(&mut self.block, block);
        // SAFETY: the blocks are different ones of the same tree, and the slots
        // fit both; no row column is longer.
        unsafe {
            fields::shift_columns::<WordsAt<S>, Tree<S>>(from, self.base(), self.slots() as usize);
        };
        // SAFETY: by invariant 1 of `Store`, for the block that was replaced.
        unsafe { old.free(row) };
    }

    /// Exchanges the fields of a row that is initialised.
    #[inline]
    pub(crate) fn replace<S: Shape<Record = T>>(
        &mut self,
        _: ShapeOf<S>,
        row: u32,
        fields: FieldsOf<S>,
    ) -> FieldsOf<S> {
        assert!(row < self.rows(), "row {row} is outside the hub");
        let (base, row) = (self.base(), row as usize);
        // SAFETY: by invariants 1 and 3 of `Store`; checked above: the row is
        // initialised, and it is written anew below.
        let old = unsafe { FieldsOf::<S>::read::<FieldsAt<S>>(base, row) };
        // SAFETY: as above.
        unsafe { fields.write::<FieldsAt<S>>(base, row) };
        old
    }

    /// Appends a free slot, without a row and in no list, for the dense layout.
    #[cfg(feature = "serde")]
    pub(crate) fn push_slot<S: Shape<Record = T>>(
        &mut self,
        shape: ShapeOf<S>,
    ) -> Result<(), AllocError> {
        assert!(T::Layout::KIND == LayoutKind::Dense, "a slot has a row");
        let slot = self.room(shape)?.store.slots();
        let base = self.base();
        let word = slot_table::free_word::<T::Id>(None, 0);
        // SAFETY: by invariant 1 of `Store`; there is room for one more slot.
        unsafe { One(word).write::<WordsAt<S>>(base, slot as usize) };
        // SAFETY: as above; the slot is not live, so it may have any row.
        unsafe { write_row_of::<T, S>(base, slot, 0) };
        self.block.used += 1;
        Ok(())
    }

    /// Appends the row of a slot that has none yet, for the dense layout.
    #[inline]
    pub(crate) fn push_row<S: Shape<Record = T>>(
        &mut self,
        _: ShapeOf<S>,
        id: T::Id,
        fields: FieldsOf<S>,
    ) {
        let (base, slot) = (self.base(), id.slot());
        assert!(T::Layout::KIND == LayoutKind::Dense, "a row has a slot");
        assert!(
            self.live < self.slots() && slot < self.slots(),
            "there is no free slot {slot}"
        );
        // SAFETY: by invariant 1 of `Store`; checked above: the row, behind the
        // last one, is below the slots and so below the capacity.
        unsafe { fields.write::<FieldsAt<S>>(base, self.live as usize) };
        // SAFETY: as above.
        unsafe { write_id_of::<T, S>(base, self.live as usize, id) };
        // SAFETY: checked above: the slot is one of the slots.
        unsafe { write_row_of::<T, S>(base, slot, self.live as usize) };
        self.live += 1;
    }

    /// Appends the row of a slot and makes the slot live, for the dense layout.
    #[cfg(feature = "serde")]
    pub(crate) fn adopt_row<S: Shape<Record = T>>(
        &mut self,
        shape: ShapeOf<S>,
        id: T::Id,
        fields: FieldsOf<S>,
    ) {
        self.push_row(shape, id, fields);
        self.table(shape).0[id.slot() as usize] = id.word();
    }

    /// Moves a row out and the last row into its place, for the dense layout.
    #[inline]
    pub(crate) fn swap_remove<S: Shape<Record = T>>(
        &mut self,
        shape: ShapeOf<S>,
        row: usize,
    ) -> FieldsOf<S> {
        assert!(
            T::Layout::KIND == LayoutKind::Dense,
            "a row stays at its slot"
        );
        assert!(row < self.live as usize, "row {row} is outside the hub");
        let base = self.base();
        let last = self.live as usize - 1;
        let moved = self.keys(shape).id_at(last);
        // SAFETY: by invariants 1 and 3 of `Store`; checked above: the row is
        // initialised, and it is forgotten or written anew below.
        let fields = unsafe { FieldsOf::<S>::read::<FieldsAt<S>>(base, row) };
        if let Some(moved) = moved.filter(|_| row != last) {
            // SAFETY: both rows are below `live`; the last one is forgotten below.
            unsafe { FieldsOf::<S>::move_row::<FieldsAt<S>>(base, last, row) };
            // SAFETY: as above.
            unsafe { write_id_of::<T, S>(base, row, moved) };
            // SAFETY: the id of a row names one of the slots.
            unsafe { write_row_of::<T, S>(base, moved.slot(), row) };
        }
        self.live -= 1;
        fields
    }

    /// Forgets that there are rows and drops them, for the dense layout.
    pub(crate) fn drop_rows<S: Shape<Record = T>>(&mut self, _: ShapeOf<S>) {
        assert!(
            T::Layout::KIND == LayoutKind::Dense,
            "a hole holds the defaults"
        );
        let rows = core::mem::take(&mut self.live) as usize;
        // SAFETY: by invariants 1 and 3 of `Store`; the rows are forgotten already.
        unsafe { FieldsOf::<S>::drop_rows::<FieldsAt<S>>(self.base(), rows) };
    }

    /// Drops all rows and forgets all slots; keeps the memory.
    pub(crate) fn reset<S: Shape<Record = T>>(&mut self, _: ShapeOf<S>) {
        let rows = self.rows() as usize;
        self.block.used = 0;
        self.live = 0;
        self.free = FreeList::EMPTY;
        // SAFETY: by invariants 1 and 3 of `Store`; the rows are forgotten already.
        unsafe { FieldsOf::<S>::drop_rows::<FieldsAt<S>>(self.base(), rows) };
    }

    /// Fills an empty store with copies of another's rows, its slots and its free list.
    ///
    /// # Errors
    ///
    /// [`AllocError::OutOfMemory`]; nothing has changed then.
    pub(crate) fn copy_from<S: Shape<Record = T>>(
        &mut self,
        shape: ShapeOf<S>,
        source: &Self,
        mut clone: impl FnMut(T::Row<'_>) -> T,
    ) -> Result<(), AllocError> {
        assert!(self.slots() == 0, "only an empty hub is filled");
        if source.slots() > self.capacity() {
            self.grow(shape, source.slots())?;
        }
        let base = self.base();
        let mut copied = Copied::<S> {
            base,
            rows: 0,
            shape: PhantomData,
        };
        for row in 0..source.rows() as usize {
            let fields = S::split(clone(source.row(shape, row)));
            // SAFETY: by invariant 1 of `Store`; the row is below the source's
            // slots, for which there is room.
            unsafe { fields.write::<FieldsAt<S>>(base, row) };
            copied.rows += 1;
        }
        let _ = ManuallyDrop::new(copied);
        let (slots, from) = (source.slots(), source.base());
        // SAFETY: both blocks have room for the source's slots.
        unsafe { copy_tables::<T, S>(from, base, slots, source.rows()) };
        self.block.used = slots;
        self.live = source.live;
        self.free = source.free.clone();
        Ok(())
    }
}

impl<T: IdAllocator> Drop for Store<T> {
    fn drop(&mut self) {
        fn free<T: IdAllocator, S: Shape<Record = T>>(store: &mut Store<T>, shape: ShapeOf<S>) {
            struct FreeBlock<'s, T: IdAllocator, S: Shape<Record = T>>(
                &'s mut Store<T>,
                PhantomData<S>,
            );

            impl<T: IdAllocator, S: Shape<Record = T>> Drop for FreeBlock<'_, T, S> {
                fn drop(&mut self) {
                    // SAFETY: by invariant 1 of `Store`.
                    unsafe { self.0.block.free(row_layout::<S>()) };
                }
            }

            FreeBlock::<T, S>(store, PhantomData).0.reset(shape);
        }
        free(self, shape_of::<T>());
    }
}

/// A fresh slot behind the last one, for which there is memory.
///
/// # Invariants
///
/// 1. The store has fewer slots than capacity.
pub(crate) struct Room<'s, T: IdAllocator> {
    store: &'s mut Store<T>,
}

impl<T: IdAllocator> Room<'_, T> {
    /// Makes the slot live and gives it a row.
    #[inline]
    pub(crate) fn fill<S: Shape<Record = T>>(self, _: ShapeOf<S>, id: T::Id, fields: FieldsOf<S>) {
        let (base, slot) = (self.store.base(), self.store.slots());
        let row = self.store.rows() as usize;
        debug_assert!(
            (slot as usize) < base.capacity,
            "there is room for slot {slot}"
        );
        // SAFETY: by invariant 1 of `Store` and of `Room`; the rows are at most the slots.
        unsafe { fields.write::<FieldsAt<S>>(base, row) };
        // SAFETY: as above.
        unsafe { One(id.word()).write::<WordsAt<S>>(base, slot as usize) };
        // SAFETY: as above.
        unsafe { write_id_of::<T, S>(base, row, id) };
        // SAFETY: as above.
        unsafe { write_row_of::<T, S>(base, slot, row) };
        self.store.block.used += 1;
        self.store.live += 1;
    }
}

/// The rows of a store, lent uniquely one after the other, from both ends.
///
/// # Invariants
///
/// 1. The rows `front..back` are initialised and lent to nobody else for `'a`.
pub(crate) struct RowsMut<'a, T: IdAllocator> {
    base: Base,
    front: usize,
    back: usize,
    store: PhantomData<&'a mut Store<T>>,
}

// SAFETY: it is a unique borrow of the fields of records.
unsafe impl<T: IdAllocator + Send> Send for RowsMut<'_, T> {}
// SAFETY: shared, it lends nothing.
unsafe impl<T: IdAllocator + Sync> Sync for RowsMut<'_, T> {}

impl<'a, T: IdAllocator> RowsMut<'a, T> {
    /// Lends `row`; it and the rows before it are not lent again.
    #[inline]
    pub(crate) fn take(&mut self, row: usize) -> T::RowMut<'a> {
        assert!(
            self.front <= row && row < self.back,
            "row {row} is lent already"
        );
        self.front = row + 1;
        // SAFETY: by invariant 1 of `RowsMut`; the row leaves its range.
        unsafe { row_mut(shape_of::<T>(), self.base, row) }
    }

    /// Lends `row`; it and the rows behind it are not lent again.
    #[inline]
    pub(crate) fn take_back(&mut self, row: usize) -> T::RowMut<'a> {
        assert!(
            self.front <= row && row < self.back,
            "row {row} is lent already"
        );
        self.back = row;
        // SAFETY: by invariant 1 of `RowsMut`; the row leaves its range.
        unsafe { row_mut(shape_of::<T>(), self.base, row) }
    }

    /// Divides the rows into those before `row` and those from it on.
    #[cfg(feature = "rayon")]
    pub(crate) fn split_at(self, row: usize) -> (Self, Self) {
        assert!(
            self.front <= row && row <= self.back,
            "row {row} is lent already"
        );
        (
            RowsMut { back: row, ..self },
            RowsMut { front: row, ..self },
        )
    }
}

/// Lends a row uniquely.
///
/// # Safety
///
/// `base` is the block of a store of `T`, and `row` is initialised and lent to
/// nobody else for `'a`.
#[inline(always)]
unsafe fn row_mut<'a, T: IdAllocator + 'a, S: Shape<Record = T> + 'a>(
    _: ShapeOf<S>,
    base: Base,
    row: usize,
) -> T::RowMut<'a> {
    // SAFETY: by this function's contract.
    S::row_mut(unsafe { FieldsOf::<S>::refs_mut::<FieldsAt<S>>(base, row) })
}

/// Drops the rows that were copied if copying another one panics.
struct Copied<S: Shape> {
    base: Base,
    rows: usize,
    shape: PhantomData<S>,
}

impl<S: Shape> Drop for Copied<S> {
    fn drop(&mut self) {
        // SAFETY: the maker of the guard counts the rows that it has written.
        unsafe { FieldsOf::<S>::drop_rows::<FieldsAt<S>>(self.base, self.rows) };
    }
}

const fn row_layout<S: Shape>() -> RowLayout {
    fields::row_layout::<Tree<S>>()
}

/// The tables of a block.
///
/// # Safety
///
/// `base`, `slots` and `live` are those of a store of `T` with shape `S`, whose
/// tables are lent shared for `'a`.
#[inline(always)]
unsafe fn keys<'a, T: IdAllocator, S: Shape<Record = T>>(
    base: Base,
    slots: u32,
    live: u32,
) -> Keys<'a, T::Id, T::Layout> {
    let slots = slots as usize;
    // SAFETY: by this function's contract and invariant 2 of `Store`.
    let words = unsafe { One::<Word<T>>::slices::<WordsAt<S>>(base, slots) };
    match T::Layout::KIND {
        // SAFETY: with `Slots` there is a row a slot.
        LayoutKind::Slots => unsafe { Keys::new(words, &[], words, live) },
        LayoutKind::Dense => {
            // SAFETY: by this function's contract and invariant 2 of `Store`.
            let row_of = unsafe { One::<u32>::slices::<RowOfAt<S>>(base, slots) };
            // SAFETY: by this function's contract and invariant 3 of `Store`.
            let id_of = unsafe { One::<Word<T>>::slices::<IdOfAt<S>>(base, live as usize) };
            // SAFETY: by invariants 3 and 4 of `Store`.
            unsafe { Keys::new(words, row_of, id_of, live) }
        }
    }
}

/// Writes which row a slot has, if the layout keeps that.
///
/// # Safety
///
/// `base` is the block of a store of `T` with shape `S`, and `slot` is below its capacity.
#[inline(always)]
#[expect(
    clippy::cast_possible_truncation,
    reason = "the rows are counted in u32"
)]
unsafe fn write_row_of<T: IdAllocator, S: Shape<Record = T>>(base: Base, slot: u32, row: usize) {
    // SAFETY: by this function's contract.
    unsafe { T::Layout::row_of_entry(row as u32).write::<RowOfAt<S>>(base, slot as usize) };
}

/// Writes which id a row has, if the layout keeps that.
///
/// # Safety
///
/// `base` is the block of a store of `T` with shape `S`, and `row` is below its capacity.
#[inline(always)]
unsafe fn write_id_of<T: IdAllocator, S: Shape<Record = T>>(base: Base, row: usize, id: T::Id) {
    // SAFETY: by this function's contract.
    unsafe { T::Layout::id_of_entry(id.word()).write::<IdOfAt<S>>(base, row) };
}

/// Copies the tables of one block to another.
///
/// # Safety
///
/// Both are blocks of stores of `T` with shape `S`; `from` has `slots` slots and
/// `rows` rows, and `to` has room for them.
unsafe fn copy_tables<T: IdAllocator, S: Shape<Record = T>>(
    from: Base,
    to: Base,
    slots: u32,
    rows: u32,
) {
    type OfSlots<T> = Pair<One<Word<T>>, RowOf<T>>;
    // SAFETY: by this function's contract.
    unsafe { fields::shift_columns::<WordsAt<S>, OfSlots<T>>(from, to, slots as usize) };
    // SAFETY: by this function's contract.
    unsafe { fields::shift_columns::<IdOfAt<S>, IdOf<T>>(from, to, rows as usize) };
}
