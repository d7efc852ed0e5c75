//! Ids without rows, in both layouts: issuing, filling, emptying and freeing
//! them.

use alloc::vec::Vec;
use core::ops::Range;

use crate::error::AllocError;
use crate::record::{HandleOf, Shape, Vacate, hole};
use crate::slot_table::Supply;
use crate::store::Typed;

impl<S: Shape<Record: Vacate>> Typed<S> {
    /// Issues an id without a row.
    ///
    /// # Errors
    ///
    /// Returns an error if no id or no memory is left. In both cases nothing
    /// has changed.
    pub(crate) fn reserve_id(&mut self) -> Result<HandleOf<S>, AllocError> {
        let row = self.next_row::<false>()?;
        Ok(row.reserve(hole::<S::Record>))
    }

    /// Reserves new slots after the last one.
    ///
    /// # Errors
    ///
    /// Returns an error if memory runs out. Nothing has changed in this case,
    /// nor when the default of a hole panics.
    pub(super) fn reserve_fresh(&mut self, slots: u32) -> Result<(), AllocError> {
        /// Forgets the slots that were made, unless all were.
        struct Fresh<'s, S: Shape>(&'s mut Typed<S>, u32);

        impl<S: Shape> Drop for Fresh<'_, S> {
            fn drop(&mut self) {
                for _ in 0..self.1 {
                    let last = self.0.store().slots() - 1;
                    drop(self.0.take_last(self.0.first_id(last)));
                }
            }
        }

        let mut fresh = Fresh(self, 0);
        for _ in 0..slots {
            let first = fresh.0.first_id(fresh.0.store().slots());
            let row = fresh.0.new_row(first)?;
            row.reserve(hole::<S::Record>);
            fresh.1 += 1;
        }
        fresh.1 = 0;
        Ok(())
    }

    /// Issues one id without a row for each slot of the supply.
    ///
    /// The ids and their order are the same as for repeated calls of
    /// [`Self::reserve_id`]. The caller has just computed the supply and
    /// reserved space in `issued`. Returns the range of `issued` with the ids
    /// that were never issued before.
    ///
    /// # Errors
    ///
    /// Returns an error if memory runs out. Nothing has changed in this case,
    /// nor when the default of a hole panics.
    pub(crate) fn reserve_ids(
        &mut self,
        supply: Supply,
        issued: &mut Vec<HandleOf<S>>,
    ) -> Result<Range<usize>, AllocError> {
        self.reserve_slots(supply.fresh)?;
        let first = self.store().slots();
        self.reserve_fresh(supply.fresh)?;
        // From here on nothing fails.
        self.recycle(supply.recycled, issued);
        let start = issued.len();
        let slots = first..first + supply.fresh;
        issued.extend(slots.map(|slot| self.first_id(slot)));
        let never_issued = start..issued.len();
        self.recycle(supply.kept_back, issued);
        Ok(never_issued)
    }
}

impl<S: Shape> Typed<S> {
    /// Reserves this number of used slots. The free list contains enough of
    /// them.
    fn recycle(&mut self, slots: u32, issued: &mut Vec<HandleOf<S>>) {
        for _ in 0..slots {
            let row = self.next_row::<false>();
            let Some(row) = row.ok().filter(|row| !row.is_new()) else {
                unreachable!("the free list is shorter than its supply");
            };
            issued.push(row.reserve(|| None));
        }
    }

    /// Frees the slot of an id, if it is reserved. Returns whether it was. Out of line, so
    /// that freeing a row is as short as it was without.
    #[cold]
    #[inline(never)]
    pub(crate) fn free_reserved(&mut self, id: HandleOf<S>) -> bool {
        let reserved = self.table().is_reserved(id);
        if reserved {
            self.release_reserved(id);
        }
        reserved
    }

    /// Frees all reserved slots in their order. Returns the number of freed
    /// slots.
    pub(crate) fn free_all_reserved(&mut self) -> usize {
        let mut freed = 0;
        for slot in 0..self.store().slots() {
            if let Some(id) = self.reserved_id(slot) {
                self.release_reserved(id);
                freed += 1;
            }
        }
        freed
    }
}
