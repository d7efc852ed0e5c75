//! Edits of private arrays, which are compared with the hub at the end.

use std::sync::{Arc, Mutex, PoisonError};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use soa_runtime::{CloneRow, Hub, IdAllocator};

use crate::edit::{Opened, Session};
use crate::memory::{Memory, numpy};
use crate::shared_hub::Table;
use crate::state::{Desk, lock};

/// An edit that copies columns, and writes the values that differ at its end.
pub(crate) struct Private<T: CloneRow + 'static> {
    pub(crate) table: Arc<Table<T>>,
    pub(crate) state: Desk<T>,
    /// Whether each column is written.
    pub(crate) written: Vec<bool>,
}

/// The hub as it was when the block began.
struct Before<T: CloneRow + 'static> {
    table: Arc<Table<T>>,
    state: Desk<T>,
    written: Vec<bool>,
    /// It is taken at the end.
    hub: Mutex<Option<Arc<Hub<T>>>>,
}

/// The values of a column that differ.
struct Change<'b, T: IdAllocator> {
    column: usize,
    /// The rows as they were, and their ids.
    rows: Vec<(usize, T::Id)>,
    /// The values of all rows.
    bytes: Bound<'b, PyBytes>,
}

impl<T> Session for Private<T>
where
    T: CloneRow + Send + Sync + 'static,
    Hub<T>: Clone + Send + Sync,
{
    fn names(&self) -> &[String] {
        &self.table.names
    }

    fn open(&self, _: Python<'_>) -> PyResult<Arc<dyn Opened>> {
        let hub = Arc::clone(lock(&self.state).hub()?);
        Ok(Arc::new(Before {
            table: Arc::clone(&self.table),
            state: Arc::clone(&self.state),
            written: self.written.clone(),
            hub: Mutex::new(Some(hub)),
        }))
    }

    fn ended(&self) -> PyResult<()> {
        Ok(())
    }
}

impl<T> Before<T>
where
    T: CloneRow + Send + Sync + 'static,
    Hub<T>: Clone + Send + Sync,
{
    fn hub(&self) -> std::sync::MutexGuard<'_, Option<Arc<Hub<T>>>> {
        self.hub.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Compares an array with its column.
    fn change<'py>(
        &self,
        hub: &Hub<T>,
        column: usize,
        array: &Bound<'py, PyAny>,
    ) -> PyResult<Change<'py, T>> {
        let field = &self.table.fields[column];
        let bytes = array.call_method0("tobytes")?.cast_into::<PyBytes>()?;
        if bytes.as_bytes().len() != field.form().size * hub.id_bits().len() {
            return Err(PyValueError::new_err(format!(
                "the array of `{}` has another size than its column",
                self.table.names[column]
            )));
        }
        let rows = field.differences(hub, bytes.as_bytes()).into_iter();
        let rows = rows
            .filter_map(|row| Some((row, hub.id_at(row)?)))
            .collect();
        Ok(Change {
            column,
            rows,
            bytes,
        })
    }
}

impl<T> Opened for Before<T>
where
    T: CloneRow + Send + Sync + 'static,
    Hub<T>: Clone + Send + Sync,
{
    fn array<'py>(&self, py: Python<'py>, column: usize) -> PyResult<Bound<'py, PyAny>> {
        let hub = self.hub().clone().expect("the block runs");
        let field = &self.table.fields[column];
        let memory = Memory::new(field.shared(&hub), field.form(), false, hub);
        let array = numpy(py, "array")?.call1((memory.into_array(py)?,))?;
        if !self.written[column] {
            array.getattr("flags")?.setattr("writeable", false)?;
        }
        Ok(array)
    }

    fn finish(&self, _: Python<'_>, arrays: &Bound<'_, PyDict>) -> PyResult<()> {
        let mut changes = Vec::new();
        // Only those that are still this block's, so no thread waits for the comparison.
        let Some(before) = self.hub().take() else {
            return Ok(());
        };
        for (name, array) in arrays.iter() {
            let name: String = name.extract()?;
            let column = self.table.names.iter().position(|column| *column == name);
            if let Some(column) = column.filter(|column| self.written[*column]) {
                changes.push(self.change(&before, column, &array)?);
            }
        }
        // Otherwise the hub would be copied for its former self.
        drop(before);
        changes.retain(|change| !change.rows.is_empty());
        if changes.is_empty() {
            return Ok(());
        }
        let mut state = lock(&self.state);
        let hub = state.hub_mut()?;
        for change in changes {
            let bytes = change.bytes.as_bytes();
            let field = &self.table.fields[change.column];
            let size = field.form().size;
            // A row that was freed meanwhile has no place any more.
            let rows: Vec<_> = change
                .rows
                .into_iter()
                .filter_map(|(before, id)| Some((before, hub.row_of(id)?)))
                .collect();
            let mut columns = hub.columns_mut();
            for (before, row) in rows {
                let value = &bytes[before * size..(before + 1) * size];
                field.write(&mut columns, row, value);
            }
        }
        Ok(())
    }
}
