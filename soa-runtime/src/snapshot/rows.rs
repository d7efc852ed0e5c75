//! The rows of a snapshot. Each record is pushed onto the list where it was read, so that a debug
//! build, which copies what passes through a reader, has few copies of a large record at a time.

use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use serde::de::{DeserializeSeed, Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::DeserializeRow;
use crate::ids::Layout;
use crate::record::IdAllocator;

/// Reads a record, and calls a function with it.
pub(crate) struct ReadInto<T, F>(F, PhantomData<fn() -> T>);

impl<T, F: FnOnce(T)> ReadInto<T, F> {
    pub(crate) fn new(into: F) -> Self {
        ReadInto(into, PhantomData)
    }
}

impl<'de, T: DeserializeRow<'de>, F: FnOnce(T)> DeserializeSeed<'de> for ReadInto<T, F> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        (self.0)(T::deserialize_row(deserializer)?);
        Ok(())
    }
}

/// Records, and what a list has before each of them. With the slots layout, the lists of numbers
/// have nothing there.
pub(super) struct Rows<T, H, const TEXT: bool> {
    pub(super) heads: Vec<H>,
    pub(super) records: Vec<T>,
}

impl<'de, T: DeserializeRow<'de>, H: Deserialize<'de>, const TEXT: bool> Deserialize<'de>
    for Rows<T, H, TEXT>
{
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(List(PhantomData))
    }
}

struct List<T, H, const TEXT: bool>(PhantomData<(T, H)>);

impl<'de, T: DeserializeRow<'de>, H: Deserialize<'de>, const TEXT: bool> Visitor<'de>
    for List<T, H, TEXT>
{
    type Value = Rows<T, H, TEXT>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a sequence")
    }

    // The input may claim any length, so no memory is reserved for it.
    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        let mut rows = Rows {
            heads: Vec::new(),
            records: Vec::new(),
        };
        while list.next_element_seed(Row(&mut rows))?.is_some() {}
        Ok(rows)
    }
}

/// Reads one row onto the list.
struct Row<'r, T, H, const TEXT: bool>(&'r mut Rows<T, H, TEXT>);

impl<'de, T: DeserializeRow<'de>, H: Deserialize<'de>, const TEXT: bool> DeserializeSeed<'de>
    for Row<'_, T, H, TEXT>
{
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        if TEXT || <T as IdAllocator>::Layout::DENSE {
            deserializer.deserialize_tuple(2, self)
        } else {
            ReadInto::new(|record| self.0.records.push(record)).deserialize(deserializer)
        }
    }
}

impl<'de, T: DeserializeRow<'de>, H: Deserialize<'de>, const TEXT: bool> Visitor<'de>
    for Row<'_, T, H, TEXT>
{
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a tuple of size 2")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut pair: A) -> Result<(), A::Error> {
        let missing = |position| A::Error::invalid_length(position, &"a tuple of size 2");
        let Rows { heads, records } = self.0;
        heads.push(pair.next_element()?.ok_or_else(|| missing(0))?);
        let read = ReadInto::new(|record| records.push(record));
        pair.next_element_seed(read)?.ok_or_else(|| missing(1))
    }
}
