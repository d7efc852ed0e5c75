//! The block in which Python writes columns.

use std::fmt;
use std::mem;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use pyo3::exceptions::{PyAttributeError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::memory::numpy;

/// The names of an edit's columns.
pub(crate) trait Names: Send + Sync {
    fn names(&self) -> &[String];
}

/// An edit's way to its columns. One type writes in place, and another one copies.
pub(crate) trait Session: Send + Sync {
    /// Begins the block.
    fn open(&self, py: Python<'_>) -> PyResult<Arc<dyn Opened>>;
}

/// The columns of a block that runs.
pub(crate) trait Opened: Send + Sync {
    /// Makes the array of a column.
    fn array<'py>(&self, py: Python<'py>, column: usize) -> PyResult<Bound<'py, PyAny>>;

    /// Writes what is not yet written, if no exception leaves the block. `arrays` has the arrays
    /// that were made, by the names of their columns. After an error nothing was written, and another try
    /// may succeed.
    fn finish(&self, py: Python<'_>, arrays: &Bound<'_, PyDict>) -> PyResult<()>;

    /// Ends the block, which has let its own arrays go. Fails if another array holds the hub.
    fn end(self: Arc<Self>) -> PyResult<()>;
}

/// A block that edits the columns of a hub: `with world.edit("pos") as units:`.
///
/// Within the block, each column is an attribute: an array of NumPy. Assigning to it copies into the
/// column, and `units.pos += 1` writes it in place. [`SharedHub::edit`](crate::SharedHub::edit) lends
/// columns, and [`SharedHub::edit_copy`](crate::SharedHub::edit_copy) copies them.
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
/// let units = SharedHub::new(UnitHub::from(vec![Unit { hp: 40 }]))
///     .column("hp", |units| units.hp, |units| &mut units.hp);
///
/// Python::initialize();
/// Python::attach(|py| {
///     let edit = Bound::new(py, units.edit(py, &["hp"])?)?;
///     pyo3::py_run!(py, edit, "with edit as units: units.hp = 7");
///     units.read(py, |units| assert_eq!(*units.columns().hp, [7]))
/// })?;
/// # PyResult::Ok(())
/// ```
#[pyclass(frozen, module = "soa_python")]
pub struct Edit {
    columns: Arc<dyn Names>,
    /// It is never locked while code of Python runs. An edit that has ended holds no hub.
    phase: Mutex<Phase>,
}

enum Phase {
    Fresh(Arc<dyn Session>),
    Open(Arc<dyn Opened>, Py<PyDict>),
    Ended,
}

impl Phase {
    /// Returns the error for a use of the columns outside the block.
    fn refusal(&self) -> PyErr {
        match self {
            Phase::Fresh(_) => PyRuntimeError::new_err(
                "the columns exist only within the block; write `with .. as ..:`",
            ),
            Phase::Open(..) | Phase::Ended => ended(),
        }
    }
}

impl Edit {
    pub(crate) fn new(columns: Arc<dyn Names>, session: impl Session + 'static) -> Self {
        Edit {
            columns,
            phase: Mutex::new(Phase::Fresh(Arc::new(session))),
        }
    }

    fn names(&self) -> &[String] {
        self.columns.names()
    }

    fn phase(&self) -> MutexGuard<'_, Phase> {
        self.phase.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the number of a column.
    fn column(&self, name: &str) -> PyResult<usize> {
        let found = self.names().iter().position(|column| column == name);
        found.ok_or_else(|| unknown(name, self.names()))
    }

    /// Returns the columns and the arrays of the block.
    fn opened<'py>(&self, py: Python<'py>) -> PyResult<(Arc<dyn Opened>, Bound<'py, PyDict>)> {
        match &*self.phase() {
            Phase::Open(opened, arrays) => Ok((Arc::clone(opened), arrays.bind(py).clone())),
            closed => Err(closed.refusal()),
        }
    }

    /// Ends the block, and returns its columns and arrays.
    fn close(&self) -> PyResult<(Arc<dyn Opened>, Py<PyDict>)> {
        let mut phase = self.phase();
        match mem::replace(&mut *phase, Phase::Ended) {
            Phase::Open(opened, arrays) => Ok((opened, arrays)),
            closed => {
                let refusal = closed.refusal();
                *phase = closed;
                Err(refusal)
            }
        }
    }
}

#[pymethods]
impl Edit {
    fn __enter__(slf: Bound<'_, Self>) -> PyResult<Bound<'_, Self>> {
        let this = slf.get();
        let twice = || PyRuntimeError::new_err("an edit can be entered once; call `edit` again");
        let session = match &*this.phase() {
            Phase::Fresh(session) => Arc::clone(session),
            Phase::Open(..) | Phase::Ended => return Err(twice()),
        };
        let opened = session.open(slf.py())?;
        let arrays = PyDict::new(slf.py()).unbind();
        // Another thread may have entered the edit meanwhile.
        let mut phase = this.phase();
        if !matches!(*phase, Phase::Fresh(_)) {
            drop(phase);
            return Err(twice());
        }
        let fresh = mem::replace(&mut *phase, Phase::Open(opened, arrays));
        drop(phase);
        // What is in it may drop values of the program.
        drop(fresh);
        Ok(slf)
    }

    fn __exit__(
        &self,
        py: Python<'_>,
        kind: Option<&Bound<'_, PyAny>>,
        _value: Option<&Bound<'_, PyAny>>,
        _traceback: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<bool> {
        let (opened, arrays) = self.close()?;
        let written = match kind {
            None => opened.finish(py, arrays.bind(py)),
            Some(_) => Ok(()),
        };
        if written.is_err() {
            // Nothing was written, so the block may be ended again.
            *self.phase() = Phase::Open(opened, arrays);
            return written.map(|()| false);
        }
        // The last reference to an array gives it back, so all that are here are let go first.
        drop(arrays);
        let ended = opened.end();
        match kind {
            None => ended?,
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

    fn __setattr__(&self, py: Python<'_>, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
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
        self.names().to_vec()
    }

    fn __repr__(&self) -> String {
        let phase = match &*self.phase() {
            Phase::Fresh(_) => "not entered",
            Phase::Open(..) => "open",
            Phase::Ended => "ended",
        };
        format!("<Edit, {phase}: {}>", self.names().join(", "))
    }
}

/// An open edit that is dropped ends its block.
impl Drop for Edit {
    fn drop(&mut self) {
        if let Ok((opened, arrays)) = self.close() {
            drop(arrays);
            // Nobody is left who could be told.
            drop(opened.end());
        }
    }
}

impl fmt::Debug for Edit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.__repr__())
    }
}

/// Returns the exception for a use of the columns after the block.
pub(crate) fn ended() -> PyErr {
    PyRuntimeError::new_err("the `with` block of these columns has ended")
}

/// Returns the exception for a name that no column has.
pub(crate) fn unknown(name: &str, names: &[String]) -> PyErr {
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    PyAttributeError::new_err(format!(
        "unknown column `{name}`; expected one of {}",
        names.join(", ")
    ))
}
