//! Writing one value by the name of its column.

use alloc::string::{String, ToString};
use core::error::Error;
use core::fmt;
use core::ops::DerefMut;

use serde::de::IgnoredAny;
use serde::{Deserialize, Deserializer};

use crate::hub::Hub;
use crate::record::{IdAllocator, RowMut};

/// A record whose fields can be written one by one, by name.
///
/// Implemented by the derive with `#[soa(derive(Deserialize))]`.
///
/// # Examples
///
/// ```
/// use soa_runtime::{DeserializeField, Hub, IdAllocator, SetValueError};
///
/// /// Writes a value that a script has as text.
/// fn run<T>(hub: &mut Hub<T>, id: T::Id, column: &str, json: &str) -> Result<(), SetValueError>
/// where
///     T: for<'de> DeserializeField<'de>,
/// {
///     hub.set_value(id, column, &mut serde_json::Deserializer::from_str(json))
/// }
///
/// #[derive(IdAllocator)]
/// #[soa(derive(Deserialize))]
/// struct Unit { hp: i32 }
///
/// let mut units = UnitHub::new();
/// let id = units.alloc();
/// run(&mut units, id, "hp", "7")?;
/// assert_eq!(*units.row(id).hp, 7);
/// # Ok::<(), SetValueError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "values of the hub of `{Self}` cannot be read",
    label = "no `Deserialize`",
    note = "write `#[soa(derive(Deserialize))]` on the struct `{Self}`"
)]
pub trait DeserializeField<'de>: IdAllocator {
    /// Reads a value and writes it to the field that is read under a name.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such field, before anything is read, or if the
    /// deserializer returns one. In either case nothing is written.
    #[doc(hidden)]
    fn deserialize_field<D: Deserializer<'de>>(
        row: RowMut<'_, Self>,
        column: &str,
        value: D,
    ) -> Result<(), SetFieldError<D::Error>>;
}

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

/// Why [`Hub::set_value`] has written nothing.
///
/// # Examples
///
/// ```
/// use soa_runtime::SetValueError;
///
/// assert_eq!(SetValueError::Stale.to_string(), "the id is not live");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SetValueError {
    /// No field of the record is read under this name.
    UnknownColumn,
    /// The id is not live. [`Hub::try_row`] returns why.
    Stale,
    /// The value could not be read. The text is what the `Deserialize` of the field's type, or
    /// the format, reports.
    Value(String),
}

impl fmt::Display for SetValueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetValueError::UnknownColumn => f.write_str("no column is read under this name"),
            SetValueError::Stale => f.write_str("the id is not live"),
            SetValueError::Value(text) => f.write_str(text),
        }
    }
}

impl Error for SetValueError {}

/// Writing values by name.
impl<T: IdAllocator> Hub<T> {
    /// Reads a value and writes it to one field of a row, for an editor or a script.
    ///
    /// `column` is a name under which serde reads the field in a snapshot: the name of the field,
    /// or the one of `rename` or `rename_all`, or an `alias`. `with` and `deserialize_with` are
    /// respected. A field with `skip` or `skip_deserializing` has no name. The field is stamped as by any
    /// write. The value is read whole before the old one is dropped.
    ///
    /// The cost is one comparison per name, plus reading the value.
    ///
    /// # Errors
    ///
    /// Returns an error if the id is not live, if no column has the name, or if the value cannot
    /// be read. In each case nothing is written. Only a value that has a column is read.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_runtime::{IdAllocator, SetValueError};
    ///
    /// #[derive(IdAllocator)]
    /// #[soa(derive(Deserialize))]
    /// #[serde(rename_all = "camelCase")]
    /// struct Unit {
    ///     max_speed: f32,
    ///     #[serde(alias = "title")]
    ///     name: String,
    ///     #[serde(skip)]
    ///     seen: bool,
    /// }
    ///
    /// let mut units = UnitHub::new();
    /// let id = units.alloc();
    /// units.set_value(id, "maxSpeed", serde_json::json!(1.5))?;
    /// units.set_value(id, "title", serde_json::json!("ant"))?;
    /// let unit = units.row(id);
    /// assert_eq!((*unit.max_speed, &**unit.name), (1.5, "ant"));
    ///
    /// let mut set = |column, value| units.set_value(id, column, value);
    /// assert_eq!(set("seen", true.into()), Err(SetValueError::UnknownColumn));
    /// let error = set("name", serde_json::json!(3)).unwrap_err();
    /// assert_eq!(error.to_string(), "invalid type: integer `3`, expected a string");
    /// # Ok::<(), SetValueError>(())
    /// ```
    pub fn set_value<'de, D: Deserializer<'de>>(
        &mut self,
        id: T::Id,
        column: &str,
        value: D,
    ) -> Result<(), SetValueError>
    where
        T: DeserializeField<'de>,
    {
        let row = self.get_mut(id).ok_or(SetValueError::Stale)?;
        T::deserialize_field(row, column, value).map_err(|error| match error {
            SetFieldError::UnknownColumn => SetValueError::UnknownColumn,
            SetFieldError::Value(error) => SetValueError::Value(error.to_string()),
        })
    }
}

/// Reads a value of any type, and returns another one instead.
#[doc(hidden)]
pub fn pass_over<'de, D: Deserializer<'de>, F>(deserializer: D, value: F) -> Result<F, D::Error> {
    IgnoredAny::deserialize(deserializer).map(|_| value)
}
