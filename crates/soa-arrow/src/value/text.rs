//! Text.

use std::borrow::Cow;
use std::sync::Arc;

use arrow_array::builder::StringBuilder;
use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef};
use arrow_schema::DataType;

use super::{Cell, Cells, FromArrow, ToArrow};
use crate::error::BatchError;

macro_rules! texts {
    ($($text:ty),*) => {$(
        impl ToArrow for $text {
            fn data_type() -> DataType {
                DataType::Utf8
            }

            fn copied(
                values: &mut dyn Iterator<Item = Option<&Self>>,
            ) -> Result<ArrayRef, BatchError> {
                copied(values.map(|value| value.map(AsRef::as_ref)))
            }
        }
    )*};
}

texts!(String, Box<str>, Arc<str>, Cow<'static, str>, &'static str);

macro_rules! read_texts {
    ($($text:ty),*) => {$(
        impl FromArrow for $text {
            fn cells(array: &dyn Array) -> Option<Cells<'_, Self>> {
                let text = text(array)?;
                Some(Box::new(move |row| {
                    text(row).map(|text| text.to_owned().into()).ok_or(Cell::Null)
                }))
            }
        }
    )*};
}

read_texts!(String, Box<str>, Arc<str>, Cow<'static, str>);

/// Makes an array of texts.
fn copied<'v>(values: impl Iterator<Item = Option<&'v str>>) -> Result<ArrayRef, BatchError> {
    let mut array = StringBuilder::new();
    let mut bytes = 0;
    for value in values {
        bytes += value.map_or(0, str::len);
        if i32::try_from(bytes).is_ok() {
            array.append_option(value);
        }
    }
    if i32::try_from(bytes).is_ok() {
        Ok(Arc::new(array.finish()))
    } else {
        Err(BatchError::TooMuchText {
            column: String::new(),
            bytes,
        })
    }
}

/// A function from a row of an array to its text, or to `None` for a null.
pub(super) type Texts<'a> = Box<dyn Fn(usize) -> Option<&'a str> + 'a>;

/// Returns the texts of an array, or `None` if it contains no texts.
pub(super) fn text(array: &dyn Array) -> Option<Texts<'_>> {
    macro_rules! of {
        ($array:expr) => {{
            let array = $array;
            Some(Box::new(move |row| {
                array.is_valid(row).then(|| array.value(row))
            }))
        }};
    }
    match array.data_type() {
        DataType::Utf8 => of!(array.as_string_opt::<i32>()?),
        DataType::LargeUtf8 => of!(array.as_string_opt::<i64>()?),
        DataType::Utf8View => of!(array.as_string_view_opt()?),
        DataType::Dictionary(..) => {
            let dictionary = array.as_any_dictionary_opt()?;
            let values = text(dictionary.values().as_ref())?;
            // Without values, each row is null.
            let keys = match dictionary.values().len() {
                0 => Vec::new(),
                _ => dictionary.normalized_keys(),
            };
            Some(Box::new(move |row| {
                let key = keys.get(row).filter(|_| dictionary.is_valid(row))?;
                values(*key)
            }))
        }
        _ => None,
    }
}
