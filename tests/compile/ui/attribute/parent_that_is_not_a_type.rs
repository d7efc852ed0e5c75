//! The value of `parent` is the name of a struct.

use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
#[soa(bits(index = 8, generation = 8, tag = 16), parent = "Program")]
struct Quoted {
    blend: bool,
}

#[derive(IdAllocator)]
#[soa(bits(index = 16, generation = 16, tag = 32), parent)]
struct Missing {
    blend: bool,
}

#[derive(IdAllocator)]
#[soa(bits(index = 16, generation = 16, tag = 32), parent = Quoted, parent = Missing)]
struct Twice {
    blend: bool,
}

#[derive(IdAllocator)]
struct OnAField {
    #[soa(parent = Program)]
    blend: bool,
}

fn main() {}
