//! A parameter hides the generated type of its name.

use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
struct Cell<CellRow, const CellId: usize> {
    value: Option<CellRow>,
}

fn main() {}
