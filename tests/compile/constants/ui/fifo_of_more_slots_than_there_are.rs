use soa_runtime::{Fifo, Handle, IdPool};

fn main() {
    let _pool = IdPool::<Handle<(), u16, 4, 12>, Fifo<16>>::new();
}
