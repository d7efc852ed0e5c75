//! The pools of the libraries of this process: each library has its own.

use std::cmp::Reverse;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The pools below this one are left to programs that fix numbers.
const FIXED: u8 = 64;

/// The libraries of each pool.
static POOLS: Mutex<Pools> = Mutex::new(Pools {
    libraries: [0; 256],
    last: 0,
});

struct Pools {
    libraries: [usize; 256],
    /// The pool that was chosen last.
    last: u8,
}

impl Pools {
    fn lock() -> MutexGuard<'static, Self> {
        POOLS.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the pool with the fewest libraries, which is an empty one as long as there is one, and
    /// one of those that programs fix only if all others are taken. Of these it is the next one below
    /// the last: a pool that became empty is used late again, because ids of its dropped library may
    /// still be around.
    fn choose(&mut self) -> u8 {
        let last = self.last;
        let rank = |pool: &u8| {
            (
                self.libraries[usize::from(*pool)],
                *pool < FIXED,
                Reverse(pool.wrapping_sub(last)),
            )
        };
        let pool = (0..=u8::MAX).min_by_key(rank).unwrap_or_default();
        self.last = pool;
        pool
    }
}

/// The pool of one library, which returns it when it is dropped.
#[derive(Debug)]
pub(crate) struct Pool(u8);

impl Pool {
    /// Takes the given pool, even if another library has it, or chooses one.
    pub(crate) fn take(fixed: Option<u8>) -> Self {
        let mut pools = Pools::lock();
        let pool = fixed.unwrap_or_else(|| pools.choose());
        pools.libraries[usize::from(pool)] += 1;
        Self(pool)
    }

    #[inline]
    pub(crate) fn number(&self) -> u8 {
        self.0
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        Pools::lock().libraries[usize::from(self.0)] -= 1;
    }
}

#[cfg(test)]
mod tests {
    use super::{FIXED, Pools};

    #[test]
    fn pools_are_chosen_downwards_and_passed_over_while_they_are_taken() {
        let mut pools = Pools {
            libraries: [0; 256],
            last: 0,
        };
        pools.libraries[254] = 1;
        assert_eq!([(); 3].map(|()| pools.choose()), [255, 253, 252]);
        // A pool that was returned is the last to be chosen again.
        let round: Vec<u8> = (FIXED..252).map(|_| pools.choose()).collect();
        assert!(round.iter().copied().eq((FIXED..252).rev()));
        assert_eq!(pools.choose(), 255);
    }

    #[test]
    fn a_pool_is_shared_only_if_all_are_taken() {
        let mut pools = Pools {
            libraries: [1; 256],
            last: 9,
        };
        pools.libraries[100] = 0;
        assert_eq!(pools.choose(), 100);
        pools.libraries[100] = 1;
        assert_eq!(pools.choose(), 99);
        pools.libraries[3] = 0;
        assert_eq!(pools.choose(), 3);
    }
}
