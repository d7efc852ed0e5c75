//! The hubs of [`soa_runtime`] in Python.
//!
//! A module of Python that is written in Rust, by [`PyO3`](pyo3), shares a hub with Python as a
//! [`SharedHub`]. Python then reads its columns as Arrow arrays, and writes them as NumPy arrays. Neither
//! copies the numbers.
//!
//! ```
//! use pyo3::prelude::*;
//! use soa_python::{Batch, Edit, SharedHub};
//! use soa_runtime::IdAllocator;
//!
//! #[derive(IdAllocator)]
//! #[soa(derive(Clone))]
//! struct Unit {
//!     pos: [f32; 2],
//!     vel: [f32; 2],
//! }
//!
//! #[pyclass(frozen)]
//! struct World {
//!     units: SharedHub<Unit>,
//! }
//!
//! #[pymethods]
//! impl World {
//!     #[new]
//!     fn new() -> Self {
//!         let units = UnitHub::from(vec![Unit { pos: [0.0; 2], vel: [2.0, 4.0] }]);
//!         World {
//!             units: SharedHub::new(units)
//!                 .ids("id")
//!                 .column("pos", |units| units.pos, |units| &mut units.pos)
//!                 .column("vel", |units| units.vel, |units| &mut units.vel),
//!         }
//!     }
//!
//!     fn units(&self, py: Python<'_>) -> PyResult<Batch> {
//!         self.units.batch(py)
//!     }
//!
//!     #[pyo3(signature = (*columns))]
//!     fn edit(&self, py: Python<'_>, columns: Vec<String>) -> PyResult<Edit> {
//!         self.units.edit(py, &columns)
//!     }
//! }
//!
//! # Python::initialize();
//! Python::attach(|py| {
//!     let world = Bound::new(py, World::new())?;
//!     pyo3::py_run!(py, world, r#"
//! with world.edit("pos") as units:
//!     units.pos += units.vel * 0.5
//!
//! with world.edit() as units:
//!     assert units.pos.tolist() == [[1.0, 2.0]]
//!
//! assert len(world.units()) == 1  # polars.DataFrame(world.units())
//! "#);
//!     PyResult::Ok(())
//! })?;
//! # PyResult::Ok(())
//! ```
//!
//! # Reading
//!
//! [`SharedHub::batch`] makes a [`Batch`], which Polars, DuckDB, pyarrow and pandas read by Arrow's `PyCapsule`
//! interface. Its columns are made by [`soa_arrow`]. While the batch or anything that was read from it
//! lives, it stays as it was. The next write copies the hub once, and goes on with the copy. A tracked
//! hub's copy has another [incarnation](soa_runtime::Incarnation), so a reader that follows the hub
//! starts from scratch.
//!
//! Readers have limits of their own:
//!
//! - DuckDB finds a batch by the name of a variable. Before `CPython` 3.13 the frame of the function that has the
//!   variable keeps the batch alive until the function returns, so a write in this function costs one more copy of the
//!   hub. Ask DuckDB in a function of its own.
//! - DuckDB reads no column of `f16`. Read it with Polars or pyarrow.
//! - pandas makes floats of a column of integers that has nulls. So ids of a hub with holes lose bits in
//!   pandas above 2^53. Make the frame by pyarrow: `pyarrow.table(batch).to_pandas(types_mapper=pandas.ArrowDtype)`.
//!
//! # Writing
//!
//! [`SharedHub::edit`] makes an [`Edit`] for a `with` block. The hub is moved into a lease, and the
//! arrays of NumPy have a base object that holds the lease. So no array can outlive its memory:
//!
//! - If an array or a view of one is alive at the end of the block, the block raises `BufferError`. An
//!   exception that leaves the block already passes instead.
//! - Every use of the hub then raises `BufferError`, until the last of these arrays is gone. Meanwhile
//!   Rust reads and writes nothing. The last holder gives the hub back.
//! - Within the block, the hub is lent as well.
//!
//! An array in a cycle of objects is alive until Python collects the cycle, which `gc.collect()` does. A
//! traceback keeps the variables of its frames alive. The array of [`SharedHub::live`] is a copy, and
//! holds the hub like the others.
//!
//! An [`Edit`] that has not begun keeps its hub alive, also after the [`SharedHub`] is gone. An edit that has
//! ended does not.
//!
//! [`SharedHub::edit_copy`] makes an edit of private arrays. It writes what differs at the end, and
//! lends nothing. While its block runs, it holds the hub as a batch does.
//!
//! # Why this is sound
//!
//! This crate has no unsafe code, but the addresses that Python gets must be right as in an unsafe block.
//! These are the reasons:
//!
//! 1. **Closures only choose.** The closures of a column run before anything is lent. What they return is compared
//!    with the hub that they were asked for: it must be all values of one of its columns, and the same column for reading and
//!    for writing. Anything else raises `ValueError`: a column of a nested, a leaked or another hub, also if a
//!    closure put it in the place of the hub's own. No other type is a [`WriteColumn`] or an [`Element`].
//! 2. **The hub gives the addresses.** They are asked from the hub itself, by the position of the field, when it is in the
//!    lease. No code of the program runs between that and the end of the lease, or can reach the hub. So its memory
//!    stays where it is.
//! 3. **The base object holds the memory.** NumPy reads the address from the attribute `__array_interface__` of
//!    the base object, which holds the lease.
//! 4. **Any bits are values.** Python can only write columns whose values may have any bits, which the compiler checks
//!    ([`AnyBitPattern`](bytemuck::AnyBitPattern)). Ids and `bool` are read-only.
//! 5. **Nobody else looks.** Rust's references to columns end before Python gets an address, and begin after
//!    the last array is gone.
//!
//! A batch is shared by Arrow's arrays, each of which owns the `Arc` of its hub and what lends the column.
//!
//! Code of Python that makes an array of a bare address, for example by `ctypes`, is on its own, as
//! everywhere in Python.
//!
//! # Threads
//!
//! [`SharedHub`] locks the hub for the length of a call. Whoever waits for the lock lets other threads of
//! Python run, and so does a [`SharedHub::read`] or a [`SharedHub::write`] itself. Their closures may attach to
//! Python, but must not call it for this hub: a call from within waits forever.
//!
//! Join your threads before the program ends. Before `CPython` 3.14, a daemon thread that is within a call when the
//! interpreter ends aborts the process. The cause is in `PyO3`, so each function that is written with it does that.

#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod batch;
mod edit;
mod element;
mod field;
mod in_place;
mod memory;
mod private;
mod shared_hub;
mod state;
mod table;
mod write;

pub use batch::Batch;
pub use edit::Edit;
pub use element::Element;
pub use shared_hub::SharedHub;
pub use write::WriteColumn;
