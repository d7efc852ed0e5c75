//! Several hubs and values as one world.
//!
//! The parts of a world are a list of types: a pair of the first part and the other ones, and `()`
//! at its end. What can be done with all parts is a trait that is implemented for such lists, by
//! steps. This file has what every world can do, [`delta`] and [`mirror`] what some can.

#[cfg(feature = "serde")]
mod delta;
#[cfg(feature = "serde")]
mod mirror;

#[cfg(feature = "serde")]
pub use delta::{OwnedParts, OwnedWorldDelta, ReadParts, WorldDelta, WriteParts};
#[cfg(feature = "serde")]
pub use mirror::{DeltasOf, MirrorParts, WorldMirror, apply, apply_owned, lowest};

use crate::hub::Hub;
use crate::links::{IdMaps, Links, Outside, relink_all};
use crate::record::IdAllocator;
use crate::ticks::Tick;

/// Several hubs and values that belong together, declared once.
///
/// The derive [`World`](derive@crate::World) implements this trait for a struct. Functions for
/// whole worlds ask for no more than they need of the parts, so the same world can be committed,
/// sent and shown; [`guide::world`](crate::guide::world) shows how to write one.
///
/// # Examples
///
/// ```
/// use soa_runtime::{IdAllocator, World};
///
/// #[derive(IdAllocator)]
/// #[soa(tracked = all)]
/// struct Unit { hp: u32 }
///
/// #[derive(IdAllocator)]
/// #[soa(tracked = all)]
/// struct Shot { damage: u32 }
///
/// #[derive(World, Default)]
/// struct Game {
///     units: UnitHub,
///     shots: ShotHub,
///     #[world(value)]
///     clock: u64,
/// }
///
/// let mut game = Game::default();
/// game.units.insert(Unit { hp: 10 });
/// let tick = game.advance();
/// assert_eq!((game.units.last_tick(), game.shots.last_tick()), (Some(tick), Some(tick)));
/// assert_eq!(Game::NAMES, ["units", "shots", "clock"]);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a world",
    label = "not a struct of hubs and values",
    note = "write `#[derive(World)]` on the struct `{Self}`"
)]
pub trait World: Sized {
    /// The names of the parts, in the order of the fields.
    const NAMES: &'static [&'static str];
    /// The keys of a packet: the keys of every packet, and then the names of the parts.
    #[doc(hidden)]
    const KEYS: &'static [&'static str];
    /// The parts: for example `(Part<&Hub<Unit>>, (Part<Value<u64>>, ()))`.
    type Parts<'a>: AnyParts
    where
        Self: 'a;
    /// The parts, mutable: for example `(Part<&mut Hub<Unit>>, (Part<ValueMut<u64>>, ()))`.
    type PartsMut<'a>: AnyPartsMut<Self::Owned>
    where
        Self: 'a;
    /// What may replace the parts: for example `(Option<Hub<Unit>>, (Option<OwnedValue<u64>>, ()))`.
    type Owned;

    /// Lends the parts.
    fn parts(&self) -> Self::Parts<'_>;

    /// Lends the parts mutably.
    fn parts_mut(&mut self) -> Self::PartsMut<'_>;

    /// Ends the open tick of every hub at one number, and returns it.
    ///
    /// The number is one above the highest last tick of all hubs. What was written in the open tick
    /// of a hub belongs to that number. Hubs without a clock are passed over. If no hub has a clock,
    /// it returns [`Tick::START`].
    ///
    /// A hub whose last tick is not the highest one lagged behind, for example because it was loaded
    /// from a file. Everything in it counts as changed, so no copy lacks a row. O(hubs), and O(rows)
    /// for a hub that lagged behind.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::{IdAllocator, World};
    /// # #[derive(IdAllocator)]
    /// # #[soa(tracked = all)]
    /// # struct Unit { hp: u32 }
    /// #[derive(World, Default)]
    /// struct Game { red: UnitHub, blue: UnitHub }
    ///
    /// let mut game = Game::default();
    /// let id = game.blue.insert(Unit { hp: 10 });
    /// let seen = game.red.advance();
    /// let tick = game.advance();
    /// assert!(seen < tick && game.blue.last_tick() == Some(tick));
    /// assert!(game.blue.slots_changed_since(seen).eq([(0, Some(id))]));
    /// ```
    fn advance(&mut self) -> Tick {
        let mut parts = self.parts_mut();
        let mut highest = None;
        parts.each_tick(&mut |tick| highest = highest.max(Some(tick)));
        let Some(highest) = highest else {
            return Tick::START;
        };
        // The very last tick never ends.
        let next = highest.to_bits().saturating_add(1).min(u64::MAX - 1);
        let next = Tick::from_bits(next);
        parts.advance_to(next);
        next
    }

    /// Returns the last tick that every hub with a clock has ended, or `None` if no hub has a
    /// clock. O(hubs).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::{IdAllocator, Tick, World};
    /// # #[derive(IdAllocator)]
    /// # #[soa(tracked = all)]
    /// # struct Unit { hp: u32 }
    /// # #[derive(World, Default)]
    /// # struct Game { red: UnitHub, blue: UnitHub }
    /// let mut game = Game::default();
    /// game.red.advance();
    /// assert_eq!(game.last_tick(), Some(Tick::START)); // `blue` has ended none
    /// let tick = game.advance();
    /// assert_eq!(game.last_tick(), Some(tick));
    /// ```
    fn last_tick(&self) -> Option<Tick> {
        let mut lowest: Option<Tick> = None;
        let mut lower = |tick| lowest = Some(lowest.map_or(tick, |lowest| lowest.min(tick)));
        self.parts().each_tick(&mut lower);
        lowest
    }

    /// Returns the changes since a tick, for a copy of the world that has seen this tick. O(1).
    ///
    /// Serialize the delta to send it. It has the [delta](crate::Hub::delta) of each hub, and the
    /// values whole. Its tick is [`last_tick`](Self::last_tick). Call [`advance`](Self::advance)
    /// once before the deltas of a frame. A world without hubs has no ticks, so its deltas are
    /// never new.
    ///
    /// If you replace a hub of the world by one from elsewhere, its ticks must be below those of the
    /// world when `advance` is called. Otherwise copies have to start from scratch.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_runtime::{Applied, IdAllocator, World};
    ///
    /// #[derive(IdAllocator)]
    /// #[soa(tracked = all, derive(Serialize, Deserialize))]
    /// struct Unit { hp: u32 }
    ///
    /// #[derive(World, Default)]
    /// #[world(mirror)]
    /// struct Game {
    ///     units: UnitHub,
    ///     #[world(value)]
    ///     clock: u64,
    /// }
    ///
    /// let (mut game, mut mirror) = (Game::default(), GameMirror::default());
    /// let id = game.units.insert(Unit { hp: 10 });
    /// game.clock = 7;
    /// let now = game.advance();
    /// let packet = serde_json::to_string(&game.delta(mirror.tick()))?;
    ///
    /// let mut packet = serde_json::Deserializer::from_str(&packet);
    /// assert_eq!(mirror.apply(&mut packet)?, Applied::Now(now));
    /// assert_eq!((*mirror.units.row(id).hp, mirror.clock), (10, 7));
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    #[cfg(feature = "serde")]
    fn delta<'a>(&'a self, since: Tick) -> WorldDelta<'a, Self>
    where
        Self::Parts<'a>: WriteParts,
    {
        WorldDelta::new(self, since)
    }

    /// Replaces the ids in the linked fields of all rows that were copied or moved, in every hub,
    /// by the maps that [`copy_rows`](crate::Hub::copy_rows) and [`append`](crate::Hub::append)
    /// returned. Returns the number of rows.
    ///
    /// It is [`Hub::relink`](crate::Hub::relink) for each hub, with the new ids of the map of that
    /// hub. Two hubs of one record have ids of one type: a new id that is live in both is a row of
    /// both, unless they have [tags](crate::Hub::with_tag).
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_runtime::{IdAllocator, Outside, World};
    ///
    /// #[derive(IdAllocator)]
    /// #[soa(derive(Clone))]
    /// struct Unit {
    ///     #[soa(links)]
    ///     home: Option<HouseId>,
    /// }
    ///
    /// #[derive(IdAllocator)]
    /// #[soa(derive(Clone))]
    /// struct House {
    ///     #[soa(links)]
    ///     owner: Option<UnitId>,
    /// }
    ///
    /// #[derive(World, Default)]
    /// struct Town { units: UnitHub, houses: HouseHub }
    ///
    /// let (mut prefab, mut town) = (Town::default(), Town::default());
    /// let ada = prefab.units.insert(Unit { home: None });
    /// let home = prefab.houses.insert(House { owner: Some(ada) });
    /// prefab.units.columns_mut().home[ada] = Some(home);
    ///
    /// town.units.alloc(); // so the copies have other ids
    /// let units = town.units.copy_rows(&prefab.units);
    /// let houses = town.houses.copy_rows(&prefab.houses);
    /// assert_eq!(town.relink((&units, &houses), Outside::Dangle), 2);
    /// let (ada, home) = (units.get(ada), houses.get(home));
    /// assert_eq!(*town.units.row(ada.unwrap()).home, home);
    /// assert_eq!(*town.houses.row(home.unwrap()).owner, ada);
    /// ```
    fn relink<'a>(&'a mut self, maps: impl IdMaps, outside: Outside) -> usize
    where
        Self::PartsMut<'a>: RelinkParts,
    {
        self.parts_mut().relink(&maps, outside)
    }
}

