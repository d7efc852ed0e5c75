//! The next row of a store: the slot that it takes, and memory for it. Whoever makes a row asks
//! for its place before it makes the record, so that everything that can fail comes first. Many
//! rows at once are made in `append.rs`.

use core::mem::ManuallyDrop;
use core::ptr::NonNull;

use super::change::{move_record_of, write_tables};
use super::{Typed, Vacated};
use crate::error::AllocError;
use crate::handle::AnyHandle;
use crate::memory::Way;
use crate::record::{BareOf, HandleOf, IdAllocator, RecycleOf, Shape};
use crate::slot_table::Vacancy;

/// The next row of a store.
///
/// # Invariants
///
/// 1. With `Dense` the rows are fewer than the capacity.
/// 2. The slot is one of the slots and has no row with `Dense`, or it is the one after the last,
///    and there is [room](super::untyped::Untyped::lacks_room) for it.
#[must_use = "its slot may be live already, and its row is not written yet"]
pub(crate) struct NextRow<'s, S: Shape> {
    pub(super) typed: &'s mut Typed<S>,
    pub(super) vacancy: Vacancy<BareOf<S>>,
}

impl<S: Shape> Typed<S> {
    /// Returns the next row.
    ///
    /// It takes no record, so that a caller can keep its record in registers.
    ///
    /// # Errors
    ///
    /// Returns an error if no id or no memory is left, or panics in place of it if `REFUSE` is
    /// true: to handle the error would make callers too large to be inlined. Nothing has
    /// changed then.
    #[inline]
    #[track_caller]
    pub(crate) fn next_row<const REFUSE: bool>(&mut self) -> Result<NextRow<'_, S>, AllocError> {
        let store = self.untyped();
        let vacancy = if let Some(vacancy) = store.recycled::<RecycleOf<S>>() {
            vacancy
        } else {
            if store.lacks_room() {
                if REFUSE {
                    self.make_room_or_refuse();
                } else {
                    self.untyped().make_room()?;
                }
            }
            self.untyped().fresh()
        };
        Ok(NextRow {
            typed: self,
            vacancy,
        })
    }

    /// Returns the row of the slot after the last one, which gets this id.
    ///
    /// # Errors
    ///
    /// Returns an error if no id or no memory is left. Nothing has changed then.
    #[inline]
    pub(crate) fn new_row(&mut self, id: HandleOf<S>) -> Result<NextRow<'_, S>, AllocError> {
        let slot = self.store.slots();
        assert!(slot == id.index(), "slot {slot} is the next one");
        if self.untyped().lacks_room() {
            self.untyped().make_room()?;
        }
        Ok(NextRow {
            vacancy: self.store.core.free.fresh(slot, id.bare()),
            typed: self,
        })
    }

    /// Returns the row of a slot that has none: of an id that was reserved, or whose slot was
    /// taken out of the free list.
    #[inline]
    pub(super) fn vacant_row(&mut self, id: HandleOf<S>) -> NextRow<'_, S> {
        let (slot, slots) = (id.index(), self.store.slots());
        assert!(
            slot < slots && (!Self::DENSE || self.store.core.live < slots),
            "slot {slot} has no row"
        );
        NextRow {
            vacancy: self.store.core.free.fresh(slot, id.bare()),
            typed: self,
        }
    }

    #[cold]
    #[inline(never)]
    #[track_caller]
    fn make_room_or_refuse(&mut self) {
        if let Err(error) = self.untyped().make_room() {
            refuse::<S::Record>(error);
        }
    }
}

impl<'s, S: Shape> NextRow<'s, S> {
    /// Returns the id that the row will have.
    #[inline(always)]
    pub(crate) fn id(&self) -> HandleOf<S> {
        HandleOf::<S>::of_bare(self.vacancy.handle())
    }

    /// Returns whether the slot is a new one.
    #[inline]
    pub(crate) fn is_new(&self) -> bool {
        self.vacancy.slot() == self.typed.store.slots()
    }

    /// Makes a row of the record that `make` returns for its id, and returns the id. Then drops
    /// what the slot's hole contained.
    ///
    /// If the destructor panics, the slot is freed again, and its hole contains the record.
    #[inline(always)]
    pub(crate) fn insert_with(self, make: impl FnOnce(HandleOf<S>) -> S::Record) -> HandleOf<S> {
        let id = self.id();
        self.insert(make(id))
    }

