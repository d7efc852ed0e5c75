use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
#[soa(derive(Clone, Copy, serde::Serialize))]
#[soa(exhausted = panic)]
#[soa(holes = keep)]
#[soa(layuot = dense, storage = HashMap<u32, String>, recycle = random)]
#[soa(bits(idx = 20, generation = 12))]
struct Texture {
    #[soa(requird, index)]
    mips: u32,
}

#[derive(IdAllocator)]
#[soa(recycle = fifo(max_free = 4))]
struct PartOfFifo {}

#[derive(IdAllocator)]
#[soa(layout = dence)]
struct Layout {
    #[soa(required)]
    mips: u32,
}

fn main() {}
