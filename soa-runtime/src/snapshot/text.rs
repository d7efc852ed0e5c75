//! Snapshots in formats for humans: four lists, with each id as a text, and the tag.

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

use super::ids::SavedId;
use super::parts::{Sequence, fields, write_tag};
use crate::hub::Hub;
use crate::record::{IdAllocator, Row};

pub(super) fn write<T: IdAllocator, S: Serializer>(
    hub: &Hub<T>,
    serializer: S,
) -> Result<S::Ok, S::Error>
where
    for<'a> Row<'a, T>: Serialize,
{
    let (store, stats) = (&hub.store, hub.stats());
    let live = || hub.iter().map(|(id, row)| (SavedId(id), row));
    let free = || store.typed().free_slots();
    let retired = || store.typed().retired();
    let reserved = || store.typed().reserved().map(SavedId);
    let mut lists = serializer.serialize_struct("Hub", fields::<T>())?;
    lists.serialize_field("live", &Sequence(stats.live, live))?;
    lists.serialize_field("free", &Sequence(stats.free, free))?;
    lists.serialize_field("retired", &Sequence(stats.retired, retired))?;
    lists.serialize_field("withheld", &Sequence(stats.reserved, reserved))?;
    write_tag(hub, &mut lists)?;
    lists.end()
}
