//! Slots that change their state, with what the store records beside the slot table: the number of
//! live rows, the bits of holes, and the stamps of slots.

use core::mem;
use core::ops::Range;

use super::change::{write_id_of, write_row_of};
use super::untyped::Untyped;
use super::{LiveRow, NextRow, Typed, Vacated, outside};
use crate::error::AllocError;
use crate::handle::AnyHandle;
use crate::memory::{Entry as _, Moved, One, back_links, clear_back_links, drop_rows, move_row};
use crate::record::{BareOf, ExhaustedOf, HandleOf, RecycleOf, Shape};
use crate::slot_table::{self, Exhausted, FreeList, Recycle, SlotState, SlotTable};

impl<'s, H: AnyHandle> Untyped<'s, H> {
    /// Borrows the slot table.
    #[inline(always)]
    fn slot_table(self) -> SlotTable<'s, H> {
        /// Out of line, because most blocks have no back links.
        #[cold]
        #[inline(never)]
        fn links<'a, H: AnyHandle>(store: &Untyped<'_, H>) -> Option<&'a mut [u32]> {
            // SAFETY: by invariant 1 of `Untyped` and invariants 1 and 6 of `Store` the block was
            // made with back links, which are initialised. They are lent with the store, which is
            // borrowed mutably for as long by the only caller.
            unsafe { back_links(store.base(), store.plan.linked_row) }
        }
        let back = if self.core.has_back_links {
            links(&self)
        } else {
            None
        };
        SlotTable {
            // SAFETY: the words are borrowed with the store, which is borrowed mutably.
            words: unsafe { self.words() },
            free: &mut self.core.free,
            back,
        }
    }

    /// Changes the slot of a live id whose row is gone, or becomes a hole with `Slots`.
    #[inline]
    fn vacate<R: Recycle, E: Exhausted>(self, id: H, vacated: Vacated<H>) {
        self.take_out_of_use(id.index(), move |mut slots| match vacated {
            Vacated::Freed => slots.recycle::<R, E>(id),
            Vacated::Reserved(next) => slots.set_aside(next),
        });
    }

    /// Records that a slot is no longer live, and changes it in the slot table. The change is the
    /// last step: its cold calls are then jumps, for which no register is saved.
    #[inline(always)]
    fn take_out_of_use(self, slot: u32, change: impl FnOnce(SlotTable<'_, H>)) {
        /// Out of line, because most blocks have no back links.
        #[cold]
        #[inline(never)]
        fn in_back_links<H: AnyHandle>(
            store: Untyped<'_, H>,
            change: impl FnOnce(SlotTable<'_, H>),
        ) {
            change(store.slot_table());
        }
        if slot >= self.slots() {
            outside(slot as usize);
        }
        if !self.plan.dense {
            self.core.live -= 1;
            if let Some(holes) = self.holes() {
                // SAFETY: by invariant 5 of `Store`; checked above: it is one of the slots.
                unsafe { holes.mark(slot, true) };
            }
        }
        if self.core.has_back_links {
            in_back_links(self, change);
        } else {
            // The compiler sees that there are no back links.
            change(SlotTable {
                back: None,
                ..self.slot_table()
            });
        }
    }

    /// Replaces the free list, which must be the list of the slots that exist.
    pub(super) fn set_free_list(self, list: FreeList) {
        self.core.free = list;
        if self.core.has_back_links {
            self.begin_back_links();
        }
    }

    /// Writes all back links, of a block that was made with them.
    #[cold]
    #[inline(never)]
    pub(super) fn begin_back_links(self) {
        // SAFETY: by invariant 1 of `Untyped` and invariants 1 and 6 of `Store` the block was made
        // with back links, which nothing borrows.
        unsafe { clear_back_links(self.base(), self.plan.linked_row) };
        let list = self.core.free;
        let SlotTable { words, back, .. } = self.slot_table();
        if let Some(back) = back {
            list.link_back::<H>(words, back);
        }
    }
}

impl<S: Shape> Typed<S> {
    #[inline(always)]
    fn slot_table(&mut self) -> SlotTable<'_, BareOf<S>> {
        self.untyped().slot_table()
    }

    /// Changes the slot of a live id whose row is gone, or becomes a hole with `Slots`.
    #[inline(always)]
    fn vacate(&mut self, id: HandleOf<S>, vacated: Vacated<BareOf<S>>) {
        let store = self.untyped();
        store.vacate::<RecycleOf<S>, ExhaustedOf<S>>(id.bare(), vacated);
        self.stamp_slot(id.index());
    }

    /// Frees the slots of all rows in their order, and then drops the rows, for the dense layout.
    pub(crate) fn free_all_rows(&mut self) {
        assert!(Self::DENSE, "a hole holds the defaults");
        for row in 0..self.store.core.live as usize {
            self.vacate(self.id_of(row), Vacated::Freed);
        }
        let rows = mem::take(&mut self.store.core.live) as usize;
        // SAFETY: by invariants 1 and 3 of `Store`; the store no longer counts
        // these rows.
        unsafe { drop_rows(Typed::<S>::FIELDS, self.store.base(), 0..rows) };
    }

    /// Returns the reserved id of a slot, if it is reserved.
    pub(crate) fn reserved_id(&self, slot: u32) -> Option<HandleOf<S>> {
        match self.state(slot) {
            SlotState::Reserved { generation } => {
                Some(HandleOf::<S>::assemble_tagged(slot, generation, self.tag()))
            }
            _ => None,
        }
    }

    /// Returns the reserved ids in the order of their slots.
    pub(crate) fn reserved(&self) -> impl Iterator<Item = HandleOf<S>> + use<'_, S> {
        (0..self.store.slots()).filter_map(|slot| self.reserved_id(slot))
    }

    /// Makes a reserved id live, with this row. Returns what its hole contained.
    #[inline]
    pub(crate) fn admit(&mut self, id: HandleOf<S>, record: S::Record) -> Option<S::Record> {
        self.slot_table().take_back(id.bare());
        self.vacant_row(id).replace_hole(record)
    }

    /// Takes the free slot of an id out of the free list and makes the id live, with this row.
    /// Returns what its hole contained. [`Typed::prepare_to_claim`] was called.
    pub(crate) fn claim(&mut self, id: HandleOf<S>, record: S::Record) -> Option<S::Record> {
        self.slot_table().unlink(id.index());
        self.vacant_row(id).replace_hole(record)
    }

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
        if self.store.core.has_back_links || self.untyped().rebuild(capacity, true) {
            Ok(())
        } else {
            Err(AllocError::OutOfMemory)
        }
    }

    /// Frees or retires the slot of a reserved id.
    #[inline]
    pub(crate) fn release_reserved(&mut self, id: HandleOf<S>) {
        let mut slots = self.slot_table();
        slots.take_back(id.bare());
        slots.recycle::<RecycleOf<S>, ExhaustedOf<S>>(id.bare());
        self.stamp_slot(id.index());
    }

    /// Makes a reserved id that no caller has seen the next id to be issued.
    pub(crate) fn give_back(&mut self, id: HandleOf<S>) {
        let mut slots = self.slot_table();
        slots.take_back(id.bare());
        slots.prepend(id.index(), id.generation());
        self.stamp_slot(id.index());
    }

    /// Frees fresh slots, which are reserved: the lowest is the first to be issued.
    pub(crate) fn open(&mut self, mut slots: Range<u32>) {
        let queue = RecycleOf::<S>::QUEUE;
        while let Some(slot) = if queue {
            slots.next()
        } else {
            slots.next_back()
        } {
            self.reopen(self.first_id(slot));
        }
    }

    /// Frees the slot of a reserved id, so that it issues this id next.
    fn reopen(&mut self, id: HandleOf<S>) {
        let mut slots = self.slot_table();
        slots.take_back(id.bare());
        slots.enlist::<RecycleOf<S>>(id.index(), id.generation());
    }

    /// Removes the last slot, which belongs to a reserved id. Returns the values of its
    /// row, if the layout has a row for it.
    pub(crate) fn take_last(&mut self, id: HandleOf<S>) -> Option<S::Record> {
        let slot = self.store.slots().checked_sub(1);
        assert!(slot == Some(id.index()), "only the last slot is removed");
        self.slot_table().take_back(id.bare());
        if let Some(holes) = self.holes() {
            // SAFETY: by invariant 5 of `Store`; checked above: it is one of the
            // slots.
            unsafe { holes.mark(id.index(), false) };
        }
        self.store.core.block.used -= 1;
        self.store.core.clock.record_unstamped();
        // SAFETY: by invariant 3 of `Store` the row was initialised; the store no longer counts it.
        let take = |row| unsafe { self.move_out(row) };
        (!Self::DENSE).then(|| take(id.index() as usize))
    }

    /// Replaces the id of a row by the id of the next generation. Returns `None`
    /// and changes nothing if the id is not live or no other generation is left.
    pub(crate) fn renew(&mut self, id: HandleOf<S>) -> Option<HandleOf<S>> {
        let row = self.row_of(id)?;
        let renewed = self.slot_table().renew::<ExhaustedOf<S>>(id.bare())?;
        let renewed = HandleOf::<S>::of_bare(renewed);
        // SAFETY: by invariant 1 of `Store`; the row of a live id is below the number of rows and
        // therefore below the capacity.
        unsafe { write_id_of::<S>(self.store.base(), row, renewed) };
        self.stamp_slot(id.index());
        self.store.core.clock.record_unstamped();
        Some(renewed)
    }

    /// Gives the row of a live id another id of the same slot.
    pub(crate) fn rename(&mut self, id: HandleOf<S>, renamed: HandleOf<S>) {
        let Some(row) = self.row_of(id).filter(|_| id.index() == renamed.index()) else {
            unreachable!("the slot is live");
        };
        self.slot_table().words[id.index() as usize] = renamed.to_bits();
        // SAFETY: by invariant 1 of `Store`; the row of a live id is below the
        // number of rows and therefore below the capacity.
        unsafe { write_id_of::<S>(self.store.base(), row, renamed) };
    }
}