/// A part of a [`World`](crate::World), with its name.
///
/// `P` is a reference to a hub, a [`Value`] or a [`ValueMut`].
///
/// # Examples
///
/// ```
/// use soa_runtime::{IdAllocator, Part, Value, World};
///
/// #[derive(IdAllocator)]
/// struct Unit { hp: u32 }
///
/// #[derive(World, Default)]
/// struct Game {
///     units: UnitHub,
///     #[world(value)]
///     clock: u64,
/// }
///
/// let game = Game { clock: 7, ..Game::default() };
/// let (Part { name, part: units }, (clock, ())) = game.parts();
/// assert_eq!((name, units.len()), ("units", 0));
/// let Part { name, part: Value(clock) } = clock;
/// assert_eq!((name, *clock), ("clock", 7));
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Part<P> {
    /// The name of the part in files and packets.
    pub name: &'static str,
    /// The part.
    pub part: P,
}

/// A value of a [`World`](crate::World), lent; see [`Part`].
#[derive(Debug, Clone, Copy)]
pub struct Value<'a, V>(pub &'a V);

/// A value of a [`World`](crate::World), lent mutably.
///
/// # Examples
///
/// ```
/// use soa_runtime::{Part, ValueMut, World};
///
/// #[derive(World, Default)]
/// struct Game {
///     #[world(value)]
///     clock: u64,
/// }
///
/// let mut game = Game::default();
/// let (Part { part: ValueMut(clock), .. }, ()) = game.parts_mut();
/// *clock = 7;
/// assert_eq!(game.clock, 7);
/// ```
#[derive(Debug)]
pub struct ValueMut<'a, V>(pub &'a mut V);

