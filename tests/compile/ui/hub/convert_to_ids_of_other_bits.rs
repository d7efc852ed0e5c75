use soa_runtime::{Hub, IdAllocator};

#[derive(IdAllocator)]
struct Old {
    hp: u8,
}

#[derive(IdAllocator)]
#[soa(bits(index = 20, generation = 12))]
struct New {
    hp: u8,
}

fn upgrade(old: Hub<Old>) -> Hub<New> {
    old.convert(|old| New { hp: old.hp })
}

fn main() {
    upgrade(Hub::new());
}
