//! A delta column by column, for a file whose columns have names: the crate `soa-journal`.

use alloc::vec::Vec;

use serde::Serializer;

use super::Delta;
use super::changed::{ChangedRows, ChangedValues, WriteAs};
use super::gaps::Gaps;
use super::record::{SerializeDelta, VisitWritten};
use crate::handle::AnyHandle;
use crate::record::{IdAllocator, TrackedRecord};
use crate::ticks::Tick;

/// What a file records about a column that is written and read.
#[derive(Debug, Clone, Copy)]
pub struct SavedColumn {
    /// The names under which it is read: its own first.
    pub names: &'static [&'static str],
    /// The type, as it is written in the struct.
    pub type_name: &'static str,
    /// Returns the name of the type that it is, if type parameters are in it.
    pub concrete: Option<fn() -> &'static str>,
    /// The functions and modules that write and read a value.
    pub functions: &'static str,
}

/// A record whose columns can be written and read by their names.
///
/// Implemented by the derive with `#[soa(tracked, derive(Serialize, Deserialize))]`.
#[diagnostic::on_unimplemented(
    message = "columns of the hub of `{Self}` cannot be saved by their names",
    label = "not saved",
    note = "write `#[soa(tracked = all, derive(Serialize, Deserialize))]` on the struct `{Self}`"
)]
pub trait SavedColumns: SerializeDelta {
    /// The columns that are written and read, in the order of the fields.
    const SAVED: &'static [SavedColumn];

    /// Writes the value that a column has if it is missing. Returns `None` if it is required.
    fn write_default<S: Serializer>(
        column: usize,
        serializer: S,
    ) -> Option<Result<S::Ok, S::Error>>;
}

/// The rows that a delta makes.
#[derive(Debug, Default)]
pub struct MadeRows {
    /// For each slot that changed and has a row: the distance from the slot after the one before,
    /// and the generation.
    pub ids: Vec<(u32, u32)>,
    /// The positions of the rows.
    rows: Vec<u32>,
}

impl<T: IdAllocator, F, W: WriteAs<F>> ChangedValues<'_, T, F, W> {
    /// Returns the values of the rows that were made, in their order.
    pub fn of_made<'m>(&'m self, made: &'m MadeRows) -> impl Iterator<Item = &'m F> {
        let values = self.as_slice();
        made.rows.iter().map(|row| &values[*row as usize])
    }
}

/// The parts of a delta.
impl<T: TrackedRecord> Delta<'_, T> {
    /// Returns the tick with which the delta starts.
    #[doc(hidden)]
    pub fn since(&self) -> Tick {
        self.since
    }

    /// Returns the number of slots of the hub.
    #[doc(hidden)]
    pub fn slots(&self) -> u32 {
        self.hub.store.slots()
    }

    /// Returns the tag of the hub.
    #[doc(hidden)]
    pub fn tag(&self) -> u32 {
        self.hub.tag()
    }

    /// Returns the slots that changed and have a row.
    #[doc(hidden)]
    pub fn made(&self) -> MadeRows {
        let (mut gaps, table) = (Gaps::default(), self.hub.store.typed().table());
        let mut made = MadeRows::default();
        for (slot, id) in self.hub.slots_changed_since(self.since) {
            let row = table.row_of_slot(slot).map(u32::try_from);
            if let (Some(id), Some(Ok(row))) = (id, row) {
                made.ids.push((gaps.to(slot), id.generation()));
                made.rows.push(row);
            }
        }
        made
    }

    /// Visits the columns, in which the other rows changed.
    ///
    /// # Errors
    ///
    /// Returns the first error of the visitor.
    #[doc(hidden)]
    pub fn visit_written<V: VisitWritten<T>>(&self, visit: &mut V) -> Result<(), V::Error>
    where
        T: SerializeDelta,
    {
        T::visit_written(&ChangedRows::new(self.hub, self.since), visit)
    }
}
