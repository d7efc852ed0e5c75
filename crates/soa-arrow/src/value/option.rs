//! `Option`s, whose `None` is a null.

use arrow_array::{Array, ArrayRef};
use arrow_schema::DataType;

use super::{Cell, Cells, FromArrow, ToArrow};
use crate::error::BatchError;
use crate::lent::Values;

impl<F: ToArrow> ToArrow for Option<F> {
    const OPTIONAL: bool = true;

    fn data_type() -> DataType {
        F::data_type()
    }

    fn shared(values: &Values<Self>) -> Result<ArrayRef, BatchError> {
        F::optional(values)
    }

    fn copied(values: &mut dyn Iterator<Item = Option<&Self>>) -> Result<ArrayRef, BatchError> {
        F::copied(&mut values.map(|value| value?.as_ref()))
    }
}

impl<F: FromArrow> FromArrow for Option<F> {
    fn cells(array: &dyn Array) -> Option<Cells<'_, Self>> {
        let inner = F::cells(array)?;
        Some(Box::new(move |row| match inner(row) {
            Ok(value) => Ok(Some(value)),
            Err(Cell::Null) => Ok(None),
            Err(wrong) => Err(wrong),
        }))
    }

    fn expected() -> String {
        F::expected()
    }
}