/// Slots of a store that is built slot by slot: of a snapshot, or of a hub that is converted.
impl<S: Shape> Typed<S> {
    /// Gives a tag to a store without slots.
    #[cfg(feature = "serde")]
    pub(crate) fn set_tag(&mut self, tag: u32) {
        assert!(self.store.slots() == 0, "a slot's word contains its tag");
        self.store.core.tag = tag;
    }

    /// Appends a free slot, without a row and in no list, for the dense layout.
    pub(crate) fn push_slot(&mut self) -> Result<(), AllocError> {
        self.new_row(self.first_id(self.store.slots()))?.push_slot();
        Ok(())
    }

    /// Appends the row of a slot that has none and is in no list, for the dense layout.
    #[cfg(feature = "serde")]
    pub(crate) fn push_row(&mut self, id: HandleOf<S>, record: S::Record) {
        assert!(Self::DENSE, "a slot has a row");
        assert!(self.row_of(id).is_none(), "a slot has one row");
        self.vacant_row(id).insert(record);
    }

    /// Gives each row an id, for the dense layout. Slots that no row has are in no list
    /// afterwards.
    pub(crate) fn name_rows(&mut self, ids: impl Iterator<Item = HandleOf<S>>) {
        assert!(Self::DENSE, "a row has a slot");
        let (base, mut rows) = (self.store.base(), 0..self.store.core.live as usize);
        let unlinked = slot_table::unlinked::<BareOf<S>>(0, self.tag());
        self.slot_table().words.fill(unlinked);
        for (id, row) in ids.zip(rows.by_ref()) {
            self.slot_table().words[id.index() as usize] = id.to_bits();
            // SAFETY: by invariant 1 of `Store`; the row is below the number of rows, and checked
            // above: the slot is one of the slots.
            unsafe {
                write_id_of::<S>(base, row, id);
                write_row_of::<S>(base, id.index(), row);
            }
        }
        assert!(rows.is_empty(), "each row has an id");
    }

