//! Handles: in text one number, their word; in binary formats index and
//! generation, which are small where the word is not.

use core::fmt;
use core::marker::PhantomData;

use serde::de::{Error, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::numbers::{Number, OfGeneration, OfIndex};
use crate::bits::Word;
use crate::handle::{AnyHandle, Handle};

/// A handle in other than text, if it has a generation.
type Parts<H> = (Number<OfIndex<H>>, Number<OfGeneration<H>>);

impl<T: ?Sized, R: Word, const I: u32, const G: u32> Serialize for Handle<T, R, I, G> {
    /// Writes the handle's word in human-readable formats, its index and its
    /// generation, if it has one, in others. There the dangling handle is index
    /// and generation 0, as no handle has that generation; one that was never
    /// issued is written as the dangling one.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            return IdWord(*self).serialize(serializer);
        }
        let (index, generation) = match Self::from_bits(self.to_bits()) {
            Some(issued) => (issued.index(), issued.generation()),
            None if G > 0 => (0, 0),
            None => (Self::DANGLING.index(), 0),
        };
        let index = Number::<OfIndex<Self>>::new(index);
        if G == 0 {
            return index.serialize(serializer);
        }
        let generation = Number::<OfGeneration<Self>>::new(generation);
        (index, generation).serialize(serializer)
    }
}

impl<'de, T: ?Sized, R: Word, const I: u32, const G: u32> Deserialize<'de> for Handle<T, R, I, G> {
    /// Reads what was written; refuses what no pool could have issued, except the
    /// dangling handle.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            return IdWord::deserialize(deserializer).map(|IdWord(handle)| handle);
        }
        let (index, generation) = if G == 0 {
            (Number::<OfIndex<Self>>::deserialize(deserializer)?.value, 0)
        } else {
            let (index, generation) = Parts::<Self>::deserialize(deserializer)?;
            (index.value, generation.value)
        };
        let dangling = if G == 0 {
            index == u64::from(Self::DANGLING.index())
        } else {
            (index, generation) == (0, 0)
        };
        if dangling {
            return Ok(Self::DANGLING);
        }
        issued(index, generation).ok_or_else(|| D::Error::custom("an id that was never issued"))
    }
}

/// The handle with this index and generation, if a pool could have issued it.
pub(super) fn issued<H: AnyHandle>(index: u64, generation: u64) -> Option<H> {
    let index = u32::try_from(index)
        .ok()
        .filter(|index| *index < H::LIMIT)?;
    let generation = u32::try_from(generation).ok()?;
    (H::FIRST_GENERATION..=H::LAST_GENERATION)
        .contains(&generation)
        .then(|| H::assemble(index, generation))
}

/// Any handle, as its word.
pub(super) struct IdWord<H>(pub(super) H);

impl<H: AnyHandle> Serialize for IdWord<H> {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the word has no more bits than the type"
    )]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let word = self.0.to_bits().widen();
        match H::Word::BITS {
            16 => serializer.serialize_u16(word as u16),
            32 => serializer.serialize_u32(word as u32),
            _ => serializer.serialize_u64(word),
        }
    }
}

impl<'de, H: AnyHandle> Deserialize<'de> for IdWord<H> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Bits<H>(PhantomData<H>);

        impl<H: AnyHandle> Visitor<'_> for Bits<H> {
            type Value = IdWord<H>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let (index, generation) = (H::INDEX_BITS, H::GENERATION_BITS);
                write!(
                    f,
                    "an id with {index} index bits and {generation} generation bits"
                )
            }

            fn visit_u64<E: Error>(self, word: u64) -> Result<IdWord<H>, E> {
                let fits = word >> (H::Word::BITS - 1) <= 1;
                let handle = fits.then(|| H::Word::narrow(word)).and_then(|word| {
                    if word == H::DANGLING.to_bits() {
                        Some(H::DANGLING)
                    } else {
                        H::from_bits(word)
                    }
                });
                handle
                    .map(IdWord)
                    .ok_or_else(|| E::invalid_value(Unexpected::Unsigned(word), &self))
            }
        }

        match H::Word::BITS {
            16 => deserializer.deserialize_u16(Bits(PhantomData)),
            32 => deserializer.deserialize_u32(Bits(PhantomData)),
            _ => deserializer.deserialize_u64(Bits(PhantomData)),
        }
    }
}
