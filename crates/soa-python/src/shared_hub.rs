//! A hub that Rust and Python share.

use std::fmt;
use std::marker::PhantomData;
use std::sync::{Arc, Mutex};

use bytemuck::{AnyBitPattern, NoUninit};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use soa_arrow::{IdWord, LentColumns, ToArrow};
use soa_runtime::generic::CloneRow;
use soa_runtime::{AnyHandle, Column, ColumnsMut, Hub, IdAllocator};

use crate::batch::Batch;
use crate::edit::{Edit, unknown};
use crate::element::Element;
use crate::field::{Field, Ids, Live, ReadOnly, Writable};
use crate::in_place::InPlace;
use crate::private::Private;
use crate::state::{Desk, Place, State, locked};
use crate::table::{Scope, Table};
use crate::write::WriteColumn;

/// A hub that Rust and Python share.
///
/// Rust uses the hub in [`SharedHub::read`] and [`SharedHub::write`]. Python gets its rows as a
/// [`Batch`], and edits its columns in the block of an [`Edit`]. The columns that Python sees are
/// added when the hub is shared, in the order of the calls.
///
/// # Examples
///
/// ```
/// use pyo3::prelude::*;
/// use soa_python::SharedHub;
/// use soa_runtime::IdAllocator;
///
/// #[derive(IdAllocator)]
/// #[soa(derive(Clone))]
/// struct Unit {
///     #[soa(tracked)]
///     pos: [f32; 2],
///     hp: i32,
///     name: String,
/// }
///
/// let mut units = UnitHub::new();
/// units.insert(Unit { pos: [1.0, 2.0], hp: 40, name: "ant".to_owned() });
///
/// let units = SharedHub::new(units)
///     .ids("id")
///     .column("pos", |units| units.pos.as_column(), |units| &mut units.pos)
///     .column("hp", |units| units.hp, |units| &mut units.hp)
///     .arrow(|batch| batch.column("name", |units| units.name));
///
/// Python::initialize();
/// Python::attach(|py| {
///     assert_eq!(units.batch(py)?.batch().num_columns(), 4);
///     units.write(py, |units| assert_eq!(units.len(), 1))?;
///     assert_eq!(units.copies(py)?, 0);
///     PyResult::Ok(())
/// })?;
/// # PyResult::Ok(())
/// ```
pub struct SharedHub<T: IdAllocator + 'static> {
    state: Desk<T>,
    table: Arc<Table<T>>,
}

