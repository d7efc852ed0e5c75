use soa_runtime::{Hub, IdAllocator};

fn free_all<T: IdAllocator>(hub: &mut Hub<T>) {
    hub.clear();
}

fn main() {}
