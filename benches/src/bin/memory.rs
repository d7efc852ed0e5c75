//! Measures what the contenders cost in memory and writes `memory.md`.
//!
//! It is a program of its own because a counting allocator would slow `compare` down.

use peak_alloc::PeakAlloc;
use soa_bench::harness::{Failure, Options};

#[global_allocator]
static HEAP: PeakAlloc = PeakAlloc;

fn main() -> Result<(), Failure> {
    let options = Options::from_args()?;
    let page = soa_bench::memory::page(|| HEAP.current_usage());
    options.publish("memory.md", &page)
}
