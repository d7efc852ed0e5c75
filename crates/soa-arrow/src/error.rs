//! Why a batch was not made, and why a batch was not read.

use std::error::Error;
use std::fmt;

use arrow_schema::{ArrowError, DataType};
use soa_runtime::InsertAtReason;

/// Why a batch was not made; see [`Batch::finish`](crate::Batch::finish).
///
/// # Examples
///
/// ```
/// use std::sync::Arc;
///
/// use soa_arrow::BatchError;
/// # use soa_runtime::IdAllocator;
/// # #[derive(IdAllocator)]
/// # struct Unit { hp: u32 }
///
/// let error = soa_arrow::batch(Arc::new(UnitHub::new()))
///     .column("hp", |columns| columns.hp)
///     .column("hp", |columns| columns.hp)
///     .finish()
///     .unwrap_err();
/// assert!(matches!(&error, BatchError::Duplicate { column } if column == "hp"));
/// assert_eq!(error.to_string(), "the batch has two columns named `hp`; keep one of them");
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub enum BatchError {
    /// Two columns have the same name.
    Duplicate {
        /// The name.
        column: String,
    },
    /// The closure of a column returned a column of another hub, which may have as many rows.
    OtherHub {
        /// The name of the column.
        column: String,
        /// The number of rows of the returned column.
        found: usize,
        /// The number of rows of the hub.
        expected: usize,
    },
    /// A text column has more bytes than the offsets of Arrow's `Utf8` can address.
    TooMuchText {
        /// The name of the column.
        column: String,
        /// The bytes of all its texts.
        bytes: usize,
    },
    /// Arrow refused the columns.
    Arrow(ArrowError),
}

impl BatchError {
    /// Adds the name of the column, which values do not know.
    pub(crate) fn of(mut self, name: String) -> Self {
        if let Self::OtherHub { column, .. } | Self::TooMuchText { column, .. } = &mut self {
            *column = name;
        }
        self
    }

    /// Returns the error of a column that is not yet named.
    pub(crate) fn other_hub(found: usize, expected: usize) -> Self {
        let column = String::new();
        Self::OtherHub {
            column,
            found,
            expected,
        }
    }
}

impl fmt::Display for BatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Duplicate { column } => write!(
                f,
                "the batch has two columns named `{column}`; keep one of them"
            ),
            Self::OtherHub {
                column,
                found,
                expected,
            } => {
                let rows = if found == expected {
                    "as many rows as the hub, but is a column of another hub".to_owned()
                } else {
                    format!("{found} rows, but the hub has {expected}")
                };
                write!(
                    f,
                    "column `{column}` has {rows}; return a column of the argument"
                )
            }
            Self::TooMuchText { column, bytes } => write!(
                f,
                "column `{column}` has {bytes} bytes of text, but an array of text has at most \
                 {}; split the hub, or leave the column out",
                i32::MAX
            ),
            Self::Arrow(error) => error.fmt(f),
        }
    }
}

impl Error for BatchError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Arrow(error) => Some(error),
            _ => None,
        }
    }
}

/// Why a batch was not read; see [`Reader::fill`](crate::Reader::fill).
///
/// Rows are counted in the batch, from 0.
///
/// # Examples
///
/// ```
/// use std::sync::Arc;
///
/// use soa_arrow::ReadError;
/// # use soa_runtime::IdAllocator;
/// # #[derive(IdAllocator)]
/// # struct Unit { hp: u32, speed: f32 }
///
/// let units: UnitHub = [Unit { hp: 7, speed: 0.5 }].into_iter().collect();
/// let batch = soa_arrow::batch(Arc::new(units)).column("hp", |columns| columns.hp).finish()?;
///
/// let error = soa_arrow::read::<Unit>(&batch)
///     .column("hp", |unit| &mut unit.speed) // the wrong field
///     .fill(&mut UnitHub::new())
///     .unwrap_err();
/// assert!(matches!(error, ReadError::Type { .. }));
/// assert_eq!(error.to_string(), "column `hp` has the type UInt32; expected Float32");
/// # Ok::<(), soa_arrow::BatchError>(())
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub enum ReadError {
    /// The batch has no column of this name for the ids.
    NoIds {
        /// The name that was given.
        column: String,
    },
    /// Several columns of the batch have the name of a column to be read.
    Duplicate {
        /// The name.
        column: String,
    },
    /// A column has another type than the field.
    Type {
        /// The name of the column.
        column: String,
        /// The type of the column.
        found: DataType,
        /// The type, or the types, that can be read.
        expected: String,
    },
    /// A row without a value, in a column whose field is no `Option`.
    Null {
        /// The name of the column.
        column: String,
        /// The row.
        row: usize,
    },
    /// A value that the field cannot have.
    Value {
        /// The name of the column.
        column: String,
        /// The row.
        row: usize,
        /// What is wrong with the value.
        problem: String,
    },
    /// An id whose index is not below the [limit](crate::Reader::max_slots).
    TooManySlots {
        /// The row.
        row: usize,
        /// The index of the id.
        index: u32,
        /// The limit.
        max_slots: u32,
    },
    /// The batch has more rows without ids than the [limit](crate::Reader::max_slots).
    TooManyRows {
        /// The number of rows.
        rows: usize,
        /// The limit.
        max_slots: u32,
    },
    /// The hub did not accept the row under its id, and the rows before it are in the hub. Or an
    /// earlier row of the batch has the same slot; then the hub is unchanged.
    Refused {
        /// The row.
        row: usize,
        /// Why.
        reason: InsertAtReason,
        /// The sentence of the hub.
        sentence: String,
    },
    /// The hub has no room for the rows.
    NoRoom(soa_runtime::AllocError),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoIds { column } => write!(
                f,
                "the batch has no column `{column}` for the ids; \
                 leave `ids` out to give the rows new ids"
            ),
            Self::Duplicate { column } => {
                write!(f, "the batch has several columns named `{column}`")
            }
            Self::Type {
                column,
                found,
                expected,
            } => write!(
                f,
                "column `{column}` has the type {found}; expected {expected}"
            ),
            Self::Null { column, row } => write!(
                f,
                "row {row} of column `{column}` is null; expected a value, \
                 because the row is live and the field is no `Option`"
            ),
            Self::Value {
                column,
                row,
                problem,
            } => write!(f, "row {row} of column `{column}`: {problem}"),
            Self::TooManySlots {
                row,
                index,
                max_slots,
            } => write!(
                f,
                "row {row}: the id has the index {index}; expected an index below {max_slots}"
            ),
            Self::TooManyRows { rows, max_slots } => {
                write!(f, "the batch has {rows} rows; expected at most {max_slots}")
            }
            Self::Refused { row, sentence, .. } => write!(f, "row {row}: {sentence}"),
            Self::NoRoom(error) => write!(f, "the hub has no room for the batch: {error}"),
        }
    }
}

impl Error for ReadError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::NoRoom(error) => Some(error),
            _ => None,
        }
    }
}
