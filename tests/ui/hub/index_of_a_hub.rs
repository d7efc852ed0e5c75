//! A row is a view, so it cannot be lent by an index.

use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
struct Ship {
    hp: u32,
}

fn main() {
    let mut ships = ShipHub::new();
    let id = ships.alloc();
    println!("{}", ships[id].hp);
}
