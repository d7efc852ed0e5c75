use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
#[soa(layout = sparse, bits(index = 48), colour = red)]
struct Texture {
    #[soa(required, default = 1)]
    mips: u32,
    #[soa(recycle = fifo)]
    view: Option<u32>,
    #[soa(default = )]
    usage: Usage,
}

struct Usage;

fn main() {
    let mut textures = TextureHub::with_capacity(1);
    let id: TextureId = textures.alloc();
    *textures.row_mut(id).mips = 4;
    let columns: TextureColumns = textures.columns();
    println!("{}", columns.mips[id]);
}
