//! The same query on a cluster: a coordinator, and workers as processes of their own.
//!
//! ```sh
//! examples/telemetry/run --cluster                        # three workers on this machine
//! examples/telemetry/run --cluster worker ADDRESS         # a worker for other machines
//! examples/telemetry/run --cluster ask FOLDER [URL]..     # a coordinator for these workers
//! examples/telemetry/run --cluster soak [KILLS FREEZES [SEED]]
//! ```
//!
//! It needs Unix, because workers are killed and frozen by signals.
//! `soa_arrow::guide::cluster` describes what stays the same, and what a killed worker costs.

mod attempt;
mod coordinator;
mod disturbance;
mod link;
mod phase;
mod soak;
mod worker;
mod workers;

use std::error::Error;
use std::path::Path;
use std::sync::Arc;

use datafusion::prelude::SessionContext;
use tokio::runtime::Runtime;
use url::Url;

use self::coordinator::{Coordinator, Report};
use self::phase::Progress;
use self::worker::Life;
use self::workers::Workers;
use crate::answer::Answer;
use crate::files::Files;

/// The number of workers on this machine.
const WORKERS: usize = 3;

/// Runs a command.
pub fn run(arguments: &[String]) -> Result<(), Box<dyn Error>> {
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        [] => query_all(5),
        ["worker", address] => worker::serve(address.parse()?, Life::Own),
        ["worker", address, "of-parent"] => worker::serve(address.parse()?, Life::OfParent),
        ["ask", folder, ref workers @ ..] => ask(folder.as_ref(), workers),
        ["soak"] => soak::run(30, 5, None),
        ["soak", kills, freezes] => soak::run(kills.parse()?, freezes.parse()?, None),
        ["soak", kills, freezes, seed] => {
            soak::run(kills.parse()?, freezes.parse()?, Some(seed.parse()?))
        }
        [seconds] => query_all(seconds.parse()?),
        _ => Err("expected `worker`, `ask`, `soak`, or a number of seconds".into()),
    }
}

/// Runs the processes, has their files queried by workers and by this process, and compares.
fn query_all(seconds: u32) -> Result<(), Box<dyn Error>> {
    let files = Files::simulate(seconds)?;
    let workers = Workers::start(WORKERS, || ())?;
    for (url, process) in workers.urls().iter().zip(workers.processes()) {
        println!("a worker is process {} at {url}", process.as_raw_nonzero());
    }
    let runtime = Runtime::new()?;
    let coordinator = Coordinator::new(Arc::new(Progress::new()));
    let Report { answers, took, .. } =
        runtime.block_on(coordinator.ask(files.folder(), &workers.urls()));
    let answers = answers?;
    crate::print_table(&answers);
    println!("queried in {} ms", took.as_millis());
    files.compare(&answers)?;
    if answers == runtime.block_on(ask_here(files.folder()))? {
        println!("one process answers the same");
        Ok(())
    } else {
        Err("one process answers otherwise".into())
    }
}

/// Prints what workers answer, or this process if there are none.
fn ask(folder: &Path, workers: &[&str]) -> Result<(), Box<dyn Error>> {
    let workers: Vec<Url> = workers
        .iter()
        .map(|worker| Url::parse(worker))
        .collect::<Result<_, _>>()?;
    let runtime = Runtime::new()?;
    let answers = if workers.is_empty() {
        runtime.block_on(ask_here(folder))?
    } else {
        let coordinator = Coordinator::new(Arc::new(Progress::new()));
        runtime
            .block_on(coordinator.ask(folder, &workers))
            .answers?
    };
    crate::print_table(&answers);
    Ok(())
}

/// Asks without workers.
async fn ask_here(folder: &Path) -> Result<Vec<Answer>, Box<dyn Error>> {
    crate::ask_engine(&SessionContext::new(), folder).await
}
