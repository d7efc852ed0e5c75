//! The sentence that a stale id panics with.

use core::fmt;

use crate::handle::AnyHandle;
use crate::record::IdAllocator;
use crate::slot_table::{self, SlotState, WordOf};

/// Panics because `id` is not live: names the hub, the id and the cause.
#[cold]
#[inline(never)]
#[track_caller]
pub(crate) fn panic<T: IdAllocator>(slots: &[WordOf<T::Id>], id: T::Id) -> ! {
    panic!("{}", Stale::<T> { slots, id })
}

struct Stale<'a, T: IdAllocator> {
    slots: &'a [WordOf<T::Id>],
    id: T::Id,
}

impl<T: IdAllocator> fmt::Display for Stale<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Stale { slots, id } = *self;
        let slot = id.index();
        if id == T::Id::DANGLING {
            return write!(f, "dangling id of {}: it names no slot", T::HUB);
        }
        if slot as usize >= slots.len() {
            return write!(
                f,
                "foreign id {id:?} of {}: slot {slot} is not one of its {}",
                T::HUB,
                slots.len()
            );
        }
        write!(f, "stale id {id:?} of {}: slot {slot} is ", T::HUB)?;
        match slot_table::state::<T::Id>(slots, slot) {
            SlotState::Retired => f.write_str("retired"),
            _ if T::Id::GENERATION_BITS == 0 => f.write_str("free"),
            SlotState::Live { generation } => write!(f, "at generation {generation}"),
            SlotState::Free { generation, .. } => write!(f, "at generation {generation}, free"),
        }
    }
}
