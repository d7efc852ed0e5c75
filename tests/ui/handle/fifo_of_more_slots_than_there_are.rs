use soa_runtime::{Fifo, Handle, IdPool};

type Id = Handle<(), u16, 4, 12>;

fn main() {
    let _pool = IdPool::<Id, Fifo<16>>::new();
    let _pool = IdPool::<Id, Fifo<0>>::new();
}
