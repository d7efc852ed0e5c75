//! Ids, as their bits or as text.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{
    Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type, UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{Array, ArrayRef, ArrowPrimitiveType, PrimitiveArray};
use arrow_buffer::{ArrowNativeType, BooleanBuffer, NullBuffer};
use arrow_schema::DataType;
use bytemuck::Pod;
use soa_runtime::generic::Word;
use soa_runtime::{AnyHandle, Handle};

use super::number::cell;
use super::text::text;
use super::{Cell, Cells, FromArrow, ToArrow};
use crate::error::BatchError;
use crate::lent::Values;

/// The word of an id as an Arrow number: `u16`, `u32` or `u64`.
///
/// These are all words that ids have. This trait is sealed by [`Word`].
pub trait IdWord: Word + ToArrow + Pod + ArrowNativeType + TryFrom<u64> {
    /// The type of the arrays.
    #[doc(hidden)]
    type Arrow: ArrowPrimitiveType<Native = Self>;
}

impl IdWord for u16 {
    type Arrow = UInt16Type;
}

impl IdWord for u32 {
    type Arrow = UInt32Type;
}

impl IdWord for u64 {
    type Arrow = UInt64Type;
}

impl<M, R, const I: u32, const G: u32, const TAG: u32> ToArrow for Handle<M, R, I, G, TAG>
where
    M: ?Sized + 'static,
    R: IdWord,
{
    fn data_type() -> DataType {
        R::Arrow::DATA_TYPE
    }

    fn shared(values: &Values<Self>) -> Result<ArrayRef, BatchError> {
        bits(&values.cast::<R>(), values.chosen.nulls.clone())
    }

    fn copied(values: &mut dyn Iterator<Item = Option<&Self>>) -> Result<ArrayRef, BatchError> {
        let values = values.map(|id| id.map(|id| id.to_bits()));
        Ok(Arc::new(values.collect::<PrimitiveArray<R::Arrow>>()))
    }

    /// Shares the memory of the column: the bits of `None` are zero, and are marked as null.
    fn optional(values: &Values<Option<Self>>) -> Result<ArrayRef, BatchError> {
        let all = values.all()?;
        let present = match &values.chosen.runs {
            None => BooleanBuffer::collect_bool(all.len(), |row| all[row].is_some()),
            Some(runs) => {
                let live = runs.iter().flat_map(|run| &all[run.clone()]);
                live.map(Option::is_some).collect()
            }
        };
        let present = NullBuffer::new(present);
        let nulls = NullBuffer::union(values.chosen.nulls.as_ref(), Some(&present));
        bits(&values.cast::<R>(), nulls)
    }
}

/// Makes an array of the bits of ids.
pub(crate) fn bits<R: IdWord>(
    words: &Values<R>,
    nulls: Option<NullBuffer>,
) -> Result<ArrayRef, BatchError> {
    Ok(Arc::new(words.numbers::<R::Arrow>(nulls)?))
}

impl<M, R, const I: u32, const G: u32, const TAG: u32> FromArrow for Handle<M, R, I, G, TAG>
where
    M: ?Sized + 'static,
    R: IdWord,
{
    fn cells(array: &dyn Array) -> Option<Cells<'_, Self>> {
        ids(array)
    }

    fn expected() -> String {
        format!("{}, another integer type, or text", R::Arrow::DATA_TYPE)
    }
}

/// Returns the ids of an array of integers or texts. An id may be dangling.
pub(crate) fn ids<H>(array: &dyn Array) -> Option<Cells<'_, H>>
where
    H: AnyHandle<Word: IdWord>,
{
    if let Some(text) = text(array) {
        return Some(Box::new(move |row| {
            let text = text(row).ok_or(Cell::Null)?;
            let id = text.parse();
            id.map_err(|error| Cell::Wrong(format!("`{}` is no id: {error}", text.escape_debug())))
        }));
    }
    macro_rules! of {
        ($arrow:ty) => {{
            let array = array.as_primitive_opt::<$arrow>()?;
            Some(Box::new(|row| {
                let bits = cell(array, row)?;
                let word = u64::try_from(bits).ok();
                word.and_then(id_of_bits)
                    .ok_or_else(|| Cell::Wrong(format!("{bits} is not the bits of an id")))
            }))
        }};
    }
    match array.data_type() {
        DataType::Int8 => of!(Int8Type),
        DataType::Int16 => of!(Int16Type),
        DataType::Int32 => of!(Int32Type),
        DataType::Int64 => of!(Int64Type),
        DataType::UInt8 => of!(UInt8Type),
        DataType::UInt16 => of!(UInt16Type),
        DataType::UInt32 => of!(UInt32Type),
        DataType::UInt64 => of!(UInt64Type),
        _ => None,
    }
}

/// Returns the id with these bits, if it is dangling or a hub can issue it.
fn id_of_bits<H: AnyHandle<Word: IdWord>>(bits: u64) -> Option<H> {
    let word = H::Word::try_from(bits).ok()?;
    if word == H::DANGLING.to_bits() {
        Some(H::DANGLING)
    } else {
        H::from_bits(word)
    }
}
