//! What a look at a hub needs of it, whatever its record is.

use std::any::TypeId;
use std::fmt::Debug;
use std::ops::Range;

use soa_runtime::generic::DebugRow;
use soa_runtime::inspect::{self, ColumnInfo};
use soa_runtime::{AnyHandle, Dense, Hub, Incarnation, Tick};

use crate::cell;

/// A hub of any record. Each method is O(1), or O(columns), unless it says otherwise.
pub(crate) trait Subject {
    /// Returns the name of the hub's type.
    fn kind(&self) -> &'static str;

    /// Returns whether the rows have no holes between them.
    fn is_dense(&self) -> bool;

    /// Returns the columns of the record.
    fn columns(&self) -> &'static [ColumnInfo];

    /// Returns the number of rows, holes included.
    fn rows(&self) -> usize;

    /// Counts rows and bytes. `bytes` becomes the bytes of each column.
    fn counts(&self, bytes: &mut Vec<usize>) -> Counts;

    /// Returns the numbers of retired and of reserved slots. O(slots).
    fn aside(&self) -> (usize, usize);

    /// Returns the last tick that ended, unless the hub has no clock.
    fn tick(&self) -> Option<Tick>;

    /// Returns which hub it is.
    fn incarnation(&self) -> Option<Incarnation>;

    /// Passes the live rows and the changed rows of each 64 rows to `take`, as bits, until it
    /// returns `false`. O(1) for each 64 rows.
    fn masks(&self, rows: Range<usize>, since: Tick, take: &mut dyn FnMut(u64, u64) -> bool);

    /// Appends the id of a row, and returns `false` if there is no row.
    fn push_id(&self, row: usize, text: &mut String) -> bool;

    /// Passes each field of a live row to `show`.
    fn fields(&self, row: usize, show: &mut dyn FnMut(&dyn Debug));

    /// Returns the row with this id, or the reason why there is none. Returns `None` if the
    /// text is not an id.
    fn row_of_id(&self, text: &str) -> Option<Result<usize, String>>;
}

/// The rows and the bytes of a hub.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) live: usize,
    pub(crate) slots: usize,
    pub(crate) free: usize,
    pub(crate) capacity: usize,
    /// The bytes of the tables.
    pub(crate) slot_table: usize,
    /// The bytes for rows that do not exist yet.
    pub(crate) spare: usize,
    pub(crate) total: usize,
}

impl Counts {
    /// Returns the number of slots that are neither live nor free.
    pub(crate) fn aside(&self) -> usize {
        self.slots.saturating_sub(self.live + self.free)
    }
}

impl<T: DebugRow> Subject for Hub<T> {
    fn kind(&self) -> &'static str {
        T::HUB
    }

    fn is_dense(&self) -> bool {
        TypeId::of::<T::Layout>() == TypeId::of::<Dense>()
    }

    fn columns(&self) -> &'static [ColumnInfo] {
        T::COLUMNS
    }

    fn rows(&self) -> usize {
        if self.is_dense() {
            self.len()
        } else {
            self.slots()
        }
    }

    fn counts(&self, bytes: &mut Vec<usize>) -> Counts {
        let memory = self.memory();
        bytes.clear();
        bytes.extend(memory.columns().map(|(_, bytes)| bytes));
        Counts {
            live: self.len(),
            slots: self.slots(),
            free: inspect::free_slots(self),
            capacity: self.capacity(),
            slot_table: memory.slot_table,
            spare: memory.spare,
            total: memory.total(),
        }
    }

    fn aside(&self) -> (usize, usize) {
        let stats = self.stats();
        (stats.retired, stats.reserved)
    }

    fn tick(&self) -> Option<Tick> {
        self.last_tick()
    }

    fn incarnation(&self) -> Option<Incarnation> {
        Hub::incarnation(self)
    }

    fn masks(&self, rows: Range<usize>, since: Tick, take: &mut dyn FnMut(u64, u64) -> bool) {
        for (_, live, changed) in inspect::row_masks(self, rows, since) {
            if !take(live, changed) {
                return;
            }
        }
    }

    fn push_id(&self, row: usize, text: &mut String) -> bool {
        let id = self.id_at(row);
        if let Some(id) = id {
            cell::push_display(text, &id);
        }
        id.is_some()
    }

    fn fields(&self, row: usize, show: &mut dyn FnMut(&dyn Debug)) {
        if let Some(row) = self.id_at(row).and_then(|id| self.get(id)) {
            T::debug_row(row, show);
        }
    }

    fn row_of_id(&self, text: &str) -> Option<Result<usize, String>> {
        // A number alone is the bits of an id, too, but more likely a value.
        let id: T::Id = text.contains('v').then(|| text.parse().ok()).flatten()?;
        if id == T::Id::DANGLING {
            return None;
        }
        Some(match self.row_of(id) {
            Some(row) => Ok(row),
            None => Err(self
                .try_row(id)
                .err()
                .map_or(String::new(), |error| error.to_string())),
        })
    }
}
