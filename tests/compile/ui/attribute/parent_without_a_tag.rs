//! The id of a parent needs a place in the ids of its children.

use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
#[soa(bits(index = 16, generation = 16))]
struct Program {
    states: StateHub,
}

#[derive(IdAllocator)]
#[soa(parent = Program)]
struct State {
    blend: bool,
}

fn main() {
    let program = ProgramHub::new().alloc();
    StateHub::with_parent(program).alloc().parent();
}
