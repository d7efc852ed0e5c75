//! The columns of a hub, as Python sees them.

use std::sync::Arc;

use soa_runtime::IdAllocator;

use crate::edit::Names;
use crate::field::Field;
use crate::state::Desk;

/// A step of making a batch.
pub(crate) type Step<T> = Box<dyn Fn(soa_arrow::Batch<T>) -> soa_arrow::Batch<T> + Send + Sync>;

/// The columns that Python sees of a hub.
pub(crate) struct Table<T: IdAllocator + 'static> {
    /// The columns of batches.
    pub(crate) steps: Vec<Step<T>>,
    /// The names of the fields.
    pub(crate) names: Vec<String>,
    /// The columns of edits.
    pub(crate) fields: Vec<Box<dyn Field<T>>>,
}

impl<T: IdAllocator> Table<T> {
    /// Returns the number of a column.
    pub(crate) fn position(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|column| column == name)
    }

    /// Returns a column and its name.
    pub(crate) fn field(&self, column: usize) -> (&dyn Field<T>, &str) {
        (&*self.fields[column], &self.names[column])
    }
}

impl<T: IdAllocator> Names for Table<T> {
    fn names(&self) -> &[String] {
        &self.names
    }
}

/// What an edit may do: the columns, where the hub is, and which columns are written.
pub(crate) struct Scope<T: IdAllocator + 'static> {
    pub(crate) table: Arc<Table<T>>,
    pub(crate) state: Desk<T>,
    /// Whether each column is written.
    pub(crate) written: Vec<bool>,
}
