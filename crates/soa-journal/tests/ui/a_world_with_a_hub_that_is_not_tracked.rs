use soa_journal::Journal;
use soa_runtime::{IdAllocator, World};

#[derive(IdAllocator)]
#[soa(tracked = all, derive(Serialize, Deserialize))]
struct Unit {
    hp: u32,
}

#[derive(IdAllocator)]
struct Shot {
    damage: u32,
}

#[derive(World, Default)]
struct Game {
    units: UnitHub,
    shots: ShotHub,
}

fn main() {
    let mut journal = Journal::open("world.journal").unwrap();
    let mut game = Game::default();
    let _ = journal.commit_world(&mut game);
}
