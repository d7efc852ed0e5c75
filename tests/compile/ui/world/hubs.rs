//! What a world can do follows from its hubs: the compiler says which hub, or that a type is no hub or no world.

use soa_inspect::Inspector;
use soa_runtime::{IdAllocator, Tick, World};

#[derive(IdAllocator)]
#[soa(tracked, derive(Serialize, Deserialize))]
struct Unit {
    hp: u32,
}

#[derive(IdAllocator)]
#[soa(derive(Debug, Serialize, Deserialize))]
struct Shot {
    damage: u32,
}

#[derive(World, Default)]
struct Game {
    units: UnitHub,
    shots: ShotHub,
}

#[derive(World, Default)]
#[world(mirror)]
struct Mirrored {
    shots: ShotHub,
}

struct Window;

#[derive(World)]
struct FieldThatIsNoHub {
    units: UnitHub,
    window: Window,
}

#[derive(Default)]
struct NotDerived {
    shots: ShotHub,
}

fn deltas_of_a_hub_that_is_not_tracked(game: &mut Game, mirror: &mut MirroredMirror) {
    game.advance(); // passes the hub over
    game.delta(Tick::START);
    mirror.apply(serde_json::Value::Null).unwrap();
}

fn show(inspector: &Inspector, game: &Game, not_derived: &NotDerived) {
    inspector.show_world(game); // the units have no text
    inspector.show_world(not_derived);
}

fn main() {}
