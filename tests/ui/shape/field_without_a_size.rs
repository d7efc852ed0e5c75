use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
struct Named {
    id: u32,
    name: str,
}

#[derive(IdAllocator)]
struct Listed {
    weights: [f32],
}

#[derive(IdAllocator)]
#[soa(layout = sparse)]
struct Drawn {
    shape: dyn std::fmt::Debug,
}

fn main() {}
