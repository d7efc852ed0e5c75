use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
#[soa(derive(Clone, Copy, serde::Serialize))]
struct UnknownDerive {}

#[derive(IdAllocator)]
#[soa(exhausted = panic)]
struct UnknownExhausted {}

#[derive(IdAllocator)]
#[soa(holes = keep)]
struct UnknownHoles {}

#[derive(IdAllocator)]
#[soa(layout = dence)]
struct UnknownLayout {
    #[soa(required)]
    mips: u32,
}

#[derive(IdAllocator)]
struct UnknownOptionOfAField {
    #[soa(requird, index)]
    mips: u32,
}

#[derive(IdAllocator)]
#[soa(layuot = dense, storage = HashMap<u32, String>, recycle = fifo)]
struct UnknownOptionOfAStruct {}

#[derive(IdAllocator)]
#[soa(bits(idx = 20, generation = 12))]
struct UnknownPartOfBits {}

#[derive(IdAllocator)]
#[soa(recycle = fifo(max_free = 4))]
struct UnknownPartOfFifo {}

#[derive(IdAllocator)]
#[soa(recycle = random)]
struct UnknownRecycle {}

fn main() {}
