//! The columns of a hub for NumPy, without their types.
//!
//! The closures of the program run here, and only choose columns. What they return is compared with
//! the hub, and no address leaves this module.

use std::marker::PhantomData;
use std::sync::Arc;

use bytemuck::{AnyBitPattern, NoUninit};
use pyo3::PyErr;
use pyo3::exceptions::PyValueError;
use soa_arrow::{IdWord, LentColumns};
use soa_runtime::{AnyHandle, Column, ColumnsMut, Hub, IdAllocator};

use crate::element::{Element, Form};
use crate::memory::Part;
use crate::write::WriteColumn;

/// Why a closure of the program is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Refused {
    /// The closure for reading returned no whole column of the hub that it was asked for.
    OtherHub,
    /// The closure for writing did not return the column that the other closure reads.
    OtherColumn,
}

impl Refused {
    /// Returns the exception for a column of a hub of `T`.
    pub(crate) fn at<T: IdAllocator>(self, name: &str) -> PyErr {
        let hub = T::HUB;
        PyValueError::new_err(match self {
            Refused::OtherHub => format!(
                "the closure that reads the column `{name}` returned no column of this {hub}; \
                 return a column of the argument"
            ),
            Refused::OtherColumn => format!(
                "the closure that writes the column `{name}` did not return the column of this {hub} \
                 that is read; return the same column of the argument"
            ),
        })
    }
}

/// A row, and the bytes of a value.
pub(crate) type Value<'a> = (usize, &'a [u8]);

/// A column of a hub of `T`.
pub(crate) trait Field<T: IdAllocator>: Send + Sync {
    /// Returns how NumPy reads a value.
    fn form(&self) -> Form;

    /// Returns whether the column can be written.
    fn is_writable(&self) -> bool {
        false
    }

    /// Finds the part of the hub that the field shows.
    fn part(&self, hub: &Hub<T>) -> Result<Part, Refused>;

    /// Stamps a tracked column whole. Fails if the field does not write this part of the hub.
    fn stamp(&self, _: &mut Hub<T>, _: Part) -> Result<(), Refused> {
        Err(Refused::OtherColumn)
    }

    /// Returns the part of the hub, and its live rows whose values differ from `bytes`, which are
    /// those of a whole column.
    fn differences(&self, hub: &Hub<T>, _bytes: &[u8]) -> Result<(Part, Vec<usize>), Refused> {
        Ok((self.part(hub)?, Vec::new()))
    }

    /// Writes values, and stamps the rows whose values differ. Fails if the field does not write
    /// this part of the hub.
    fn write(&self, _: &mut Hub<T>, _: Part, _rows: &[Value<'_>]) -> Result<(), Refused> {
        Err(Refused::OtherColumn)
    }
}

/// Returns the column of the hub whose values a closure returned.
///
/// The values are compared, and not the hub that the column names: a [`Column`] can be made by
/// hand, by methods for generated code, of the rows of one hub and the values of another memory.
fn part_of<T: IdAllocator, F>(hub: &Hub<T>, values: &[F]) -> Result<Part, Refused> {
    let column = hub.column_of(values);
    column.map(Part::Column).ok_or(Refused::OtherHub)
}

/// A column that Python may write, whose values have the bytes of `A`.
pub(crate) struct Writable<A, F, R, W> {
    pub(crate) read: Arc<R>,
    pub(crate) write: W,
    pub(crate) types: PhantomData<fn() -> (A, F)>,
}

impl<A, F, R, W> Writable<A, F, R, W> {
    /// Calls `with` with the column that the closure for writing returns, if it is this part of the
    /// hub.
    fn written<T, O>(
        &self,
        hub: &mut Hub<T>,
        part: Part,
        with: impl FnOnce(&mut dyn WriteColumn<F>) -> O,
    ) -> Result<O, Refused>
    where
        T: IdAllocator,
        W: for<'a, 'b> Fn(&'a mut ColumnsMut<'b, T>) -> &'a mut (dyn WriteColumn<F> + 'a),
    {
        let memory = match part {
            Part::Column(column) => hub.column_memory(column),
            Part::Ids | Part::Live => None,
        };
        // Each closure gets columns of its own. It may put other columns in their places.
        let mut columns = hub.columns_mut();
        let column = (self.write)(&mut columns);
        let values = column.all();
        let found = (values.as_ptr().cast(), size_of_val(values));
        if memory.is_some_and(|memory| (memory.cast_const().cast::<u8>(), memory.len()) == found) {
            Ok(with(column))
        } else {
            Err(Refused::OtherColumn)
        }
    }
}

