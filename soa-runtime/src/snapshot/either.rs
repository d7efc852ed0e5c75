//! Snapshots of formats that claim to be for humans, in either form.
//!
//! Serde's buffer for `tag`, `untagged` and `flatten` always claims to be for humans. Serde's
//! writers for `tag` and `flatten` ask for the lists of the text form, and write the items of
//! the lists in the form of the format below them.

use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer, StrDeserializer};
use serde::de::{Error, MapAccess, SeqAccess, Unexpected, Visitor};
use serde::{Deserialize, Deserializer};

use super::binary::{self, Number, PlacedRows};
use super::check::{Contents, read_tag};
use super::ids::{SavedId, of_words};
use super::rows::Rows;
use super::{DeserializeRow, Record};
use crate::handle::AnyHandle;
use crate::record::IdAllocator;

/// The lists of both forms, and the tag.
const LISTS: &[&str] = &[
    "live", "free", "retired", "withheld", "slots", "rows", "tag",
];

const TWO_FORMS: &str = "the lists are of two forms of a snapshot; expected \
     `live`, `free` and `retired`, or `slots`, `free` and `rows`";

/// The sentence of what is expected, here and in the readers of one form.
pub(super) const EXPECTED: &str = "a snapshot of a hub";

pub(super) fn read<'de, T: DeserializeRow<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Contents<T>, D::Error> {
    // Inside `flatten` a key that is asked for is not there for others.
    let lists = &LISTS[..LISTS.len() - usize::from(T::Id::TAG_BITS == 0)];
    deserializer.deserialize_struct("Hub", lists, Snapshot(PhantomData))
}

struct Snapshot<T>(PhantomData<T>);

impl<'de, T: DeserializeRow<'de>> Visitor<'de> for Snapshot<T> {
    type Value = Contents<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(EXPECTED)
    }

    fn visit_map<A: MapAccess<'de>>(self, lists: A) -> Result<Contents<T>, A::Error> {
        Lists::deserialize(MapAccessDeserializer::new(lists))?.form()
    }

    /// The first list decides the form: numbers are slots, and pairs are rows. Both forms of
    /// an empty hub are the same.
    fn visit_seq<A: SeqAccess<'de>>(self, mut lists: A) -> Result<Contents<T>, A::Error> {
        let missing = |place| A::Error::invalid_length(place, &self);
        let first: Either<LiveRow<T>> = lists.next_element()?.ok_or_else(|| missing(0))?;
        let free = Some(lists.next_element()?.ok_or_else(|| missing(1))?);
        let (mut live, mut retired, mut slots, mut rows) = (None, None, None, None);
        if first.numbers.is_empty() {
            let (heads, records) = first
                .others
                .into_iter()
                .map(|(id, row)| (id, row.0))
                .unzip();
            live = Some(Rows { heads, records });
            retired = Some(lists.next_element()?.ok_or_else(|| missing(2))?);
        } else {
            let numbers = first.numbers.into_iter().map(Number::of_input);
            slots = Some(numbers.collect());
            rows = Some(lists.next_element()?.ok_or_else(|| missing(2))?);
        }
        let withheld = lists.next_element()?;
        let tag = match T::Id::TAG_BITS {
            0 => None,
            _ => lists.next_element()?,
        };
        let read = Lists {
            live,
            free,
            retired,
            withheld,
            slots,
            rows,
            tag,
        };
        read.form()
    }
}

/// The ids of live rows, and their records.
type LiveRows<T> = Rows<T, SavedId<<T as IdAllocator>::Id>, true>;
/// The id of a live row, and its record.
type LiveRow<T> = (SavedId<<T as IdAllocator>::Id>, Record<T>);

/// The lists that were read.
#[derive(Deserialize)]
#[serde(
    rename = "Hub",
    deny_unknown_fields,
    expecting = "a snapshot of a hub",
    bound(deserialize = "T: DeserializeRow<'de>")
)]
struct Lists<T: IdAllocator> {
    #[serde(default, deserialize_with = "given")]
    live: Option<LiveRows<T>>,
    /// In text, a slot and its next generation.
    #[serde(default, deserialize_with = "given")]
    free: Option<Either<(u32, u32)>>,
    #[serde(default, deserialize_with = "given")]
    retired: Option<Vec<u32>>,
    /// Missing in saves that are older than the state.
    #[serde(default, deserialize_with = "given")]
    withheld: Option<Either<SavedId<T::Id>>>,
    #[serde(default, deserialize_with = "given")]
    slots: Option<Vec<binary::SlotNumber<T::Id>>>,
    #[serde(default, deserialize_with = "given")]
    rows: Option<PlacedRows<T>>,
    /// Missing in saves that are older than the tag bits.
    #[serde(default, deserialize_with = "given")]
    tag: Option<u64>,
}

