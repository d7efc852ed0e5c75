//! Back links through the free list, for rows that are inserted under given ids.
//!
//! A slot leaves the free list at the front without them. To leave it elsewhere, the
//! block gets a table of one link per slot; until then it has no byte for it.

use super::untyped::Untyped;
use super::{NextRow, Store, Typed};
use crate::error::AllocError;
use crate::handle::AnyHandle;
use crate::ids::Core;
use crate::memory::{BackLinks, BackTable, RowLayout};
use crate::record::{HandleOf, IdAllocator, RecycleOf, Shape};
use crate::slot_table::{Back, FreeList, WordOf};
use crate::slot_table::{Exhausted, Recycle};

impl<T: IdAllocator> Store<T> {
    /// Whether the block has back links.
    #[inline(always)]
    pub(crate) fn has_back_links(&self) -> bool {
        self.core.has_back_links()
    }
}

impl Core {
    /// Whether the block has back links.
    #[inline(always)]
    pub(super) fn has_back_links(&self) -> bool {
        self.free.is_moved()
    }

    /// What the block was made with: `row`, and back links if it has them.
    #[inline]
    pub(super) fn made_with(&self, row: &RowLayout) -> RowLayout {
        row.with_back_links(if self.has_back_links() {
            BackLinks::OnePerRow
        } else {
            BackLinks::Nothing
        })
    }

    /// The back links of the block, if it has them.
    ///
    /// # Safety
    ///
    /// The block was made with `row`, apart from back links.
    #[inline]
    unsafe fn back_links(&self, row: &RowLayout) -> Option<BackTable> {
        if !self.has_back_links() {
            return None;
        }
        let row = row.with_back_links(BackLinks::OnePerRow);
        // SAFETY: by this function's contract and invariant 6 of `Store`.
        unsafe { BackTable::of(self.block.base(), row) }
    }

    /// The free list, with its ends.
    ///
    /// # Safety
    ///
    /// The block was made with `row`, apart from back links. Its back links are not borrowed
    /// exclusively, and nothing writes to them meanwhile.
    #[inline(always)]
    pub(super) unsafe fn free_list(&self, row: &RowLayout) -> FreeList {
        if self.has_back_links() {
            // SAFETY: by this function's contract, which is that of `list_in_back_links`.
            return unsafe { self.list_in_back_links(row) };
        }
        self.free.clone()
    }

    /// The free list of a block with back links. Out of line, because most blocks have none.
    ///
    /// # Safety
    ///
    /// The contract of [`Core::free_list`].
    #[cold]
    #[inline]
    unsafe fn list_in_back_links(&self, row: &RowLayout) -> FreeList {
        // SAFETY: by this function's contract the block was made with `row`, and nothing writes to
        // its back links; by invariant 6 of `Store` their numbers are initialised.
        let last = unsafe { self.back_links(row).map(|back_links| back_links.front()) };
        match last {
            Some(last) => self.free.with_last(last),
            None => self.free.clone(),
        }
    }
}

