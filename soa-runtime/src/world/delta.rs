//! The delta of a world: a packet with the delta of each hub and all values.

use alloc::string::String;
use core::fmt;
use core::marker::PhantomData;

use serde::de::{Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::ser::SerializeStruct;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{AnyParts, OwnedValue, Part, Value, World};
use crate::delta::{
    DeserializeDelta, Element, Limit, NextPart, OwnedDelta, ReadChanges, Reader, SerializeDelta,
    ValueOfKey, is_new, version_of_names,
};
use crate::hub::Hub;
use crate::record::TrackedRecord;
use crate::ticks::Tick;

/// The changes of a world since a tick; what [`World::delta`] returns. Serialize it to send it.
///
/// # Form
///
/// It has the parts `version`, a hash of the names of its parts, which formats that name fields
/// ignore, `since` and `tick`, and then each part under its name: the [`Delta`](crate::Delta) of a hub,
/// which has a `version` of its own for its columns, or a value.
pub struct WorldDelta<'a, W: World> {
    world: &'a W,
    since: Tick,
}

impl<'a, W: World> WorldDelta<'a, W> {
    pub(super) fn new(world: &'a W, since: Tick) -> Self {
        WorldDelta { world, since }
    }

    /// Returns the tick with which the delta ends: the lowest last tick of all hubs.
    #[must_use]
    pub fn tick(&self) -> Tick {
        self.world.last_tick().unwrap_or_default()
    }
}

debug_struct! {
    [W: World] WorldDelta<'_, W>, "WorldDelta",
    delta => { parts: W::NAMES, since: delta.since, tick: delta.tick() } finish_non_exhaustive
}

impl<'a, W: World<Parts<'a>: WriteParts>> Serialize for WorldDelta<'a, W> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut packet = serializer.serialize_struct("WorldDelta", W::KEYS.len())?;
        packet.serialize_field(W::KEYS[0], &version_of_names(W::NAMES))?;
        packet.serialize_field(W::KEYS[1], &self.since)?;
        packet.serialize_field(W::KEYS[2], &self.tick())?;
        self.world.parts().write(self.since, &mut packet)?;
        packet.end()
    }
}

/// The parts of a world that can be sent: hubs with deltas, and values that serialize.
pub trait WriteParts: AnyParts {
    /// Writes each part.
    ///
    /// # Errors
    ///
    /// Returns the errors of the serializer.
    fn write<S: SerializeStruct>(&self, since: Tick, packet: &mut S) -> Result<(), S::Error>;
}

impl WriteParts for () {
    fn write<S: SerializeStruct>(&self, _: Tick, _: &mut S) -> Result<(), S::Error> {
        Ok(())
    }
}

impl<T: TrackedRecord + SerializeDelta, R: WriteParts> WriteParts for (Part<&Hub<T>>, R) {
    fn write<S: SerializeStruct>(&self, since: Tick, packet: &mut S) -> Result<(), S::Error> {
        packet.serialize_field(self.0.name, &self.0.part.delta(since))?;
        self.1.write(since, packet)
    }
}

impl<V: Serialize, R: WriteParts> WriteParts for (Part<Value<'_, V>>, R) {
    fn write<S: SerializeStruct>(&self, since: Tick, packet: &mut S) -> Result<(), S::Error> {
        packet.serialize_field(self.0.name, self.0.part.0)?;
        self.1.write(since, packet)
    }
}

/// A delta of a world that was read, for example out of a packet, and was not applied yet.
///
/// The `apply_owned` of the mirror that `#[world(mirror)]` generates applies it.
///
/// # Examples
///
/// ```
/// use serde::Deserialize;
/// use soa_runtime::{IdAllocator, OwnedWorldDelta, Tick, World};
///
/// #[derive(IdAllocator)]
/// #[soa(tracked = all, derive(Serialize, Deserialize))]
/// struct Unit { hp: u32 }
///
/// #[derive(World, Default)]
/// #[world(mirror)]
/// struct Game { units: UnitHub }
///
/// #[derive(Deserialize)]
/// enum Packet {
///     Chat(String),
///     Game(OwnedWorldDelta<Game>),
/// }
///
/// let (mut game, mut mirror) = (Game::default(), GameMirror::default());
/// let id = game.units.insert(Unit { hp: 10 });
/// let now = game.advance();
/// let delta = serde_json::to_string(&game.delta(Tick::START))?;
/// match serde_json::from_str(&format!(r#"{{"Game":{delta}}}"#))? {
///     Packet::Game(delta) => mirror.apply_owned(delta)?,
///     Packet::Chat(text) => panic!("{text}"),
/// };
/// assert_eq!((mirror.tick(), *mirror.units.row(id).hp), (now, 10));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct OwnedWorldDelta<W: World<Owned: OwnedParts>> {
    pub(super) since: Tick,
    pub(super) tick: Tick,
    /// Each part is there.
    pub(super) parts: <W::Owned as OwnedParts>::Deltas,
}

