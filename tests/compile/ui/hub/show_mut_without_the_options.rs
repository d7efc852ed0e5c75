use soa_inspect::Inspector;
use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
#[soa(derive(Debug, Deserialize))]
struct Unit {
    hp: u8,
}

fn main() {
    let inspector = Inspector::bind("127.0.0.1:0").unwrap().allow_edits();
    let mut units = UnitHub::new();
    inspector.show_mut("units", &mut units);
}
