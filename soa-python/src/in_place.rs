//! Edits that write the memory of the hub.

use std::sync::{Arc, OnceLock, Weak};

use pyo3::prelude::*;
use pyo3::types::PyDict;
use soa_runtime::{CloneRow, Hub};

use crate::edit::{Opened, Session};
use crate::field::Block;
use crate::memory::Memory;
use crate::state::{Lease, State, keep, locked};
use crate::table::{Scope, Table};

/// An edit that moves the hub into a lease.
pub(crate) struct InPlace<T: CloneRow + 'static> {
    pub(crate) scope: Scope<T>,
    /// The lease of the block, once it has begun.
    pub(crate) lease: OnceLock<Weak<Lease<T>>>,
}

/// A lease, and where its columns are.
struct Leased<T: CloneRow + 'static> {
    table: Arc<Table<T>>,
    lease: Arc<Lease<T>>,
    columns: Vec<Lent>,
}

/// A column of a lease.
struct Lent {
    /// It is `None` if the column is copied when it is asked for.
    block: Option<Block>,
    writable: bool,
}

impl<T> InPlace<T>
where
    T: CloneRow + Send + Sync + 'static,
    Hub<T>: Clone + Send + Sync,
{
    /// Finds the columns, stamps those that are written, and takes the hub away.
    fn lend(&self, state: &mut State<T>) -> PyResult<Leased<T>> {
        let hub = state.hub_mut()?;
        let Scope {
            table,
            state: desk,
            written,
        } = &self.scope;
        // Shared borrows come first: later ones would end the permission to write. The exclusive borrow
        // ends theirs, but the addresses are only read, and not by Rust.
        let fields = table.fields.iter();
        let mut columns: Vec<Lent> = fields
            .map(|field| Lent {
                block: (!field.is_copied()).then(|| field.shared(hub)),
                writable: false,
            })
            .collect();
        let mut lent = hub.columns_mut();
        let written = written.iter().enumerate().filter(|(_, written)| **written);
        for (column, _) in written {
            if let Some(block) = table.fields[column].exclusive(&mut lent) {
                columns[column] = Lent {
                    block: Some(block),
                    writable: true,
                };
            }
        }
        drop(lent);
        let lease = Lease::take(desk, &mut state.place).expect("`hub_mut` has returned it");
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
    fn names(&self) -> &[String] {
        &self.scope.table.names
    }

    fn open(&self, py: Python<'_>) -> PyResult<Arc<dyn Opened>> {
        let leased = locked(py, &self.scope.state, |state| self.lend(state))?;
        // If two threads have begun this edit, the first one's lease is recorded, and the other block is refused.
        let _ = self.lease.set(Arc::downgrade(&leased.lease));
        Ok(Arc::new(leased))
    }

    fn ended(&self) -> PyResult<()> {
        self.lease.get().map_or(Ok(()), keep)
    }
}

impl<T> Opened for Leased<T>
where
    T: CloneRow + Send + Sync + 'static,
    Hub<T>: Clone + Send + Sync,
{
    fn array<'py>(&self, py: Python<'py>, column: usize) -> PyResult<Bound<'py, PyAny>> {
        let field = &self.table.fields[column];
        let Lent { block, writable } = &self.columns[column];
        let block = block.clone();
        let block = block.unwrap_or_else(|| field.shared(self.lease.hub()));
        let lease = Arc::clone(&self.lease);
        Memory::new(block, field.form(), *writable, lease).into_array(py)
    }

    fn finish(&self, _: Python<'_>, _: &Bound<'_, PyDict>) -> PyResult<()> {
        Ok(())
    }
}
