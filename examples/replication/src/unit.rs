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
