//! An empty store takes the slots of a hub of another record, or of a snapshot, in both
//! layouts.

use crate::error::AllocError;
use crate::handle::AnyHandle;
use crate::record::{HandleOf, Shape, Vacate, hole};
use crate::store::Typed;

impl<S: Shape<Record: Vacate>> Typed<S> {
    /// Makes slots in an empty store, and rows in some of them. In the slots layout the rows
    /// come in the order of their slots. The other slots are in no list yet: the caller puts
    /// each of them where it belongs, by [`withdraw`](Self::withdraw) or
    /// [`set_aside`](Self::set_aside).
    ///
    /// # Errors
    ///
    /// Returns an error if memory runs out, before a row is asked for.
    #[inline]
    pub(crate) fn adopt(
        &mut self,
        slots: u32,
        rows: impl Iterator<Item = (HandleOf<S>, S::Record)>,
    ) -> Result<(), AllocError> {
        assert!(self.store().slots() == 0, "only an empty hub is filled");
        self.reserve_slots(slots)?;
        if Self::DENSE {
            for _ in 0..slots {
                self.push_slot()?;
            }
            rows.for_each(|(id, record)| self.adopt_row(id, S::split(record)));
        } else {
            for (id, record) in rows {
                self.fill_up_to(id.index())?;
                self.room()?.fill(id, S::split(record));
            }
            self.fill_up_to(slots)?;
        }
        Ok(())
    }

    /// Makes holes of the slots below `end` that do not exist yet.
    #[inline]
    fn fill_up_to(&mut self, end: u32) -> Result<(), AllocError> {
        while self.store().slots() < end {
            let Some(hole) = hole::<S::Record>() else {
                unreachable!("the slots layout has holes");
            };
            let id = self.first_id(self.store().slots());
            self.room()?.fill(id, S::split(hole));
        }
        Ok(())
    }
}