impl<T, A, F, R, W> Field<T> for Writable<A, F, R, W>
where
    T: IdAllocator + 'static,
    A: Element,
    F: NoUninit + AnyBitPattern,
    R: for<'a> Fn(LentColumns<'a, T>) -> Column<'a, T, F> + Send + Sync,
    W: for<'a, 'b> Fn(&'a mut ColumnsMut<'b, T>) -> &'a mut (dyn WriteColumn<F> + 'a) + Send + Sync,
{
    fn form(&self) -> Form {
        const {
            assert!(
                size_of::<F>() == size_of::<A>(),
                "the column and the type that it is read as have different sizes"
            );
        }
        Form::of::<A>()
    }

    fn is_writable(&self) -> bool {
        true
    }

    fn part(&self, hub: &Hub<T>) -> Result<Part, Refused> {
        part_of(hub, (self.read)(LentColumns::new(hub)).as_slice())
    }

    fn stamp(&self, hub: &mut Hub<T>, part: Part) -> Result<(), Refused> {
        self.written(hub, part, |column| {
            column.all_mut();
        })
    }

    fn differences(&self, hub: &Hub<T>, bytes: &[u8]) -> Result<(Part, Vec<usize>), Refused> {
        let values = (self.read)(LentColumns::new(hub)).as_slice();
        let part = part_of(hub, values)?;
        let before: &[u8] = bytemuck::cast_slice(values);
        let size = size_of::<F>();
        let differs = |row: &usize| {
            let value = row * size..(row + 1) * size;
            before[value.clone()] != bytes[value]
        };
        let rows = hub.live_ranges().flatten().filter(differs);
        Ok((part, rows.collect()))
    }

    fn write(&self, hub: &mut Hub<T>, part: Part, rows: &[Value<'_>]) -> Result<(), Refused> {
        self.written(hub, part, |column| {
            for (row, bytes) in rows {
                let present = column.all().get(*row);
                if present.is_some_and(|present| bytemuck::bytes_of(present) != *bytes) {
                    if let Some(value) = column.row_mut(*row) {
                        *value = bytemuck::pod_read_unaligned(bytes);
                    }
                }
            }
        })
    }
}

/// A column that Python may only read.
pub(crate) struct ReadOnly<F, R> {
    pub(crate) read: Arc<R>,
    pub(crate) value: PhantomData<fn() -> F>,
}

impl<T, F, R> Field<T> for ReadOnly<F, R>
where
    T: IdAllocator + 'static,
    F: Element,
    R: for<'a> Fn(LentColumns<'a, T>) -> Column<'a, T, F> + Send + Sync,
{
    fn form(&self) -> Form {
        Form::of::<F>()
    }

    fn part(&self, hub: &Hub<T>) -> Result<Part, Refused> {
        part_of(hub, (self.read)(LentColumns::new(hub)).as_slice())
    }
}

/// The bits of the ids.
pub(crate) struct Ids;

impl<T: IdAllocator<Id: AnyHandle<Word: IdWord + Element>>> Field<T> for Ids {
    fn form(&self) -> Form {
        Form::of::<<T::Id as AnyHandle>::Word>()
    }

    fn part(&self, _: &Hub<T>) -> Result<Part, Refused> {
        Ok(Part::Ids)
    }
}

/// Which rows are live.
pub(crate) struct Live;

impl<T: IdAllocator> Field<T> for Live {
    fn form(&self) -> Form {
        Form::of::<bool>()
    }

    fn part(&self, _: &Hub<T>) -> Result<Part, Refused> {
        Ok(Part::Live)
    }
}
