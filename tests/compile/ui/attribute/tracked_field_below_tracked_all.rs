use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
#[soa(tracked = all)]
struct Light {
    #[soa(default = 7, tracked)]
    colour: u32,
    place: [f32; 3],
    #[soa(tracked)]
    r#type: u8,
}

fn main() {
    // The columns are tracked, so that nothing more is wrong.
    let lights = LightHub::new();
    let _ = lights.columns().colour.changed_since(soa_runtime::Tick::START, 0);
}
