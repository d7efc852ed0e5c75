use soa_runtime::IdAllocator;

struct Marker;

#[derive(IdAllocator)]
#[soa(align = 64, align = 32)]
#[soa(bits(index = 20), bits(generation = 12))]
#[soa(columns = View, columns = ImageView)]
#[soa(crate = ::soa_runtime, crate = soa_runtime)]
#[soa(exhausted = wrap, exhausted = retire)]
#[soa(holes = kept, holes = defaults)]
#[soa(hub = Textures, hub = Images)]
#[soa(id = TextureKey)]
#[soa(id = TextureHandle)]
#[soa(marker = Marker, marker = Marker)]
#[soa(recycle = fifo, recycle = lifo)]
#[soa(row = TextureView, row = ImageView)]
struct Texture {
    #[soa(default = 1)]
    #[soa(default = 2)]
    mips: u32,
    #[soa(tracked)]
    #[soa(tracked)]
    levels: u32,
}

#[derive(IdAllocator)]
#[soa(layout = dense, layout = dense)]
struct Dense {
    #[soa(required, required)]
    mips: u32,
}

#[derive(IdAllocator)]
#[soa(derive(Clone, Debug, Clone))]
#[cfg_attr(all(), soa(derive(PartialEq, Debug)))]
struct DerivedTraits {}

#[derive(IdAllocator)]
#[soa(bits(index = 8, index = 9, generation = 8, tag = 8, tag = 8))]
#[soa(recycle = fifo(min_free = 2, min_free = 3))]
struct PartsOfValues {}

fn main() {}
