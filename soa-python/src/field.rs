//! The columns of a hub for NumPy, without their types.

use std::any::Any;
use std::marker::PhantomData;
use std::sync::Arc;

use bytemuck::{AnyBitPattern, NoUninit};
use soa_arrow::{IdWord, LentColumns};
use soa_runtime::{AnyHandle, Column, ColumnsMut, Hub, IdAllocator};

use crate::element::{Element, Form};
use crate::write::WriteColumn;

/// The memory of a column.
#[derive(Clone)]
pub(crate) struct Block {
    pub(crate) address: usize,
    pub(crate) rows: usize,
    /// The owner of the memory, if it is not the hub.
    pub(crate) _owner: Option<Arc<dyn Any + Send + Sync>>,
}

impl Block {
    /// Describes memory that the hub owns and nobody writes.
    fn shared<F>(values: &[F]) -> Self {
        Block {
            address: values.as_ptr().expose_provenance(),
            rows: values.len(),
            _owner: None,
        }
    }

    /// Describes memory that the hub owns and Python may write.
    fn exclusive<F>(values: &mut [F]) -> Self {
        Block {
            address: values.as_mut_ptr().expose_provenance(),
            rows: values.len(),
            _owner: None,
        }
    }
}

/// A column of a hub of `T`.
pub(crate) trait Field<T: IdAllocator>: Send + Sync {
    /// Returns how NumPy reads a value.
    fn form(&self) -> Form;

    /// Returns whether the column can be written.
    fn is_writable(&self) -> bool {
        false
    }

    /// Returns whether lending copies. Then it reads no column, so it may happen while Python
    /// writes columns.
    fn is_copied(&self) -> bool {
        false
    }

    /// Lends the column for reading.
    fn shared(&self, hub: &Hub<T>) -> Block;

    /// Lends the column for writing, and stamps it whole.
    fn exclusive(&self, _: &mut ColumnsMut<'_, T>) -> Option<Block> {
        None
    }

    /// Returns the live rows whose values differ from `bytes`, which are those of a whole column.
    fn differences(&self, _: &Hub<T>, _bytes: &[u8]) -> Vec<usize> {
        Vec::new()
    }

    /// Writes the value of a row, and stamps the row if the value differs.
    fn write(&self, _: &mut ColumnsMut<'_, T>, _row: usize, _bytes: &[u8]) {}
}

/// A column that Python may write, whose values have the bytes of `A`.
pub(crate) struct Writable<A, F, R, W> {
    pub(crate) read: Arc<R>,
    pub(crate) write: W,
    pub(crate) types: PhantomData<fn() -> (A, F)>,
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
        Form::of::<A>()
    }

    fn is_writable(&self) -> bool {
        true
    }

    fn shared(&self, hub: &Hub<T>) -> Block {
        Block::shared((self.read)(LentColumns::new(hub)).as_slice())
    }

    fn exclusive(&self, columns: &mut ColumnsMut<'_, T>) -> Option<Block> {
        Some(Block::exclusive((self.write)(columns).all_mut()))
    }

    fn differences(&self, hub: &Hub<T>, bytes: &[u8]) -> Vec<usize> {
        let column = (self.read)(LentColumns::new(hub));
        let before: &[u8] = bytemuck::cast_slice(column.as_slice());
        let size = size_of::<F>();
        let differs = |row: &usize| {
            let value = row * size..(row + 1) * size;
            before[value.clone()] != bytes[value]
        };
        hub.live_ranges().flatten().filter(differs).collect()
    }

    fn write(&self, columns: &mut ColumnsMut<'_, T>, row: usize, bytes: &[u8]) {
        let column = (self.write)(columns);
        let present = column.all().get(row);
        if present.is_some_and(|present| bytemuck::bytes_of(present) != bytes) {
            if let Some(value) = column.row_mut(row) {
                *value = bytemuck::pod_read_unaligned(bytes);
            }
        }
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

    fn shared(&self, hub: &Hub<T>) -> Block {
        Block::shared((self.read)(LentColumns::new(hub)).as_slice())
    }
}

/// The bits of the ids.
pub(crate) struct Ids;

impl<T: IdAllocator<Id: AnyHandle<Word: IdWord + Element>>> Field<T> for Ids {
    fn form(&self) -> Form {
        Form::of::<<T::Id as AnyHandle>::Word>()
    }

    fn shared(&self, hub: &Hub<T>) -> Block {
        Block::shared(hub.id_bits())
    }
}

/// Which rows are live. It is copied, because the hub stores one bit per row.
pub(crate) struct Live;

impl<T: IdAllocator> Field<T> for Live {
    fn form(&self) -> Form {
        Form::of::<bool>()
    }

    fn is_copied(&self) -> bool {
        true
    }

    fn shared(&self, hub: &Hub<T>) -> Block {
        let mut live = vec![false; hub.id_bits().len()];
        for run in hub.live_ranges() {
            live[run].fill(true);
        }
        let live: Arc<[bool]> = live.into();
        Block {
            _owner: Some(Arc::new(Arc::clone(&live))),
            ..Block::shared(&live)
        }
    }
}
