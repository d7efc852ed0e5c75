//! Which records a journal keeps.

use soa_runtime::__private::SavedColumns;
use soa_runtime::generic::{DeserializeDelta, SerializeDelta, TrackedWhole, Vacate};

/// A record whose hub can be kept in a journal.
///
/// It is implemented for every record that tracks all its fields and can be written and read.
/// `#[soa(tracked = all, derive(Serialize, Deserialize))]` on the struct asks for that. A field
/// that is not tracked would be lost, so a hub with one does not compile here. A field with
/// `#[serde(skip)]` has its default after loading.
///
/// # Examples
///
/// ```
/// use soa_journal::{Commit, JournalError, JournalRecord, Load};
/// use soa_runtime::{Hub, IdAllocator};
///
/// fn save<T: JournalRecord>(commit: &mut Commit<'_>, hub: &mut Hub<T>) -> Result<(), JournalError> {
///     commit.hub(T::HUB, hub)
/// }
///
/// #[derive(IdAllocator)]
/// #[soa(tracked = all, derive(Serialize, Deserialize))]
/// struct Unit { hp: u32 }
///
/// let folder = tempfile::tempdir()?;
/// let mut journal = soa_journal::Journal::open(folder.path().join("world.journal"))?;
/// let mut units = UnitHub::new();
/// units.insert(Unit { hp: 10 });
/// journal.commit(|commit| save(commit, &mut units))?;
/// assert_eq!(journal.load::<UnitHub>("UnitHub")?.len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "the hub of `{Self}` cannot be kept in a journal",
    label = "not a record of a journal",
    note = "write `#[soa(tracked = all, derive(Serialize, Deserialize))]` on the struct `{Self}`"
)]
pub trait JournalRecord:
    TrackedWhole
    + Vacate
    + SerializeDelta
    + SavedColumns
    + for<'de> DeserializeDelta<'de>
    + Send
    + 'static
{
}

#[diagnostic::do_not_recommend]
impl<T> JournalRecord for T where
    T: TrackedWhole
        + Vacate
        + SerializeDelta
        + SavedColumns
        + for<'de> DeserializeDelta<'de>
        + Send
        + 'static
{
}
