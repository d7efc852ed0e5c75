//! Several hubs and values as one world.
//!
//! The parts of a world are a list of types: a pair of the first part and the other ones, and `()`
//! at its end. What can be done with all parts is a trait that is implemented for such lists, by
//! steps. [`parts`] has what every world can do, [`delta`] and [`mirror`] what some can.

#[cfg(feature = "serde")]
mod delta;
#[cfg(feature = "serde")]
mod mirror;
mod parts;

#[cfg(feature = "serde")]
pub use delta::{OwnedParts, OwnedWorldDelta, ReadParts, WorldDelta, WriteParts};
#[cfg(feature = "serde")]
pub use mirror::{DeltasOf, MirrorParts, WorldMirror, apply, apply_owned, lowest};
pub use parts::{AnyPart, AnyParts, AnyPartsMut, OwnedValue, Part, RelinkParts, Value, ValueMut};

use crate::links::{IdMaps, Outside};
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
