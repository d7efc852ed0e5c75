//! How the hubs of the tests recycle slots.

use crate::slots::Policy;

pub(crate) const fn lifo(index: u32, generation: u32) -> Policy {
    Policy {
        fifo: false,
        min_free: 1,
        wraps: false,
        index,
        generation,
    }
}

pub(crate) const fn fifo(index: u32, generation: u32, min_free: usize) -> Policy {
    Policy {
        fifo: true,
        min_free,
        ..lifo(index, generation)
    }
}

pub(crate) const fn wrap(policy: Policy) -> Policy {
    Policy {
        wraps: true,
        ..policy
    }
}
