//! Random calls on hubs of every layout, policy and bit split, on their leases, and on pools.
//! A model predicts every id and every value.
//!
//! `SOA_CASES=2000 cargo test --release --test model random_calls` tries more programs.

mod calls;
mod compare;
#[path = "../support/counted.rs"]
mod counted;
mod leases;
mod liveness;
mod moves;
mod panics;
mod policies;
mod pool;
mod programs;
mod rows;
mod sample;
mod slots;
mod subject;

use proptest::prelude::*;
use proptest::test_runner::TestRunner;

use crate::calls::{Call, call, check};
use crate::panics::{Life, counted_record};
use crate::policies::{fifo, lifo, wrap};
use crate::rows::{Rows, Values};
use crate::sample::{Sample, combinations};
use crate::slots::Policy;
use crate::subject::Driven;

const CASES: u32 = if cfg!(miri) { 1 } else { 16 };
const CALLS: usize = if cfg!(miri) { 14 } else { 100 };

fn run_programs<P: Strategy>(strategy: &P, run: impl Fn(P::Value)) {
    let asked = std::env::var("SOA_CASES").ok();
    let config = ProptestConfig {
        cases: asked.map_or(CASES, |cases| cases.parse().expect("a number of programs")),
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    let result = TestRunner::new(config).run(strategy, |program| {
        run(program);
        Ok(())
    });
    if let Err(error) = result {
        panic!("{error}");
    }
}

fn run<T: Sample>(dense: bool, policy: Policy) {
    let strategy = prop::collection::vec(call(), 1..CALLS);
    run_programs(&strategy, |mut calls: Vec<Call>| {
        // If there are enough indices, the slots go past the 64th.
        if policy.index > 8 && !cfg!(miri) {
            calls.insert(0, Call::InsertMany(vec![Values::default(); 60]));
        }
        let mut rows = Rows::new(policy, dense);
        check(&mut Driven::<T>::new(), &mut rows, calls);
    });
}

fn run_with_panics<T: Sample>(dense: bool, policy: Policy) {
    let nth = prop_oneof![Just(0), 1_usize..16];
    let strategy = prop::collection::vec((call(), nth), 1..CALLS);
    run_programs(&strategy, |calls| {
        let mut life = Life::<T>::new(dense, policy);
        for (call, nth) in calls {
            life.make(&call, nth);
        }
        life.end();
    });
}

// Miri is slow, so it tests only one hub of each layout.
combinations! {
    slots_lifo_retire_2_2: slots, (bits(index = 2, generation = 2)), lifo(2, 2), every_short_program;
    dense_fifo_2_wrap_2_2: dense, (recycle = fifo(min_free = 2), bits(index = 2, generation = 2), exhausted = wrap), wrap(fifo(2, 2, 2)), every_short_program;
}

// Few indices and generations, so that every long run uses them up; and the bits of real hubs,
// whose last generation no run reaches. Each option of a hub occurs here with each layout.
#[cfg(not(miri))]
combinations! {
    slots_lifo_retire_2_2_tag_3: slots, (bits(index = 2, generation = 2, tag = 3)), lifo(2, 2), every_short_program;
    dense_lifo_retire_3_2_tag_32: dense, (bits(index = 3, generation = 2, tag = 32)), lifo(3, 2);
    tracked_slots_fifo_3_wrap_3_2: slots, (tracked, recycle = fifo(min_free = 3), bits(index = 3, generation = 2), exhausted = wrap), wrap(fifo(3, 2, 3));
    tracked_dense_fifo_2_wrap_2_2: dense, (tracked, recycle = fifo(min_free = 2), bits(index = 2, generation = 2), exhausted = wrap), wrap(fifo(2, 2, 2)), every_short_program;
    aligned_slots_lifo_retire_20_12: slots, (align = 32, bits(index = 20, generation = 12)), lifo(20, 12);
    aligned_tracked_dense_fifo_3_retire_32_32: dense, (tracked, align = 256, recycle = fifo(min_free = 3)), fifo(32, 32, 3);
    slots_lifo_retire_1_3: slots, (bits(index = 1, generation = 3)), lifo(1, 3);
    slots_lifo_retire_32_32: slots, (bits(index = 32, generation = 32)), lifo(32, 32);
    slots_fifo_wrap_2_1: slots, (recycle = fifo, bits(index = 2, generation = 1), exhausted = wrap), wrap(fifo(2, 1, 1)), every_short_program;
    slots_fifo_3_8_0: slots, (recycle = fifo(min_free = 3), bits(index = 8, generation = 0)), fifo(8, 0, 3);
    dense_lifo_wrap_2_2: dense, (bits(index = 2, generation = 2), exhausted = wrap), wrap(lifo(2, 2)), every_short_program;
    dense_lifo_retire_4_12: dense, (bits(index = 4, generation = 12)), lifo(4, 12);
    dense_fifo_8_0: dense, (recycle = fifo, bits(index = 8, generation = 0)), fifo(8, 0, 1);
    dense_fifo_3_retire_3_4: dense, (recycle = fifo(min_free = 3), bits(index = 3, generation = 4)), fifo(3, 4, 3);
}

// A kind takes more than a second to compile, so these wait for `.ci/run`.
#[cfg(all(not(miri), feature = "every-kind"))]
combinations! {
    slots_fifo_wrap_24_24_tag_16: slots, (recycle = fifo, bits(index = 24, generation = 24, tag = 16), exhausted = wrap), wrap(fifo(24, 24, 1));
    slots_lifo_8_0_tag_32: slots, (bits(index = 8, generation = 0, tag = 32)), lifo(8, 0);
    dense_fifo_2_wrap_2_2_tag_12: dense, (recycle = fifo(min_free = 2), bits(index = 2, generation = 2, tag = 12), exhausted = wrap), wrap(fifo(2, 2, 2)), every_short_program;
    tracked_slots_lifo_retire_2_2: slots, (tracked, bits(index = 2, generation = 2)), lifo(2, 2), every_short_program;
    tracked_slots_lifo_8_0: slots, (tracked, bits(index = 8, generation = 0)), lifo(8, 0);
    tracked_slots_lifo_retire_20_12: slots, (tracked, bits(index = 20, generation = 12)), lifo(20, 12);
    tracked_dense_lifo_retire_3_2: dense, (tracked, bits(index = 3, generation = 2)), lifo(3, 2);
    tracked_dense_fifo_3_retire_32_32: dense, (tracked, recycle = fifo(min_free = 3), bits(index = 32, generation = 32)), fifo(32, 32, 3);
    aligned_slots_lifo_retire_3_2: slots, (align = 256, bits(index = 3, generation = 2)), lifo(3, 2);
    slots_lifo_retire_2_1: slots, (bits(index = 2, generation = 1)), lifo(2, 1), every_short_program;
    slots_lifo_wrap_2_2: slots, (bits(index = 2, generation = 2), exhausted = wrap), wrap(lifo(2, 2)), every_short_program;
    slots_lifo_retire_3_2: slots, (bits(index = 3, generation = 2)), lifo(3, 2);
    slots_lifo_wrap_3_2: slots, (bits(index = 3, generation = 2), exhausted = wrap), wrap(lifo(3, 2));
    slots_lifo_retire_4_12: slots, (bits(index = 4, generation = 12)), lifo(4, 12);
    slots_lifo_retire_20_12: slots, (bits(index = 20, generation = 12)), lifo(20, 12);
    slots_lifo_3_0: slots, (bits(index = 3, generation = 0)), lifo(3, 0);
    slots_lifo_8_0: slots, (bits(index = 8, generation = 0)), lifo(8, 0);
    slots_fifo_retire_2_2: slots, (recycle = fifo, bits(index = 2, generation = 2)), fifo(2, 2, 1), every_short_program;
    slots_fifo_retire_3_2: slots, (recycle = fifo, bits(index = 3, generation = 2)), fifo(3, 2, 1);
    slots_fifo_wrap_3_2: slots, (recycle = fifo, bits(index = 3, generation = 2), exhausted = wrap), wrap(fifo(3, 2, 1));
    slots_fifo_retire_20_12: slots, (recycle = fifo, bits(index = 20, generation = 12)), fifo(20, 12, 1);
    slots_fifo_retire_32_32: slots, (recycle = fifo, bits(index = 32, generation = 32)), fifo(32, 32, 1);
    slots_fifo_8_0: slots, (recycle = fifo, bits(index = 8, generation = 0)), fifo(8, 0, 1);
    slots_fifo_2_retire_2_1: slots, (recycle = fifo(min_free = 2), bits(index = 2, generation = 1)), fifo(2, 1, 2), every_short_program;
    slots_fifo_2_wrap_2_2: slots, (recycle = fifo(min_free = 2), bits(index = 2, generation = 2), exhausted = wrap), wrap(fifo(2, 2, 2)), every_short_program;
    slots_fifo_3_retire_3_2: slots, (recycle = fifo(min_free = 3), bits(index = 3, generation = 2)), fifo(3, 2, 3);
    slots_fifo_3_wrap_3_2: slots, (recycle = fifo(min_free = 3), bits(index = 3, generation = 2), exhausted = wrap), wrap(fifo(3, 2, 3));
    slots_fifo_3_retire_3_4: slots, (recycle = fifo(min_free = 3), bits(index = 3, generation = 4)), fifo(3, 4, 3);
    slots_fifo_3_wrap_20_12: slots, (recycle = fifo(min_free = 3), bits(index = 20, generation = 12), exhausted = wrap), wrap(fifo(20, 12, 3));
    slots_fifo_3_retire_32_32: slots, (recycle = fifo(min_free = 3), bits(index = 32, generation = 32)), fifo(32, 32, 3);
    slots_fifo_3_3_0: slots, (recycle = fifo(min_free = 3), bits(index = 3, generation = 0)), fifo(3, 0, 3);
    dense_lifo_retire_1_3: dense, (bits(index = 1, generation = 3)), lifo(1, 3);
    dense_lifo_retire_2_1: dense, (bits(index = 2, generation = 1)), lifo(2, 1), every_short_program;
    dense_lifo_retire_2_2: dense, (bits(index = 2, generation = 2)), lifo(2, 2), every_short_program;
    dense_lifo_retire_3_2: dense, (bits(index = 3, generation = 2)), lifo(3, 2);
    dense_lifo_wrap_3_2: dense, (bits(index = 3, generation = 2), exhausted = wrap), wrap(lifo(3, 2));
    dense_lifo_retire_20_12: dense, (bits(index = 20, generation = 12)), lifo(20, 12);
    dense_lifo_retire_32_32: dense, (bits(index = 32, generation = 32)), lifo(32, 32);
    dense_lifo_3_0: dense, (bits(index = 3, generation = 0)), lifo(3, 0);
    dense_lifo_8_0: dense, (bits(index = 8, generation = 0)), lifo(8, 0);
    dense_fifo_wrap_2_1: dense, (recycle = fifo, bits(index = 2, generation = 1), exhausted = wrap), wrap(fifo(2, 1, 1)), every_short_program;
    dense_fifo_retire_2_2: dense, (recycle = fifo, bits(index = 2, generation = 2)), fifo(2, 2, 1), every_short_program;
    dense_fifo_retire_3_2: dense, (recycle = fifo, bits(index = 3, generation = 2)), fifo(3, 2, 1);
    dense_fifo_wrap_3_2: dense, (recycle = fifo, bits(index = 3, generation = 2), exhausted = wrap), wrap(fifo(3, 2, 1));
    dense_fifo_retire_20_12: dense, (recycle = fifo, bits(index = 20, generation = 12)), fifo(20, 12, 1);
    dense_fifo_retire_32_32: dense, (recycle = fifo, bits(index = 32, generation = 32)), fifo(32, 32, 1);
    dense_fifo_2_retire_2_1: dense, (recycle = fifo(min_free = 2), bits(index = 2, generation = 1)), fifo(2, 1, 2), every_short_program;
    dense_fifo_3_retire_3_2: dense, (recycle = fifo(min_free = 3), bits(index = 3, generation = 2)), fifo(3, 2, 3);
    dense_fifo_3_wrap_3_2: dense, (recycle = fifo(min_free = 3), bits(index = 3, generation = 2), exhausted = wrap), wrap(fifo(3, 2, 3));
    dense_fifo_3_wrap_20_12: dense, (recycle = fifo(min_free = 3), bits(index = 20, generation = 12), exhausted = wrap), wrap(fifo(20, 12, 3));
    dense_fifo_3_retire_32_32: dense, (recycle = fifo(min_free = 3), bits(index = 32, generation = 32)), fifo(32, 32, 3);
    dense_fifo_3_3_0: dense, (recycle = fifo(min_free = 3), bits(index = 3, generation = 0)), fifo(3, 0, 3);
    dense_fifo_3_8_0: dense, (recycle = fifo(min_free = 3), bits(index = 8, generation = 0)), fifo(8, 0, 3);
}

macro_rules! combinations_with_panics {
    ($($name:ident: $layout:ident, ($($option:tt)*), $policy:expr;)*) => {$(
        mod $name {
            use super::*;

            counted_record!($layout, ($($option)*));

            #[test]
            fn random_calls_that_panic() {
                run_with_panics::<Record>(stringify!($layout) == "dense", $policy);
            }
        }
    )*};
}

combinations_with_panics! {
    counted_slots_lifo_retire_3_2: slots, (bits(index = 3, generation = 2)), lifo(3, 2);
    counted_dense_fifo_wrap_3_2: dense, (tracked, recycle = fifo, bits(index = 3, generation = 2, tag = 3), exhausted = wrap), wrap(fifo(3, 2, 1));
}
