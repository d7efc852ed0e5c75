//! A hub that Rust and Python share.

use std::fmt;
use std::marker::PhantomData;
use std::sync::{Arc, Mutex};

use bytemuck::{AnyBitPattern, NoUninit};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use soa_arrow::{IdWord, LentColumns, ToArrow};
use soa_runtime::{AnyHandle, CloneRow, Column, ColumnsMut, Hub, IdAllocator};

use crate::batch::Batch;
use crate::edit::{Edit, unknown};
use crate::element::Element;
use crate::field::{Field, Ids, Live, ReadOnly, Writable};
use crate::in_place::InPlace;
use crate::private::Private;
use crate::state::{Desk, Place, State, lock};
use crate::write::WriteColumn;

/// A step of making a batch.
type Step<T> = Box<dyn Fn(soa_arrow::Batch<T>) -> soa_arrow::Batch<T> + Send + Sync>;

/// What Python sees of a hub.
pub(crate) struct Table<T: IdAllocator + 'static> {
    steps: Vec<Step<T>>,
    /// The names of the fields.
    pub(crate) names: Vec<String>,
    pub(crate) fields: Vec<Box<dyn Field<T>>>,
}

/// A hub that Rust and Python share.
///
/// Rust uses the hub in [`SharedHub::read`] and [`SharedHub::write`]. Python gets its rows as a
/// [`Batch`] and edits its columns in the block of an [`Edit`].
pub struct SharedHub<T: IdAllocator + 'static> {
    state: Desk<T>,
    table: Arc<Table<T>>,
}

impl<T> SharedHub<T>
where
    T: CloneRow + Send + Sync + 'static,
    Hub<T>: Clone + Send + Sync,
{
    /// Shares a hub. Python sees the columns that are added next.
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

    /// Adds a column that Python can read and write, under a name.
    ///
    /// Both closures choose the same column. A tracked column is read by
    /// `|units| units.pos.as_column()`, and written by `|units| &mut units.pos`, as any other.
    pub fn column<F: ToArrow + Element + NoUninit + AnyBitPattern>(
        self,
        name: impl Into<String>,
        read: impl for<'a> Fn(LentColumns<'a, T>) -> Column<'a, T, F> + Send + Sync + 'static,
        write: impl for<'a, 'b> Fn(&'a mut ColumnsMut<'b, T>) -> &'a mut (dyn WriteColumn<F> + 'a)
        + Send
        + Sync
        + 'static,
    ) -> Self {
        let (name, read) = (name.into(), Arc::new(read));
        let field = Writable::<F, F, _, _> {
            read: Arc::clone(&read),
            write,
            types: PhantomData,
        };
        self.field(name.clone(), field).arrow(move |batch| {
            let read = Arc::clone(&read);
            batch.column(name.clone(), move |columns| read(columns))
        })
    }

    /// Adds a column of plain data as a column of `A`, which has the same size: for example a
    /// vector of `glam` as `[f32; 3]`.
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

    /// Adds a column that Python can only read, such as a column of `bool` or of ids.
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

    /// Adds the ids, as the integers of their bits.
    pub fn ids(self, name: impl Into<String>) -> Self
    where
        T::Id: AnyHandle<Word: IdWord + Element>,
    {
        let name = name.into();
        self.field(name.clone(), Ids)
            .arrow(move |batch| batch.ids(name.clone()))
    }

    /// Adds which rows are live, as an array of `bool` for edits. With `layout = dense` all rows are.
    ///
    /// An array of an edit has a row for each slot, like a column. Batches mark holes as nulls, so
    /// this is no column of theirs.
    pub fn live(self, name: impl Into<String>) -> Self {
        self.field(name.into(), Live)
    }

    /// Adds columns to batches alone, such as text.
    pub fn arrow(
        mut self,
        step: impl Fn(soa_arrow::Batch<T>) -> soa_arrow::Batch<T> + Send + Sync + 'static,
    ) -> Self {
        self.build().steps.push(Box::new(step));
        self
    }

    fn field(mut self, name: String, field: impl Field<T> + 'static) -> Self {
        let table = self.build();
        table.names.push(name);
        table.fields.push(Box::new(field));
        self
    }

    /// Returns the table, which belongs to this value alone until it is used.
    fn build(&mut self) -> &mut Table<T> {
        Arc::get_mut(&mut self.table).expect("columns are added before the hub is used")
    }

    /// Makes a batch of the rows. Numbers and ids are not copied, and while the batch lives, the
    /// next write copies the hub.
    pub fn batch(&self, py: Python<'_>) -> PyResult<Batch> {
        let hub = Arc::clone(lock(&self.state).hub()?);
        let batch = py.detach(|| {
            let empty = soa_arrow::batch::<T, _>(hub);
            self.table
                .steps
                .iter()
                .fold(empty, |batch, step| step(batch))
                .finish()
        });
        batch
            .map(Batch)
            .map_err(|error| PyValueError::new_err(error.to_string()))
    }

    /// Begins an edit of the named columns.
    pub fn edit(&self, columns: &[String], copy: bool) -> PyResult<Edit> {
        lock(&self.state).hub()?;
        let Table { names, fields, .. } = &*self.table;
        let mut written = vec![false; fields.len()];
        for name in columns {
            let column = names.iter().position(|column| column == name);
            let column = column.ok_or_else(|| unknown(name, names))?;
            if !fields[column].is_writable() {
                return Err(PyTypeError::new_err(format!(
                    "the column `{name}` cannot be written by Python"
                )));
            }
            written[column] = true;
        }
        let (table, state) = (Arc::clone(&self.table), Arc::clone(&self.state));
        if !copy {
            return Ok(Edit::new(InPlace {
                table,
                state,
                written,
            }));
        }
        if columns.is_empty() {
            written = fields.iter().map(|field| field.is_writable()).collect();
        }
        Ok(Edit::new(Private {
            table,
            state,
            written,
        }))
    }

    /// Calls `f` with the hub, while other threads of Python run.
    pub fn read<R: Send>(
        &self,
        py: Python<'_>,
        f: impl FnOnce(&Hub<T>) -> R + Send,
    ) -> PyResult<R> {
        let hub = Arc::clone(lock(&self.state).hub()?);
        Ok(py.detach(|| f(&hub)))
    }

    /// Calls `f` with the hub, while other threads of Python run. The hub is copied first if a
    /// batch holds it.
    pub fn write<R: Send>(
        &self,
        py: Python<'_>,
        f: impl FnOnce(&mut Hub<T>) -> R + Send,
    ) -> PyResult<R> {
        py.detach(|| Ok(f(lock(&self.state).hub_mut()?)))
    }

    /// Returns how often the hub was copied because a batch held it.
    pub fn copies(&self) -> PyResult<u64> {
        lock(&self.state).copies()
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
