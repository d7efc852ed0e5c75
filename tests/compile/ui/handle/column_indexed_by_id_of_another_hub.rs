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
    shaders.alloc();
    println!("{}", shaders.columns().stages[id]);
    shaders.columns_mut().stages[id] = 7;
}