impl<H: AnyHandle> Untyped<'_, H> {
    /// The back links of the block, if it has them.
    #[inline(always)]
    fn back_links(&self) -> Option<BackTable> {
        // SAFETY: by invariant 1 of `Untyped` and invariant 1 of `Store`.
        unsafe { self.core.back_links(self.plan.row) }
    }

    /// The free list, with its ends.
    #[inline(always)]
    pub(super) fn free_list(&self) -> FreeList {
        // SAFETY: by invariant 1 of `Untyped` and invariant 1 of `Store`; the store is borrowed
        // exclusively, and the back links are not.
        unsafe { self.core.free_list(self.plan.row) }
    }

    /// Replaces the free list, which must be the list of the slots that exist. The block
    /// keeps its back links, if it has them.
    pub(super) fn set_free_list(self, list: FreeList) {
        let Some(back_links) = self.back_links() else {
            self.core.free = list;
            return;
        };
        self.core.free = list.moved();
        // SAFETY: by invariant 6 of `Store`; the table and the words are lent exclusively with the
        // store.
        let ((end, back), words) = unsafe { (back_links.parts(), self.words()) };
        *end = list.last();
        list.link_back::<H>(words, back);
    }

    /// Initialises the back links of a block that was just made with them, for this free list.
    #[cold]
    pub(super) fn begin_back_links(self, list: FreeList) {
        self.core.free = list.moved();
        if let Some(back_links) = self.back_links() {
            // SAFETY: the table is not borrowed.
            unsafe { back_links.clear() };
        }
        self.set_free_list(list);
    }

    /// Frees or retires the slot of a live id, while the block has back links.
    #[cold]
    #[inline(never)]
    pub(super) fn release_in_back_links<R: Recycle, E: Exhausted>(mut self, id: H) {
        self.again()
            .edit_back_links(|words, free, back| free.put::<H, R, E>(words, back, id));
        if !self.plan.dense {
            self.core.live -= 1;
            if let Some(holes) = self.holes() {
                // SAFETY: by invariant 5 of `Store` and fact 1 of `slot_table`, since `put`
                // has written the word of the slot.
                unsafe { holes.set(id.index()) };
            }
        }
    }

    /// Changes the slot table and its free list, whose ends are in the block.
    fn edit_back_links<R>(
        self,
        edit: impl FnOnce(&mut [WordOf<H>], &mut FreeList, Back<'_>) -> R,
    ) -> R {
        let Some(back_links) = self.back_links() else {
            unreachable!("the block has no back links");
        };
        // SAFETY: by invariant 6 of `Store`; the table and the words are lent exclusively with the
        // store.
        let ((end, back), words) = unsafe { (back_links.parts(), self.words()) };
        let mut list = self.core.free.with_last(*end);
        let result = edit(words, &mut list, Some(back));
        *end = list.last();
        self.core.free = list.moved();
        result
    }
}

impl<S: Shape> Typed<S> {
    /// Makes back links, unless the block has them or the slot is the first that is free.
    ///
    /// # Errors
    ///
    /// [`AllocError::OutOfMemory`]; nothing has changed then.
    pub(crate) fn prepare_to_claim(&mut self, slot: u32) -> Result<(), AllocError> {
        if self.store.core.free.starts_with(slot) {
            return Ok(());
        }
        self.make_back_links()
    }

    /// Makes back links, unless the block has them. It has memory.
    ///
    /// # Errors
    ///
    /// [`AllocError::OutOfMemory`]; nothing has changed then.
    pub(crate) fn make_back_links(&mut self) -> Result<(), AllocError> {
        let capacity = self.store.capacity();
        let has_them = self.store.has_back_links();
        if has_them || self.untyped().rebuild(capacity, BackLinks::OnePerRow) {
            Ok(())
        } else {
            Err(AllocError::OutOfMemory)
        }
    }

    /// Takes the free slot of an id out of the free list and makes the id live. Its row must be
    /// written next, and [`Typed::prepare_to_claim`] was called.
    pub(crate) fn claim(&mut self, id: HandleOf<S>) -> NextRow<'_, S> {
        self.edit(|words, free, back| free.claim(words, back, id));
        self.vacant_row(id)
    }

    /// Frees fresh slots, which are withheld: the lowest is the first to be issued.
    pub(crate) fn open(&mut self, ids: impl DoubleEndedIterator<Item = HandleOf<S>>) {
        self.edit(|words, free, mut back| {
            if RecycleOf::<S>::QUEUE {
                ids.for_each(|id| free.give_back_last(words, back.as_deref_mut(), id));
            } else {
                ids.rev()
                    .for_each(|id| free.give_back(words, back.as_deref_mut(), id));
            }
        });
    }

    /// Changes the slot table and its free list.
    #[inline(always)]
    pub(super) fn edit<R>(
        &mut self,
        edit: impl FnOnce(&mut [WordOf<HandleOf<S>>], &mut FreeList, Back<'_>) -> R,
    ) -> R {
        /// Out of line, because most blocks have no back links.
        #[cold]
        #[inline(never)]
        fn in_back_links<S: Shape, R>(
            typed: &mut Typed<S>,
            edit: impl FnOnce(&mut [WordOf<HandleOf<S>>], &mut FreeList, Back<'_>) -> R,
        ) -> R {
            typed.untyped().edit_back_links(edit)
        }
        if self.store.has_back_links() {
            return in_back_links(self, edit);
        }
        let (words, free) = self.table();
        edit(words, free, None)
    }
}
