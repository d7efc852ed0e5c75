//! A simulator: random lives of a library without threads, on a clock that moves only
//! when something is slow and a disk with faults. Everything follows from one seed.
//!
//! After every call the library is compared with a model that is searched from end to
//! end, and the promises of the crate are checked as invariants. A failure prints the
//! seed; `SOA_SIMULATOR_SEED` repeats it, and `SOA_SIMULATOR_FRAMES` sets the number of
//! frames.

#![allow(unreachable_pub, reason = "the modules of one test")]

mod disk;
mod life;
mod model;
mod random;

use std::hash::{BuildHasher, Hasher, RandomState};
use std::panic::{self, AssertUnwindSafe, catch_unwind};

use life::{Simulator, silence_faults};
use random::Random;

/// The frames of one life; the next one has another configuration.
const LIFE: u64 = 2000;

#[test]
fn random_lives_keep_every_promise() {
    let frames = number("SOA_SIMULATOR_FRAMES").unwrap_or(if cfg!(miri) { 50 } else { 100_000 });
    let seed = number("SOA_SIMULATOR_SEED");
    let seed = seed.unwrap_or_else(|| RandomState::new().build_hasher().finish());
    println!("SOA_SIMULATOR_SEED={seed}");
    silence_faults();
    let mut random = Random::new(seed);
    for life in 0..frames.div_ceil(LIFE) {
        let mut simulator = Simulator::new(random.next());
        let lived = catch_unwind(AssertUnwindSafe(|| {
            for _ in 0..LIFE.min(frames - life * LIFE) {
                simulator.frame();
            }
        }));
        if let Err(panic) = lived {
            eprintln!("life {life} failed; repeat it with SOA_SIMULATOR_SEED={seed}");
            panic::resume_unwind(panic);
        }
    }
}

#[test]
fn one_seed_is_one_life() {
    silence_faults();
    let live = |seed| {
        let mut simulator = Simulator::new(seed);
        (0..200).for_each(|_| simulator.frame());
        simulator.reported
    };
    assert_eq!(live(7), live(7));
    assert_ne!(live(7), live(8));
}

fn number(variable: &str) -> Option<u64> {
    let text = std::env::var(variable).ok()?;
    Some(text.parse().expect("a number"))
}
