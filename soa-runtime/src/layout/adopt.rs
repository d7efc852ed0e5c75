//! An empty store takes the slots of another hub, with rows that are made of its rows, in both
//! layouts.

use crate::error::AllocError;
use crate::handle::AnyHandle;
use crate::ids::Layout;
use crate::record::{HandleOf, IdAllocator, SameBits, Shape, Vacate, hole};
use crate::slot_table::SlotState;
use crate::store::{OwnedRows, Typed};

impl<S: Shape<Record: Vacate>> Typed<S> {
    /// Makes the slots of another hub, whose rows become records by `f`, in their order.
    ///
    /// # Errors
    ///
    /// Returns an error if memory runs out, before `f` is called.
    pub(crate) fn adopt<T: SameBits<S::Record>>(
        &mut self,
        rows: &mut OwnedRows<T>,
        f: impl FnMut(T) -> S::Record,
    ) -> Result<(), AllocError> {
        assert!(self.store().slots() == 0, "only an empty hub is filled");
        self.reserve_slots(rows.store().slots())?;
        if !Self::DENSE && T::Layout::DENSE && !rows.are_in_slot_order() {
            self.scatter(rows, f)?;
        } else {
            self.append_runs(rows, f)?;
        }
        self.adopt_vacant(rows);
        Ok(())
    }

    /// Appends runs of rows at once, with the first ids of their slots. An id that was used
    /// before gets its generation afterwards.
    fn append_runs<T: SameBits<S::Record>>(
        &mut self,
        rows: &mut OwnedRows<T>,
        mut f: impl FnMut(T) -> S::Record,
    ) -> Result<(), AllocError> {
        let slots = rows.store().slots();
        let mut next = 0;
        while let Some((run, slot)) = rows.next_run(next) {
            next = run.end;
            if !Self::DENSE {
                self.fill_up_to(slot)?;
            }
            let mut records = run.clone().map(|row| f(rows.front(row)));
            let count = self.append_all(&mut records);
            assert!(count as usize == run.len(), "there is room for all slots");
            if !Self::DENSE {
                for id in rows.ids(run).map(as_id::<T, S>) {
                    self.rename_first(id);
                }
            }
        }
        if Self::DENSE {
            while self.store().slots() < slots {
                self.push_slot()?;
            }
            let ids = || rows.ids(0..next).map(as_id::<T, S>);
            let firsts = (0..slots).map(|slot| self.first_id(slot));
            if !firsts.zip(ids()).all(|(first, id)| first == id) {
                self.name_rows(ids());
            }
        } else {
            self.fill_up_to(slots)?;
        }
        Ok(())
    }

    /// Makes holes of all slots, and puts each row in the place of its hole.
    fn scatter<T: SameBits<S::Record>>(
        &mut self,
        rows: &mut OwnedRows<T>,
        mut f: impl FnMut(T) -> S::Record,
    ) -> Result<(), AllocError> {
        self.fill_up_to(rows.store().slots())?;
        for row in 0..rows.names().rows() {
            let id = as_id::<T, S>(rows.names().id_of(row));
            let mut record = f(rows.front(row));
            self.swap_row(id.index() as usize, &mut record);
            self.rename_first(id);
        }
        Ok(())
    }

    /// Makes holes of the slots below `end` that do not exist yet.
    fn fill_up_to(&mut self, end: u32) -> Result<(), AllocError> {
        while self.store().slots() < end {
            let Some(hole) = hole::<S::Record>() else {
                unreachable!("the slots layout has holes");
            };
            let id = self.first_id(self.store().slots());
            self.new_row(id)?.insert(hole);
        }
        Ok(())
    }
}

impl<S: Shape> Typed<S> {
    /// Gives the row that has the first id of its slot this id.
    fn rename_first(&mut self, id: HandleOf<S>) {
        if id.generation() != HandleOf::<S>::FIRST_GENERATION {
            self.rename(self.first_id(id.index()), id);
        }
    }

    /// Puts the slots without rows where they were: into the free list, in its order, or out
    /// of use.
    fn adopt_vacant<T: SameBits<S::Record>>(&mut self, rows: &OwnedRows<T>) {
        let typed = rows.store().typed();
        for (slot, generation) in typed.free_slots() {
            self.withdraw(slot, Some(generation));
        }
        if rows.store().aside() == 0 {
            return;
        }
        let (table, tag) = (typed.table(), typed.tag());
        for slot in 0..table.slot_count() {
            match table.state(slot) {
                SlotState::Retired => self.withdraw(slot, None),
                SlotState::Reserved { generation } => {
                    self.reserve_in_use(HandleOf::<S>::assemble_tagged(slot, generation, tag));
                }
                SlotState::Live { .. } | SlotState::Free { .. } => {}
            }
        }
    }
}

/// Returns an id of one record as an id of another one, which has the same bits.
fn as_id<T: SameBits<S::Record>, S: Shape>(id: <T as IdAllocator>::Id) -> HandleOf<S> {
    HandleOf::<S>::assemble_tagged(id.index(), id.generation(), id.tag())
}
