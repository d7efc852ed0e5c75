//! Worlds of several hubs and values.

mod basics;
mod model;
mod shapes;
mod travel;

use soa_runtime::{IdAllocator, World};

#[derive(IdAllocator, Debug, Clone, PartialEq)]
#[soa(tracked = all, derive(Clone, Debug, PartialEq, Serialize, Deserialize))]
pub(crate) struct Unit {
    hp: u32,
    name: String,
}

#[derive(IdAllocator, Debug, Clone, PartialEq)]
#[soa(layout = dense, tracked = all, derive(Clone, Debug, PartialEq, Serialize, Deserialize))]
pub(crate) struct Shot {
    #[soa(links)]
    by: Option<UnitId>,
}

/// A hub that records nothing.
#[derive(IdAllocator, Debug, Clone, PartialEq)]
#[soa(derive(Clone, Debug, PartialEq))]
pub(crate) struct Rock {
    size: u8,
}

#[derive(World, Default, Debug, PartialEq)]
#[world(mirror)]
pub(crate) struct Game {
    units: UnitHub,
    #[world(name = "bullets")]
    shots: ShotHub,
    #[world(value)]
    clock: u64,
    #[world(skip)]
    selected: Vec<UnitId>,
}

pub(crate) fn unit(hp: u32) -> Unit {
    let name = format!("unit {hp}");
    Unit { hp, name }
}

/// Returns the packet for a copy that has seen `since`.
pub(crate) fn packet(game: &Game, since: soa_runtime::Tick) -> String {
    serde_json::to_string(&game.delta(since)).expect("it serializes")
}

pub(crate) fn receive(
    mirror: &mut GameMirror,
    packet: &str,
) -> Result<soa_runtime::Applied, serde_json::Error> {
    mirror.apply(&mut serde_json::Deserializer::from_str(packet))
}

/// Asserts that the mirror has what the game has.
pub(crate) fn assert_follows(mirror: &GameMirror, game: &Game) {
    assert!(game.units.iter().all(|(id, row)| {
        mirror.units.get(id).map(|copy| copy.to_record()) == Some(row.to_record())
    }));
    assert!(game.shots.iter().all(|(id, row)| {
        mirror.shots.get(id).map(|copy| copy.to_record()) == Some(row.to_record())
    }));
    let lens = (mirror.units.len(), mirror.shots.len());
    assert_eq!(lens, (game.units.len(), game.shots.len()));
    assert_eq!(mirror.clock, game.clock);
}
