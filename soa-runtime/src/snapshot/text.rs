//! Snapshots in human-readable formats: four lists, with each id as one number.

use alloc::vec::Vec;

use serde::ser::SerializeStruct;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::DeserializeRow;
use super::check::Contents;
use super::ids::IdWord;
use super::parts::{Record, Sequence};
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
    let slots = || store.typed().keys().slots();
    let live = || hub.iter().map(|(id, row)| (IdWord(id), row));
    let free = || store.typed().free_list().iter::<T::Id>(slots());
    let retired = || store.typed().retired();
    let withheld = || store.typed().withheld().map(IdWord);
    let mut lists = serializer.serialize_struct("Hub", 4)?;
    lists.serialize_field("live", &Sequence(stats.live, live))?;
    lists.serialize_field("free", &Sequence(stats.free, free))?;
    lists.serialize_field("retired", &Sequence(stats.retired, retired))?;
    lists.serialize_field("withheld", &Sequence(stats.withheld, withheld))?;
    lists.end()
}

#[derive(Deserialize)]
#[serde(
    rename = "Hub",
    deny_unknown_fields,
    bound(deserialize = "T: DeserializeRow<'de>")
)]
struct Lists<T: IdAllocator> {
    live: Vec<(IdWord<T::Id>, Record<T>)>,
    /// Slot and next generation.
    free: Vec<(u32, u32)>,
    retired: Vec<u32>,
    /// Missing in saves that are older than the state.
    #[serde(default)]
    withheld: Vec<IdWord<T::Id>>,
}

pub(super) fn read<'de, T: DeserializeRow<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Contents<T>, D::Error> {
    let lists = Lists::deserialize(deserializer)?;
    let live = lists.live.into_iter();
    Ok(Contents {
        live: live
            .map(|(IdWord(id), Record(record))| (id, record))
            .collect(),
        free: lists.free,
        retired: lists.retired,
        withheld: lists.withheld.into_iter().map(|IdWord(id)| id).collect(),
    })
}
