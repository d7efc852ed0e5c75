//! What the derive states about a record whose rows travel.

use serde::{Deserialize, Serializer};

use super::changed::{ChangedRows, ChangedValues, WriteAs};
use super::values::NewValues;
use crate::column::TrackedColumnMut;
use crate::record::{ColumnsMut, IdAllocator, Row, TrackedRecord};
use crate::snapshot::DeserializeRow;

/// A record whose changes can be sent.
///
/// Implemented by the derive with `#[soa(tracked, derive(Serialize))]` on the struct.
///
/// # Examples
///
/// ```
/// use soa_runtime::generic::SerializeDelta;
/// use soa_runtime::{Hub, IdAllocator, Tick};
///
/// fn late_join<T: SerializeDelta>(hub: &Hub<T>) -> serde_json::Result<String> {
///     serde_json::to_string(&hub.delta(Tick::START))
/// }
///
/// #[derive(IdAllocator)]
/// #[soa(tracked, derive(Serialize))]
/// struct Unit { #[soa(tracked)] hp: i32 }
///
/// let mut units = UnitHub::from(vec![Unit { hp: 10 }]);
/// units.advance();
/// assert!(late_join(&units)?.contains(r#"{"hp":10}"#));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "changes of the hub of `{Self}` cannot be sent",
    label = "no delta",
    note = "write `#[soa(tracked, derive(Serialize))]` on the struct `{Self}`"
)]
pub trait SerializeDelta: TrackedRecord {
    /// The columns that travel, with their types and attributes, as text.
    #[doc(hidden)]
    const TRAVELLING: &'static str;

    /// The name of the record, followed by the names of the tracked columns that travel, as serde
    /// writes them.
    #[doc(hidden)]
    const WRITTEN: (&'static str, &'static [&'static str]);

    /// Writes a whole record.
    ///
    /// # Errors
    ///
    /// Returns the errors of the serializer.
    #[doc(hidden)]
    fn write_row<S: Serializer>(row: &Row<'_, Self>, serializer: S) -> Result<S::Ok, S::Error>;

    /// Visits the tracked columns that travel.
    ///
    /// # Errors
    ///
    /// Returns the first error of the visitor.
    #[doc(hidden)]
    fn visit_written<V: VisitWritten<Self>>(
        changed: &ChangedRows<'_, Self>,
        visit: &mut V,
    ) -> Result<(), V::Error>;
}

/// A record whose changes can be kept.
///
/// Implemented by the derive with `#[soa(tracked, derive(Deserialize))]` on the struct.
/// Code for any record requires [`DeserializeDelta`] instead.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "changes of the hub of `{Self}` cannot be received",
    label = "no delta",
    note = "write `#[soa(tracked, derive(Deserialize))]` on the struct `{Self}`"
)]
pub trait ReadChanges: TrackedRecord {
    /// The columns that travel, with their types and attributes, as text.
    const TRAVELLING: &'static str;

    /// The struct in which the changed values are.
    const READ: ReadStruct;

    /// The changed values of each tracked column.
    type Changes;

    /// Visits each tracked column with its changed values.
    fn visit_changes(
        changes: &mut Self::Changes,
        columns: &mut ColumnsMut<'_, Self>,
        visit: &mut impl VisitChanges<Self>,
    );
}

/// A record whose changes can be received.
///
/// This trait is implemented for every record with `#[soa(tracked, derive(Deserialize))]`
/// on the struct.
///
/// # Examples
///
/// ```
/// use soa_runtime::generic::{DeserializeDelta, Vacate};
/// use soa_runtime::{IdAllocator, Mirror};
///
/// fn receive<T>(copy: &mut Mirror<T>, packet: &str) -> serde_json::Result<()>
/// where
///     T: Vacate + for<'de> DeserializeDelta<'de>,
/// {
///     copy.apply(&mut serde_json::Deserializer::from_str(packet))?;
///     Ok(())
/// }
///
/// #[derive(IdAllocator)]
/// #[soa(tracked, derive(Deserialize))]
/// struct Unit { #[soa(tracked)] hp: i32 }
///
/// assert!(receive(&mut Mirror::<Unit>::new(), "[]").is_err());
/// ```
#[diagnostic::on_unimplemented(
    message = "changes of the hub of `{Self}` cannot be received",
    label = "no delta",
    note = "write `#[soa(tracked, derive(Deserialize))]` on the struct `{Self}`"
)]
pub trait DeserializeDelta<'de>:
    DeserializeRow<'de> + ReadChanges<Changes: Deserialize<'de>>
{
}

#[diagnostic::do_not_recommend]
impl<'de, T> DeserializeDelta<'de> for T where
    T: DeserializeRow<'de> + ReadChanges<Changes: Deserialize<'de>>
{
}

/// An operation on each tracked column and its changed values.
#[doc(hidden)]
pub trait VisitChanges<T: IdAllocator> {
    /// Visits a column.
    fn column<F, R>(
        &mut self,
        values: &mut NewValues<F, R>,
        column: &mut TrackedColumnMut<'_, T, F>,
    );
}

/// An operation on each tracked column that travels.
#[doc(hidden)]
pub trait VisitWritten<T: IdAllocator> {
    /// Why it stops.
    type Error;

    /// Visits a column. Its position is among all columns that travel, as in
    /// [`SavedColumns::SAVED`](super::SavedColumns::SAVED).
    ///
    /// # Errors
    ///
    /// Returns an error to stop.
    fn column<F, W: WriteAs<F>>(
        &mut self,
        column: usize,
        values: &ChangedValues<'_, T, F, W>,
    ) -> Result<(), Self::Error>;
}

/// What is read where the changed values of a record are.
#[doc(hidden)]
#[derive(Debug, Clone, Copy)]
pub struct ReadStruct {
    /// The name of the record, as serde reads it.
    pub record: &'static str,
    /// All names of all columns.
    pub fields: &'static [&'static str],
    /// The names of each column, and whether it may be missing.
    pub columns: &'static [(&'static [&'static str], bool)],
    /// Whether a field that is no column is an error.
    pub is_closed: bool,
    /// What the sentence of an error expects.
    pub expected: &'static str,
}
