//! Values that are counted, and that can panic.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

#[derive(Default)]
struct World {
    alive: BTreeSet<u64>,
    made: u64,
    dropped_twice: usize,
    /// The number of calls until one panics, or 0 if none will.
    fuse: usize,
}

thread_local! {
    static WORLD: RefCell<World> = RefCell::default();
}

/// The payload of the panic of a blown fuse.
#[derive(Debug)]
struct Blown;

/// Counts a call that may panic, and panics if it is the chosen one.
pub(crate) fn tick() {
    let blown = WORLD.with_borrow_mut(|world| {
        let blown = world.fuse == 1;
        world.fuse = world.fuse.saturating_sub(1);
        blown
    });
    if blown {
        // Unlike `panic!`, this prints nothing.
        resume_unwind(Box::new(Blown));
    }
}

/// Runs `call`, in which the `nth` counted call panics. Returns `None` if it did.
pub(crate) fn with_fuse<R>(nth: usize, call: impl FnOnce() -> R) -> Option<R> {
    WORLD.with_borrow_mut(|world| world.fuse = nth);
    let result = catch_unwind(AssertUnwindSafe(call));
    WORLD.with_borrow_mut(|world| world.fuse = 0);
    match result {
        Ok(result) => Some(result),
        Err(panic) if panic.is::<Blown>() => None,
        Err(panic) => resume_unwind(panic),
    }
}

/// Returns the number of [`Tracked`] values of this thread that are alive.
pub(crate) fn alive() -> usize {
    WORLD.with_borrow(|world| {
        assert_eq!(world.dropped_twice, 0, "a value was dropped twice");
        world.alive.len()
    })
}

/// A value that is counted while it is alive. Its `Default`, `Clone`, `Drop` and serde's calls are
/// counted calls for [`with_fuse`].
#[derive(Debug)]
pub(crate) struct Tracked {
    pub(crate) value: u32,
    serial: u64,
}

impl Tracked {
    pub(crate) fn new(value: u32) -> Self {
        let serial = WORLD.with_borrow_mut(|world| {
            world.made += 1;
            world.alive.insert(world.made);
            world.made
        });
        Tracked { value, serial }
    }
}

impl Default for Tracked {
    fn default() -> Self {
        tick();
        Tracked::new(0)
    }
}

impl Clone for Tracked {
    fn clone(&self) -> Self {
        tick();
        Tracked::new(self.value)
    }
}

impl PartialEq for Tracked {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl Drop for Tracked {
    fn drop(&mut self) {
        WORLD.with_borrow_mut(|world| {
            if !world.alive.remove(&self.serial) {
                world.dropped_twice += 1;
            }
        });
        tick();
    }
}

impl Serialize for Tracked {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        tick();
        self.value.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Tracked {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        tick();
        u32::deserialize(deserializer).map(Tracked::new)
    }
}