    /// Appends a slot in use to the free list, at `generation`, or retires it.
    pub(crate) fn withdraw(&mut self, slot: u32, generation: Option<u32>) {
        let store = self.untyped();
        store.take_out_of_use(slot, move |mut slots| match generation {
            Some(generation) => slots.append(slot, generation),
            None => slots.retire(slot),
        });
        self.stamp_slot(slot);
    }

    /// Reserves the id of a slot in use, whose row becomes a hole with `Slots`, or of a slot without a
    /// row and in no list.
    #[inline]
    pub(crate) fn reserve_in_use(&mut self, id: HandleOf<S>) {
        assert!(
            !Self::DENSE || self.row_of(id).is_none(),
            "a reserved slot has no row"
        );
        self.vacate(id, Vacated::Reserved(id.bare()));
    }

    /// Returns the retired slots.
    #[cfg(feature = "serde")]
    pub(crate) fn retired(&self) -> impl Iterator<Item = u32> + use<'_, S> {
        let table = self.table();
        (0..self.store.slots()).filter(move |&slot| table.state(slot) == SlotState::Retired)
    }
}

/// Slots that change in ways that no hub of its own has, for a mirror.
#[cfg(feature = "serde")]
impl<S: Shape> Typed<S> {
    /// Frees slots that are free or reserved, as if they were freed now, the last one first with
    /// [`Lifo`](crate::Lifo). Each issues its id next. There are back links if one of them is
    /// free.
    pub(crate) fn free_in_order(
        &mut self,
        ids: impl DoubleEndedIterator<Item = HandleOf<S>> + Clone,
    ) {
        for id in ids.clone() {
            self.slot_table().leave(id.index());
        }
        let mut next = self.slot_table().follower::<RecycleOf<S>>();
        let (mut last, mut has_moved) = (None, false);
        for id in ids.rev() {
            // A slot before one that moved has moved in the list as well, whatever its word is.
            has_moved |= self.slot_table().link(id.bare(), next);
            if has_moved {
                self.stamp_slot(id.index());
            }
            next = id.index();
            last.get_or_insert(next);
        }
        if let Some(last) = last {
            self.slot_table().join::<RecycleOf<S>>(next, last);
        }
    }

