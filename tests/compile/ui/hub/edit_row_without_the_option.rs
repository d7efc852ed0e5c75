use soa_runtime::{EditRow, Hub, IdAllocator};

#[derive(IdAllocator)]
#[soa(derive(Deserialize))]
struct Unit {
    hp: u8,
}

fn edit<T: EditRow>(hub: &mut Hub<T>) {
    T::make(hub);
}

fn main() {
    let mut units = UnitHub::new();
    edit(&mut units);
}
