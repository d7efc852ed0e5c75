use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
#[soa(tracked, tracked = all)]
struct Light {
    colour: u32,
}

#[derive(IdAllocator)]
#[soa(tracked = all)]
#[soa(tracked)]
struct Lamp {
    colour: u32,
}

fn main() {}
