//! A row is a view, so it cannot be lent by an index. The message names the right calls.

use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
struct Ship {
    hp: u32,
}

fn main() {
    let mut ships = ShipHub::new();
    let id = ships.alloc();
    println!("{}", ships[id].hp);
    ships[id].hp = 7;
}
