use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
#[soa(layout = dense, derive(Default))]
struct Body {
    #[soa(required)]
    mass: f32,
    #[soa(default = 1.0)]
    drag: f32,
}

#[derive(IdAllocator)]
#[soa(layout = dense, derive(Debug, Default))]
struct Ray {
    #[soa(required)]
    origin: [f32; 2],
    #[soa(required)]
    direction: [f32; 2],
}

fn main() {}
