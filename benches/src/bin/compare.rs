//! Measures workloads, and writes a page.
//!
//! `compare [--quick] [--out FOLDER] [NAME..]` runs the workloads whose names begin with one of
//! these names, or all. A release build writes `results.md`. A build in another profile adds the
//! name of the profile to the name of its page.

use std::time::{Duration, Instant};

use soa_bench::harness::{Failure, Options, profile};
use soa_bench::{Effort, report, workloads};

fn main() -> Result<(), Failure> {
    let (start, options) = (Instant::now(), Options::from_args()?);
    let full = (2_000, 1_000, usize::MAX);
    let (case, sample, largest) = if options.quick {
        (150, 200, 10_000)
    } else {
        full
    };
    let effort = Effort {
        case: Duration::from_millis(case),
        sample: Duration::from_micros(sample),
        rounds: 5,
    };
    let profile = profile();
    let suffix = format!("-{profile}").replace("-release", "");
    let mut results = Vec::new();
    for workload in workloads::chosen(&options.names)? {
        let mut measured = Vec::new();
        for &size in workload.sizes.0.iter().filter(|&&size| size <= largest) {
            let figures = workload.measure(size, effort)?;
            println!("{:28} {size:8} {:6.1?}", workload.name, start.elapsed());
            measured.push((size, figures));
        }
        results.push((workload, measured));
    }
    let page = report::page(&profile, effort, &results);
    options.publish(&format!("results{suffix}.md"), &page)
}