impl<T> SharedHub<T>
where
    T: CloneRow + Send + Sync + 'static,
    Hub<T>: Clone + Send + Sync,
{
    /// Shares a hub. Python sees no column yet. O(1).
    #[must_use]
    pub fn new(hub: impl Into<Hub<T>>) -> Self {
        SharedHub {
            state: Arc::new(Mutex::new(State {
                place: Place::Home(Arc::new(hub.into())),
                copies: 0,
            })),
            table: Arc::new(Table {
                steps: Vec::new(),
                names: Vec::new(),
                fields: Vec::new(),
            }),
        }
    }

    /// Adds a column that Python can read and write.
    ///
    /// Both closures return the same column of their argument. A tracked column is read by
    /// `|units| units.pos.as_column()`, and is written like any other: `|units| &mut units.pos`. An edit
    /// whose closures return anything else raises `ValueError`.
    ///
    /// # Panics
    ///
    /// Panics if there is a column of this name, or if an edit was made already.
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
    /// let columns = Python::attach(|py| Ok::<_, PyErr>(units.batch(py)?.batch().num_columns()))?;
    /// assert_eq!(columns, 1);
    /// # PyResult::Ok(())
    /// ```
    #[must_use]
    #[track_caller]
    pub fn column<F: ToArrow + Element + NoUninit + AnyBitPattern>(
        self,
        name: impl Into<String>,
        read: impl for<'a> Fn(LentColumns<'a, T>) -> Column<'a, T, F> + Send + Sync + 'static,
        write: impl for<'a, 'b> Fn(&'a mut ColumnsMut<'b, T>) -> &'a mut (dyn WriteColumn<F> + 'a)
        + Send
        + Sync
        + 'static,
    ) -> Self {
        self.column_as::<F, F>(name, read, write)
    }

    /// Adds a column of plain data as a column of `A`, which has the same size: for example a
    /// vector of `glam` as `[f32; 3]`.
    ///
    /// A size or an alignment that does not fit is an error of the compiler.
    ///
    /// # Panics
    ///
    /// Panics if there is a column of this name, or if an edit was made already.
    ///
    /// # Examples
    ///
    /// ```
    /// use bytemuck::{Pod, Zeroable};
    /// use soa_python::SharedHub;
    /// # use soa_runtime::IdAllocator;
    ///
    /// #[derive(Clone, Copy, Default, Pod, Zeroable)]
    /// #[repr(C)]
    /// struct Vec3 { x: f32, y: f32, z: f32 }
    ///
    /// #[derive(IdAllocator)]
    /// #[soa(derive(Clone))]
    /// struct Unit { pos: Vec3 }
    ///
    /// let units = SharedHub::new(UnitHub::new())
    ///     .column_as::<[f32; 3], _>("pos", |units| units.pos, |units| &mut units.pos);
    /// assert!(format!("{units:?}").contains("pos"));
    /// ```
    #[must_use]
    #[track_caller]
    pub fn column_as<A, F: NoUninit + AnyBitPattern>(
        self,
        name: impl Into<String>,
        read: impl for<'a> Fn(LentColumns<'a, T>) -> Column<'a, T, F> + Send + Sync + 'static,
        write: impl for<'a, 'b> Fn(&'a mut ColumnsMut<'b, T>) -> &'a mut (dyn WriteColumn<F> + 'a)
        + Send
        + Sync
        + 'static,
    ) -> Self
    where
        A: ToArrow + Element + NoUninit + AnyBitPattern,
    {
        let (name, read) = (name.into(), Arc::new(read));
        let field = Writable::<A, F, _, _> {
            read: Arc::clone(&read),
            write,
            types: PhantomData,
        };
        self.field(name.clone(), field).arrow(move |batch| {
            let read = Arc::clone(&read);
            batch.column_as::<A, F>(name.clone(), move |columns| read(columns))
        })
    }

    /// Adds a column that Python can only read, for example a column of `bool` or of ids.
    ///
    /// # Panics
    ///
    /// Panics if there is a column of this name, or if an edit was made already.
    ///
    /// # Examples
    ///
    /// ```
    /// use pyo3::exceptions::PyTypeError;
    /// use pyo3::prelude::*;
    /// use soa_python::SharedHub;
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # #[soa(derive(Clone))]
    /// # struct Unit { tired: bool }
    /// let units = SharedHub::new(UnitHub::new()).read_only("tired", |units| units.tired);
    ///
    /// Python::initialize();
    /// Python::attach(|py| {
    ///     let refused = units.edit(py, &["tired"]).unwrap_err();
    ///     assert!(refused.is_instance_of::<PyTypeError>(py));
    /// });
    /// ```
    #[must_use]
    #[track_caller]
    pub fn read_only<F: ToArrow + Element>(
        self,
        name: impl Into<String>,
        read: impl for<'a> Fn(LentColumns<'a, T>) -> Column<'a, T, F> + Send + Sync + 'static,
    ) -> Self {
        let (name, read) = (name.into(), Arc::new(read));
        let field = ReadOnly {
            read: Arc::clone(&read),
            value: PhantomData,
        };
        self.field(name.clone(), field).arrow(move |batch| {
            let read = Arc::clone(&read);
            batch.column(name.clone(), move |columns| read(columns))
        })
    }

    /// Adds the ids, as the integers of their bits. Python can only read them.
    ///
    /// # Panics
    ///
    /// Panics if there is a column of this name, or if an edit was made already.
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
    /// let units = SharedHub::new(UnitHub::new()).ids("id");
    ///
    /// Python::initialize();
    /// Python::attach(|py| {
    ///     let batch = units.batch(py)?;
    ///     assert_eq!(batch.batch().schema().field(0).name(), "id");
    ///     PyResult::Ok(())
    /// })?;
    /// # PyResult::Ok(())
    /// ```
    #[must_use]
    #[track_caller]
    pub fn ids(self, name: impl Into<String>) -> Self
    where
        T::Id: AnyHandle<Word: IdWord + Element>,
    {
        let name = name.into();
        self.field(name.clone(), Ids)
            .arrow(move |batch| batch.ids(name.clone()))
    }

    /// Adds an array of `bool` to edits, which marks the live rows. It is made when it is used:
    /// O(rows). It is a copy, but holds the hub like the other arrays: keep `units.live.copy()`.
    ///
    /// With `layout = slots`, the arrays of an edit have a row for each slot, and values of holes
    /// have no meaning. Batches mark holes as nulls, so they do not get this column.
    ///
    /// # Panics
    ///
    /// Panics if there is a column of this name, or if an edit was made already.
    ///
    /// # Examples
    ///
    /// ```
    /// use pyo3::prelude::*;
    /// use soa_python::SharedHub;
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # #[soa(derive(Clone))]
    /// # struct Unit { hp: i32, tired: bool }
    /// let mut units = UnitHub::new();
    /// let ids = units.alloc_many(3);
    /// units.dealloc(ids[1]);
    /// let units = SharedHub::new(units).ids("id").live("live").read_only("tired", |units| units.tired);
    ///
    /// Python::initialize();
    /// Python::attach(|py| {
    ///     let edit = Bound::new(py, units.edit(py, &[] as &[&str])?)?;
    ///     pyo3::py_run!(py, edit, r#"
    /// with edit as units:
    ///     assert units.live.tolist() == [True, False, True]
    ///     assert units.id.dtype == "u8"
    ///     assert not units.tired.any()
    /// "#);
    ///     PyResult::Ok(())
    /// })?;
    /// # PyResult::Ok(())
    /// ```
    #[must_use]
    #[track_caller]
    pub fn live(self, name: impl Into<String>) -> Self {
        self.field(name.into(), Live)
    }

    /// Adds columns that only batches have, for example text.
    ///
    /// # Panics
    ///
    /// Panics if an edit was made already.
    ///
    /// # Examples
    ///
    /// ```
    /// use pyo3::prelude::*;
    /// use soa_python::SharedHub;
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # #[soa(derive(Clone))]
    /// # struct Unit { name: String }
    /// let units = SharedHub::new(UnitHub::new())
    ///     .arrow(|batch| batch.column("name", |units| units.name));
    ///
    /// Python::initialize();
    /// Python::attach(|py| {
    ///     let batch = units.batch(py)?;
    ///     assert_eq!(batch.batch().schema().field(0).name(), "name");
    ///     PyResult::Ok(())
    /// })?;
    /// # PyResult::Ok(())
    /// ```
    #[must_use]
    #[track_caller]
    pub fn arrow(
        mut self,
        columns: impl Fn(soa_arrow::Batch<T>) -> soa_arrow::Batch<T> + Send + Sync + 'static,
    ) -> Self {
        self.build().steps.push(Box::new(columns));
        self
    }

    #[track_caller]
    fn field(mut self, name: String, field: impl Field<T> + 'static) -> Self {
        let table = self.build();
        let twice = table.names.contains(&name);
        assert!(!twice, "the column `{name}` is added twice");
        table.names.push(name);
        table.fields.push(Box::new(field));
        self
    }

    /// Returns the columns, to add one.
    ///
    /// # Panics
    ///
    /// Panics if an edit was made already.
    #[track_caller]
    fn build(&mut self) -> &mut Table<T> {
        Arc::get_mut(&mut self.table).expect("columns are added before the first edit")
    }

    /// Makes a batch of the rows as they are now. Numbers, arrays of numbers and ids are not copied.
    ///
    /// While the batch or data that was read from it lives, the hub stays unchanged: the next write
    /// copies the hub once, and goes on with the copy.
    ///
    /// # Errors
    ///
    /// Raises `BufferError` if the hub is lent to an edit, and `ValueError` if a closure does not return a
    /// column of the hub, or if Arrow refuses the columns, for example because two have the same name.
    ///
    /// # Examples
    ///
    /// ```
    /// use pyo3::prelude::*;
    /// use soa_python::SharedHub;
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # #[soa(derive(Clone))]
    /// # struct Unit { hp: i32, tired: bool }
    /// let units = SharedHub::new(UnitHub::from(vec![Unit { hp: 40, tired: false }]))
    ///     .column("hp", |units| units.hp, |units| &mut units.hp);
    ///
    /// Python::initialize();
    /// Python::attach(|py| {
    ///     let batch = units.batch(py)?;
    ///     units.write(py, |units| units.columns_mut().hp.fill(0))?;
    ///     assert_eq!(units.copies(py)?, 1); // the batch is alive
    ///     assert_eq!(batch.batch().num_rows(), 1);
    ///     PyResult::Ok(())
    /// })?;
    /// # PyResult::Ok(())
    /// ```
    pub fn batch(&self, py: Python<'_>) -> PyResult<Batch> {
        let hub = locked(py, &self.state, |state| state.hub().map(Arc::clone))?;
        let batch = py.detach(|| {
            let empty = soa_arrow::batch::<T, _>(hub);
            let steps = self.table.steps.iter();
            steps.fold(empty, |batch, step| step(batch)).finish()
        });
        let refused = |error: soa_arrow::BatchError| PyValueError::new_err(error.to_string());
        Ok(Batch(batch.map_err(refused)?))
    }

    /// Makes an edit that lends the columns for the length of its `with` block. Named columns are
    /// writable, and are stamped whole if they are tracked. The others are read-only.
    ///
    /// The block moves the hub into a lease. The arrays hold the lease, and its last holder gives the hub
    /// back. O(columns), and one copy of the hub if a batch is alive.
    ///
    /// # Errors
    ///
    /// Raises `AttributeError` for an unknown column, `TypeError` for a column that Python cannot
    /// write, and `BufferError` if the hub is lent to an edit. The beginning of the block raises
    /// `BufferError` if the hub is lent then, and `ValueError` if a closure does not return a column of the hub.
    /// A closure that panics raises `PanicException`. The hub stays usable after each of these.
    ///
    /// # Examples
    ///
    /// ```
    /// use pyo3::prelude::*;
    /// use pyo3::types::PyDict;
    /// use soa_python::SharedHub;
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # #[soa(derive(Clone))]
    /// # struct Unit { pos: [f32; 2], vel: [f32; 2] }
    /// let units = UnitHub::from(vec![Unit { pos: [1.0, 2.0], vel: [0.0, 4.0] }]);
    /// let units = SharedHub::new(units)
    ///     .column("pos", |units| units.pos, |units| &mut units.pos)
    ///     .column("vel", |units| units.vel, |units| &mut units.vel);
    ///
    /// Python::initialize();
    /// Python::attach(|py| {
    ///     let names = PyDict::new(py);
    ///     names.set_item("edit", units.edit(py, &["pos"])?)?;
    ///     py.run(c"with edit as units: units.pos += units.vel * 0.5", None, Some(&names))?;
    ///     units.read(py, |units| assert_eq!(*units.columns().pos, [[1.0, 4.0]]))
    /// })?;
    /// # PyResult::Ok(())
    /// ```
    pub fn edit(&self, py: Python<'_>, columns: &[impl AsRef<str>]) -> PyResult<Edit> {
        let scope = self.scope(self.written(py, columns)?);
        Ok(Edit::new(self.table.clone(), InPlace(scope)))
    }

    /// Makes an edit of private copies of the columns. The values that differ at the end of the
    /// block are written by their ids, and stamped one by one. The hub is not lent meanwhile.
    ///
    /// Named columns are writable, or all that Python can write if `columns` is empty. A value is
    /// compared with the hub as it was at the beginning of the block, so values that others wrote
    /// meanwhile stay. Rows that were freed meanwhile are left out. If an exception leaves the
    /// block, nothing is written.
    ///
    /// A column is copied when it is used: O(rows). While the block runs, the hub of its beginning
    /// is kept as a batch keeps it.
    ///
    /// # Errors
    ///
    /// Raises what [`SharedHub::edit`] does. The end of the block raises `BufferError` if values differ and
    /// the hub is lent to another edit, and `ValueError` if an array was resized or a closure does not
    /// return a column of the hub. Then nothing is written, and the edit stays open with its arrays: `edit.__exit__(None, None, None)` ends it later.
    ///
    /// # Examples
    ///
    /// ```
    /// use pyo3::prelude::*;
    /// use soa_python::SharedHub;
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # #[soa(derive(Clone))]
    /// # struct Unit { hp: i32, tired: bool }
    /// let units = SharedHub::new(UnitHub::from(vec![Unit { hp: 40, tired: false }]))
    ///     .column("hp", |units| units.hp, |units| &mut units.hp);
    ///
    /// Python::initialize();
    /// Python::attach(|py| {
    ///     let edit = Bound::new(py, units.edit_copy(py, &["hp"])?)?;
    ///     pyo3::py_run!(py, edit, "with edit as units: units.hp += 2");
    ///     units.read(py, |units| assert_eq!(*units.columns().hp, [42]))
    /// })?;
    /// # PyResult::Ok(())
    /// ```
    pub fn edit_copy(&self, py: Python<'_>, columns: &[impl AsRef<str>]) -> PyResult<Edit> {
        let mut written = self.written(py, columns)?;
        if columns.is_empty() {
            let fields = self.table.fields.iter();
            written = fields.map(|field| field.is_writable()).collect();
        }
        let scope = Arc::new(self.scope(written));
        Ok(Edit::new(self.table.clone(), Private(scope)))
    }

    fn scope(&self, written: Vec<bool>) -> Scope<T> {
        Scope {
            table: Arc::clone(&self.table),
            state: Arc::clone(&self.state),
            written,
        }
    }

    /// Returns which columns are named.
    fn written(&self, py: Python<'_>, columns: &[impl AsRef<str>]) -> PyResult<Vec<bool>> {
        locked(py, &self.state, |state| state.hub().map(drop))?;
        let Table { names, fields, .. } = &*self.table;
        let mut written = vec![false; fields.len()];
        for name in columns {
            let name = name.as_ref();
            let column = self.table.position(name);
            let column = column.ok_or_else(|| unknown(name, names))?;
            if !fields[column].is_writable() {
                return Err(PyTypeError::new_err(format!(
                    "the column `{name}` cannot be written by Python"
                )));
            }
            written[column] = true;
        }
        Ok(written)
    }

    /// Calls `f` with the hub, while other threads of Python run. Waits for a read or a write that runs.
    ///
    /// `f` may attach to Python. It must not use this hub by another way, because the hub is locked: the
    /// call would wait forever.
    ///
    /// # Errors
    ///
    /// Raises `BufferError` if the hub is lent to an edit.
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
    /// let units = SharedHub::new(UnitHub::from(vec![Unit { hp: 40 }]));
    ///
    /// Python::initialize();
    /// let rows = Python::attach(|py| units.read(py, |units| units.len()))?;
    /// assert_eq!(rows, 1);
    /// # PyResult::Ok(())
    /// ```
    pub fn read<R: Send>(
        &self,
        py: Python<'_>,
        f: impl FnOnce(&Hub<T>) -> R + Send,
    ) -> PyResult<R> {
        locked(py, &self.state, |state| Ok(f(state.hub()?)))
    }

    /// Calls `f` with the hub, while other threads of Python run. Waits for a read or a write that runs. The
    /// hub is copied first if a batch or a block of [`SharedHub::edit_copy`] is alive.
    ///
    /// `f` may attach to Python. It must not use this hub by another way, because the hub is locked: the
    /// call would wait forever.
    ///
    /// # Errors
    ///
    /// Raises `BufferError` if the hub is lent to an edit.
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
    /// let units = SharedHub::new(UnitHub::new());
    ///
    /// Python::initialize();
    /// Python::attach(|py| {
    ///     let id = units.write(py, |units| units.insert(Unit { hp: 40 }))?;
    ///     assert!(units.read(py, |units| units.contains(id))?);
    ///     PyResult::Ok(())
    /// })?;
    /// # PyResult::Ok(())
    /// ```
    pub fn write<R: Send>(
        &self,
        py: Python<'_>,
        f: impl FnOnce(&mut Hub<T>) -> R + Send,
    ) -> PyResult<R> {
        locked(py, &self.state, |state| Ok(f(state.hub_mut()?)))
    }

    /// Returns the number of times that the hub was copied because a batch or a block of
    /// [`SharedHub::edit_copy`] held it.
    ///
    /// # Errors
    ///
    /// Raises `BufferError` while an array of an edit is alive whose block has ended.
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
    /// let units = SharedHub::new(UnitHub::new());
    ///
    /// Python::initialize();
    /// Python::attach(|py| {
    ///     units.write(py, |units| units.alloc())?;
    ///     assert_eq!(units.copies(py)?, 0); // nothing held the hub
    ///     PyResult::Ok(())
    /// })?;
    /// # PyResult::Ok(())
    /// ```
    pub fn copies(&self, py: Python<'_>) -> PyResult<u64> {
        locked(py, &self.state, |state| state.copies())
    }
}

impl<T: IdAllocator> fmt::Debug for SharedHub<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SharedHub")
            .field("hub", &T::HUB)
            .field("columns", &self.table.names)
            .finish_non_exhaustive()
    }
}
