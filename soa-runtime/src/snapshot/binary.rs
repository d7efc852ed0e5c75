//! Snapshots in formats that are not for humans: the states of the slots as small numbers,
//! and the free list and the rows as distances from slot to slot. The documentation of
//! `Serialize` for `Hub` has the table.
//!
//! A slot that is not live, free or reserved, and has a number above 1, is refused. These
//! numbers are reserved for another state.

use alloc::vec::Vec;
use core::marker::PhantomData;

use serde::de::Error;
use serde::ser::SerializeStruct;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::check::{Contents, NO_MEMORY, read_tag};
use super::rows::Rows;
use super::{DeserializeRow, Sequence, fields, write_tag};
use crate::handle::{AnyHandle, of_parts};
use crate::hub::Hub;
use crate::ids::Layout;
use crate::record::{IdAllocator, Row};
use crate::slot_table::SlotState;

pub(super) fn write<T: IdAllocator, S: Serializer>(
    hub: &Hub<T>,
    serializer: S,
) -> Result<S::Ok, S::Error>
where
    for<'a> Row<'a, T>: Serialize,
{
    let (store, stats) = (&hub.store, hub.stats());
    let table = || store.typed().table();
    let slots = || (0..store.slots()).map(|slot| number_of::<T::Id>(table().state(slot)));
    let free = || jumps::<T::Id>(store.typed().free_slots().map(|(slot, _)| slot));
    let mut lists = serializer.serialize_struct("Hub", fields::<T>())?;
    lists.serialize_field("slots", &Sequence(stats.slots, slots))?;
    lists.serialize_field("free", &Sequence(stats.free, free))?;
    if T::Layout::DENSE {
        let slots = || jumps::<T::Id>(hub.ids().map(AnyHandle::index));
        let rows = || slots().zip(hub.iter().map(|(_, row)| row));
        lists.serialize_field("rows", &Sequence(stats.live, rows))?;
    } else {
        let rows = || hub.iter().map(|(_, row)| row);
        lists.serialize_field("rows", &Sequence(stats.live, rows))?;
    }
    let reserved = || store.typed().reserved().map(AnyHandle::index);
    let reserved = || jumps::<T::Id>(reserved());
    lists.serialize_field("withheld", &Sequence(stats.reserved, reserved))?;
    write_tag(hub, &mut lists)?;
    lists.end()
}

/// Returns the number of a slot in this state.
fn number_of<H: AnyHandle>(state: SlotState) -> Number<OfSlot<H>> {
    let (generation, vacant) = match state {
        SlotState::Live { generation } => (generation, false),
        SlotState::Free { generation, .. } | SlotState::Reserved { generation } => {
            (generation, true)
        }
        SlotState::Retired => (H::FIRST_GENERATION, true),
    };
    let age = u64::from(generation - H::FIRST_GENERATION);
    Number::new(age << 1 | u64::from(vacant))
}

/// Each slot as the distance from the slot after the preceding one.
fn jumps<H: AnyHandle>(
    slots: impl Iterator<Item = u32>,
) -> impl Iterator<Item = Number<OfJump<H>>> {
    slots.scan(0, |expected, slot| {
        let (from, to) = (*expected, u64::from(slot));
        *expected = to + 1;
        Some(Number::new(if from <= to {
            (to - from) * 2
        } else {
            (from - to) * 2 - 1
        }))
    })
}

/// Finds the slots from distances that are read one after the other.
#[derive(Default)]
struct JumpReader {
    expected: u64,
}

impl JumpReader {
    /// Returns the slot at this distance, if it can exist.
    fn follow(&mut self, jump: u64) -> Option<usize> {
        let slot = if jump % 2 == 0 {
            self.expected.checked_add(jump / 2)?
        } else {
            self.expected.checked_sub(jump / 2 + 1)?
        };
        self.expected = slot.checked_add(1)?;
        usize::try_from(slot).ok()
    }
}

#[derive(Deserialize)]
#[serde(
    rename = "Hub",
    deny_unknown_fields,
    expecting = "a snapshot of a hub",
    bound(deserialize = "T: DeserializeRow<'de>")
)]
struct Lists<T: IdAllocator> {
    slots: Vec<SlotNumber<T::Id>>,
    free: Vec<Number<OfJump<T::Id>>>,
    rows: PlacedRows<T>,
    /// Missing in saves that are older than the state.
    #[serde(default)]
    withheld: Vec<Number<OfJump<T::Id>>>,
}

/// The lists of a hub whose ids have a tag.
#[derive(Deserialize)]
#[serde(
    rename = "Hub",
    deny_unknown_fields,
    expecting = "a snapshot of a hub",
    bound(deserialize = "T: DeserializeRow<'de>")
)]
struct TaggedLists<T: IdAllocator> {
    slots: Vec<SlotNumber<T::Id>>,
    free: Vec<Number<OfJump<T::Id>>>,
    rows: PlacedRows<T>,
    #[serde(default)]
    withheld: Vec<Number<OfJump<T::Id>>>,
    /// Missing in saves that are older than the tag bits.
    #[serde(default = "no_tag")]
    tag: Number<OfTag<T::Id>>,
}

