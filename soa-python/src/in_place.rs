//! Edits that write the memory of the hub.

use std::any::Any;
use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use soa_runtime::{CloneRow, Hub};

use crate::edit::{Opened, Session};
use crate::element::Form;
use crate::field::Block;
use crate::memory::Memory;
use crate::shared_hub::Table;
use crate::state::{Desk, Lease, Place, kept, lock};

/// An edit that moves the hub into a lease.
pub(crate) struct InPlace<T: CloneRow + 'static> {
    pub(crate) table: Arc<Table<T>>,
    pub(crate) state: Desk<T>,
    /// Whether each column is written.
    pub(crate) written: Vec<bool>,
}

/// A lease, and where its columns are.
struct Leased {
    lease: Arc<dyn Any + Send + Sync>,
    columns: Vec<(Block, Form, bool)>,
}

impl<T> InPlace<T>
where
    T: CloneRow + Send + Sync + 'static,
    Hub<T>: Clone + Send + Sync,
{
    /// Finds the columns, stamps those that are written, and takes the hub away.
    fn lend(&self) -> PyResult<Leased> {
        let mut state = lock(&self.state);
        let hub = state.hub_mut()?;
        // Shared borrows come first: later ones would end the permission to write.
        let fields = self.table.fields.iter();
        let mut columns: Vec<_> = fields
            .map(|field| (field.shared(hub), field.form(), false))
            .collect();
        let mut lent = hub.columns_mut();
        let written = self
            .written
            .iter()
            .enumerate()
            .filter(|(_, written)| **written);
        for (column, _) in written {
            if let Some(block) = self.table.fields[column].exclusive(&mut lent) {
                columns[column].0 = block;
                columns[column].2 = true;
            }
        }
        drop(lent);
        let lease = Lease::take(&self.state, &mut state.place).expect("`hub_mut` has returned it");
        Ok(Leased {
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
    fn names(&self) -> &[String] {
        &self.table.names
    }

    fn open(&self, py: Python<'_>) -> PyResult<Arc<dyn Opened>> {
        // The hub may have to be copied, for which no thread of Python needs to wait.
        py.detach(|| self.lend())
            .map(|leased| -> Arc<dyn Opened> { Arc::new(leased) })
    }

    fn ended(&self) -> PyResult<()> {
        let mut state = lock(&self.state);
        match &state.place {
            Place::Home(_) => Ok(()),
            Place::Lent | Place::Kept => {
                state.place = Place::Kept;
                Err(kept::<T>())
            }
        }
    }
}

impl Opened for Leased {
    fn array<'py>(&self, py: Python<'py>, column: usize) -> PyResult<Bound<'py, PyAny>> {
        let (block, form, writable) = self.columns[column].clone();
        Memory::new(block, form, writable, Arc::clone(&self.lease)).into_array(py)
    }

    fn finish(&self, _: Python<'_>, _: &Bound<'_, PyDict>) -> PyResult<()> {
        Ok(())
    }
}
