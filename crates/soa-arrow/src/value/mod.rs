//! The types of fields that Arrow has a type for.

mod flag;
mod id;
mod list;
mod number;
mod option;
mod text;

pub use id::IdWord;
pub(crate) use id::{bits, ids};

use arrow_array::{Array, ArrayRef};
use arrow_schema::DataType;

use crate::error::BatchError;
use crate::lent::Values;

/// A type of field whose columns become Arrow arrays.
///
/// It is implemented for numbers, `bool`, text, ids, arrays of these, and `Option`s of these. The
/// [table](crate#which-column-becomes-what) lists the types. Other types cannot implement it:
/// [`Batch::column_as`](crate::Batch::column_as) and [`Batch::computed`](crate::Batch::computed)
/// take columns of any type.
///
/// ```compile_fail,E0277
/// use std::sync::Arc;
/// # use soa_runtime::IdAllocator;
///
/// #[derive(IdAllocator)]
/// struct Item { weight: f32 }
///
/// #[derive(IdAllocator)]
/// struct Unit { items: ItemHub }
///
/// // error: a column of `ItemHub` cannot become an Arrow array
/// // note: for a nested hub or a struct, use `computed` with a function of the row, ..
/// soa_arrow::batch(Arc::new(UnitHub::new())).column("items", |columns| columns.items);
/// ```
#[diagnostic::on_unimplemented(
    message = "a column of `{Self}` cannot become an Arrow array",
    label = "neither a number, a `bool`, text, an id, nor an array or an `Option` of these",
    note = "for plain data, such as a vector or an enum, use `column_as` with the type that it is stored as",
    note = "for a nested hub or a struct, use `computed` with a function of the row, once for each part"
)]
pub trait ToArrow: Sized + 'static {
    /// Whether a live row can be null.
    #[doc(hidden)]
    const OPTIONAL: bool = false;

    /// Returns the type of the arrays.
    #[doc(hidden)]
    fn data_type() -> DataType;

    /// Makes an array that shares the memory of the column, if it can.
    #[doc(hidden)]
    fn shared(values: &Values<Self>) -> Result<ArrayRef, BatchError> {
        let all = values.all()?;
        let rows = values.chosen.each();
        Self::copied(&mut rows.map(|row| row.map(|row| &all[row])))
    }

    /// Makes an array of copies. `None` is a null.
    #[doc(hidden)]
    fn copied(values: &mut dyn Iterator<Item = Option<&Self>>) -> Result<ArrayRef, BatchError>;

    /// Makes an array of optional values.
    #[doc(hidden)]
    fn optional(values: &Values<Option<Self>>) -> Result<ArrayRef, BatchError> {
        let all = values.all()?;
        let rows = values.chosen.each();
        Self::copied(&mut rows.map(|row| all[row?].as_ref()))
    }
}

/// A type of field that is read from Arrow arrays.
///
/// It is implemented for the types with [`ToArrow`], except `&'static str`. Numbers are read from
/// arrays of exactly their type. Text is read from every kind of text array, dictionaries
/// included; ids from every kind of integer array, and from text; arrays also from lists whose
/// rows have the right length.
///
/// # Examples
///
/// ```
/// use std::sync::Arc;
///
/// use arrow_array::{ArrayRef, LargeStringArray, RecordBatch};
/// # use soa_runtime::IdAllocator;
/// # #[derive(IdAllocator)]
/// # struct Unit { name: String }
///
/// let names: ArrayRef = Arc::new(LargeStringArray::from(vec!["ant"])); // of another program
/// let batch = RecordBatch::try_from_iter([("name", names)])?;
/// let mut units = UnitHub::new();
/// soa_arrow::read::<Unit>(&batch).column("name", |unit| &mut unit.name).fill(&mut units)?;
/// assert_eq!(*units.columns().name, ["ant"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "a field of the type `{Self}` cannot be read from an Arrow array",
    label = "neither a number, a `bool`, text, an id, nor an array or an `Option` of these",
    note = "for plain data, such as a vector or an enum, use `column_as` with the type that it is stored as",
    note = "for a nested hub or a struct, use `computed` with a function that writes to the record"
)]
pub trait FromArrow: ToArrow {
    /// Returns a function from a row to its value, or `None` if the array has another type.
    #[doc(hidden)]
    fn cells(array: &dyn Array) -> Option<Cells<'_, Self>>;

    /// Returns the types that can be read, for an error.
    #[doc(hidden)]
    fn expected() -> String {
        Self::data_type().to_string()
    }
}

/// A function from a row of an array to its value.
pub(crate) type Cells<'a, F> = Box<dyn Fn(usize) -> Result<F, Cell> + 'a>;

/// Why a row of an array has no value of a type.
#[derive(Debug)]
pub enum Cell {
    /// The row is null.
    Null,
    /// The value does not fit; the text says why.
    Wrong(String),
}
