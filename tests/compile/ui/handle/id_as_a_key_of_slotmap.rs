use slotmap::SecondaryMap;
use soa_runtime::{IdAllocator, SlotKey};

#[derive(IdAllocator)]
struct Ship {
    hp: u32,
}

fn main() {
    let ships = ShipHub::new();
    let mut lengths = SecondaryMap::<ShipId, u32>::new();
    let mut names = SecondaryMap::<SlotKey<Ship>, &str>::new();
    names.insert(ShipId::DANGLING, "Ada");
    for key in names.keys() {
        ships.get(key);
    }
}
