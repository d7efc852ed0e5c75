//! How a value of a column is written and read: by its type, or by the functions that
//! serde's attributes on the field name.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Writes a value of a column. Implemented by generated code.
#[doc(hidden)]
pub trait WriteAs<F> {
    /// Writes the value.
    ///
    /// # Errors
    ///
    /// Returns the errors of the serializer.
    fn write<S: Serializer>(value: &F, serializer: S) -> Result<S::Ok, S::Error>;
}

/// Reads a value of a column. Implemented by generated code.
#[doc(hidden)]
pub trait ReadAs<'de, F> {
    /// Reads a value.
    ///
    /// # Errors
    ///
    /// Returns the errors of the deserializer.
    fn read<D: Deserializer<'de>>(deserializer: D) -> Result<F, D::Error>;
}

/// By the type's own `Serialize` and `Deserialize`.
#[doc(hidden)]
#[derive(Debug)]
pub struct ByType;

impl<F: Serialize> WriteAs<F> for ByType {
    #[inline]
    fn write<S: Serializer>(value: &F, serializer: S) -> Result<S::Ok, S::Error> {
        value.serialize(serializer)
    }
}

impl<'de, F: Deserialize<'de>> ReadAs<'de, F> for ByType {
    #[inline]
    fn read<D: Deserializer<'de>>(deserializer: D) -> Result<F, D::Error> {
        F::deserialize(deserializer)
    }
}
