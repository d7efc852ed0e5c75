//! Numbers of known width, in the narrowest type that a format may be asked for.

use core::marker::PhantomData;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::handle::AnyHandle;

/// The largest number of bits in a number of one kind.
pub(super) trait Width {
    const BITS: u32;
}

/// The width of an index of `H`.
pub(super) struct OfIndex<H>(PhantomData<H>);
/// The width of a generation of `H`.
pub(super) struct OfGeneration<H>(PhantomData<H>);
/// The width of a tag of `H`.
pub(super) struct OfTag<H>(PhantomData<H>);
/// The width of a slot's number: one bit more than the generation.
pub(super) struct OfSlot<H>(PhantomData<H>);
/// The width of the distance from one slot to another, forward or back.
pub(super) struct OfJump<H>(PhantomData<H>);

impl<H: AnyHandle> Width for OfIndex<H> {
    const BITS: u32 = H::INDEX_BITS;
}

impl<H: AnyHandle> Width for OfGeneration<H> {
    const BITS: u32 = H::GENERATION_BITS;
}

impl<H: AnyHandle> Width for OfTag<H> {
    const BITS: u32 = H::TAG_BITS;
}

impl<H: AnyHandle> Width for OfSlot<H> {
    const BITS: u32 = H::GENERATION_BITS + 1;
}

impl<H: AnyHandle> Width for OfJump<H> {
    const BITS: u32 = H::INDEX_BITS + 1;
}

/// A number that fits the width `W`. A number from the input may not fit.
pub(super) struct Number<W> {
    pub(super) value: u64,
    width: PhantomData<W>,
}

impl<W: Width> Number<W> {
    pub(super) fn new(value: impl Into<u64>) -> Self {
        let value = value.into();
        debug_assert!(value >> W::BITS == 0, "{value} has more bits than that");
        Number {
            value,
            width: PhantomData,
        }
    }
}

impl<W> Number<W> {
    /// Converts a number from the input, which may have any width.
    pub(super) fn of_input(value: u64) -> Self {
        Number {
            value,
            width: PhantomData,
        }
    }
}

impl<W: Width> Serialize for Number<W> {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the number has no more bits than the type"
    )]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match W::BITS {
            0..=8 => serializer.serialize_u8(self.value as u8),
            9..=16 => serializer.serialize_u16(self.value as u16),
            17..=32 => serializer.serialize_u32(self.value as u32),
            _ => serializer.serialize_u64(self.value),
        }
    }
}

impl<'de, W: Width> Deserialize<'de> for Number<W> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = match W::BITS {
            0..=8 => u8::deserialize(deserializer)?.into(),
            9..=16 => u16::deserialize(deserializer)?.into(),
            17..=32 => u32::deserialize(deserializer)?.into(),
            _ => u64::deserialize(deserializer)?,
        };
        Ok(Number::of_input(value))
    }
}
