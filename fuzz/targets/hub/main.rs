//! Hubs of every layout and policy, with a panic in any call to a user's code: `Clone`, `Drop`,
//! `Default`, `Hash`, `Serialize`, `Deserialize`, `Links`, closures and iterators.
//!
//! A map predicts every value. After a panic, each row is as it was or as the call makes it,
//! no row is half written, no value leaks, none is dropped twice, and the hub's save loads.

#![no_main]

#[path = "../../../tests/support/counted.rs"]
mod counted;
mod life;
mod sample;
mod step;

use arbitrary::Unstructured;
use libfuzzer_sys::fuzz_target;

use crate::life::Life;
use crate::sample::{Sample, samples};
use crate::step::Step;

samples! {
    slots_of_real_ids: slots, (align = 64), ();
    slots_that_retire: slots, (bits(index = 3, generation = 1)), ();
    slots_that_wrap: slots, (recycle = fifo(min_free = 2), bits(index = 3, generation = 2), exhausted = wrap), ();
    slots_without_generations: slots, (recycle = fifo, bits(index = 6, generation = 0)), ();
    slots_whose_holes_are_kept: slots, (holes = kept, bits(index = 8, generation = 8)), (#[soa(tracked)]);
    slots_with_a_tag: slots, (bits(index = 4, generation = 3, tag = 5)), ();
    slots_with_stamps: slots, (tracked, recycle = fifo, bits(index = 20, generation = 12)), (#[soa(tracked)]);
    dense_of_real_ids: dense, (), ();
    dense_that_retire: dense, (recycle = fifo, bits(index = 3, generation = 1)), ();
    dense_that_wrap: dense, (bits(index = 3, generation = 2), exhausted = wrap), (#[soa(tracked)]);
    dense_without_generations: dense, (recycle = fifo(min_free = 3), bits(index = 6, generation = 0)), ();
    dense_with_stamps_and_a_tag: dense, (tracked, bits(index = 8, generation = 4, tag = 12)), (#[soa(tracked)]);
}

fn live<T: Sample>(mut bytes: Unstructured<'_>) {
    let mut life = Life::<T>::new();
    while !bytes.is_empty() {
        let Ok(step) = bytes.arbitrary::<Step>() else {
            break;
        };
        life.take(&step);
    }
    life.end();
}

fuzz_target!(|bytes: &[u8]| {
    let Some((first, rest)) = bytes.split_first() else {
        return;
    };
    LIVES[usize::from(*first) % LIVES.len()](Unstructured::new(rest));
});
