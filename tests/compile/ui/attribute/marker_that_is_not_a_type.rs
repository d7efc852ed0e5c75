use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
#[soa(marker = "Tag")]
struct Texture {
    mips: u32,
}

#[derive(IdAllocator)]
#[soa(marker)]
struct Sprite {
    layer: u8,
}

#[derive(IdAllocator)]
#[soa(marker = _)]
struct Light {
    power: f32,
}

#[derive(IdAllocator)]
#[soa(marker = impl Copy)]
struct Shader {
    stages: u8,
}

fn main() {}
