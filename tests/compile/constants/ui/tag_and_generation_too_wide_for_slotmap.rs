use soa_runtime::{Handle, SlotKey};

fn main() {
    let _ = SlotKey::from(Handle::<(), u64, 24, 24, 16>::DANGLING);
}
