//! What is replicated.

use std::collections::BTreeMap;

use soa_runtime::{IdAllocator, World};

/// The size of the square world.
pub(crate) const WORLD: f32 = 1000.0;

/// A unit of the game.
///
/// `tracked` on the struct makes deltas possible, and on a field it says that the field's changes
/// are sent. A field without it comes with the row and stays. With `skip` a field never leaves the
/// server.
#[derive(IdAllocator, Clone, Debug, PartialEq)]
#[soa(tracked, layout = dense, derive(Clone, Debug, PartialEq, Serialize, Deserialize))]
pub(crate) struct Unit {
    #[soa(tracked)]
    pub(crate) pos: [f32; 2],
    #[soa(tracked)]
    pub(crate) hp: u16,
    /// The client that made it, or 0.
    pub(crate) owner: u64,
    /// The number of its owner's shot.
    pub(crate) shot: u32,
    #[serde(skip)]
    pub(crate) speed: [f32; 2],
}

/// The game of the server. A client has a `GameMirror` of it.
#[derive(World, Clone, Default)]
#[world(mirror)]
pub(crate) struct Game {
    pub(crate) units: UnitHub,
    /// The number of the last shot of each client that is a unit.
    #[world(value)]
    pub(crate) shots: BTreeMap<u64, u32>,
}

/// A part of the world.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Area {
    pub(crate) low: [f32; 2],
    pub(crate) high: [f32; 2],
}

impl Area {
    pub(crate) fn contains(&self, pos: [f32; 2]) -> bool {
        (0..2).all(|axis| (self.low[axis]..self.high[axis]).contains(&pos[axis]))
    }
}

/// Numbers that are the same in every run of one seed.
#[derive(Debug)]
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// Some number below `below`.
    pub(crate) fn below(&mut self, below: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        let high = u32::try_from(self.0 >> 32).expect("half of the bits");
        high % below.max(1)
    }

    /// Some number from 0 to `end`.
    pub(crate) fn float(&mut self, end: f32) -> f32 {
        let steps = u16::try_from(self.below(1 << 15)).expect("it is below");
        f32::from(steps) / f32::from(1_u16 << 15) * end
    }
}
