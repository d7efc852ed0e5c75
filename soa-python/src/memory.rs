//! The base object of NumPy's arrays.

use std::any::Any;
use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyTuple};

use crate::element::Form;
use crate::field::Block;

/// The memory of a column, which keeps its owner alive.
///
/// NumPy reads the attribute `__array_interface__`, and the array that it makes holds this object.
/// So do views and slices of the array: NumPy gives them the same base.
#[pyclass(frozen, module = "soa_python")]
pub(crate) struct Memory {
    block: Block,
    form: Form,
    writable: bool,
    /// Whoever owns the memory: a lease of the hub, or the hub itself.
    _owner: Arc<dyn Any + Send + Sync>,
}

impl Memory {
    pub(crate) fn new(
        block: Block,
        form: Form,
        writable: bool,
        owner: Arc<dyn Any + Send + Sync>,
    ) -> Self {
        Memory {
            block,
            form,
            writable,
            _owner: owner,
        }
    }

    /// Makes an array that holds the memory.
    pub(crate) fn into_array(self, py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        numpy(py, "asarray")?.call1((Bound::new(py, self)?,))
    }
}

#[pymethods]
impl Memory {
    #[getter]
    fn __array_interface__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let shape = [self.block.rows]
            .into_iter()
            .chain(self.form.lengths.iter().copied());
        let interface = PyDict::new(py);
        interface.set_item("version", 3)?;
        interface.set_item("typestr", &self.form.code)?;
        interface.set_item("shape", PyTuple::new(py, shape.collect::<Vec<_>>())?)?;
        interface.set_item("data", (self.block.address, !self.writable))?;
        Ok(interface)
    }
}

/// Returns a function of NumPy.
pub(crate) fn numpy<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    static NUMPY: PyOnceLock<Py<PyModule>> = PyOnceLock::new();
    let module = NUMPY.get_or_try_init(py, || py.import("numpy").map(Bound::unbind))?;
    module.bind(py).getattr(name)
}
