//! Handles: a text in formats for humans, and index, generation and tag in other formats. These
//! numbers are small where the whole word is large.

use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use serde::de::value::SeqAccessDeserializer;
use serde::de::{Error, SeqAccess, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::binary::{Number, OfGeneration, OfIndex, OfTag};
use crate::handle::{AnyHandle, Handle, of_parts, of_word};
use crate::memory::Word;

impl<T: ?Sized, R: Word, const I: u32, const G: u32, const TAG: u32> Serialize
    for Handle<T, R, I, G, TAG>
{
    /// Writes what `Display` prints in formats for humans, for example `2v1` or `2v1@7`.
    ///
    /// In other formats an id is its index and its generation, and with tag bits its tag as
    /// well. In the dangling id all of them are 0, because no id has the generation 0. An id
    /// without generations is written as its [bits](Handle::to_bits). An id that was never
    /// issued is written as the dangling id.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        SavedId(*self).serialize(serializer)
    }
}

impl<'de, T: ?Sized, R: Word, const I: u32, const G: u32, const TAG: u32> Deserialize<'de>
    for Handle<T, R, I, G, TAG>
{
    /// Reads an id in the form in which it was written. An id that no pool could have issued is
    /// refused, except for the dangling id.
    ///
    /// A format for humans may contain every form of an id: the text, the pair of index
    /// and generation (with tag bits the three parts), or a number, which is the id's
    /// [bits](Handle::to_bits). Serde's buffer for `tag`, `untagged` and `flatten` claims to be
    /// a format for humans.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        SavedId::deserialize(deserializer).map(|SavedId(id)| id)
    }
}

/// Any handle, in the form that suits the format.
pub(super) struct SavedId<H>(pub(super) H);

impl<H: AnyHandle> Serialize for SavedId<H> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let issued = H::from_bits(self.0.to_bits());
        if serializer.is_human_readable() {
            return serializer.collect_str(&issued.unwrap_or(H::DANGLING));
        }
        if H::GENERATION_BITS == 0 {
            return write_word(issued.unwrap_or(H::DANGLING), serializer);
        }
        let [index, generation, tag] =
            issued.map_or([0; 3], |id| [id.index(), id.generation(), id.tag()]);
        let index = Number::<OfIndex<H>>::new(index);
        let generation = Number::<OfGeneration<H>>::new(generation);
        if H::TAG_BITS == 0 {
            return (index, generation).serialize(serializer);
        }
        (index, generation, Number::<OfTag<H>>::new(tag)).serialize(serializer)
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "the word has no more bits than the type"
)]
fn write_word<H: AnyHandle, S: Serializer>(id: H, serializer: S) -> Result<S::Ok, S::Error> {
    let word = id.to_bits().widen();
    match H::Word::BITS {
        16 => serializer.serialize_u16(word as u16),
        32 => serializer.serialize_u32(word as u32),
        _ => serializer.serialize_u64(word),
    }
}

impl<'de, H: AnyHandle> Deserialize<'de> for SavedId<H> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let id = if deserializer.is_human_readable() {
            deserializer.deserialize_any(Form::<H, true>(PhantomData))
        } else if H::GENERATION_BITS > 0 {
            read_parts(deserializer)
        } else {
            match H::Word::BITS {
                16 => deserializer.deserialize_u16(Form::<H, false>(PhantomData)),
                32 => deserializer.deserialize_u32(Form::<H, false>(PhantomData)),
                _ => deserializer.deserialize_u64(Form::<H, false>(PhantomData)),
            }
        };
        id.map(SavedId)
    }
}

/// Reads an id of index and generation, with tag bits of index, generation and tag.
fn read_parts<'de, H: AnyHandle, D: Deserializer<'de>>(deserializer: D) -> Result<H, D::Error> {
    let (index, generation, tag) = if H::TAG_BITS == 0 {
        let (index, generation): Pair<H> = Deserialize::deserialize(deserializer)?;
        (index.value, generation.value, 0)
    } else {
        let (index, generation, tag): Three<H> = Deserialize::deserialize(deserializer)?;
        (index.value, generation.value, tag.value)
    };
    if H::GENERATION_BITS > 0 && (index, generation, tag) == (0, 0, 0) {
        return Ok(H::DANGLING);
    }
    of_parts(index, generation, tag).ok_or_else(|| D::Error::custom("an id that was never issued"))
}

type Pair<H> = (Number<OfIndex<H>>, Number<OfGeneration<H>>);
type Three<H> = (
    Number<OfIndex<H>>,
    Number<OfGeneration<H>>,
    Number<OfTag<H>>,
);

/// Reads a number, which is the bits of the id.
fn read_word<H: AnyHandle, E: Error>(word: u64) -> Result<H, E> {
    let expected = Form::<H, false>(PhantomData);
    of_word(word).ok_or_else(|| E::invalid_value(Unexpected::Unsigned(word), &expected))
}

/// Reads the bits of an id. With `ANY` it reads an id in every form that it is written in.
struct Form<H, const ANY: bool>(PhantomData<H>);

impl<'de, H: AnyHandle, const ANY: bool> Visitor<'de> for Form<H, ANY> {
    type Value = H;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (index, generation) = (H::INDEX_BITS, H::GENERATION_BITS);
        match H::TAG_BITS {
            0 => write!(
                f,
                "an id with {index} index bits and {generation} generation bits"
            ),
            tag => write!(
                f,
                "an id with {index} index bits, {generation} generation bits and {tag} tag bits"
            ),
        }
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<H, E> {
        if !ANY {
            return Err(E::invalid_type(Unexpected::Str(text), &self));
        }
        text.parse()
            .map_err(|_| E::invalid_value(Unexpected::Str(text), &self))
    }

    fn visit_u64<E: Error>(self, word: u64) -> Result<H, E> {
        read_word(word)
    }

    /// A format whose numbers all have a sign may have a number that is not a word.
    fn visit_i64<E: Error>(self, word: i64) -> Result<H, E> {
        let refused = |_| E::invalid_type(Unexpected::Signed(word), &self);
        read_word(u64::try_from(word).map_err(refused)?)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, parts: A) -> Result<H, A::Error> {
        if !ANY {
            return Err(A::Error::invalid_type(Unexpected::Seq, &self));
        }
        read_parts(SeqAccessDeserializer::new(parts))
    }
}

/// Reads the ids of a list of bits.
pub(super) fn of_words<H: AnyHandle, E: Error>(words: Vec<u64>) -> Result<Vec<H>, E> {
    words.into_iter().map(read_word).collect()
}