    /// Retires free slots, and frees others of them again, in ascending order. The order of the
    /// rest stays.
    pub(crate) fn sift(&mut self, is_retired: impl Fn(u32) -> bool, again: impl Fn(u32) -> bool) {
        self.slot_table().sift(is_retired, again);
        for slot in 0..self.store.slots() {
            if let Some(id) = self.reserved_id(slot) {
                self.reopen(id);
            }
        }
    }

    /// Takes the free slot of an id out of the free list and reserves the id. There are
    /// back links, or the slot is the first in the list.
    pub(crate) fn reserve_free(&mut self, id: HandleOf<S>) {
        let mut slots = self.slot_table();
        slots.unlink(id.index());
        slots.set_aside(id.bare());
    }
}

impl<S: Shape> LiveRow<'_, S> {
    /// Moves the record out and the last row into its place, and changes the slot, for the dense
    /// layout.
    #[inline]
    pub(crate) fn swap_remove(mut self, vacated: Vacated<BareOf<S>>) -> S::Record {
        assert!(Typed::<S>::DENSE, "a row stays at its slot");
        // SAFETY: by invariant 1 of `LiveRow` the row is initialised. Below it is either
        // overwritten or no longer counted, and nothing panics before: the row of a live id is among
        // the dense rows.
        let record = unsafe { self.typed.move_out(self.row) };
        self.remove_with_last(Moved::Over, vacated);
        record
    }

    /// Moves the last row into the place of the row, frees the slot, and then drops the row, for
    /// the dense layout.
    #[inline]
    pub(crate) fn drop_with_last(mut self) {
        self.remove_with_last(Moved::SwappedDropping, Vacated::Freed);
        if Typed::<S>::NEEDS_DROP {
            let store = &self.typed.store;
            let place = store.core.live as usize;
            // SAFETY: by invariants 1 and 3 of `Store` the row was initialised. What needs drop in
            // it is now in the place of the last row, which is no longer counted.
            unsafe { drop_rows(Typed::<S>::FIELDS, store.base(), place..place + 1) };
        }
    }

    /// Changes the slot, whose row is a hole from now on, for the slots layout.
    #[inline(always)]
    pub(crate) fn vacate(self, vacated: Vacated<BareOf<S>>) {
        assert!(!Typed::<S>::DENSE, "a hole has no row");
        self.typed.vacate(self.id, vacated);
    }

    /// Moves the last row into the place of the row, and changes the slot of its id, for the
    /// dense layout. The values of the row need no drop, or were moved out, or those that need drop
    /// are moved to the last place.
    #[inline(always)]
    fn remove_with_last(&mut self, moved: Moved, vacated: Vacated<BareOf<S>>) {
        let LiveRow { typed, id, row } = self;
        let (base, row, live) = (typed.store.base(), *row, typed.store.core.live as usize);
        if !Typed::<S>::DENSE || row >= live {
            outside(row);
        }
        let last = live - 1;
        if row != last {
            let id = typed.id_of(last);
            debug_assert!(id.index() < typed.store.slots(), "a row's id names a slot");
            // SAFETY: by invariant 1 of `Store`; checked above: both rows are below `live`, and
            // the last one is no longer counted below. By invariant 8 of `Store` the id names one
            // of the slots.
            unsafe {
                move_row(Typed::<S>::FIELDS, base, last, row, moved);
                write_id_of::<S>(base, row, id);
                write_row_of::<S>(base, id.index(), row);
            }
        }
        typed.store.core.live -= 1;
        typed.vacate(*id, vacated);
    }
}

