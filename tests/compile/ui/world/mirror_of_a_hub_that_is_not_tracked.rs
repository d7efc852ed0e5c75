//! A mirror follows hubs that record their changes.

use soa_runtime::{IdAllocator, World};

#[derive(IdAllocator)]
#[soa(derive(Serialize, Deserialize))]
struct Unit {
    hp: u32,
}

#[derive(World, Default)]
#[world(mirror)]
struct Game {
    units: UnitHub,
}

fn receive(mirror: &mut GameMirror, packet: serde_json::Value) {
    mirror.apply(packet).unwrap();
}

fn main() {}
