//! Two hubs, and calls that are the same in every run.

use soa_runtime::Tick;

use crate::body::{Body, BodyHub};
use crate::unit::{Unit, UnitHub};

/// How many ticks a world lives for.
pub(crate) const TICKS: usize = 3;

/// How many calls there are in a tick.
const CALLS: u32 = 2000;

/// The hubs, and the delta of each tick of their life.
#[derive(Debug)]
pub(crate) struct World {
    pub(crate) units: UnitHub,
    pub(crate) bodies: BodyHub,
    pub(crate) units_deltas: Vec<Vec<u8>>,
    pub(crate) bodies_deltas: Vec<Vec<u8>>,
    units_seen: Tick,
    bodies_seen: Tick,
    random: u64,
}

impl World {
    pub(crate) fn new() -> Self {
        World {
            units: UnitHub::new(),
            bodies: BodyHub::new(),
            units_deltas: Vec::new(),
            bodies_deltas: Vec::new(),
            units_seen: Tick::START,
            bodies_seen: Tick::START,
            random: 1,
        }
    }

    /// Returns the world after all ticks.
    pub(crate) fn grown() -> Self {
        let mut world = World::new();
        for _ in 0..TICKS {
            world.live();
        }
        world
    }

    /// Makes, frees and writes rows, ends the tick of both hubs, and writes their deltas.
    pub(crate) fn live(&mut self) {
        for _ in 0..CALLS {
            let bits = self.next();
            let row = usize::from(bits.to_le_bytes()[7]) % (self.units.len() + 1);
            let unit = self.units.ids().nth(row);
            let body = self.bodies.ids().nth(row);
            match bits % 5 {
                0 | 1 => {
                    self.units.insert(Unit::of(bits, unit));
                    self.bodies.insert(Body::of(bits));
                }
                2 => {
                    unit.map(|id| self.units.dealloc(id));
                    body.map(|id| self.bodies.dealloc(id));
                }
                _ => {
                    if let Some(id) = unit {
                        self.units.columns_mut().long[id] ^= bits;
                    }
                    if let Some(id) = body {
                        self.bodies.columns_mut().speed[id][1] += 0.1;
                    }
                }
            }
        }
        let (units, bodies) = (self.units_seen, self.bodies_seen);
        (self.units_seen, self.bodies_seen) = (self.units.advance(), self.bodies.advance());
        let units = postcard::to_allocvec(&self.units.delta(units));
        let bodies = postcard::to_allocvec(&self.bodies.delta(bodies));
        self.units_deltas.push(units.expect("memory is enough"));
        self.bodies_deltas.push(bodies.expect("memory is enough"));
    }

    /// Returns the next random number.
    fn next(&mut self) -> u64 {
        // Knuth's multiplier; the high bits are mixed into the low ones.
        self.random = self
            .random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        self.random ^ (self.random >> 33)
    }
}
