//! Numbers of slots and bits that a call refuses.

use soa_runtime::{Fifo, Handle, IdPool, SlotKey};

fn main() {
    let _more_slots_than_there_are = IdPool::<Handle<(), u16, 4, 12>, Fifo<16>>::new();
    let _no_slots = IdPool::<Handle<()>, Fifo<0>>::new();
    let _too_wide_for_slotmap = SlotKey::from(Handle::<(), u64, 24, 24, 16>::DANGLING);
}
