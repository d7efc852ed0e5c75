//! Growing, shrinking, copying and freeing the block.

use core::marker::PhantomData;

use super::{
    Fields, FieldsAt, FieldsOf, IdOf, IdOfAt, One, Pair, RowOf, Store, Tree, Word, WordsAt,
    row_layout,
};
use crate::error::AllocError;
use crate::handle::AnyHandle;
use crate::memory::{Base, Block, CloneFields, HoleBits, shift_columns};
#[cfg(feature = "purge")]
use crate::memory::{Tree as _, purge, unused_bytes};
use crate::record::{IdAllocator, Shape, ShapeOf, shape_of};
use crate::slot_table::{self, FreeList};

/// The capacity of a hub's first block, in rows.
const FIRST_CAPACITY: u32 = 4;

/// The size in bytes below which a block grows by a copy into a new one: that
/// moves each value once, where extending it in place and shifting the columns
/// may move it twice. Above it, what is saved are the page faults of a new block.
const SMALL_BLOCK: usize = 2048;

/// The columns that have a value per slot.
type OfSlots<T> = Pair<One<Word<T>>, RowOf<T>>;

impl<T: IdAllocator> Store<T> {
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
        let fresh = self.supply(additional)?.fresh;
        self.reserve_slots(shape, fresh)
    }

    /// Makes room for `fresh` more slots; there are indices for them.
    ///
    /// # Errors
    ///
    /// [`AllocError::OutOfMemory`].
    pub(crate) fn reserve_slots<S: Shape<Record = T>>(
        &mut self,
        shape: ShapeOf<S>,
        fresh: u32,
    ) -> Result<(), AllocError> {
        let needed = self.slots() + fresh;
        if needed > self.capacity() {
            self.grow(shape, needed)
        } else {
            Ok(())
        }
    }

    #[cold]
    #[inline(never)]
    pub(super) fn grow<S: Shape<Record = T>>(
        &mut self,
        shape: ShapeOf<S>,
        needed: u32,
    ) -> Result<(), AllocError> {
        let doubled = self.capacity().saturating_mul(2).max(FIRST_CAPACITY);
        let ample = needed.max(doubled.min(T::Id::LIMIT));
        let old = self.capacity() as usize;
        let row = row_layout::<S>();
        if old * row.bytes < SMALL_BLOCK && self.rebuild(shape, ample) {
            return Ok(());
        }
        // SAFETY: by invariant 1 of `Store`; the caller needs more than the capacity.
        let extended = unsafe { self.block.extend(row, ample) }
            // SAFETY: by invariant 1 of `Store`, as what was refused has changed
            // nothing; the caller needs more than the capacity.
            || unsafe { self.block.extend(row, needed) };
        if !extended {
            return Err(AllocError::OutOfMemory);
        }
        let to = self.base();
        let from = Base {
            capacity: old,
            ..to
        };
        // SAFETY: the block was extended from `old` rows, which hold the slots;
        // the bits stand behind all columns, so they are moved first.
        unsafe { copy_holes::<T, S>(from, to, self.slots()) };
        // SAFETY: the block was extended from `old` rows, which hold the slots
        // by invariant 2 of `Store`, and no row column is longer.
        unsafe { shift_columns::<WordsAt<S>, Tree<S>>(from, to, self.slots() as usize) };
        self.begin_word(shape);
        Ok(())
    }

    /// Gives back the memory behind the last slot, as far as the allocator can.
    pub(crate) fn shrink_to_fit<S: Shape<Record = T>>(&mut self, shape: ShapeOf<S>) {
        if self.slots() < self.capacity() {
            self.rebuild(shape, self.slots());
        }
    }

    /// Gives the pages behind the slots and the rows back to the system.
    #[cfg(feature = "purge")]
    pub(crate) fn purge<S: Shape<Record = T>>(&mut self, _: ShapeOf<S>) -> usize {
        let (base, tree) = (self.base(), const { &Tree::<S>::TREE });
        let of_slots = const { OfSlots::<T>::TREE.columns() };
        let given_back = (0..tree.columns()).map(|column| {
            let used = if column < of_slots {
                self.slots()
            } else {
                self.rows()
            };
            let (start, bytes) = unused_bytes(tree, column, used as usize, base.capacity);
            // SAFETY: by invariant 1 of `Store` the column has `capacity` rows
            // inside the block, of which `used` are not more.
            let start = unsafe { base.start.add(start) };
            // SAFETY: the bytes are those of the column's other rows, which by
            // invariants 2 and 3 of `Store` are not initialised; the store is
            // lent uniquely.
            unsafe { purge(start, bytes) }
        });
        given_back.sum()
    }

    /// Moves the rows to a new block, for which there may be no memory.
    fn rebuild<S: Shape<Record = T>>(&mut self, shape: ShapeOf<S>, capacity: u32) -> bool {
        assert!(self.slots() <= capacity, "a slot is lost");
        let row = row_layout::<S>();
        let Some(mut block) = Block::allocate(row, capacity) else {
            return false;
        };
        block.used = self.slots();
        let from = self.base();
        let mut old = self.block.take();
        self.block = block;
        self.begin_word(shape);
        if old.capacity() == 0 {
            return true;
        }
        // SAFETY: the blocks are different ones of the same tree, and the slots
        // fit both; no row column is longer.
        unsafe {
            shift_columns::<WordsAt<S>, Tree<S>>(from, self.base(), self.slots() as usize);
        };
        // SAFETY: the blocks are different ones, and the slots fit both.
        unsafe { copy_holes::<T, S>(from, self.base(), self.slots()) };
        // SAFETY: by invariant 1 of `Store`, for the block that was replaced.
        unsafe { old.free(row) };
        true
    }

    /// Drops all rows and forgets all slots; keeps the memory.
    pub(crate) fn reset<S: Shape<Record = T>>(&mut self, shape: ShapeOf<S>) {
        let rows = self.rows() as usize;
        self.block.used = 0;
        self.live = 0;
        self.free = FreeList::EMPTY;
        self.begin_word(shape);
        // SAFETY: by invariants 1 and 3 of `Store`; the rows are forgotten already.
        unsafe { FieldsOf::<S>::drop_rows::<FieldsAt<S>>(self.base(), 0..rows) };
    }

    /// Fills an empty store with copies of another's rows, its slots and its free
    /// list. If copying a value panics, the store is empty.
    ///
    /// # Errors
    ///
    /// [`AllocError::OutOfMemory`]; nothing has changed then.
    pub(crate) fn copy_from<S>(
        &mut self,
        shape: ShapeOf<S>,
        source: &Self,
    ) -> Result<(), AllocError>
    where
        S: Shape<Record = T, Fields: CloneFields>,
    {
        assert!(self.slots() == 0, "only an empty hub is filled");
        if source.slots() > self.capacity() {
            self.grow(shape, source.slots())?;
        }
        let (slots, rows) = (source.slots(), source.rows());
        let (from, to) = (source.base(), self.base());
        // SAFETY: by invariants 1 and 3 of `Store` for the source; there is room
        // for its slots, which are at least its rows, and no row is in use here.
        unsafe { FieldsOf::<S>::clone_rows::<FieldsAt<S>>(from, to, 0, rows as usize) };
        // SAFETY: both blocks have room for the source's slots.
        unsafe { copy_tables::<T, S>(from, to, slots, rows) };
        self.block.used = slots;
        self.live = source.live;
        self.free = source.free.clone();
        self.begin_word(shape);
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
    debug_assert!(rows <= slots, "a row has a slot");
    debug_assert!(
        slots as usize <= from.capacity.min(to.capacity),
        "both blocks have the slots"
    );
    // SAFETY: by this function's contract.
    unsafe { shift_columns::<WordsAt<S>, OfSlots<T>>(from, to, slots as usize) };
    // SAFETY: by this function's contract.
    unsafe { shift_columns::<IdOfAt<S>, IdOf<T>>(from, to, rows as usize) };
    // SAFETY: by this function's contract.
    unsafe { copy_holes::<T, S>(from, to, slots) };
}

