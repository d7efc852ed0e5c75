//! A delta of a world has the changes of each hub.

use soa_runtime::{IdAllocator, Tick, World};

#[derive(IdAllocator)]
#[soa(tracked, derive(Serialize, Deserialize))]
struct Unit {
    hp: u32,
}

#[derive(IdAllocator)]
#[soa(derive(Serialize, Deserialize))]
struct Shot {
    damage: u32,
}

#[derive(World, Default)]
struct Game {
    units: UnitHub,
    shots: ShotHub,
}

fn main() {
    let mut game = Game::default();
    game.advance(); // passes the hub over
    game.delta(Tick::START);
}
