//! Writing one value by the name of its column.

use core::error::Error;
use core::fmt;
use core::ops::DerefMut;

use serde::de::IgnoredAny;
use serde::{Deserialize, Deserializer};

/// Writes a value to a field, once it was read.
///
/// # Errors
///
/// Returns the error of reading it.
#[doc(hidden)]
pub fn write_field<F, E>(
    mut field: impl DerefMut<Target = F>,
    read: Result<F, E>,
) -> Result<(), SetFieldError<E>> {
    *field = read.map_err(SetFieldError::Value)?;
    Ok(())
}

/// Why [`EditRow::set_field`](crate::EditRow::set_field) has written nothing.
///
/// # Examples
///
/// ```
/// use soa_runtime::SetFieldError;
///
/// let error = SetFieldError::Value("invalid type: null, expected i32");
/// assert_eq!(error.to_string(), "invalid type: null, expected i32");
/// let error = SetFieldError::<String>::UnknownColumn;
/// assert_eq!(error.to_string(), "no column is read under this name");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SetFieldError<E> {
    /// No field of the record is read under this name.
    UnknownColumn,
    /// The value could not be read. This is the error of the deserializer.
    Value(E),
}

impl<E: fmt::Display> fmt::Display for SetFieldError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetFieldError::UnknownColumn => f.write_str("no column is read under this name"),
            SetFieldError::Value(error) => error.fmt(f),
        }
    }
}

impl<E: fmt::Debug + fmt::Display> Error for SetFieldError<E> {}

/// Reads a value of any type, and returns another one instead.
#[doc(hidden)]
pub fn pass_over<'de, D: Deserializer<'de>, F>(deserializer: D, value: F) -> Result<F, D::Error> {
    IgnoredAny::deserialize(deserializer).map(|_| value)
}
