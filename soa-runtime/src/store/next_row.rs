//! The next row of a store: the slot that it takes, and memory for it. An insertion
//! asks for it before it makes a record, so that everything that can fail comes first.

use core::mem::ManuallyDrop;

use super::change::{write_fields, write_tables};
use super::{FieldsOf, Typed};
use crate::error::AllocError;
use crate::handle::AnyHandle;
use crate::memory::read;
use crate::record::{BareOf, HandleOf, IdAllocator, RecycleOf, Shape};
use crate::slot_table::Vacancy;

/// The next row of a store.
///
/// # Invariants
///
/// 1. With `Dense` the rows are fewer than the capacity.
/// 2. The slot is one of the slots, or the [room](super::untyped::Untyped::lacks_room) for one more.
pub(crate) struct NextRow<'s, S: Shape> {
    typed: &'s mut Typed<S>,
    vacancy: Vacancy<BareOf<S>>,
}

impl<S: Shape> Typed<S> {
    /// Returns the next row.
    ///
    /// It takes no record, so that a caller can keep its record in registers.
    ///
    /// # Errors
    ///
    /// Returns an error if no id or no memory is left. In both cases nothing has
    /// changed.
    #[inline]
    pub(crate) fn next_row(&mut self) -> Result<NextRow<'_, S>, AllocError> {
        self.next_row_or::<false>()
    }

    /// Returns the next row.
    ///
    /// # Panics
    ///
    /// Panics if no id or no memory is left.
    #[inline]
    #[track_caller]
    pub(crate) fn next_row_or_refuse(&mut self) -> NextRow<'_, S> {
        match self.next_row_or::<true>() {
            Ok(row) => row,
            Err(_) => unreachable!("the hub has refused"),
        }
    }

    /// Returns the next row. `REFUSE` states whether it panics in place of an error. To
    /// handle the error here would make callers too large to be inlined.
    #[inline(always)]
    #[track_caller]
    fn next_row_or<const REFUSE: bool>(&mut self) -> Result<NextRow<'_, S>, AllocError> {
        let store = self.untyped();
        if let Some(vacancy) = store.recycled::<RecycleOf<S>>() {
            return Ok(NextRow {
                typed: self,
                vacancy,
            });
        }
        if store.lacks_room() {
            if REFUSE {
                self.make_next_room_or_refuse();
            } else {
                self.untyped().make_next_room()?;
            }
        }
        Ok(NextRow {
            vacancy: self.untyped().fresh(),
            typed: self,
        })
    }

    #[cold]
    #[inline(never)]
    #[track_caller]
    fn make_next_room_or_refuse(&mut self) {
        if let Err(error) = self.untyped().make_next_room() {
            refuse::<S::Record>(error);
        }
    }
}

impl<S: Shape> NextRow<'_, S> {
    /// Returns the id that the row will have.
    #[inline(always)]
    pub(crate) fn id(&self) -> HandleOf<S> {
        HandleOf::<S>::of_bare(self.vacancy.handle())
    }

    /// Writes the fields and makes the slot live. Then drops what the slot's hole
    /// contained.
    ///
    /// If the destructor panics, the slot is freed again, and its hole contains the fields.
    ///
    /// There is one path for free and for new slots, because a copy of the code that
    /// writes the fields would make it too large to be inlined.
    #[inline]
    pub(crate) fn fill(self, fields: FieldsOf<S>) {
        // Nothing below panics before the fields are moved. The compiler does not know
        // that, and would compile code that drops them wherever a debug build may panic.
        let fields = ManuallyDrop::new(fields);
        let NextRow { typed, vacancy } = self;
        let (base, slots) = (typed.store.base(), typed.store.slots());
        let (slot, id) = (vacancy.slot(), HandleOf::<S>::of_bare(vacancy.handle()));
        let is_new = slot == slots;
        let row = if Typed::<S>::DENSE {
            typed.store.core.live
        } else {
            slot
        };
        let has_hole = !Typed::<S>::DENSE && !is_new;
        let hole = if Typed::<S>::NEEDS_DROP && has_hole {
            // SAFETY: by invariants 1 and 3 of `Store`: with `Slots` the rows are the slots.
            // The row is overwritten below.
            let hole = unsafe { read(Typed::<S>::FIELDS, base, row as usize) };
            Some(ManuallyDrop::new(hole))
        } else {
            None
        };
        // SAFETY: by invariant 1 of `Store`. With `Slots` the row is the slot, and with `Dense`
        // it is the number of rows; both are below the capacity by the invariants of `NextRow`, and
        // so is the slot.
        // The fields are not dropped here. By fact 2 of `slot_table` the id names the slot.
        unsafe {
            write_fields::<S>(base, row as usize, &fields);
            typed.store.core.free.pass(vacancy);
            write_tables::<S>(base, slot, row as usize, id);
        }
        typed.store.core.live += 1;
        if is_new {
            typed.store.core.block.used += 1;
        } else if let Some(holes) = typed.holes() {
            // SAFETY: by invariant 5 of `Store`; the slot is one of the slots.
            unsafe { holes.clear(slot) };
        }
        if Typed::<S>::NEEDS_DROP {
            if let Some(hole) = hole {
                let unknown = Unknown { typed, id };
                drop(ManuallyDrop::into_inner(hole));
                let _known = ManuallyDrop::new(unknown);
            }
        }
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
            row.release();
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
