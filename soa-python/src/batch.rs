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
/// Polars, DuckDB, pyarrow and pandas read it without copying numbers, by Arrow's PyCapsule
/// interface. While the batch or data that was read from it lives, its hub stays unchanged in memory.
#[pyclass(frozen, module = "soa_python")]
#[derive(Debug)]
pub struct Batch(pub(crate) RecordBatch);

#[pymethods]
impl Batch {
    /// The schema, for `pyarrow.schema`.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = FFI_ArrowSchema::try_from(self.0.schema_ref().as_ref()).map_err(refused)?;
        PyCapsule::new_with_value(py, schema, c"arrow_schema")
    }

    /// The rows as one array of structs.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<(Bound<'py, PyCapsule>, Bound<'py, PyCapsule>)> {
        // The reader casts: the interface allows to return another schema than the requested one.
        drop(requested_schema);
        let rows = StructArray::from(self.0.clone());
        let (array, schema) = to_ffi(&rows.to_data()).map_err(refused)?;
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
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        drop(requested_schema);
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
fn refused(error: ArrowError) -> PyErr {
    PyValueError::new_err(error.to_string())
}
