use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
struct Texture {
    mips: u32,
}

#[derive(IdAllocator)]
struct Shader {
    stages: u32,
}

fn main() {
    let (mut textures, mut shaders) = (TextureHub::new(), ShaderHub::new());
    let id = textures.alloc();
    shaders.dealloc(id);
}
