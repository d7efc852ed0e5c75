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
#[path = "../../../../tests/support/random.rs"]
mod random;

use std::hash::{BuildHasher, Hasher, RandomState};
use std::iter;
use std::num::NonZero;
use std::panic::{self, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use life::{Simulator, silence_faults};
use random::Random;

/// The frames of one life; the next one has another configuration.
const LIFE: u64 = 2000;

#[test]
fn random_lives_keep_every_promise() {
    let frames = number("SOA_SIMULATOR_FRAMES").unwrap_or(if cfg!(miri) { 50 } else { 50_000 });
    let seed = number("SOA_SIMULATOR_SEED");
    let seed = seed.unwrap_or_else(|| RandomState::new().build_hasher().finish());
    println!("SOA_SIMULATOR_SEED={seed}");
    silence_faults();
    let mut random = Random::new(seed);
    let seeds: Vec<u64> = (0..frames.div_ceil(LIFE)).map(|_| random.next()).collect();
    // Each thread takes the next life that nobody has lived.
    let next = AtomicUsize::new(0);
    let live = || {
        let numbers = iter::from_fn(|| Some(next.fetch_add(1, Ordering::Relaxed)));
        for life in numbers.take_while(|life| *life < seeds.len()) {
            let lived = catch_unwind(|| {
                let mut simulator = Simulator::new(seeds[life]);
                let frames = LIFE.min(frames - life as u64 * LIFE);
                (0..frames).for_each(|_| simulator.frame());
            });
            if let Err(panic) = lived {
                eprintln!("life {life} failed; repeat it with SOA_SIMULATOR_SEED={seed}");
                next.store(seeds.len(), Ordering::Relaxed);
                panic::resume_unwind(panic);
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, NonZero::get) {
            scope.spawn(live);
        }
    });
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