/// Copies the bits beside the slot table from one block to another, or within
/// one that was extended; where the old one has none, its words tell.
///
/// # Safety
///
/// Both are blocks of stores of `T` with shape `S`, and `from` has `slots`
/// slots. `to` has room for them, and is another block; or the memory of `from`
/// extended to a larger capacity, in which no column was shifted yet.
unsafe fn copy_holes<T: IdAllocator, S: Shape<Record = T>>(from: Base, to: Base, slots: u32) {
    let row = row_layout::<S>();
    // SAFETY: by this function's contract.
    let old = unsafe { HoleBits::of(from, row) };
    // SAFETY: by this function's contract.
    let new = unsafe { HoleBits::of(to, row) };
    match (old, new) {
        // SAFETY: by this function's contract; where `to` is `from` extended, the
        // new words start behind all old columns.
        (Some(old), Some(new)) => unsafe { old.copy_to(new, slots) },
        (None, Some(new)) => {
            // SAFETY: by this function's contract and invariant 2 of `Store`.
            let words = unsafe { One::<Word<T>>::slices::<WordsAt<S>>(from, slots as usize) };
            // SAFETY: nobody borrows the new words.
            unsafe { new.start(slot_table::holes::<T::Id>(words, 0)) };
        }
        (_, None) => {}
    }
}