impl<W: World<Owned: OwnedParts>> OwnedWorldDelta<W> {
    /// Returns the tick with which the delta ends. O(1).
    #[must_use]
    pub fn tick(&self) -> Tick {
        self.tick
    }
}

debug_struct! {
    [W: World<Owned: OwnedParts>] OwnedWorldDelta<W>, "OwnedWorldDelta",
    delta => { parts: W::NAMES, since: delta.since, tick: delta.tick } finish_non_exhaustive
}

/// The parts of a world that can be received.
pub trait OwnedParts {
    /// The parts of a packet that may be read: for example `(Option<OwnedDelta<Unit>>, ())`.
    type Deltas;
}

impl OwnedParts for () {
    type Deltas = ();
}

impl<T: ReadChanges, R: OwnedParts> OwnedParts for (Option<Hub<T>>, R) {
    type Deltas = (Option<OwnedDelta<T>>, R::Deltas);
}

impl<V, R: OwnedParts> OwnedParts for (Option<OwnedValue<V>>, R) {
    type Deltas = (Option<OwnedValue<V>>, R::Deltas);
}

/// The parts of a packet, as they are read one after the other.
pub trait ReadParts<'de>: Sized {
    /// The list of which no part was read.
    const NONE: Self;

    /// Reads the part at a position, if the packet has it. A hub has at most `limit` slots.
    ///
    /// # Errors
    ///
    /// Returns the errors of the deserializer.
    #[doc(hidden)]
    fn read<N: NextPart<'de>>(&mut self, at: usize, limit: u32, next: N) -> Result<(), N::Error>;

    /// Returns whether the part at a position was read.
    fn has(&self, at: usize) -> bool;

    /// Returns whether each hub's delta starts at `since`, and ends at `tick` or later.
    fn are_of(&self, since: Tick, tick: Tick) -> bool;
}

impl<'de> ReadParts<'de> for () {
    const NONE: Self = ();

    fn read<N: NextPart<'de>>(&mut self, _: usize, _: u32, _: N) -> Result<(), N::Error> {
        Ok(())
    }

    fn has(&self, _: usize) -> bool {
        false
    }

    fn are_of(&self, _: Tick, _: Tick) -> bool {
        true
    }
}

impl<'de, T: DeserializeDelta<'de>, R: ReadParts<'de>> ReadParts<'de>
    for (Option<OwnedDelta<T>>, R)
{
    const NONE: Self = (None, R::NONE);

    fn read<N: NextPart<'de>>(&mut self, at: usize, limit: u32, next: N) -> Result<(), N::Error> {
        let Some(at) = at.checked_sub(1) else {
            self.0 = next
                .part(Reader {
                    seen: None,
                    limit: Limit(limit),
                    record: PhantomData,
                })?
                .flatten();
            return Ok(());
        };
        self.1.read(at, limit, next)
    }

    fn has(&self, at: usize) -> bool {
        at.checked_sub(1)
            .map_or(self.0.is_some(), |at| self.1.has(at))
    }

    fn are_of(&self, since: Tick, tick: Tick) -> bool {
        let is_of = |delta: &OwnedDelta<T>| delta.since == since && delta.tick >= tick;
        self.0.as_ref().is_none_or(is_of) && self.1.are_of(since, tick)
    }
}

impl<'de, V: Deserialize<'de>, R: ReadParts<'de>> ReadParts<'de> for (Option<OwnedValue<V>>, R) {
    const NONE: Self = (None, R::NONE);

    fn read<N: NextPart<'de>>(&mut self, at: usize, limit: u32, next: N) -> Result<(), N::Error> {
        let Some(at) = at.checked_sub(1) else {
            self.0 = next.part(PhantomData)?.map(OwnedValue);
            return Ok(());
        };
        self.1.read(at, limit, next)
    }

    fn has(&self, at: usize) -> bool {
        at.checked_sub(1)
            .map_or(self.0.is_some(), |at| self.1.has(at))
    }

    fn are_of(&self, since: Tick, tick: Tick) -> bool {
        self.1.are_of(since, tick)
    }
}

