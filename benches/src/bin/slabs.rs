//! Measures the packed space beside `offset-allocator` and writes `slabs.md`.

use std::io;

use soa_benches::{report, slabs};

fn main() -> io::Result<()> {
    report::publish("slabs.md", &slabs::page())
}
