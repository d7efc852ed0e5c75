use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
#[soa(tracked = every)]
struct Light {
    colour: u32,
}

#[derive(IdAllocator)]
#[soa(tracked(all))]
struct Lamp {
    colour: u32,
}

#[derive(IdAllocator)]
struct Lantern {
    #[soa(tracked = all)]
    colour: u32,
}

fn main() {}
