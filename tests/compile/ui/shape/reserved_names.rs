//! A parameter hides the generated type of its name, and a type that names an item of the
//! expansion would mean two things.

use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
struct Field {
    __soa_mips: u32,
}

#[derive(IdAllocator)]
struct Cell<CellRow, const CellId: usize> {
    value: Option<CellRow>,
}

#[derive(IdAllocator)]
struct Parameters<'__soa, __SoaFormat: Default> {
    name: &'__soa str,
    format: __SoaFormat,
}

struct Sized<const N: usize>;

#[derive(IdAllocator)]
struct Types {
    size: Option<Sized<{ size_of::<__SoaShape>() }>>,
    fields: __soa::Empty,
}

fn main() {}
