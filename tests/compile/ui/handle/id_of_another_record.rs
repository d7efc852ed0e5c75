use soa_runtime::{Handle, IdAllocator};

#[derive(IdAllocator)]
#[soa(bits(index = 24, generation = 24, tag = 16))]
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
    println!("{}", shaders.columns().stages[id]);
    shaders.columns_mut().stages[id] = 7;
    let without_tag: Handle<Texture, u64, 24, 24> = Handle::DANGLING;
    textures.get(without_tag);
}
