//! Only a struct with named fields is a record. Uses of the hub add no errors.

use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
union Union {
    bits: u32,
    value: f32,
}

#[derive(IdAllocator)]
#[soa(derive(Clone, Debug, PartialEq, Eq))]
enum Enum<'a, T: Clone> {
    Flat(&'a T),
    Cube { faces: [T; 6] },
}

#[derive(IdAllocator)]
struct Tuple(u32, String);

#[derive(IdAllocator)]
struct Unit;

fn main() {
    let mut unions = UnionHub::new();
    let id = unions.insert(Union { bits: 0 });
    unions.remove(id);
    let enums: EnumHub<'_, u32> = EnumHub::new();
    for (_, row) in &enums.clone() {
        println!("{row:?}");
    }
    let id: TupleId = TupleHub::new().alloc();
    TupleHub::new().dealloc(id);
    UnitHub::new().alloc();
}