/// A value that may replace one of a [`World`](crate::World).
#[derive(Debug)]
pub struct OwnedValue<V>(pub V);

/// A part of any kind.
pub trait AnyPart {
    /// Returns the last tick that ended, or `None` if the part has no clock.
    fn last_tick(&self) -> Option<Tick>;
}

impl<T: IdAllocator> AnyPart for &Hub<T> {
    fn last_tick(&self) -> Option<Tick> {
        Hub::last_tick(self)
    }
}

impl<T: IdAllocator> AnyPart for &mut Hub<T> {
    fn last_tick(&self) -> Option<Tick> {
        Hub::last_tick(self)
    }
}

impl<V> AnyPart for Value<'_, V> {
    fn last_tick(&self) -> Option<Tick> {
        None
    }
}

impl<V> AnyPart for ValueMut<'_, V> {
    fn last_tick(&self) -> Option<Tick> {
        None
    }
}

/// The parts of any world.
pub trait AnyParts {
    /// Calls `each` with the last tick of each part that has a clock.
    fn each_tick(&self, each: &mut impl FnMut(Tick));
}

impl AnyParts for () {
    fn each_tick(&self, _: &mut impl FnMut(Tick)) {}
}

impl<P: AnyPart, R: AnyParts> AnyParts for (Part<P>, R) {
    fn each_tick(&self, each: &mut impl FnMut(Tick)) {
        self.0.part.last_tick().into_iter().for_each(&mut *each);
        self.1.each_tick(each);
    }
}

