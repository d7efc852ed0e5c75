//! Four processes simulate 250 000 units each and write Parquet every second. One SQL query runs
//! over all of their files, and its answer is compared with what the hubs of the processes answer.
//!
//! ```sh
//! examples/telemetry/run              # builds and runs it
//! examples/telemetry/run --cluster    # the query on a coordinator and three workers
//!
//! # one of the processes: it writes its files into a folder that others may share
//! examples/telemetry/run simulate FOLDER PROCESS SECONDS
//! ```
//!
//! The processes share nothing but a folder. So they could run on four machines with a shared or
//! copied folder, and the query on a cluster: see `soa_arrow::guide::cluster`.

mod answer;
#[cfg(feature = "cluster")]
mod cluster;
mod files;
mod simulation;
mod unit;

use std::env;
use std::error::Error;
use std::path::Path;
use std::process::ExitCode;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Instant;

use datafusion::arrow::array::{Array, AsArray, RecordBatch};
use datafusion::arrow::datatypes::{DataType, Float32Type, Int64Type, UInt8Type, UInt32Type};
use datafusion::physical_plan::{ExecutionPlan, collect};
use datafusion::prelude::{ParquetReadOptions, SessionContext};

use crate::answer::Answer;
use crate::files::Files;

/// Holes are null in every column, also in `id`.
const QUERY: &str = "
    SELECT second, team, count(*) AS units, sum(hp) AS hp, count(target) AS shooting,
        max(position[1]) AS front
    FROM units
    WHERE id IS NOT NULL
    GROUP BY second, team
    ORDER BY second, team";

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Runs a command.
fn run(arguments: &[String]) -> Result<(), Box<dyn Error>> {
    match arguments {
        #[cfg(feature = "cluster")]
        [word, arguments @ ..] if word == "--cluster" => cluster::run(arguments),
        [] => query_all(5),
        [seconds] => query_all(parse(seconds, "a number of seconds")?),
        [word, folder, process, seconds] if word == "simulate" => {
            let folder = Path::new(folder);
            let process = parse(process, "the number of a process")?;
            let seconds = parse(seconds, "a number of seconds")?;
            for answer in simulation::run(folder, process, seconds)? {
                println!("{answer}");
            }
            Ok(())
        }
        _ => Err("expected at most a number of seconds".into()),
    }
}

/// Parses an argument. The error names what is expected.
fn parse<T: FromStr>(argument: &str, expected: &str) -> Result<T, String> {
    let parsed = argument.parse();
    parsed.map_err(|_| format!("expected {expected}, not `{argument}`"))
}

/// Runs the processes, queries their files, and compares the answers.
fn query_all(seconds: u32) -> Result<(), Box<dyn Error>> {
    let files = Files::simulate(seconds)?;
    let start = Instant::now();
    let runtime = tokio::runtime::Runtime::new()?;
    let engine = runtime.block_on(ask_engine(&SessionContext::new(), files.folder()))?;
    let elapsed = start.elapsed();
    print_table(&engine);
    let rows: i64 = engine.iter().map(|answer| answer.units).sum();
    println!(
        "{rows} rows of {} processes and {seconds} seconds, queried in {} ms",
        files::PROCESSES,
        elapsed.as_millis()
    );
    files.compare(&engine)
}

fn print_table(answers: &[Answer]) {
    println!("second   team    units         hp shooting        front");
    for answer in answers {
        println!("{answer}");
    }
}

/// Runs the query over all files.
async fn ask_engine(
    context: &SessionContext,
    folder: &Path,
) -> Result<Vec<Answer>, Box<dyn Error>> {
    let plan = plan(context, folder).await?;
    execute(context, plan).await
}

/// Plans the query. The plan contains the names of the files.
async fn plan(
    context: &SessionContext,
    folder: &Path,
) -> Result<Arc<dyn ExecutionPlan>, Box<dyn Error>> {
    let folders = ["second", "process"].map(|name| (name.to_owned(), DataType::UInt32));
    let options = ParquetReadOptions::default().table_partition_cols(folders.into());
    let path = folder.to_str().ok_or("a path of text")?;
    context.register_parquet("units", path, options).await?;
    Ok(context.sql(QUERY).await?.create_physical_plan().await?)
}

/// Runs a plan.
async fn execute(
    context: &SessionContext,
    plan: Arc<dyn ExecutionPlan>,
) -> Result<Vec<Answer>, Box<dyn Error>> {
    let batches = collect(plan, context.task_ctx()).await?;
    Ok(batches.iter().flat_map(answers).collect())
}

/// Returns the rows of an answer.
fn answers(batch: &RecordBatch) -> impl Iterator<Item = Answer> {
    let number = |name: &str, row| batch[name].as_primitive::<Int64Type>().value(row);
    (0..batch.num_rows()).map(move |row| {
        assert!(batch.columns().iter().all(|column| column.is_valid(row)));
        Answer {
            second: batch["second"].as_primitive::<UInt32Type>().value(row),
            team: batch["team"].as_primitive::<UInt8Type>().value(row),
            units: number("units", row),
            hp: number("hp", row),
            shooting: number("shooting", row),
            front: batch["front"].as_primitive::<Float32Type>().value(row),
        }
    })
}
