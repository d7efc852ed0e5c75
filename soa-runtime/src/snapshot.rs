//! Serde: handles as their bits, hubs as snapshots that keep every id valid.
//!
//! A snapshot lists the live rows with their ids in the order of the rows, the
//! free slots with their next generations in the order of their reuse, the
//! retired slots, and the withheld ids. The hub made of it has the same live ids,
//! refuses the same stale ones, and issues the same ids from then on. In formats
//! that name fields the withheld ids may be missing. Every slot must occur once;
//! anything else is refused before there is a hub. No number in the input is a
//! reason to reserve memory: the hub has the slots that were read. (With the
//! slots layout each is a row, so a free one costs more than its two numbers.)

use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use serde::de::{Error, Unexpected, Visitor};
use serde::ser::{SerializeSeq, SerializeStruct};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::bits::Word;
use crate::handle::{AnyHandle, Handle};
use crate::hub::Hub;
use crate::policy::Exhausted;
use crate::raw::{Layout, LayoutKind, Store};
use crate::record::{IdAllocator, Row, Shape, ShapeOf, Vacate, shape_of};

/// A record that can be read from a snapshot.
///
/// Implemented by the derive with `#[soa(derive(Deserialize))]`.
///
/// # Examples
///
/// ```
/// # #[cfg(feature = "derive")] {
/// use serde::de::value::{Error, MapDeserializer};
/// use soa_runtime::{DeserializeRow, IdAllocator};
///
/// #[derive(IdAllocator)]
/// #[soa(derive(Deserialize))]
/// struct Texture { mips: u32, layers: u32 }
///
/// let fields = MapDeserializer::<_, Error>::new([("layers", 6), ("mips", 4)].into_iter());
/// let texture = Texture::deserialize_row(fields)?;
/// assert_eq!((texture.mips, texture.layers), (4, 6));
/// # }
/// # Ok::<(), serde::de::value::Error>(())
/// ```
pub trait DeserializeRow<'de>: IdAllocator {
    /// Reads the struct, field by field.
    ///
    /// # Errors
    ///
    /// Those of the deserializer.
    fn deserialize_row<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error>;
}

impl<T: ?Sized, R: Word, const I: u32, const G: u32> Serialize for Handle<T, R, I, G> {
    /// Writes the handle's word.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        IdWord(*self).serialize(serializer)
    }
}

impl<'de, T: ?Sized, R: Word, const I: u32, const G: u32> Deserialize<'de> for Handle<T, R, I, G> {
    /// Reads the handle's word; refuses those that no pool could have issued,
    /// except the dangling handle's.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        IdWord::deserialize(deserializer).map(|IdWord(handle)| handle)
    }
}

/// Any handle, as its word.
struct IdWord<H>(H);

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

/// A sequence of known length that is written from an iterator.
struct Sequence<F>(usize, F);

impl<I: Iterator<Item: Serialize>, F: Fn() -> I> Serialize for Sequence<F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut sequence = serializer.serialize_seq(Some(self.0))?;
        (self.1)().try_for_each(|item| sequence.serialize_element(&item))?;
        sequence.end()
    }
}

impl<T: IdAllocator> Serialize for Hub<T>
where
    for<'a> Row<'a, T>: Serialize,
{
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let stats = self.stats();
        let slots = || self.store.keys(shape_of::<T>()).slots();
        let live = || self.iter().map(|(id, row)| (IdWord(id), row));
        let free = || self.store.free().iter::<T::Id>(slots());
        let retired = || self.store.retired(shape_of::<T>());
        let withheld = || self.store.withheld(shape_of::<T>()).map(IdWord);
        let mut snapshot = serializer.serialize_struct("Hub", 4)?;
        snapshot.serialize_field("live", &Sequence(stats.live, live))?;
        snapshot.serialize_field("free", &Sequence(stats.free, free))?;
        snapshot.serialize_field("retired", &Sequence(stats.retired, retired))?;
        snapshot.serialize_field("withheld", &Sequence(stats.withheld, withheld))?;
        snapshot.end()
    }
}

const NO_MEMORY: &str = "there is no memory for the slots";