fn no_tag<H: AnyHandle>() -> Number<OfTag<H>> {
    Number::of_input(0)
}

/// The state of a slot.
pub(super) type SlotNumber<H> = Number<OfSlot<H>>;

/// The records, and with the dense layout the distances to their slots.
pub(super) type PlacedRows<T> = Rows<T, Number<OfJump<<T as IdAllocator>::Id>>, false>;

pub(super) fn read<'de, T: DeserializeRow<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Contents<T>, D::Error> {
    let contents = if T::Id::TAG_BITS == 0 {
        let lists = Lists::<T>::deserialize(deserializer)?;
        let (free, withheld) = (values(lists.free), values(lists.withheld));
        unpack(&lists.slots, free, lists.rows, withheld, 0)
    } else {
        let lists = TaggedLists::<T>::deserialize(deserializer)?;
        let (free, withheld) = (values(lists.free), values(lists.withheld));
        unpack(&lists.slots, free, lists.rows, withheld, lists.tag.value)
    };
    contents.map_err(D::Error::custom)
}

fn values<W>(numbers: Vec<Number<W>>) -> Vec<u64> {
    numbers.into_iter().map(|number| number.value).collect()
}

/// The state that a slot's number means, with the slot's index.
enum Slot<H> {
    Live(H),
    /// With the next generation if it is free, and the issued one if it is reserved.
    Vacant(H),
}

impl<H: AnyHandle> Slot<H> {
    fn read(index: u32, number: &SlotNumber<H>, tag: u32) -> Result<Self, &'static str> {
        let generation = u64::from(H::FIRST_GENERATION) + (number.value >> 1);
        let id = of_parts(index.into(), generation, tag.into())
            .ok_or("a slot has no such generation")?;
        Ok(if number.value & 1 == 0 {
            Slot::Live(id)
        } else {
            Slot::Vacant(id)
        })
    }
}

/// Returns the lists that are checked next. Each slot is in one of them.
pub(super) fn unpack<T: IdAllocator>(
    numbers: &[SlotNumber<T::Id>],
    free: Vec<u64>,
    rows: PlacedRows<T>,
    withheld: Vec<u64>,
    tag: u64,
) -> Result<Contents<T>, &'static str> {
    let tag = read_tag::<T::Id>(tag)?;
    let slots = (0..T::Id::LIMIT).zip(numbers);
    let slots = slots.map(|(index, number)| Slot::<T::Id>::read(index, number, tag).map(Some));
    let mut slots = slots.collect::<Result<Vec<_>, _>>()?;
    if slots.len() < numbers.len() {
        return Err("there are more slots than ids can tell apart");
    }

    let free =
        vacant(&mut slots, free).ok_or("the free list has a slot that is not free, or twice")?;
    let withheld =
        vacant(&mut slots, withheld).ok_or("a reserved slot is live, free, or there twice")?;

    let (mut ids, mut reader) = (Vec::new(), JumpReader::default());
    ids.try_reserve_exact(rows.records.len())
        .map_err(|_| NO_MEMORY)?;
    let mut next = 0;
    for row in 0..rows.records.len() {
        let slot = match rows.heads.get(row) {
            Some(jump) => reader.follow(jump.value),
            None => (next..slots.len()).find(|slot| matches!(slots[*slot], Some(Slot::Live(_)))),
        };
        next = slot.map_or(next, |slot| slot + 1);
        let Some(Slot::Live(id)) = slot.and_then(|slot| slots.get_mut(slot)?.take()) else {
            return Err("a row has a slot that is not live, or is not its own");
        };
        ids.push(id);
    }

    let retired = slots.into_iter().flatten().map(|slot| match slot {
        Slot::Live(_) => Err("a live slot has no row"),
        Slot::Vacant(id) if id.generation() == T::Id::FIRST_GENERATION => Ok(id.index()),
        Slot::Vacant(_) => Err("a free slot is missing in the free list"),
    });
    Ok(Contents {
        retired: retired.collect::<Result<_, _>>()?,
        ids,
        records: rows.records,
        free: free
            .into_iter()
            .map(|id| (id.index(), id.generation()))
            .collect(),
        withheld,
        tag,
    })
}

/// Takes out the vacant slots at these distances. Returns `None` if one is not vacant.
fn vacant<H: AnyHandle>(slots: &mut [Option<Slot<H>>], jumps: Vec<u64>) -> Option<Vec<H>> {
    let mut reader = JumpReader::default();
    let found = jumps.into_iter().map(|jump| {
        let slot = reader.follow(jump)?;
        match slots.get_mut(slot)?.take()? {
            Slot::Vacant(id) => Some(id),
            Slot::Live(_) => None,
        }
    });
    found.collect()
}

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
