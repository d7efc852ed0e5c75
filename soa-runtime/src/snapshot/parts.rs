//! What both forms of a snapshot are made of.

use serde::ser::SerializeSeq;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::DeserializeRow;

/// A sequence of known length that is written from an iterator.
pub(crate) struct Sequence<F>(pub(crate) usize, pub(crate) F);

impl<I: Iterator<Item: Serialize>, F: Fn() -> I> Serialize for Sequence<F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut sequence = serializer.serialize_seq(Some(self.0))?;
        (self.1)().try_for_each(|item| sequence.serialize_element(&item))?;
        sequence.end()
    }
}

/// A record, read by its own rule.
pub(crate) struct Record<T>(pub(crate) T);

impl<'de, T: DeserializeRow<'de>> Deserialize<'de> for Record<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        T::deserialize_row(deserializer).map(Record)
    }
}
