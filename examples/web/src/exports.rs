//! What the page calls.
//!
//! Only numbers pass: an id as its bits, a column as the address of its first value. The bits of
//! an id come back from the page, so they are checked like any stranger's.

#![expect(
    unsafe_code,
    reason = "the attribute that gives a function its name says `unsafe`"
)]

use std::sync::{Mutex, MutexGuard, PoisonError};

/// What the page owns. There is one thread, so the lock is always free.
#[derive(Debug)]
struct Shared<T>(Mutex<Option<T>>);

impl<T> Shared<T> {
    const fn new() -> Self {
        Shared(Mutex::new(None))
    }

    fn set(&self, value: T) {
        *self.lock() = Some(value);
    }

    /// Calls a function with the value, or returns the default before there is one.
    fn with<R: Default>(&self, call: impl FnOnce(&mut T) -> R) -> R {
        self.lock().as_mut().map(call).unwrap_or_default()
    }

    fn lock(&self) -> MutexGuard<'_, Option<T>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

mod hub {
    use super::Shared;
    use crate::fly::FlyId;
    use crate::swarm::Swarm;

    static SWARM: Shared<Swarm> = Shared::new();

    /// Returns the id that has these bits, if there is one.
    fn id(bits: u64) -> Option<FlyId> {
        FlyId::from_bits(bits)
    }

    #[unsafe(no_mangle)]
    extern "C" fn start(flies: u32) {
        SWARM.set(Swarm::new(flies));
    }

    #[unsafe(no_mangle)]
    extern "C" fn step(seconds: f32, x: f32, y: f32) {
        SWARM.with(|swarm| swarm.step(seconds, [x, y]));
    }

    #[unsafe(no_mangle)]
    extern "C" fn make_many(flies: u32) {
        SWARM.with(|swarm| swarm.make(flies));
    }

    #[unsafe(no_mangle)]
    extern "C" fn free_many(flies: u32) {
        SWARM.with(|swarm| swarm.free(flies));
    }

    /// Returns the bits of an id, or 0.
    #[unsafe(no_mangle)]
    extern "C" fn pick(x: f32, y: f32) -> u64 {
        SWARM.with(|swarm| swarm.pick([x, y]).map_or(0, FlyId::to_bits))
    }

    #[unsafe(no_mangle)]
    extern "C" fn free_one(bits: u64) -> bool {
        SWARM.with(|swarm| id(bits).is_some_and(|id| swarm.free_one(id)))
    }

    /// Returns the row of an id, or -1 if the id is stale.
    #[unsafe(no_mangle)]
    extern "C" fn row_of(bits: u64) -> i32 {
        SWARM
            .with(|swarm| {
                let row = id(bits).and_then(|id| swarm.flies.row_of(id));
                row.and_then(|row| i32::try_from(row).ok())
            })
            .unwrap_or(-1)
    }

    /// Returns the age of a fly in seconds, or a negative number if the id is stale.
    #[unsafe(no_mangle)]
    extern "C" fn age(bits: u64) -> f32 {
        SWARM
            .with(|swarm| id(bits).and_then(|id| swarm.age(id)))
            .unwrap_or(-1.0)
    }

    #[unsafe(no_mangle)]
    extern "C" fn rows() -> usize {
        SWARM.with(|swarm| swarm.flies.len())
    }

    #[unsafe(no_mangle)]
    extern "C" fn bytes() -> usize {
        SWARM.with(|swarm| swarm.flies.stats().bytes)
    }

    #[unsafe(no_mangle)]
    extern "C" fn position() -> usize {
        SWARM.with(|swarm| swarm.flies.columns().position.as_ptr().addr())
    }

    #[unsafe(no_mangle)]
    extern "C" fn colour() -> usize {
        SWARM.with(|swarm| swarm.flies.columns().colour.as_ptr().addr())
    }
}
