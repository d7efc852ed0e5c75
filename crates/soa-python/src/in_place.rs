//! Edits that write the memory of the hub.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use soa_runtime::Hub;
use soa_runtime::generic::CloneRow;

use crate::edit::{Opened, Session};
use crate::memory::{Memory, Part};
use crate::state::{Lease, State, keep, locked};
use crate::table::{Scope, Table};

/// An edit that moves the hub into a lease.
pub(crate) struct InPlace<T: CloneRow + 'static>(pub(crate) Scope<T>);

/// A lease, and what its arrays show.
struct Leased<T: CloneRow + 'static> {
    table: Arc<Table<T>>,
    lease: Arc<Lease<T>>,
    columns: Vec<Lent>,
}

/// A column of a lease.
struct Lent {
    part: Part,
    writable: bool,
}

impl<T> InPlace<T>
where
    T: CloneRow + Send + Sync + 'static,
    Hub<T>: Clone + Send + Sync,
{
    /// Finds the columns, stamps those that are written, and takes the hub away.
    ///
    /// All code of the program runs here, before the hub is in the lease. An error or a panic lends
    /// nothing.
    fn lend(&self, state: &mut State<T>) -> PyResult<Leased<T>> {
        let hub = state.hub_mut()?;
        let Scope {
            table,
            state: desk,
            written,
        } = &self.0;
        let mut columns = Vec::with_capacity(written.len());
        for (column, &writable) in written.iter().enumerate() {
            let (field, name) = table.field(column);
            let part = field.part(hub);
            let part = part.map_err(|refused| refused.at::<T>(name))?;
            columns.push(Lent { part, writable });
        }
        // Nothing is stamped before every closure that reads has returned.
        for (column, lent) in columns.iter().enumerate().filter(|(_, lent)| lent.writable) {
            let (field, name) = table.field(column);
            let stamped = field.stamp(hub, lent.part);
            stamped.map_err(|refused| refused.at::<T>(name))?;
        }
        let lease = Lease::take(desk, &mut state.place)
            .expect("`hub_mut` has returned it, and nobody else holds it");
        Ok(Leased {
            table: Arc::clone(table),
            lease: Arc::new(lease),
            columns,
        })
    }
}

impl<T> Session for InPlace<T>
where
    T: CloneRow + Send + Sync + 'static,
    Hub<T>: Clone + Send + Sync,
{
    fn open(&self, py: Python<'_>) -> PyResult<Arc<dyn Opened>> {
        let leased = locked(py, &self.0.state, |state| self.lend(state))?;
        Ok(Arc::new(leased))
    }
}

impl<T> Opened for Leased<T>
where
    T: CloneRow + Send + Sync + 'static,
    Hub<T>: Clone + Send + Sync,
{
    fn array<'py>(&self, py: Python<'py>, column: usize) -> PyResult<Bound<'py, PyAny>> {
        let form = self.table.fields[column].form();
        let Lent { part, writable } = self.columns[column];
        Memory::lent(&self.lease, part, form, writable).into_array(py)
    }

    fn finish(&self, _: Python<'_>, _: &Bound<'_, PyDict>) -> PyResult<()> {
        Ok(())
    }

    fn end(self: Arc<Self>) -> PyResult<()> {
        let lease = Arc::downgrade(&self.lease);
        drop(self);
        keep(&lease)
    }
}
