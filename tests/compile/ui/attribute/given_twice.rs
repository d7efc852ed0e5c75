use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
#[soa(align = 64, align = 32)]
struct AlignGivenTwice {}

#[derive(IdAllocator)]
#[soa(bits(index = 20), bits(generation = 12))]
struct BitsGivenTwice {}

#[derive(IdAllocator)]
#[soa(columns = ColumnsGivenTwiceView, columns = ImageView)]
struct ColumnsGivenTwice {}

#[derive(IdAllocator)]
#[soa(crate = ::soa_runtime, crate = soa_runtime)]
struct CrateGivenTwice {}

#[derive(IdAllocator)]
struct DefaultGivenTwice {
    #[soa(default = 1)]
    #[soa(default = 2)]
    mips: u32,
}

#[derive(IdAllocator)]
#[soa(derive(Clone, Debug, Clone))]
struct DerivedTraitGivenTwice {}

#[derive(IdAllocator)]
#[soa(derive(Clone, Debug))]
#[cfg_attr(all(), soa(derive(PartialEq, Debug)))]
struct DerivedTraitGivenTwiceInTwoAttributes {}

#[derive(IdAllocator)]
#[soa(exhausted = wrap, exhausted = retire)]
struct ExhaustedGivenTwice {}

#[derive(IdAllocator)]
#[soa(holes = kept, holes = defaults)]
struct HolesGivenTwice {}

#[derive(IdAllocator)]
#[soa(hub = Textures, hub = Images)]
struct HubGivenTwice {}

#[derive(IdAllocator)]
#[soa(id = IdGivenTwiceKey)]
#[soa(id = IdGivenTwiceHandle)]
struct IdGivenTwice {}

#[derive(IdAllocator)]
#[soa(layout = dense, layout = dense)]
struct LayoutGivenTwice {}

struct MarkerGivenTwice;

#[derive(IdAllocator)]
#[soa(marker = MarkerGivenTwice, marker = MarkerGivenTwice)]
struct Texture {}

#[derive(IdAllocator)]
#[soa(bits(index = 20, index = 21))]
struct PartOfBitsGivenTwice {}

#[derive(IdAllocator)]
#[soa(recycle = fifo(min_free = 2, min_free = 3))]
struct PartOfFifoGivenTwice {}

#[derive(IdAllocator)]
#[soa(recycle = fifo, recycle = lifo)]
struct RecycleGivenTwice {}

#[derive(IdAllocator)]
#[soa(layout = dense)]
struct RequiredGivenTwice {
    #[soa(required, required)]
    mips: u32,
}

#[derive(IdAllocator)]
#[soa(row = RowGivenTwiceView, row = ImageView)]
struct RowGivenTwice {}

#[derive(IdAllocator)]
#[soa(bits(index = 8, generation = 8, tag = 8, tag = 8))]
struct TagGivenTwice {}

#[derive(IdAllocator)]
struct TrackedGivenTwice {
    #[soa(tracked)]
    #[soa(tracked)]
    mips: u32,
}

fn main() {}
