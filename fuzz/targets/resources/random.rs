//! The numbers of the simulator, taken from the fuzzer's bytes.

use std::cell::RefCell;

thread_local! {
    static BYTES: RefCell<std::vec::IntoIter<u8>> = RefCell::default();
}

/// Starts a new life with these bytes.
pub fn start(bytes: &[u8]) {
    BYTES.set(bytes.to_vec().into_iter());
}

/// Returns whether bytes are left. Without them every number is 0.
pub fn is_left() -> bool {
    BYTES.with_borrow(|bytes| bytes.len() > 0)
}

/// The interface of the generator that the simulator has in tests. All generators take from
/// the same bytes.
#[derive(Debug, Clone)]
pub struct Random;

impl Random {
    pub fn new(_seed: u64) -> Self {
        Random
    }

    pub fn next(&mut self) -> u64 {
        BYTES
            .with_borrow_mut(|bytes| bytes.next())
            .map_or(0, u64::from)
    }

    /// Returns a number below `end`, which is at most 256 here.
    pub fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next()).expect("a byte") % end
    }

    pub fn one_in(&mut self, many: usize) -> bool {
        self.below(many) == 0
    }

    pub fn choose<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }
}