impl<S: Shape> NextRow<'_, S> {
    /// Reserves the id and returns it. The row of a new slot is a hole in the slots layout.
    #[inline]
    pub(crate) fn reserve(self, hole: impl FnOnce() -> Option<S::Record>) -> HandleOf<S> {
        let (id, is_new) = (self.id(), self.is_new());
        let NextRow { typed, vacancy } = self;
        if !is_new {
            let mut slots = typed.slot_table();
            slots.free.pass(vacancy);
            slots.set_aside(vacancy.handle());
            typed.stamp_slot(id.index());
            return id;
        }
        let row = NextRow {
            typed: &mut *typed,
            vacancy,
        };
        if let Some(hole) = hole() {
            drop(row.replace_hole(hole));
            typed.reserve_in_use(id);
        } else {
            row.push_slot();
            typed.reserve_in_use(id);
        }
        id
    }

    /// Makes the new slot, without a row and in no list, for the dense layout.
    fn push_slot(self) {
        assert!(Typed::<S>::DENSE, "a slot has a row");
        let NextRow { typed, vacancy } = self;
        let (base, slot) = (typed.store.base(), vacancy.slot());
        assert!(slot == typed.store.slots(), "the slot is a new one");
        let word = slot_table::unlinked::<BareOf<S>>(0, typed.tag());
        // SAFETY: by invariant 1 of `Store` and invariant 2 of `NextRow` there is capacity for the
        // slot. It is not live, so invariant 4 of `Store` does not apply to its row.
        unsafe {
            One::write(word, Typed::<S>::WORDS, base, slot as usize);
            write_row_of::<S>(base, slot, 0);
        }
        typed.store.core.block.used += 1;
    }
}
