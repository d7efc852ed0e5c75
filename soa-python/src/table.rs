//! The columns of a hub, as Python sees them.

use soa_runtime::IdAllocator;

use crate::field::Field;

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
