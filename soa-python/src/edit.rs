//! The block in which Python writes columns.

use std::fmt;
use std::mem;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use pyo3::exceptions::{PyAttributeError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::memory::numpy;

/// What an edit does with its columns. One type writes in place, and another one copies.
pub(crate) trait Session: Send + Sync {
    /// Returns the names of the columns.
    fn names(&self) -> &[String];

    /// Begins the block.
    fn open(&self, py: Python<'_>) -> PyResult<Arc<dyn Opened>>;

    /// Checks what the block has left, after its arrays were let go.
    fn ended(&self) -> PyResult<()>;
}

/// The columns of a block that runs.
pub(crate) trait Opened: Send + Sync {
    /// Makes the array of a column.
    fn array<'py>(&self, py: Python<'py>, column: usize) -> PyResult<Bound<'py, PyAny>>;

    /// Writes what is not yet written, if no exception leaves the block. `arrays` has the arrays
    /// that were made, by the names of their columns.
    fn finish(&self, py: Python<'_>, arrays: &Bound<'_, PyDict>) -> PyResult<()>;
}

/// A block that edits the columns of a hub: `with world.edit("pos") as units:`.
///
/// Within the block, each column is an attribute.
#[pyclass(frozen, module = "soa_python")]
pub struct Edit {
    session: Box<dyn Session>,
    /// It is never locked while code of Python runs.
    phase: Mutex<Phase>,
}

enum Phase {
    Fresh,
    Open(Arc<dyn Opened>, Py<PyDict>),
    Ended,
}

impl Edit {
    pub(crate) fn new(session: impl Session + 'static) -> Self {
        Edit {
            session: Box::new(session),
            phase: Mutex::new(Phase::Fresh),
        }
    }

    fn phase(&self) -> MutexGuard<'_, Phase> {
        self.phase.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the number of a column.
    fn column(&self, name: &str) -> PyResult<usize> {
        let found = self
            .session
            .names()
            .iter()
            .position(|column| column == name);
        found.ok_or_else(|| unknown(name, self.session.names()))
    }

    /// Returns the columns and the arrays of the block.
    fn opened<'py>(&self, py: Python<'py>) -> PyResult<(Arc<dyn Opened>, Bound<'py, PyDict>)> {
        match &*self.phase() {
            Phase::Open(opened, arrays) => Ok((Arc::clone(opened), arrays.bind(py).clone())),
            Phase::Fresh => Err(PyRuntimeError::new_err(
                "the columns exist only within the block; write `with .. as ..:`",
            )),
            Phase::Ended => Err(PyRuntimeError::new_err(
                "the `with` block of these columns has ended",
            )),
        }
    }
}

#[pymethods]
impl Edit {
    fn __enter__<'py>(slf: Bound<'py, Self>) -> PyResult<Bound<'py, Self>> {
        let this = slf.get();
        if !matches!(*this.phase(), Phase::Fresh) {
            return Err(PyRuntimeError::new_err(
                "an edit can be entered once; call `edit` again",
            ));
        }
        let opened = this.session.open(slf.py())?;
        let arrays = PyDict::new(slf.py()).unbind();
        *this.phase() = Phase::Open(opened, arrays);
        Ok(slf)
    }

    fn __exit__(
        &self,
        py: Python<'_>,
        kind: Option<Bound<'_, PyAny>>,
        value: Option<Bound<'_, PyAny>>,
        traceback: Option<Bound<'_, PyAny>>,
    ) -> PyResult<bool> {
        drop((value, traceback));
        let (opened, arrays) = self.opened(py)?;
        let open = mem::replace(&mut *self.phase(), Phase::Ended);
        let written = match kind {
            None => opened.finish(py, &arrays),
            Some(_) => Ok(()),
        };
        // The last reference to an array gives it back, so all that are here are let go first.
        drop((open, opened, arrays));
        let ended = self.session.ended();
        match kind {
            None => written.and(ended)?,
            // An exception that leaves the block is the one to see.
            Some(_) => drop(ended),
        }
        Ok(false)
    }

    fn __getattr__<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        let column = self.column(name)?;
        let (opened, arrays) = self.opened(py)?;
        if let Some(array) = arrays.get_item(name)? {
            return Ok(array);
        }
        let array = opened.array(py, column)?;
        arrays.set_item(name, &array)?;
        Ok(array)
    }

    fn __setattr__(&self, py: Python<'_>, name: &str, value: Bound<'_, PyAny>) -> PyResult<()> {
        let array = self.__getattr__(py, name)?;
        // `units.pos += 1` has written the array, and then assigns it to itself.
        if value.is(&array) {
            return Ok(());
        }
        if !array
            .getattr("flags")?
            .getattr("writeable")?
            .extract::<bool>()?
        {
            return Err(PyValueError::new_err(format!(
                "the column `{name}` is read-only; name it, as in `edit(\"{name}\")`, if it can be written"
            )));
        }
        numpy(py, "copyto")?.call1((array, value))?;
        Ok(())
    }

    fn __dir__(&self) -> Vec<String> {
        self.session.names().to_vec()
    }

    fn __repr__(&self) -> String {
        let phase = match &*self.phase() {
            Phase::Fresh => "not entered",
            Phase::Open(..) => "open",
            Phase::Ended => "ended",
        };
        format!("<Edit, {phase}: {}>", self.session.names().join(", "))
    }
}

impl fmt::Debug for Edit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.__repr__())
    }
}

/// Returns the exception for a name that no column has.
pub(crate) fn unknown(name: &str, names: &[String]) -> PyErr {
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    PyAttributeError::new_err(format!(
        "unknown column `{name}`; expected one of {}",
        names.join(", ")
    ))
}
