use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
#[soa]
struct AttributeWithoutOptions {
    #[soa = 1]
    mips: u32,
}

#[derive(IdAllocator)]
#[soa(bits(index = "20", generation = 1.5))]
struct BitsThatAreNoNumber {}

#[derive(IdAllocator)]
#[soa(bits(20, 12))]
struct BitsWithoutNames {}

#[derive(IdAllocator)]
#[soa(recycle = lifo(min_free = 4))]
struct LifoWithParts {}

#[derive(IdAllocator)]
#[soa(= dense)]
struct OptionWithoutAName {}

#[derive(IdAllocator)]
#[soa(layout = dense recycle = fifo)]
struct OptionsWithoutAComma {}

#[derive(IdAllocator)]
#[soa(bits(index = 8, generation = 8, tag))]
struct TagThatIsNoNumber {}

#[derive(IdAllocator)]
#[soa(layout(dense))]
struct ValueInParentheses {
    #[soa(default(1))]
    mips: u32,
}

#[derive(IdAllocator)]
#[soa(hub = "Textures", layout = "dense", crate = "soa_runtime")]
struct ValueInQuotes {}

#[derive(IdAllocator)]
#[soa(layout = dense)]
struct ValueOfAFlag {
    #[soa(required = true)]
    mips: u32,
}

#[derive(IdAllocator)]
#[soa(hub, id =, layout, bits, recycle =, exhausted, derive, crate)]
struct ValueMissing {
    #[soa(default)]
    mips: u32,
    #[soa(default =)]
    levels: u32,
    #[soa(default = 1 +)]
    cut: u32,
}

fn main() {}
