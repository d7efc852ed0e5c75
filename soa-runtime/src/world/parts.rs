//! The parts of a world, and what every list of them can do.

use crate::hub::Hub;
use crate::links::{IdMaps, Links, Outside, relink_all};
use crate::record::IdAllocator;
use crate::ticks::Tick;

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