    /// Makes a row of the record, as [`insert_with`](Self::insert_with) does.
    #[inline]
    pub(crate) fn insert(self, mut record: S::Record) -> HandleOf<S> {
        let id = self.id();
        if const { !Typed::<S>::NEEDS_DROP } {
            // SAFETY: the record is not used again.
            unsafe { self.write(NonNull::from(&mut record)) };
            return id;
        }
        // Nothing panics before the record is moved. The compiler does not know that, and would
        // compile code that drops it wherever a debug build may panic.
        let mut record = ManuallyDrop::new(record);
        // SAFETY: the record is not used again, unless it has what was in the hole.
        if let Some(typed) = unsafe { self.write(NonNull::from(&mut *record)) } {
            let unknown = Unknown { typed, id };
            // SAFETY: the record has what was in the hole, and is not used again.
            unsafe { ManuallyDrop::drop(&mut record) };
            let _known = ManuallyDrop::new(unknown);
        }
        id
    }

    /// Makes the row, and returns what the slot's hole contained, if it has one and it needs drop.
    #[inline]
    pub(crate) fn replace_hole(self, record: S::Record) -> Option<S::Record> {
        let mut record = ManuallyDrop::new(record);
        // SAFETY: the record is not used again, unless it has what was in the hole.
        let hole = unsafe { self.write(NonNull::from(&mut *record)) };
        hole.map(|_| ManuallyDrop::into_inner(record))
    }

    /// Moves a record to the row and makes the slot live. Returns the store if the place of the
    /// record now has what the slot's hole contained, because it needs drop.
    ///
    /// There is one path for free and for new slots, because a copy of the code that
    /// writes the fields would make it too large to be inlined.
    ///
    /// # Safety
    ///
    /// The place has a record. The caller neither uses nor drops it again, unless the store is
    /// returned.
    #[inline]
    unsafe fn write(self, record: NonNull<S::Record>) -> Option<&'s mut Typed<S>> {
        let NextRow { typed, vacancy } = self;
        let (base, slots) = (typed.store.base(), typed.store.slots());
        let (slot, id) = (vacancy.slot(), HandleOf::<S>::of_bare(vacancy.handle()));
        let is_new = slot == slots;
        let row = if Typed::<S>::DENSE {
            typed.store.core.live as usize
        } else {
            slot as usize
        };
        let keeps_hole = Typed::<S>::NEEDS_DROP && !Typed::<S>::DENSE && !is_new;
        let way = if keeps_hole { Way::Swapped } else { Way::In };
        // SAFETY: by invariants 1 and 3 of `Store`. With `Slots` the row is the slot, which is
        // initialised if it has a hole, and with `Dense` it is the number of rows; both are below
        // the capacity by the invariants of `NextRow`, and so is the slot. By this function's
        // contract the record is used again only with what was in the hole. By fact 1 of
        // `slot_table` the id names the slot.
        unsafe {
            move_record_of::<S>(base, row, record, way);
            write_tables::<S>(base, slot, row, id);
        }
        typed.store.core.live += 1;
        if is_new {
            typed.store.core.block.used += 1;
            return None;
        }
        typed.store.core.free.pass(vacancy);
        if let Some(holes) = typed.holes() {
            // SAFETY: by invariant 5 of `Store`; the slot is one of the slots.
            unsafe { holes.mark(slot, false) };
        }
        keeps_hole.then_some(typed)
    }
}

/// A live row whose id is not returned, because the insertion is unwound. Dropping it frees
/// the slot and leaves the values in the hole, so that no code of the record runs.
struct Unknown<'s, S: Shape> {
    typed: &'s mut Typed<S>,
    id: HandleOf<S>,
}

impl<S: Shape> Drop for Unknown<'_, S> {
    #[cold]
    #[inline(never)]
    fn drop(&mut self) {
        if let Some(row) = self.typed.live_row(self.id) {
            row.vacate(Vacated::Freed);
        }
    }
}

/// Panics because there is no room for the requested rows.
#[cold]
#[inline(never)]
#[track_caller]
pub(crate) fn refuse<T: IdAllocator>(error: AllocError) -> ! {
    panic!("{} has no room: {error}", T::HUB)
}
