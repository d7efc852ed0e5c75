//! Weighs all contenders, looks how long insertions wait for memory, and writes
//! `memory.md`.
//!
//! A program of its own, as a counting allocator would slow `compare` down.

use std::io;

use peak_alloc::PeakAlloc;
use soa_benches::{footprint, report, resident};

#[global_allocator]
static HEAP: PeakAlloc = PeakAlloc;

fn main() -> io::Result<()> {
    let page = footprint::page(&footprint::weigh_all(|| HEAP.current_usage()));
    report::publish("memory.md", &(page + &resident::sections()))
}
