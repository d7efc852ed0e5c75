//! Lists of either form of a snapshot: numbers, or the items that the text form has instead.

use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use serde::de::value::{SeqAccessDeserializer, StrDeserializer};
use serde::de::{Error, SeqAccess, Unexpected, Visitor};
use serde::{Deserialize, Deserializer};

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
