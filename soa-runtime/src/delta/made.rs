//! The records that a delta makes.

use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use serde::Deserializer;
use serde::de::{DeserializeSeed, Error, SeqAccess, Visitor};

use super::error::Limit;
use super::gaps::{GapReader, believable};
use super::record::DeserializeDelta;
use crate::handle::of_parts;
use crate::record::IdAllocator;
use crate::snapshot::ReadInto;

/// The records that were made, under their ids.
pub(super) struct Rows<T: IdAllocator> {
    /// Those within the limit of the reader.
    pub(super) kept: Vec<(T::Id, T)>,
    /// The slot of the last one, kept or not.
    pub(super) last: Option<u32>,
}

/// Reads the records that were made. A format with names may have them before the ticks and
/// the number of slots, so records past the limit are read and dropped one by one.
pub(super) struct RowList<T>(pub(super) Limit, pub(super) PhantomData<fn() -> T>);

impl<'de, T: DeserializeDelta<'de>> DeserializeSeed<'de> for RowList<T> {
    type Value = Rows<T>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Rows<T>, D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de, T: DeserializeDelta<'de>> Visitor<'de> for RowList<T> {
    type Value = Rows<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of slots with generations and records")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Rows<T>, A::Error> {
        let claimed = list.size_hint();
        let mut rows = Rows {
            kept: Vec::with_capacity(believable::<(T::Id, T)>(claimed)),
            last: None,
        };
        let mut gaps = GapReader::default();
        let limit = self.0;
        while let Some(()) = list.next_element_seed(MadeRow {
            rows: &mut rows,
            gaps: &mut gaps,
            limit,
        })? {}
        Ok(rows)
    }
}

/// Reads one row onto the list, so that a debug build has few copies of a large record.
struct MadeRow<'r, T: IdAllocator> {
    rows: &'r mut Rows<T>,
    gaps: &'r mut GapReader,
    limit: Limit,
}

impl<'de, T: DeserializeDelta<'de>> DeserializeSeed<'de> for MadeRow<'_, T> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_tuple(3, self)
    }
}

impl<'de, T: DeserializeDelta<'de>> Visitor<'de> for MadeRow<'_, T> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a tuple of size 3")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut parts: A) -> Result<(), A::Error> {
        let missing = |position| A::Error::invalid_length(position, &"a tuple of size 3");
        let gap = parts.next_element()?.ok_or_else(|| missing(0))?;
        let generation: u32 = parts.next_element()?.ok_or_else(|| missing(1))?;
        let slot = self.gaps.follow::<A::Error>(gap)?;
        let id = of_parts(slot.into(), generation.into(), 0);
        let id = id.ok_or_else(|| A::Error::custom("the delta has an id that no hub issues"))?;
        let MadeRow { rows, limit, .. } = self;
        rows.last = Some(slot);
        let read = ReadInto::new(|record: T| {
            if limit.has(slot) {
                rows.kept.push((id, record));
            }
        });
        parts.next_element_seed(read)?.ok_or_else(|| missing(2))
    }
}
