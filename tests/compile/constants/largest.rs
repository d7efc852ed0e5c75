//! The largest constants that are accepted.

use soa_runtime::{Fifo, Handle, IdPool, SlotKey};

fn main() {
    let mut pool = IdPool::<Handle<(), u16, 4, 12>, Fifo<15>>::new();
    assert!(pool.try_alloc().is_ok());
    let widest = Handle::<(), u32, 16, 8, 8>::DANGLING;
    assert_eq!(widest.index(), u32::from(u16::MAX));
    let id = Handle::<(), u64, 24, 24, 7>::DANGLING;
    assert_eq!(SlotKey::<()>::from(id), SlotKey::from(id));
}
