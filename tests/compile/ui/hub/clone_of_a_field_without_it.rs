use soa_runtime::IdAllocator;

#[derive(Default)]
struct View;

#[derive(Default)]
struct Other;

#[derive(IdAllocator)]
#[soa(derive(Clone))]
struct Texture {
    mips: u32,
    view: View,
    names: Vec<Other>,
    #[soa(tracked)]
    seen: Other,
}

fn main() {}
