//! Edits of private arrays, which are compared with the hub at the end.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use soa_runtime::generic::CloneRow;
use soa_runtime::{Hub, IdAllocator};

use crate::edit::{Opened, Session, ended};
use crate::field::Value;
use crate::memory::{Memory, Part, numpy};
use crate::state::locked;
use crate::table::Scope;

/// An edit that copies columns, and writes the values that differ at its end.
pub(crate) struct Private<T: CloneRow + 'static>(pub(crate) Arc<Scope<T>>);

/// The hub as it was when the block began.
struct Before<T: CloneRow + 'static> {
    scope: Arc<Scope<T>>,
    /// It is `None` once the differences are written.
    hub: Mutex<Option<Arc<Hub<T>>>>,
}

/// The values of a column that differ.
struct Change<T: IdAllocator> {
    column: usize,
    part: Part,
    ids: Vec<T::Id>,
    /// The values of these rows, one after another.
    bytes: Vec<u8>,
}

impl<T> Session for Private<T>
where
    T: CloneRow + Send + Sync + 'static,
    Hub<T>: Clone + Send + Sync,
{
    fn open(&self, py: Python<'_>) -> PyResult<Arc<dyn Opened>> {
        let hub = locked(py, &self.0.state, |state| state.hub().map(Arc::clone))?;
        Ok(Arc::new(Before {
            scope: Arc::clone(&self.0),
            hub: Mutex::new(Some(hub)),
        }))
    }
}

impl<T> Before<T>
where
    T: CloneRow + Send + Sync + 'static,
    Hub<T>: Clone + Send + Sync,
{
    fn hub(&self) -> MutexGuard<'_, Option<Arc<Hub<T>>>> {
        self.hub.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Compares an array with its column.
    fn change(&self, hub: &Hub<T>, column: usize, array: &Bound<'_, PyAny>) -> PyResult<Change<T>> {
        let (field, name) = self.scope.table.field(column);
        let size = field.form().size();
        let all = array.call_method0("tobytes")?.cast_into::<PyBytes>()?;
        let all = all.as_bytes();
        if all.len() != size * hub.id_bits().len() {
            return Err(PyValueError::new_err(format!(
                "the array of `{name}` has another size than its column"
            )));
        }
        let (mut ids, mut bytes) = (Vec::new(), Vec::new());
        let differences = field.differences(hub, all);
        let (part, rows) = differences.map_err(|refused| refused.at::<T>(name))?;
        for row in rows {
            ids.extend(hub.id_at(row));
            bytes.extend_from_slice(&all[row * size..(row + 1) * size]);
        }
        Ok(Change {
            column,
            part,
            ids,
            bytes,
        })
    }

    /// Writes the values into the rows that are still alive.
    fn write(&self, hub: &mut Hub<T>, changes: &[Change<T>]) -> PyResult<()> {
        // Every closure is asked before the first value is written.
        for change in changes {
            let (field, name) = self.scope.table.field(change.column);
            let checked = field.write(hub, change.part, &[]);
            checked.map_err(|refused| refused.at::<T>(name))?;
        }
        for change in changes {
            let (field, name) = self.scope.table.field(change.column);
            let values = change.bytes.chunks_exact(field.form().size());
            // A row that was freed meanwhile has no place any more.
            let rows: Vec<Value<'_>> = change
                .ids
                .iter()
                .zip(values)
                .filter_map(|(id, value)| Some((hub.row_of(*id)?, value)))
                .collect();
            let written = field.write(hub, change.part, &rows);
            written.map_err(|refused| refused.at::<T>(name))?;
        }
        Ok(())
    }
}

impl<T> Opened for Before<T>
where
    T: CloneRow + Send + Sync + 'static,
    Hub<T>: Clone + Send + Sync,
{
    fn array<'py>(&self, py: Python<'py>, column: usize) -> PyResult<Bound<'py, PyAny>> {
        // Another thread may have ended the block.
        let hub = self.hub().clone().ok_or_else(ended)?;
        let (field, name) = self.scope.table.field(column);
        let part = field.part(&hub);
        let part = part.map_err(|refused| refused.at::<T>(name))?;
        let memory = Memory::shared(&hub, part, field.form());
        let array = numpy(py, "array")?.call1((memory.into_array(py)?,))?;
        if !self.scope.written[column] {
            array.getattr("flags")?.setattr("writeable", false)?;
        }
        Ok(array)
    }

    fn finish(&self, py: Python<'_>, arrays: &Bound<'_, PyDict>) -> PyResult<()> {
        let Some(before) = self.hub().clone() else {
            return Ok(());
        };
        // Nothing is locked yet, so no thread waits for the comparison.
        let mut changes = Vec::new();
        for (name, array) in arrays.iter() {
            let name: String = name.extract()?;
            let column = self.scope.table.position(&name);
            if let Some(column) = column.filter(|column| self.scope.written[*column]) {
                changes.push(self.change(&before, column, &array)?);
            }
        }
        drop(before);
        changes.retain(|change| !change.ids.is_empty());
        if changes.is_empty() {
            return Ok(());
        }
        locked(py, &self.scope.state, |state| {
            // After an error, the former hub is kept for another try.
            let hub = state.hub()?;
            let former = self.hub().take();
            // If nobody has written meanwhile, the hub would be copied for its former self.
            let former = former.filter(|former| !Arc::ptr_eq(former, hub));
            let written = self.write(state.hub_mut()?, &changes);
            if written.is_err() {
                let hub = state.hub()?;
                *self.hub() = Some(former.unwrap_or_else(|| Arc::clone(hub)));
            }
            written
        })
    }

    fn end(self: Arc<Self>) -> PyResult<()> {
        Ok(())
    }
}
