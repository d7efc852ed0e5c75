//! Measures all workloads and writes `results.md` and one plot per workload.
//!
//! `compare [--quick] [--out FOLDER] [WORKLOAD..]`: a workload is chosen by the
//! beginning of its short name, so `W6` is all of the W6 loops; none is all.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use soa_benches::harness::{Effort, Kind, measure};
use soa_benches::report::{self, Measured};
use soa_benches::workloads::{ALL, Workload};

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

struct Options {
    effort: Effort,
    largest: usize,
    folder: PathBuf,
    chosen: Vec<Workload>,
}

fn main() -> ExitCode {
    match options().and_then(run) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn options() -> Result<Options, String> {
    let mut options = Options {
        effort: FULL,
        largest: usize::MAX,
        folder: PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/results")),
        chosen: Vec::new(),
    };
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--quick" => (options.effort, options.largest) = (QUICK, QUICK_SIZE),
            "--out" => {
                options.folder = arguments.next().ok_or("--out needs a folder")?.into();
            }
            name => options.chosen.extend(workloads(name)?),
        }
    }
    if options.chosen.is_empty() {
        options.chosen = ALL.to_vec();
    }
    Ok(options)
}

fn workloads(name: &str) -> Result<Vec<Workload>, String> {
    let exact = ALL
        .iter()
        .filter(|workload| workload.id.eq_ignore_ascii_case(name));
    let family = format!("{name}-").to_ascii_lowercase();
    let members = ALL
        .iter()
        .filter(|workload| workload.id.to_ascii_lowercase().starts_with(&family));
    let chosen: Vec<Workload> = exact.chain(members).copied().collect();
    if chosen.is_empty() {
        let ids: Vec<&str> = ALL.iter().map(|workload| workload.id).collect();
        return Err(format!(
            "no workload is called {name}; there are {}",
            ids.join(", ")
        ));
    }
    Ok(chosen)
}

fn run(options: Options) -> Result<(), String> {
    let start = Instant::now();
    let mut results = Vec::new();
    for workload in options.chosen {
        let mut measured = Vec::new();
        for &size in workload
            .sizes
            .iter()
            .filter(|&&size| size <= options.largest)
        {
            let figures = measure((workload.case)(size), options.effort)
                .map_err(|message| format!("{} at {size}: {message}", workload.id))?;
            println!("{:7} {size:8} {:6.1?}", workload.id, start.elapsed());
            for figure in figures.iter().filter(|figure| figure.kind != Kind::Peer) {
                println!(
                    "    {:32} {:9.3} ns  x {:.2}",
                    figure.name, figure.nanoseconds, figure.ratio
                );
            }
            measured.push(Measured { size, figures });
        }
        results.push((workload, measured));
    }
    report::write(&options.folder, options.effort, &results)
        .map_err(|error| format!("{}: {error}", options.folder.display()))
}