/// What a snapshot holds, before it is believed.
#[derive(Deserialize)]
#[serde(
    rename = "Hub",
    deny_unknown_fields,
    bound(deserialize = "T: DeserializeRow<'de>")
)]
struct Snapshot<T: IdAllocator> {
    live: Vec<(IdWord<T::Id>, Record<T>)>,
    /// Slot and next generation.
    free: Vec<(u32, u32)>,
    retired: Vec<u32>,
    /// Missing in saves that are older than the state.
    #[serde(default)]
    withheld: Vec<IdWord<T::Id>>,
}

/// A record, read by its own rule.
struct Record<T>(T);

impl<'de, T: DeserializeRow<'de>> Deserialize<'de> for Record<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        T::deserialize_row(deserializer).map(Record)
    }
}

impl<'de, T: DeserializeRow<'de> + Vacate> Deserialize<'de> for Hub<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let snapshot = Snapshot::deserialize(deserializer)?;
        snapshot.check().map_err(D::Error::custom)?;
        let mut hub = Hub::new();
        hub.try_reserve(snapshot.slots())
            .map_err(D::Error::custom)?;
        snapshot
            .fill(shape_of::<T>(), &mut hub.store)
            .map_err(D::Error::custom)?;
        Ok(hub)
    }
}

impl<T: IdAllocator> Snapshot<T> {
    fn slots(&self) -> usize {
        self.live.len() + self.free.len() + self.retired.len() + self.withheld.len()
    }

    /// Whether every slot occurs once, in a state that it can have.
    fn check(&self) -> Result<(), &'static str> {
        let mut seen = Vec::new();
        seen.try_reserve_exact(self.slots())
            .map_err(|_| NO_MEMORY)?;
        seen.resize(self.slots(), false);
        let live = self.live.iter().map(|(IdWord(id), _)| id.index());
        let free = self.free.iter().map(|&(slot, _)| slot);
        let withheld = self.withheld.iter().map(|IdWord(id)| id.index());
        let retired = self.retired.iter().copied();
        for slot in live.chain(free).chain(retired).chain(withheld) {
            match seen.get_mut(slot as usize) {
                Some(seen @ false) => *seen = true,
                Some(true) => return Err("a slot occurs twice"),
                None => return Err("a slot is missing"),
            }
        }
        let generations = T::Id::FIRST_GENERATION..=T::Id::LAST_GENERATION;
        if !self
            .free
            .iter()
            .all(|(_, generation)| generations.contains(generation))
        {
            return Err("a free slot has no such generation");
        }
        if !self.retired.is_empty() && (T::Exhausted::WRAPS || T::Id::GENERATION_BITS == 0) {
            return Err("slots of this hub are never retired");
        }
        Ok(())
    }

    /// Makes the slots and rows in an empty store.
    fn fill<S: Shape<Record = T>>(
        mut self,
        shape: ShapeOf<S>,
        store: &mut Store<T>,
    ) -> Result<(), &'static str>
    where
        T: Vacate,
    {
        let slots = self.slots();
        match T::Layout::KIND {
            LayoutKind::Slots => {
                // The live rows are in this order, unless somebody changed it.
                self.live.sort_unstable_by_key(|(IdWord(id), _)| id.index());
                let mut live = self.live.into_iter().peekable();
                for slot in (0..).take(slots) {
                    let (id, record) = match live.next_if(|(IdWord(id), _)| id.index() == slot) {
                        Some((IdWord(id), Record(record))) => (id, record),
                        None => (
                            T::Id::assemble(slot, T::Id::FIRST_GENERATION),
                            T::hole().ok_or("a hole has no default")?,
                        ),
                    };
                    let room = store.room(shape).map_err(|_| NO_MEMORY)?;
                    room.fill(shape, id, S::split(record));
                }
            }
            LayoutKind::Dense => {
                for _ in 0..slots {
                    store.push_slot(shape).map_err(|_| NO_MEMORY)?;
                }
                for (IdWord(id), Record(record)) in self.live {
                    store.adopt_row(shape, id, S::split(record));
                }
            }
        }
        for (slot, generation) in self.free {
            store.withdraw(shape, slot, Some(generation));
        }
        for slot in self.retired {
            store.withdraw(shape, slot, None);
        }
        for IdWord(id) in self.withheld {
            store.set_aside(shape, id);
        }
        Ok(())
    }
}
