//! Lives of a library without threads, with the simulator and the model of the tests of
//! `soa-resources`. The fuzzer chooses each call, each fault of the disk and each panic in
//! `read`, `cost` and `finish`.

#![no_main]

#[path = "../../../crates/soa-resources/tests/simulator/disk.rs"]
mod disk;
#[path = "../../../crates/soa-resources/tests/simulator/life.rs"]
mod life;
#[path = "../../../crates/soa-resources/tests/simulator/model.rs"]
mod model;
mod random;

use libfuzzer_sys::fuzz_target;

fuzz_target!(init: life::silence_faults(), |bytes: &[u8]| {
    random::start(bytes);
    let mut life = life::Simulator::new(0);
    while random::is_left() {
        life.frame();
    }
    life.frame();
});
