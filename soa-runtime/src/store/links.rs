//! Links back through the free list, for rows that are inserted under given ids.
//!
//! A slot leaves the free list at the front without them. To leave it elsewhere, the
//! block gets a table of one link per slot; until then it has no byte for it.

use super::{Store, Typed, row_layout};
use crate::error::AllocError;
use crate::handle::AnyHandle;
use crate::memory::{self, LinkTable, Links, RowLayout, lend};
use crate::policy::Recycle;
use crate::record::{ExhaustedOf, HandleOf, IdAllocator, RecycleOf, Shape};
use crate::slot_table::{Back, FreeList, WordOf};

impl<T: IdAllocator> Store<T> {
    /// Whether the block has links.
    #[inline(always)]
    pub(crate) fn has_links(&self) -> bool {
        self.free.is_moved()
    }
}

impl<S: Shape> Typed<S> {
    /// What the block was made with.
    #[inline]
    pub(super) fn made_with(&self) -> RowLayout {
        row_layout::<S>().with_links(if self.store.has_links() {
            Links::OnePerRow
        } else {
            Links::Nothing
        })
    }

    /// The links of the block, if it has them.
    #[inline(always)]
    pub(super) fn links(&self) -> Option<LinkTable> {
        if !self.store.has_links() {
            return None;
        }
        let row = row_layout::<S>().with_links(Links::OnePerRow);
        // SAFETY: by invariants 1 and 6 of `Store`.
        unsafe { LinkTable::of(self.store.base(), row) }
    }

    /// The free list, with its ends.
    #[inline(always)]
    pub(crate) fn free_list(&self) -> FreeList {
        match self.links() {
            // SAFETY: by invariant 6 of `Store`; the table is not borrowed.
            Some(links) => self.store.free.with_last(unsafe { links.front() }),
            None => self.store.free.clone(),
        }
    }

    /// Replaces the free list, which must be the list of the slots that exist. The block
    /// keeps its links, if it has them.
    pub(super) fn set_free_list(&mut self, list: FreeList) {
        let Some(links) = self.links() else {
            self.store.free = list;
            return;
        };
        // SAFETY: the table is not borrowed.
        unsafe { links.set_front(list.last()) };
        self.store.free = list.moved();
        // SAFETY: by invariant 6 of `Store`; the table is lent exclusively with the store.
        let back = unsafe { links.slice() };
        list.link_back::<HandleOf<S>>(self.keys().slots(), back);
    }

    /// Initialises the links of a block that was just made with them, in which no slot
    /// has a link yet.
    #[cold]
    pub(super) fn begin_links(&mut self, list: &FreeList) {
        self.store.free = list.moved();
        if let Some(links) = self.links() {
            // SAFETY: the table is not borrowed.
            unsafe { links.set_front(list.last()) };
            // SAFETY: the table is not borrowed.
            unsafe { links.clear_from(0) };
        }
    }

    /// Makes links, unless the block has them or the slot is the first that is free.
    ///
    /// # Errors
    ///
    /// [`AllocError::OutOfMemory`]; nothing has changed then.
    pub(crate) fn prepare_to_claim(&mut self, slot: u32) -> Result<(), AllocError> {
        if self.store.free.starts_with(slot) {
            return Ok(());
        }
        self.make_links()
    }

    /// Makes links, unless the block has them. It has memory.
    ///
    /// # Errors
    ///
    /// [`AllocError::OutOfMemory`]; nothing has changed then.
    pub(crate) fn make_links(&mut self) -> Result<(), AllocError> {
        if self.store.has_links() || self.rebuild(self.store.capacity(), Links::OnePerRow) {
            Ok(())
        } else {
            Err(AllocError::OutOfMemory)
        }
    }

    /// Takes the free slot of an id out of the free list and makes the id live. Its
    /// row was written, and [`Typed::prepare_to_claim`] was called.
    pub(crate) fn claim(&mut self, id: HandleOf<S>) {
        if self.store.has_links() {
            self.edit_links(|words, free, back| free.claim(words, back, id));
        } else {
            let (words, free) = self.table();
            free.claim(words, None, id);
        }
        // SAFETY: `claim` has written the slot's word, checked.
        unsafe { self.note_row(id.index()) };
    }

    /// Frees or retires the slot of a live id, while the block has links.
    #[cold]
    #[inline(never)]
    pub(super) fn release_in_links(&mut self, id: HandleOf<S>) {
        self.edit_links(|words, free, back| {
            free.put::<HandleOf<S>, RecycleOf<S>, ExhaustedOf<S>>(words, back, id);
        });
        // SAFETY: `put` has written the slot's word, checked.
        unsafe { self.note_hole(id.index()) };
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
        /// Out of line, because most blocks have no links.
        #[cold]
        #[inline(never)]
        fn in_links<S: Shape, R>(
            typed: &mut Typed<S>,
            edit: impl FnOnce(&mut [WordOf<HandleOf<S>>], &mut FreeList, Back<'_>) -> R,
        ) -> R {
            typed.edit_links(edit)
        }
        if self.store.has_links() {
            return in_links(self, edit);
        }
        let (words, free) = self.table();
        edit(words, free, None)
    }

    /// Changes the slot table and its free list, whose ends are in the block.
    #[inline(always)]
    fn edit_links<R>(
        &mut self,
        edit: impl FnOnce(&mut [WordOf<HandleOf<S>>], &mut FreeList, Back<'_>) -> R,
    ) -> R {
        let Some(links) = self.links() else {
            unreachable!("the block has no links");
        };
        // SAFETY: by invariant 6 of `Store`; the table is not borrowed.
        let mut list = self.store.free.with_last(unsafe { links.front() });
        let (base, slots) = (self.store.base(), self.store.slots() as usize);
        // SAFETY: by invariants 1 and 2 of `Store`; the words are lent exclusively
        // with the store.
        let words = unsafe { lend::<memory::ColumnsMut, _, _>(Self::WORDS, base, slots) };
        // SAFETY: by invariant 6 of `Store`; the table is lent exclusively with the store.
        let back = unsafe { links.slice() };
        let result = edit(words, &mut list, Some(back));
        // SAFETY: the table is borrowed no longer.
        unsafe { links.set_front(list.last()) };
        self.store.free = list.moved();
        result
    }
}
