use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
struct Texture {
    size: u32,
}

#[derive(IdAllocator)]
struct Shader {
    size: u32,
}

fn main() {
    let (textures, shaders) = (TextureHub::new(), ShaderHub::new());
    let mut columns = textures.columns();
    columns.size = shaders.columns().size;
}
