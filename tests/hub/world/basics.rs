//! What every world can do.

use soa_runtime::{Applied, Hub, IdAllocator, Part, Tick, Value, ValueMut, World};

#[derive(IdAllocator, Debug, Clone, PartialEq)]
#[soa(tracked = all, derive(Clone, Debug, PartialEq, Serialize, Deserialize))]
struct Unit {
    hp: u32,
    name: String,
}

#[derive(IdAllocator, Debug, Clone, PartialEq)]
#[soa(layout = dense, tracked = all, derive(Clone, Debug, PartialEq, Serialize, Deserialize))]
struct Shot {
    #[soa(links)]
    by: Option<UnitId>,
}

#[derive(World, Default, Debug, PartialEq)]
#[world(mirror)]
struct Game {
    units: UnitHub,
    #[world(name = "bullets")]
    shots: ShotHub,
    #[world(value)]
    clock: u64,
    #[world(skip)]
    selected: Vec<UnitId>,
}

#[test]
fn parts_are_a_list_of_hubs_and_values_with_their_names() {
    let mut game = Game::default();
    assert_eq!(Game::NAMES, ["units", "bullets", "clock"]);
    let (Part { name, part }, rest) = game.parts_mut();
    let units: &mut Hub<Unit> = part;
    let (shots, (clock, ())) = rest;
    let ValueMut(time) = clock.part;
    units.alloc();
    *time = 7;
    assert_eq!([name, shots.name, clock.name], Game::NAMES);
    let (
        units,
        (
            _,
            (
                Part {
                    part: Value(clock), ..
                },
                (),
            ),
        ),
    ) = game.parts();
    assert_eq!((units.part.len(), *clock), (1, 7));
}

#[test]
fn a_packet_has_the_keys_of_the_parts() {
    let mut game = Game::default();
    game.advance();
    let packet = serde_json::to_value(game.delta(Tick::START)).unwrap();
    let keys: Vec<&String> = packet.as_object().unwrap().keys().collect();
    assert_eq!(
        keys,
        ["bullets", "clock", "since", "tick", "units", "version"]
    );
    let mut mirror = GameMirror::default();
    let applied = mirror.apply(packet).unwrap();
    assert_eq!(applied, Applied::Now(Tick::from_bits(1)));
    assert_eq!(mirror.promote(), game);
}
