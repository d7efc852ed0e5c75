use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
#[soa(bits(index = 4, generation = 12), recycle = fifo(min_free = 16))]
struct Texture {
    mips: u32,
}

#[derive(IdAllocator)]
#[soa(bits(index = 4, generation = 0), recycle = fifo(min_free = 15))]
struct Sampler {
    mips: u32,
}

#[derive(IdAllocator)]
#[soa(recycle = fifo(min_free = 5000000000))]
struct Buffer {
    mips: u32,
}

#[derive(IdAllocator)]
#[soa(bits(index = 4, generation = 0), recycle = fifo(min_free = 14))]
struct AsManyAsThereAre {
    mips: u32,
}

fn main() {}