/// Reads the delta of a `W` if it is new for a copy that has seen `seen`, or without a copy.
pub(super) struct PacketReader<'m, W> {
    pub(super) seen: Option<Tick>,
    /// The largest number of slots of the part at a position.
    pub(super) limit: &'m dyn Fn(usize) -> u32,
    pub(super) world: PhantomData<fn() -> W>,
}

impl<'de, W> PacketReader<'_, W>
where
    W: World<Owned: OwnedParts<Deltas: ReadParts<'de>>>,
{
    /// Returns the delta, or `None` if it is old.
    pub(super) fn read<D: Deserializer<'de>>(
        self,
        deserializer: D,
    ) -> Result<Option<OwnedWorldDelta<W>>, D::Error> {
        deserializer.deserialize_struct("WorldDelta", W::KEYS, self)
    }

    /// Checks the ticks of the parts.
    fn finish<E: Error>(
        since: Tick,
        tick: Tick,
        parts: <W::Owned as OwnedParts>::Deltas,
    ) -> Result<Option<OwnedWorldDelta<W>>, E> {
        if parts.are_of(since, tick) {
            return Ok(Some(OwnedWorldDelta { since, tick, parts }));
        }
        Err(E::custom(
            "a part of the packet has other ticks than the packet",
        ))
    }
}

impl<'de, W> Visitor<'de> for PacketReader<'_, W>
where
    W: World<Owned: OwnedParts<Deltas: ReadParts<'de>>>,
{
    type Value = Option<OwnedWorldDelta<W>>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a packet with {}", W::NAMES.join(", "))
    }

    /// The format has no names, so the sender must have the same parts.
    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        let short = |at| A::Error::invalid_length(at, &"a whole packet");
        let version: u32 = list.next_element()?.ok_or_else(|| short(0))?;
        if version != version_of_names(W::NAMES) {
            let expected = W::NAMES.join(", ");
            return Err(A::Error::custom(format_args!(
                "the packet has other parts; expected {expected}, from a sender with the same world"
            )));
        }
        let since = list.next_element()?.ok_or_else(|| short(1))?;
        let tick = list.next_element()?.ok_or_else(|| short(2))?;
        let is_new = is_new(self.seen, since, tick).map_err(A::Error::custom)?;
        let mut parts = <W::Owned as OwnedParts>::Deltas::NONE;
        for at in 0..W::NAMES.len() {
            let limit = if is_new { (self.limit)(at) } else { u32::MAX };
            parts.read(at, limit, Element(&mut list))?;
            if !parts.has(at) {
                return Err(short(3 + at));
            }
        }
        // An old packet is read, too, because the input may go on after it.
        if !is_new {
            return Ok(None);
        }
        Self::finish(since, tick, parts)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let (mut since, mut tick, mut news) = (None, None, None);
        let mut parts = <W::Owned as OwnedParts>::Deltas::NONE;
        while let Some(key) = map.next_key::<String>()? {
            match W::KEYS.iter().position(|known| *known == key) {
                Some(1) if since.is_none() => since = Some(map.next_value()?),
                Some(2) if tick.is_none() => tick = Some(map.next_value()?),
                Some(at @ 3..) if news != Some(false) && !parts.has(at - 3) => {
                    parts.read(at - 3, (self.limit)(at - 3), ValueOfKey(&mut map))?;
                }
                Some(at @ 1..) if news != Some(false) => {
                    return Err(A::Error::duplicate_field(W::KEYS[at]));
                }
                _ => drop(map.next_value::<IgnoredAny>()?),
            }
            if let (None, Some(since), Some(tick)) = (news, since, tick) {
                news = Some(is_new(self.seen, since, tick).map_err(A::Error::custom)?);
            }
        }
        let since = since.ok_or_else(|| A::Error::missing_field(W::KEYS[1]))?;
        let tick = tick.ok_or_else(|| A::Error::missing_field(W::KEYS[2]))?;
        if news == Some(false) {
            return Ok(None);
        }
        let missing = (0..W::NAMES.len()).find(|at| !parts.has(*at));
        match missing {
            Some(at) => Err(A::Error::missing_field(W::NAMES[at])),
            None => Self::finish(since, tick, parts),
        }
    }
}

/// Reads a delta that no mirror has judged.
impl<'de, W> Deserialize<'de> for OwnedWorldDelta<W>
where
    W: World<Owned: OwnedParts<Deltas: ReadParts<'de>>>,
{
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let reader = PacketReader {
            seen: None,
            limit: &|_| u32::MAX,
            world: PhantomData,
        };
        let delta = reader.read(deserializer)?;
        Ok(delta.unwrap_or_else(|| unreachable!("every delta is new")))
    }
}
