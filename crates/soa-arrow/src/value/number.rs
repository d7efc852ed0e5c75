//! Numbers.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{
    Float16Type, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type,
    UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{Array, ArrayRef, ArrowPrimitiveType, PrimitiveArray};
use arrow_schema::DataType;
use half::f16;

use super::{Cell, Cells, FromArrow, ToArrow};
use crate::error::BatchError;
use crate::lent::Values;

macro_rules! numbers {
    ($($number:ty => $arrow:ty;)*) => {$(
        impl ToArrow for $number {
            fn data_type() -> DataType {
                <$arrow>::DATA_TYPE
            }

            fn shared(values: &Values<Self>) -> Result<ArrayRef, BatchError> {
                let nulls = values.chosen.nulls.clone();
                Ok(Arc::new(values.numbers::<$arrow>(nulls)?))
            }

            fn copied(
                values: &mut dyn Iterator<Item = Option<&Self>>,
            ) -> Result<ArrayRef, BatchError> {
                let values = values.map(Option::<&$number>::copied);
                Ok(Arc::new(values.collect::<PrimitiveArray<$arrow>>()))
            }
        }

        impl FromArrow for $number {
            fn cells(array: &dyn Array) -> Option<Cells<'_, Self>> {
                let array = array.as_primitive_opt::<$arrow>()?;
                Some(Box::new(|row| cell(array, row)))
            }
        }
    )*};
}

numbers! {
    i8 => Int8Type;
    i16 => Int16Type;
    i32 => Int32Type;
    i64 => Int64Type;
    u8 => UInt8Type;
    u16 => UInt16Type;
    u32 => UInt32Type;
    u64 => UInt64Type;
    f32 => Float32Type;
    f64 => Float64Type;
    f16 => Float16Type;
}

/// Numbers as wide as an address.
macro_rules! sizes {
    ($($size:ty, $width:literal => $number:ty;)*) => {$(
        #[cfg(target_pointer_width = $width)]
        impl ToArrow for $size {
            fn data_type() -> DataType {
                <$number>::data_type()
            }

            fn shared(values: &Values<Self>) -> Result<ArrayRef, BatchError> {
                <$number>::shared(&values.cast())
            }

            fn copied(
                values: &mut dyn Iterator<Item = Option<&Self>>,
            ) -> Result<ArrayRef, BatchError> {
                let values = values.map(|value| value.map(bytemuck::cast_ref));
                <$number>::copied(&mut { values })
            }
        }

        #[cfg(target_pointer_width = $width)]
        impl FromArrow for $size {
            fn cells(array: &dyn Array) -> Option<Cells<'_, Self>> {
                let cell = <$number>::cells(array)?;
                Some(Box::new(move |row| cell(row).map(bytemuck::cast)))
            }
        }
    )*};
}

sizes! {
    usize, "64" => u64;
    isize, "64" => i64;
    usize, "32" => u32;
    isize, "32" => i32;
}

/// Returns the number of a row.
pub(super) fn cell<P: ArrowPrimitiveType>(
    array: &PrimitiveArray<P>,
    row: usize,
) -> Result<P::Native, Cell> {
    if array.is_null(row) {
        Err(Cell::Null)
    } else {
        Ok(array.value(row))
    }
}
