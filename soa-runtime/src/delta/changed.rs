//! The changed values of the tracked columns, while they are written.

use alloc::vec::Vec;
use core::marker::PhantomData;

use serde::ser::SerializeSeq;
use serde::{Serialize, Serializer};

use super::ByType;
use super::gaps::Gaps;
use crate::column::{Column, TrackedColumn};
use crate::handle::AnyHandle;
use crate::hub::Hub;
use crate::ids::{Layout, Names};
use crate::memory::prefetch;
use crate::record::{Columns, IdAllocator, TrackedRecord};
use crate::ticks::{Changes, Found, Stamped, Tick};

/// How many values before its turn a value is fetched from memory.
const AHEAD: usize = 32;

/// Writes a value of a column. Implemented by generated code.
#[doc(hidden)]
pub trait WriteAs<F> {
    /// Writes the value.
    ///
    /// # Errors
    ///
    /// Returns the errors of the serializer.
    fn write<S: Serializer>(value: &F, serializer: S) -> Result<S::Ok, S::Error>;
}

impl<F: Serialize> WriteAs<F> for ByType {
    #[inline]
    fn write<S: Serializer>(value: &F, serializer: S) -> Result<S::Ok, S::Error> {
        value.serialize(serializer)
    }
}

/// The rows of a hub that changed since a tick, without those whose slot changed.
#[doc(hidden)]
#[derive(Debug)]
pub struct ChangedRows<'a, T: IdAllocator> {
    hub: &'a Hub<T>,
    since: Tick,
}

impl<'a, T: TrackedRecord> ChangedRows<'a, T> {
    pub(super) fn new(hub: &'a Hub<T>, since: Tick) -> Self {
        ChangedRows { hub, since }
    }

    /// Returns the columns of the hub.
    #[inline]
    pub fn columns(&self) -> Columns<'a, T> {
        self.hub.columns()
    }

    /// Returns the changed values of a column, which are written as `W` does it.
    #[inline]
    pub fn of<F, W>(&self, column: TrackedColumn<'a, T, F>) -> ChangedValues<'a, T, F, W> {
        ChangedValues {
            changes: column.changes(self.since),
            slots: self.hub.store.typed().changed_slots(self.since),
            column: column.as_column(),
            form: PhantomData,
        }
    }
}

/// The changed values of a column, each after its slot.
#[doc(hidden)]
#[derive(Debug)]
pub struct ChangedValues<'a, T: IdAllocator, F, W> {
    column: Column<'a, T, F>,
    /// The rows that changed.
    changes: Changes<'a>,
    /// The slots that changed, whose rows are sent as a whole.
    slots: Changes<'a>,
    form: PhantomData<fn() -> W>,
}

/// A row whose value is written.
#[derive(Debug, Clone, Copy)]
struct SentRow {
    slot: u32,
    row: u32,
}

impl<T: IdAllocator, F, W> ChangedValues<'_, T, F, W> {
    /// Returns all values of the column, changed or not.
    pub(super) fn as_slice(&self) -> &[F] {
        self.column.as_slice()
    }

    /// Returns the values that changed.
    pub fn changed(&self) -> Changed<'_, F> {
        Changed {
            sent: self.rows(),
            values: self.column.as_slice(),
        }
    }

    /// Returns where the values are, by ascending slot.
    fn rows(&self) -> Vec<SentRow> {
        let names = self.column.rows().names();
        let mut sent = Vec::new();
        if self.slots.are_all() {
            return sent;
        }
        each_live(&self.changes, names, |row| {
            let slot = if T::Layout::DENSE {
                names.id_of(row as usize).index()
            } else {
                row
            };
            if !self.slots.contains(slot as usize) {
                sent.push(SentRow { slot, row });
            }
        });
        if T::Layout::DENSE {
            sent.sort_unstable_by_key(|row| row.slot);
        }
        sent
    }
}

/// The values of a column that changed.
#[doc(hidden)]
#[derive(Debug)]
pub struct Changed<'a, F> {
    sent: Vec<SentRow>,
    values: &'a [F],
}

impl<F> Changed<'_, F> {
    /// Returns the number of values.
    pub fn len(&self) -> usize {
        self.sent.len()
    }

    /// Returns each value after the distance of its slot from the slot after the one before.
    pub fn iter(&self) -> impl Iterator<Item = (u32, &F)> {
        let mut gaps = Gaps::default();
        self.sent.iter().enumerate().map(move |(at, row)| {
            if let Some(later) = self.sent.get(at + AHEAD) {
                prefetch(&self.values[later.row as usize]);
            }
            (gaps.to(row.slot), &self.values[row.row as usize])
        })
    }
}

impl<T: IdAllocator, F, W: WriteAs<F>> Serialize for ChangedValues<'_, T, F, W> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let changed = self.changed();
        let mut list = serializer.serialize_seq(Some(changed.len()))?;
        for (gap, value) in changed.iter() {
            list.serialize_element(&(gap, AsForm::<F, W>(value, PhantomData)))?;
        }
        list.end()
    }
}

/// A value, written as `W` does it.
struct AsForm<'a, F, W>(&'a F, PhantomData<fn() -> W>);

impl<F, W: WriteAs<F>> Serialize for AsForm<'_, F, W> {
    #[inline]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        W::write(self.0, serializer)
    }
}

/// Calls `each` with every row that changed and is live.
pub(super) fn each_live<H: AnyHandle, L: Layout>(
    changes: &impl Stamped,
    names: Names<'_, H, L>,
    mut each: impl FnMut(u32),
) {
    let mut found = Found::new();
    while let Some((first, rows)) = found.next(changes) {
        let mut rows = rows & names.live_mask(first);
        // A hub has at most as many rows as a `u32` counts.
        let Ok(first) = u32::try_from(first) else {
            break;
        };
        while rows != 0 {
            each(first + rows.trailing_zeros());
            rows &= rows - 1;
        }
    }
}
