//! The parts of both forms of a snapshot.

use serde::ser::SerializeSeq;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::DeserializeRow;

/// A sequence of known length that is written from an iterator.
pub(super) struct Sequence<F>(pub(super) usize, pub(super) F);

impl<I: Iterator<Item: Serialize>, F: Fn() -> I> Serialize for Sequence<F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut sequence = serializer.serialize_seq(Some(self.0))?;
        (self.1)().try_for_each(|item| sequence.serialize_element(&item))?;
        sequence.end()
    }
}

/// A record, which is read by its own implementation.
pub(super) struct Record<T>(pub(super) T);

impl<'de, T: DeserializeRow<'de>> Deserialize<'de> for Record<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        T::deserialize_row(deserializer).map(Record)
    }
}
