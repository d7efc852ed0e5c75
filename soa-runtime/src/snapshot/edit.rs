//! What an editor needs of a record: reading and writing single values, making and freeing rows.

use core::error::Error;
use core::fmt;
use core::ops::DerefMut;

use serde::de::IgnoredAny;
use serde::{Deserialize, Deserializer, Serializer};

use crate::hub::Hub;
use crate::record::{Row, RowMut, Vacate};

/// A record whose rows an editor can change without knowing its fields.
///
/// Implemented by the derive with `#[soa(derive(Serialize, Deserialize))]`. A struct with
/// lifetime parameters does not implement this trait, because its values may borrow from the text
/// that they are read from. A generic struct implements it where the types of its fields have
/// `Serialize`, `Deserialize` and, unless a field is `required`, `Default`.
///
/// Columns have the names under which serde reads them in a snapshot: the name of the field, or
/// the one of `rename` or `rename_all`, or an `alias`. A field with `skip` or
/// `skip_deserializing` has no name. `with`, `serialize_with` and `deserialize_with` are
/// respected. The visibility of a field does not matter.
///
/// # Examples
///
/// A console that prints and changes values of any hub:
///
/// ```
/// use soa_runtime::{EditRow, Hub, IdAllocator};
///
/// /// Runs `hp` or `hp = 7` on one row.
/// fn run<T: EditRow>(hub: &mut Hub<T>, id: T::Id, line: &str) -> Option<String> {
///     if let Some((column, json)) = line.split_once(" = ") {
///         let value = &mut serde_json::Deserializer::from_str(json);
///         return T::set_field(hub.get_mut(id)?, column, value).err().map(|e| e.to_string());
///     }
///     let mut json = Vec::new();
///     let written = T::get_field(hub.get(id)?, line, &mut serde_json::Serializer::new(&mut json));
///     written.and_then(Result::ok)?;
///     String::from_utf8(json).ok()
/// }
///
/// #[derive(IdAllocator)]
/// #[soa(derive(Serialize, Deserialize))]
/// struct Unit { hp: i32, name: String }
///
/// let mut units = UnitHub::new();
/// let id = Unit::make(&mut units).expect("each field has a default");
/// assert_eq!(run(&mut units, id, "hp = 7"), None);
/// assert_eq!(run(&mut units, id, "hp").as_deref(), Some("7"));
/// let error = run(&mut units, id, "hp = true");
/// let text = "invalid type: boolean `true`, expected i32 at line 1 column 4";
/// assert_eq!(error.as_deref(), Some(text));
/// assert!(Unit::free(&mut units, id));
/// ```
#[diagnostic::on_unimplemented(
    message = "the rows of `{Self}` cannot be edited",
    label = "no `Serialize` and `Deserialize`, or a lifetime parameter",
    note = "write `#[soa(derive(Serialize, Deserialize))]` on the struct `{Self}`, which must have no lifetime parameters",
    note = "an inspector shows the hub of any other record by `show`"
)]
pub trait EditRow: Vacate {
    /// The name of each of [`COLUMNS`](crate::IdAllocator::COLUMNS) for
    /// [`set_field`](Self::set_field) and [`get_field`](Self::get_field). A field that is not
    /// read has none.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_runtime::{EditRow, IdAllocator};
    ///
    /// #[derive(IdAllocator)]
    /// #[soa(derive(Serialize, Deserialize))]
    /// #[serde(rename_all = "camelCase")]
    /// struct Unit {
    ///     max_speed: f32,
    ///     #[serde(skip)]
    ///     seen: bool,
    /// }
    ///
    /// assert_eq!(Unit::FIELDS, [Some("maxSpeed"), None]);
    /// assert_eq!(Unit::COLUMNS[0].name, "max_speed");
    /// ```
    const FIELDS: &'static [Option<&'static str>];

    /// The names of the fields that are `required`. If there is one, [`make`](Self::make) makes no
    /// row.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_runtime::{EditRow, IdAllocator};
    ///
    /// #[derive(IdAllocator)]
    /// #[soa(layout = dense, derive(Serialize, Deserialize))]
    /// struct Unit {
    ///     #[soa(required)]
    ///     name: String,
    ///     hp: i32,
    /// }
    ///
    /// assert_eq!(Unit::REQUIRED, ["name"]);
    /// ```
    const REQUIRED: &'static [&'static str] = &[];

    /// Reads a value and writes it to one field of a row. The value is read whole before the old
    /// one is dropped, and the field is stamped as by any write.
    ///
    /// The cost is one comparison per name, plus reading the value.
    ///
    /// # Errors
    ///
    /// Returns an error if no column has the name, before anything is read, or if the value
    /// cannot be read. In either case nothing is written.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_runtime::{EditRow, IdAllocator, SetFieldError};
    ///
    /// #[derive(IdAllocator)]
    /// #[soa(derive(Serialize, Deserialize))]
    /// struct Unit { hp: i32 }
    ///
    /// let mut units = UnitHub::new();
    /// let id = units.alloc();
    /// Unit::set_field(units.row_mut(id), "hp", serde_json::json!(7))?;
    /// assert_eq!(*units.row(id).hp, 7);
    /// let error = Unit::set_field(units.row_mut(id), "mp", serde_json::json!(7));
    /// assert!(matches!(error, Err(SetFieldError::UnknownColumn)));
    /// # Ok::<(), SetFieldError<serde_json::Error>>(())
    /// ```
    fn set_field<'de, D: Deserializer<'de>>(
        row: RowMut<'_, Self>,
        column: &str,
        value: D,
    ) -> Result<(), SetFieldError<D::Error>>;

    /// Writes one field of a row to a serializer.
    ///
    /// Returns `None`, and writes nothing, if no column has the name, or if the field has
    /// `skip_serializing`. `skip_serializing_if` does not matter here. The cost is one
    /// comparison per name, plus writing the value.
    ///
    /// # Errors
    ///
    /// Returns the error of the serializer, or of the `Serialize` of the field.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_runtime::{EditRow, IdAllocator};
    ///
    /// #[derive(IdAllocator)]
    /// #[soa(derive(Serialize, Deserialize))]
    /// struct Unit { hp: i32 }
    ///
    /// let units: UnitHub = [Unit { hp: 7 }].into_iter().collect();
    /// let id = units.id_at(0).expect("it is live");
    /// let get = |column| Unit::get_field(units.row(id), column, serde_json::value::Serializer);
    /// assert_eq!(get("hp").transpose()?, Some(serde_json::json!(7)));
    /// assert_eq!(get("mp").transpose()?, None);
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    fn get_field<S: Serializer>(
        row: Row<'_, Self>,
        column: &str,
        to: S,
    ) -> Option<Result<S::Ok, S::Error>>;

    /// Makes a row with every column at its default, like [`Hub::alloc`]. Returns `None` if a
    /// field is `required`, because it has no default.
    ///
    /// # Panics
    ///
    /// Panics if the hub is full, if memory runs out, or if a default panics.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_runtime::{EditRow, IdAllocator};
    ///
    /// #[derive(IdAllocator)]
    /// #[soa(layout = dense, derive(Serialize, Deserialize))]
    /// struct Unit {
    ///     #[soa(required)]
    ///     name: String,
    /// }
    ///
    /// assert_eq!(Unit::make(&mut UnitHub::new()), None);
    /// ```
    fn make(hub: &mut Hub<Self>) -> Option<Self::Id>;

    /// Frees a row, like [`Hub::dealloc`]. Returns whether the id was live or reserved.
    ///
    /// # Panics
    ///
    /// With the slots layout, panics if a default panics. The row is still live then.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_runtime::{EditRow, IdAllocator};
    ///
    /// #[derive(IdAllocator)]
    /// #[soa(derive(Serialize, Deserialize))]
    /// struct Unit { hp: i32 }
    ///
    /// let mut units = UnitHub::new();
    /// let id = units.alloc();
    /// assert!(Unit::free(&mut units, id));
    /// assert!(!Unit::free(&mut units, id));
    /// ```
    fn free(hub: &mut Hub<Self>, id: Self::Id) -> bool {
        hub.dealloc(id)
    }
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

/// Reads a value of any type, and returns another one instead.
#[doc(hidden)]
pub fn pass_over<'de, D: Deserializer<'de>, F>(deserializer: D, value: F) -> Result<F, D::Error> {
    IgnoredAny::deserialize(deserializer).map(|_| value)
}
