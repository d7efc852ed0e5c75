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

mod coordinator;
mod link;
mod soak;
mod worker;
mod workers;

use std::error::Error;
use std::panic;
use std::path::Path;
use std::process;

use datafusion::prelude::SessionContext;
use tokio::runtime::Runtime;
use tokio::time::timeout;
use url::Url;

use self::coordinator::{ANSWER, Coordinator, Report};
use self::worker::{Fault, Life};
use self::workers::Workers;
use crate::answer::Answer;
use crate::files::Files;

/// The number of workers on this machine.
const WORKERS: usize = 3;

/// Runs a command.
pub fn run(arguments: &[String]) -> Result<(), Box<dyn Error>> {
    abort_on_panic();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        [] => query_all(5),
        ["worker", address, ref options @ ..] => {
            let address = crate::parse(address, "an address like `10.0.0.2:50051`")?;
            let (life, fault) = match options {
                [] => (Life::Own, Fault::None),
                ["of-parent"] => (Life::OfParent, Fault::None),
                ["of-parent", "panics"] => (Life::OfParent, Fault::Panics),
                ["of-parent", "outdated"] => (Life::OfParent, Fault::Outdated),
                _ => return Err("expected no more than the address of the worker".into()),
            };
            worker::serve(address, life, fault)
        }
        ["ask", folder, ref workers @ ..] => ask(folder.as_ref(), workers),
        ["soak"] => soak::run(30, 5, None),
        ["soak", kills, freezes, ref seed @ ..] if seed.len() < 2 => {
            let kills = crate::parse(kills, "a number of kills")?;
            let freezes = crate::parse(freezes, "a number of freezes")?;
            let seed = seed
                .first()
                .map(|seed| crate::parse(seed, "a seed of 32 bits"));
            soak::run(kills, freezes, seed.transpose()?)
        }
        [seconds] => query_all(crate::parse(seconds, "a number of seconds")?),
        _ => Err("expected `worker`, `ask`, `soak`, or a number of seconds".into()),
    }
}

/// Runs the processes, has their files queried by workers and by this process, and compares.
fn query_all(seconds: u32) -> Result<(), Box<dyn Error>> {
    let files = Files::simulate(seconds)?;
    let workers = Workers::start(WORKERS)?;
    for (url, process) in workers.urls().iter().zip(workers.processes()) {
        println!("a worker is process {} at {url}", process.as_raw_nonzero());
    }
    block_on(async {
        let coordinator = Coordinator::new();
        let Report { answers, took, .. } = coordinator.ask(files.folder(), &workers.urls()).await;
        let answers = answers?;
        crate::print_table(&answers);
        println!("queried in {} ms", took.as_millis());
        files.compare(&answers)?;
        if answers == ask_here(files.folder()).await? {
            println!("one process answers the same");
            Ok(())
        } else {
            Err("one process answers otherwise".into())
        }
    })
}

/// Prints what workers answer, or this process if there are none.
fn ask(folder: &Path, workers: &[&str]) -> Result<(), Box<dyn Error>> {
    let workers = workers.iter().map(|worker| url(worker));
    let workers: Vec<Url> = workers.collect::<Result<_, _>>()?;
    let answers = block_on(async {
        if workers.is_empty() {
            return ask_here(folder).await;
        }
        let coordinator = Coordinator::new();
        Ok(coordinator.ask(folder, &workers).await.answers?)
    })?;
    crate::print_table(&answers);
    Ok(())
}

/// Returns the address of a worker. Workers have no encryption.
fn url(worker: &str) -> Result<Url, String> {
    match Url::parse(worker) {
        Ok(url) if url.scheme() == "http" && url.has_host() => Ok(url),
        _ => Err(format!(
            "expected an address like `http://10.0.0.2:50051`, not `{worker}`"
        )),
    }
}

/// Asks without workers.
async fn ask_here(folder: &Path) -> Result<Vec<Answer>, Box<dyn Error>> {
    let context = SessionContext::new();
    match timeout(ANSWER, crate::ask_engine(&context, folder)).await {
        Ok(answers) => answers,
        Err(_) => Err(format!("the query did not end in {ANSWER:?}").into()),
    }
}

/// Waits for a future, and for nothing else. Threads that wait for a file are left, because
/// dropping a runtime would wait for them without a limit.
fn block_on<T>(
    future: impl Future<Output = Result<T, Box<dyn Error>>>,
) -> Result<T, Box<dyn Error>> {
    let runtime = Runtime::new()?;
    let output = runtime.block_on(future);
    runtime.shutdown_background();
    output
}

/// Makes a panic end the process, so that it costs what a kill costs. The engine forwards rows in
/// tasks that nobody joins. When such a task panics, its rows end as if they were complete.
fn abort_on_panic() {
    let report = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        report(info);
        process::abort();
    }));
}
