//! The memory that Python reads and writes, as the base object of NumPy's arrays.
//!
//! No other module gives an address to Python. [`soa_arrow`] lends the memory of batches.

use std::any::Any;
use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyTuple};
use soa_runtime::{Hub, IdAllocator};

use crate::element::Form;
use crate::state::Lease;

/// The part of a hub that an array shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    /// The column of a field, by its position among the fields.
    Column(usize),
    /// The bits of the ids.
    Ids,
    /// Which rows are live. It is copied, because the hub stores one bit per row.
    Live,
}

/// What keeps the memory where it is.
type Owner = Arc<dyn Any + Send + Sync>;

/// The memory of a column, which keeps its owner alive.
///
/// NumPy reads the attribute `__array_interface__`, and the array that it makes holds this object.
/// So do views and slices of the array: NumPy gives them the same base.
///
/// What holds this object may use the address as an unsafe block would. So the fields are private to this
/// module, and no closure or trait of the program runs in it.
///
/// # Invariants
///
/// 1. From `address` on there are `rows` initialised values of the form `form`.
///    [`Memory::of`] takes the address from the hub itself, when Python asks for the array, and
///    compares the number of the bytes. A closure of the program only chooses a column of the
///    record, by [`Field::part`](crate::field::Field::part).
/// 2. The values stay there, and are not freed, as long as `_owner` lives. The owner is a [`Lease`],
///    whose hub nobody can borrow mutably until its last holder is gone; or the `Arc` of a hub, which nobody can
///    borrow mutably meanwhile; or it has the values itself.
/// 3. If `writable`, the owner is a lease, which reads no column, so Rust has no reference to the
///    values. They may have any bits: only a [`Writable`](crate::field::Writable) column is lent
///    for writing, and one column of a record always has the same type.
#[pyclass(frozen, module = "soa_python")]
pub(crate) struct Memory {
    address: usize,
    rows: usize,
    form: Form,
    writable: bool,
    _owner: Owner,
}

impl Memory {
    /// Describes a part of the hub of a lease.
    pub(crate) fn lent<T>(lease: &Arc<Lease<T>>, part: Part, form: Form, writable: bool) -> Self
    where
        T: IdAllocator + 'static,
        Hub<T>: Send + Sync,
    {
        let owner: Owner = lease.clone();
        let mut memory = Self::of(lease.hub(), part, form, owner);
        memory.writable = writable && matches!(part, Part::Column(_));
        memory
    }

    /// Describes a part of a hub that nobody writes.
    pub(crate) fn shared<T>(hub: &Arc<Hub<T>>, part: Part, form: Form) -> Self
    where
        T: IdAllocator + 'static,
        Hub<T>: Send + Sync,
    {
        let owner: Owner = hub.clone();
        Self::of(hub, part, form, owner)
    }

    /// Describes a part of the hub that `owner` keeps as invariant 2 says.
    fn of<T: IdAllocator>(hub: &Hub<T>, part: Part, form: Form, owner: Owner) -> Self {
        let ids = hub.id_bits();
        let rows = ids.len();
        let (address, bytes, owner) = match part {
            Part::Column(column) => {
                let memory = hub.column_memory(column);
                let memory = memory.expect("the column was found in a hub of the same record");
                (memory.expose_provenance(), memory.len(), owner)
            }
            Part::Ids => (ids.as_ptr().expose_provenance(), size_of_val(ids), owner),
            Part::Live => {
                let mut live = vec![false; rows];
                for run in hub.live_ranges() {
                    live[run].fill(true);
                }
                let live: Box<[bool]> = live.into();
                // It holds the hub as every array does, so that one rule holds for all of them.
                let address = live.as_ptr().expose_provenance();
                let both: Owner = Arc::new((live, owner));
                (address, rows, both)
            }
        };
        assert_eq!(bytes, rows * form.size(), "the values have this form");
        Memory {
            address,
            rows,
            form,
            writable: false,
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
        let lengths = self.form.lengths().iter().copied();
        let shape: Vec<usize> = [self.rows].into_iter().chain(lengths).collect();
        let interface = PyDict::new(py);
        interface.set_item("version", 3)?;
        interface.set_item("typestr", self.form.code())?;
        interface.set_item("shape", PyTuple::new(py, shape)?)?;
        interface.set_item("data", (self.address, !self.writable))?;
        Ok(interface)
    }
}

/// Returns a function of NumPy.
pub(crate) fn numpy<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    static NUMPY: PyOnceLock<Py<PyModule>> = PyOnceLock::new();
    let module = NUMPY.get_or_try_init(py, || py.import("numpy").map(Bound::unbind))?;
    module.bind(py).getattr(name)
}
