use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
#[soa(bits(index = 24, generation = 24, tag = 17))]
struct Texture {
    mips: u32,
}

#[derive(IdAllocator)]
#[soa(bits(tag = 16, index = 32))]
struct Mesh {
    vertices: u32,
}

#[derive(IdAllocator)]
#[soa(bits(tag = 16))]
struct Light {
    color: u32,
}

fn main() {
    // The expansion beside the error has tags.
    TextureHub::with_tag(1);
}
