use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
#[soa(derive(Serialize))]
struct Unit {
    hp: u8,
}

fn main() {
    let mut units = UnitHub::new();
    let id = units.alloc();
    let _ = units.set_value(id, "hp", serde_json::json!(1));
}