/// Reads a list that must be present. A unit is not a list.
fn given<'de, L: Deserialize<'de>, D: Deserializer<'de>>(list: D) -> Result<Option<L>, D::Error> {
    L::deserialize(list).map(Some)
}

impl<T: IdAllocator> Lists<T> {
    /// Checks that all lists have one form and are present.
    fn form<E: Error>(self) -> Result<Contents<T>, E> {
        let text = self.live.is_some() || self.retired.is_some();
        let binary = self.slots.is_some() || self.rows.is_some();
        if text && binary {
            return Err(E::custom(TWO_FORMS));
        }
        if self.tag.is_some() && T::Id::TAG_BITS == 0 {
            return Err(E::unknown_field("tag", &LISTS[..LISTS.len() - 1]));
        }
        let tag = self.tag.unwrap_or_default();
        let withheld = self.withheld.unwrap_or_default();
        if binary {
            let slots = self.slots.ok_or_else(|| E::missing_field("slots"))?;
            let free = self.free.ok_or_else(|| E::missing_field("free"))?;
            let rows = self.rows.ok_or_else(|| E::missing_field("rows"))?;
            if !free.others.is_empty() || !withheld.others.is_empty() {
                return Err(E::custom(TWO_FORMS));
            }
            let (free, withheld) = (free.numbers, withheld.numbers);
            return binary::unpack(&slots, free, rows, withheld, tag).map_err(E::custom);
        }
        let live = self.live.ok_or_else(|| E::missing_field("live"))?;
        let free = self.free.ok_or_else(|| E::missing_field("free"))?;
        let retired = self.retired.ok_or_else(|| E::missing_field("retired"))?;
        if !free.numbers.is_empty() {
            return Err(E::custom(TWO_FORMS));
        }
        let mut reserved_ids = of_words(withheld.numbers)?;
        reserved_ids.extend(withheld.others.into_iter().map(|SavedId(id)| id));
        Ok(Contents {
            ids: live.heads.into_iter().map(|SavedId(id)| id).collect(),
            records: live.records,
            free: free.others,
            retired,
            withheld: reserved_ids,
            tag: read_tag::<T::Id>(tag).map_err(E::custom)?,
        })
    }
}

/// A list of numbers or of `P`. One of the two is empty.
pub(super) struct Either<P> {
    pub(super) numbers: Vec<u64>,
    pub(super) others: Vec<P>,
}

impl<P> Default for Either<P> {
    fn default() -> Self {
        Either {
            numbers: Vec::new(),
            others: Vec::new(),
        }
    }
}

impl<'de, P: Deserialize<'de>> Deserialize<'de> for Either<P> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(List(PhantomData))
    }
}

struct List<P>(PhantomData<P>);

impl<'de, P: Deserialize<'de>> Visitor<'de> for List<P> {
    type Value = Either<P>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of a snapshot")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Either<P>, A::Error> {
        // The input may claim any length, so no memory is reserved for it.
        let mut list = Either::default();
        while let Some(item) = items.next_element()? {
            match item {
                Item::Number(number) => list.numbers.push(number),
                Item::Other(other) => list.others.push(other),
            }
            if !list.numbers.is_empty() && !list.others.is_empty() {
                return Err(A::Error::custom(
                    "a list mixes the two forms of a snapshot: it has numbers and other items",
                ));
            }
        }
        Ok(list)
    }
}

/// An item of a list of either form.
enum Item<P> {
    Number(u64),
    Other(P),
}

impl<'de, P: Deserialize<'de>> Deserialize<'de> for Item<P> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(AnyItem(PhantomData))
    }
}

struct AnyItem<P>(PhantomData<P>);

impl<'de, P: Deserialize<'de>> Visitor<'de> for AnyItem<P> {
    type Value = Item<P>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number or a pair")
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Item<P>, E> {
        Ok(Item::Number(number))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Item<P>, E> {
        let refused = |_| E::invalid_value(Unexpected::Signed(number), &self);
        u64::try_from(number).map(Item::Number).map_err(refused)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Item<P>, E> {
        P::deserialize(StrDeserializer::new(text)).map(Item::Other)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, pair: A) -> Result<Item<P>, A::Error> {
        P::deserialize(SeqAccessDeserializer::new(pair)).map(Item::Other)
    }
}
