use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
struct Texture {
    mips: u32,
    view: Option<u32>,
    mips: u8,
}

#[derive(IdAllocator)]
struct Shader {
    stage: u32,
    r#stage: u8,
}

impl TextureHub {
    fn find(&self, id: TextureId) -> Option<u32> {
        self.get(id).map(|row| *row.mips)
    }
}

fn main() {
    let textures = TextureHub::new();
    assert!(textures.find(TextureId::DANGLING).is_none());
}
