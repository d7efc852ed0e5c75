use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
#[soa(align = 0)]
struct Texture {
    mips: u32,
}

#[derive(IdAllocator)]
#[soa(align = 48)]
struct Sampler {
    mips: u32,
}

#[derive(IdAllocator)]
#[soa(align = 8192)]
struct Buffer {
    mips: u32,
}

#[derive(IdAllocator)]
#[soa(align = 5000000000)]
struct Query {
    mips: u32,
}

#[derive(IdAllocator)]
#[soa(align = "64")]
struct Fence {
    mips: u32,
}

#[derive(IdAllocator)]
#[soa(align = 4096)]
struct AsLargeAsPossible {
    mips: u32,
}

fn main() {}
