use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
#[soa(tracked, tracked)]
struct Light {
    colour: u32,
}

#[derive(IdAllocator)]
#[soa(tracked = true)]
struct Lamp {
    colour: u32,
}

fn main() {}
