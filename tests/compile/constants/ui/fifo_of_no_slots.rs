use soa_runtime::{Fifo, Handle, IdPool};

fn main() {
    let _pool = IdPool::<Handle<()>, Fifo<0>>::new();
}
