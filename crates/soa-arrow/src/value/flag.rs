//! `bool`.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, BooleanArray};
use arrow_buffer::BooleanBuffer;
use arrow_schema::DataType;

use super::{Cell, Cells, FromArrow, ToArrow};
use crate::error::BatchError;
use crate::lent::Values;

impl ToArrow for bool {
    fn data_type() -> DataType {
        DataType::Boolean
    }

    fn shared(values: &Values<Self>) -> Result<ArrayRef, BatchError> {
        let all = values.all()?;
        let bits = match &values.chosen.runs {
            None => BooleanBuffer::collect_bool(all.len(), |row| all[row]),
            Some(runs) => runs
                .iter()
                .flat_map(|run| &all[run.clone()])
                .copied()
                .collect(),
        };
        let nulls = values.chosen.nulls.clone();
        Ok(Arc::new(BooleanArray::new(bits, nulls)))
    }

    fn copied(values: &mut dyn Iterator<Item = Option<&Self>>) -> Result<ArrayRef, BatchError> {
        let values = values.map(Option::<&bool>::copied);
        Ok(Arc::new(values.collect::<BooleanArray>()))
    }
}

impl FromArrow for bool {
    fn cells(array: &dyn Array) -> Option<Cells<'_, Self>> {
        let array = array.as_boolean_opt()?;
        Some(Box::new(|row| {
            if array.is_null(row) {
                Err(Cell::Null)
            } else {
                Ok(array.value(row))
            }
        }))
    }
}
