use soa_runtime::IdAllocator;

#[derive(Default)]
struct View;

#[derive(Default)]
struct Other;

#[derive(IdAllocator)]
#[soa(derive(Clone))]
struct Cloned {
    mips: u32,
    view: View,
    names: Vec<Other>,
    #[soa(tracked)]
    seen: Other,
}

#[derive(IdAllocator)]
#[soa(derive(Debug))]
struct Shown {
    view: View,
}

#[derive(IdAllocator)]
#[soa(derive(PartialEq, Eq))]
struct Compared {
    gamma: f32,
}

#[derive(IdAllocator)]
#[soa(derive(Hash))]
struct Hashed {
    mips: u32,
    gamma: f32,
}

fn main() {}