/// The parts of any world, mutable. `Owned` is the list of what may replace them.
pub trait AnyPartsMut<Owned>: AnyParts {
    /// Ends the open tick of each hub as `tick`.
    fn advance_to(&mut self, tick: Tick);

    /// Replaces each part for which there is something.
    fn replace(self, owned: Owned);
}

impl AnyPartsMut<()> for () {
    fn advance_to(&mut self, _: Tick) {}

    fn replace(self, (): ()) {}
}

impl<T, R, Q> AnyPartsMut<(Option<Hub<T>>, Q)> for (Part<&mut Hub<T>>, R)
where
    T: IdAllocator,
    R: AnyPartsMut<Q>,
{
    fn advance_to(&mut self, tick: Tick) {
        let last = self.0.part.last_tick().map(Tick::to_bits);
        if last.is_some_and(|last| last.saturating_add(1) < tick.to_bits()) {
            // It lagged behind, so its own ticks do not tell what a copy of the world has seen.
            self.0.part.store.typed_mut().stamp_everything();
        }
        self.0.part.advance_to(tick);
        self.1.advance_to(tick);
    }

    fn replace(self, (hub, others): (Option<Hub<T>>, Q)) {
        if let Some(hub) = hub {
            *self.0.part = hub;
        }
        self.1.replace(others);
    }
}

impl<V, R, Q> AnyPartsMut<(Option<OwnedValue<V>>, Q)> for (Part<ValueMut<'_, V>>, R)
where
    R: AnyPartsMut<Q>,
{
    fn advance_to(&mut self, tick: Tick) {
        self.1.advance_to(tick);
    }

    fn replace(self, (value, others): (Option<OwnedValue<V>>, Q)) {
        if let Some(OwnedValue(value)) = value {
            *self.0.part.0 = value;
        }
        self.1.replace(others);
    }
}

/// The parts of a world whose rows may contain ids; see [`World::relink`](crate::World::relink).
pub trait RelinkParts {
    /// Replaces the ids in the rows with new ids of the maps, and returns the number of these rows.
    fn relink(self, maps: &impl IdMaps, outside: Outside) -> usize;
}

impl RelinkParts for () {
    fn relink(self, _: &impl IdMaps, _: Outside) -> usize {
        0
    }
}

impl<T: IdAllocator<Id: 'static> + Links, R: RelinkParts> RelinkParts for (Part<&mut Hub<T>>, R) {
    fn relink(self, maps: &impl IdMaps, outside: Outside) -> usize {
        relink_all(self.0.part, maps, outside) + self.1.relink(maps, outside)
    }
}

impl<V, R: RelinkParts> RelinkParts for (Part<ValueMut<'_, V>>, R) {
    fn relink(self, maps: &impl IdMaps, outside: Outside) -> usize {
        self.1.relink(maps, outside)
    }
}
