//! The rows of a hub as an object that Arrow's readers understand.

use std::iter;

use arrow_array::ffi::{FFI_ArrowSchema, to_ffi};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{Array, RecordBatch, RecordBatchIterator, StructArray};
use arrow_schema::ArrowError;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

/// The rows of a hub, as they were when the batch was made.
///
/// Polars, DuckDB, pyarrow and pandas read it without copying numbers, by Arrow's `PyCapsule`
/// interface: `polars.DataFrame(world.units())`. While the batch or data that was read from it lives,
/// it stays as it was.
#[pyclass(frozen, module = "soa_python")]
#[derive(Debug)]
pub struct Batch(pub(crate) RecordBatch);

impl Batch {
    /// Returns the rows as a batch of Arrow, for Rust. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// use pyo3::prelude::*;
    /// use soa_python::SharedHub;
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # #[soa(derive(Clone))]
    /// # struct Unit { hp: i32 }
    /// let mut units = UnitHub::new();
    /// units.alloc_many(3);
    /// let units = SharedHub::new(units).ids("id");
    ///
    /// Python::initialize();
    /// Python::attach(|py| {
    ///     let batch = units.batch(py)?;
    ///     assert_eq!((batch.batch().num_rows(), batch.batch().num_columns()), (3, 1));
    ///     PyResult::Ok(())
    /// })?;
    /// # PyResult::Ok(())
    /// ```
    #[must_use]
    pub fn batch(&self) -> &RecordBatch {
        &self.0
    }
}

#[pymethods]
impl Batch {
    /// The schema, for `pyarrow.schema`.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = FFI_ArrowSchema::try_from(self.0.schema_ref().as_ref())
            .map_err(|error| refused(&error))?;
        PyCapsule::new_with_value(py, schema, c"arrow_schema")
    }

    /// The rows as one array of structs.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<(Bound<'py, PyCapsule>, Bound<'py, PyCapsule>)> {
        // The interface allows another schema than the requested one, and the reader casts.
        let _ = requested_schema;
        let rows = StructArray::from(self.0.clone());
        let (array, schema) = to_ffi(&rows.to_data()).map_err(|error| refused(&error))?;
        Ok((
            PyCapsule::new_with_value(py, schema, c"arrow_schema")?,
            PyCapsule::new_with_value(py, array, c"arrow_array")?,
        ))
    }

    /// The rows as a stream of one batch.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let _ = requested_schema;
        let one = RecordBatchIterator::new(iter::once(Ok(self.0.clone())), self.0.schema());
        PyCapsule::new_with_value(
            py,
            FFI_ArrowArrayStream::new(Box::new(one)),
            c"arrow_array_stream",
        )
    }

    fn __len__(&self) -> usize {
        self.0.num_rows()
    }

    fn __repr__(&self) -> String {
        let schema = self.0.schema_ref();
        let names: Vec<&str> = schema
            .fields()
            .iter()
            .map(|field| field.name().as_str())
            .collect();
        format!(
            "<Batch of {} rows: {}>",
            self.0.num_rows(),
            names.join(", ")
        )
    }
}

/// Returns the exception for a batch that Arrow cannot exchange.
fn refused(error: &ArrowError) -> PyErr {
    PyValueError::new_err(error.to_string())
}
