//! The parts of both forms of a snapshot.

use serde::ser::{SerializeSeq, SerializeStruct};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::DeserializeRow;
use super::numbers::{Number, OfTag};
use crate::handle::AnyHandle;
use crate::hub::Hub;
use crate::record::IdAllocator;

/// Returns the number of fields of a snapshot: four lists, and the tag if ids have one.
pub(super) fn fields<T: IdAllocator>() -> usize {
    if T::Id::TAG_BITS == 0 { 4 } else { 5 }
}

/// Writes the tag of the hub, if ids have one. It is the last field.
pub(super) fn write_tag<T: IdAllocator, F: SerializeStruct>(
    hub: &Hub<T>,
    fields: &mut F,
) -> Result<(), F::Error> {
    if T::Id::TAG_BITS == 0 {
        return Ok(());
    }
    fields.serialize_field("tag", &Number::<OfTag<T::Id>>::new(hub.tag()))
}

/// A sequence of known length that is written from an iterator.
pub(crate) struct Sequence<F>(pub(crate) usize, pub(crate) F);

impl<I: Iterator<Item: Serialize>, F: Fn() -> I> Serialize for Sequence<F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut sequence = serializer.serialize_seq(Some(self.0))?;
        (self.1)().try_for_each(|item| sequence.serialize_element(&item))?;
        sequence.end()
    }
}

/// A record, which is read by its own implementation.
pub(crate) struct Record<T>(pub(crate) T);

impl<'de, T: DeserializeRow<'de>> Deserialize<'de> for Record<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        T::deserialize_row(deserializer).map(Record)
    }
}
