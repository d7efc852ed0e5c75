//! A parent is the name of a struct, and its id needs a place in the ids of its children.

use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
#[soa(bits(index = 8, generation = 8, tag = 16), parent = "Program")]
struct InQuotes {}

#[derive(IdAllocator)]
#[soa(bits(index = 16, generation = 16, tag = 32), parent)]
struct Missing {}

#[derive(IdAllocator)]
#[soa(bits(index = 16, generation = 16, tag = 32), parent = InQuotes, parent = Missing)]
struct Twice {}

#[derive(IdAllocator)]
struct OnAField {
    #[soa(parent = Program)]
    blend: bool,
}

#[derive(IdAllocator)]
#[soa(bits(index = 16, generation = 16))]
struct Program {
    states: WithoutATagHub,
}

#[derive(IdAllocator)]
#[soa(parent = Program)]
struct WithoutATag {}

fn main() {
    let program = ProgramHub::new().alloc();
    WithoutATagHub::with_parent(program).alloc().parent();
}
