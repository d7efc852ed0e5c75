//! Measures workloads, and writes a page and a picture of each workload.
//!
//! `compare [--quick] [--out FOLDER] [NAME..]` runs the workloads whose names begin with one of
//! these names, or all. A release build writes `results.md`. A build in another profile adds the
//! name of the profile to the names of its page and pictures.

use std::time::{Duration, Instant};

use soa_benches::figures::{Kind, Measured};
use soa_benches::harness::{Effort, measure};
use soa_benches::{plot, report, workloads};
use soa_benches_report::{Failure, Options, profile};

const FULL: Effort = Effort {
    case: Duration::from_secs(2),
    sample: Duration::from_millis(1),
    rounds: 5,
};

const QUICK: Effort = Effort {
    case: Duration::from_millis(150),
    sample: Duration::from_micros(200),
    rounds: 5,
};

/// The largest size that a quick run measures.
const QUICK_SIZE: usize = 10_000;

fn main() -> Result<(), Failure> {
    let (start, options) = (Instant::now(), Options::from_args()?);
    let (effort, largest) = if options.quick {
        (QUICK, QUICK_SIZE)
    } else {
        (FULL, usize::MAX)
    };
    let profile = profile();
    let suffix = match profile.as_str() {
        "release" => String::new(),
        other => format!("-{other}"),
    };
    let mut results = Vec::new();
    for workload in workloads::chosen(&options.names)? {
        let mut measured = Vec::new();
        for &size in workload.sizes.iter().filter(|&&size| size <= largest) {
            let figures = measure(workload.case(size), effort)
                .map_err(|error| format!("{} at {size}: {error}", workload.name))?;
            println!("{:28} {size:8} {:6.1?}", workload.name, start.elapsed());
            for figure in figures.iter().filter(|figure| figure.kind != Kind::Peer) {
                let [_, ratio, _] = figure.ratio;
                let (name, time) = (&figure.name, figure.nanoseconds);
                println!("    {name:32} {time:9.3} ns  x {ratio:.2}");
            }
            measured.push(Measured { size, figures });
        }
        let picture = plot::draw(&workload, &measured);
        options.write(&format!("{}{suffix}.svg", workload.name), &picture)?;
        results.push((workload, measured));
    }
    let page = report::page(&profile, effort, &results);
    options.write(&format!("results{suffix}.md"), &page)
}
