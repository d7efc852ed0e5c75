//! Four processes simulate 250 000 units each and write Parquet every second. One SQL query runs
//! over all of their files, and its answer is compared with what the hubs of the processes answer.
//!
//! ```sh
//! examples/telemetry/run      # builds and runs it
//! ```
//!
//! The processes share nothing but a folder. So they could run on four machines with a shared or
//! copied folder, and the query on a cluster: see `soa_arrow::guide`.

mod answer;
mod simulation;
mod unit;

use std::collections::BTreeMap;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Instant;
use std::{env, fs};

use datafusion::arrow::array::{Array, AsArray, RecordBatch};
use datafusion::arrow::datatypes::{DataType, Float32Type, Int64Type, UInt8Type, UInt32Type};
use datafusion::prelude::{ParquetReadOptions, SessionContext};

use crate::answer::Answer;

const PROCESSES: u32 = 4;

/// Holes are null in every column, also in `id`.
const QUERY: &str = "
    SELECT second, team, count(*) AS units, sum(hp) AS hp, count(target) AS shooting,
        max(position[1]) AS front
    FROM units
    WHERE id IS NOT NULL
    GROUP BY second, team
    ORDER BY second, team";

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    match &arguments[..] {
        [] => query_all(5),
        [seconds] => query_all(seconds.parse()?),
        [word, folder, process, seconds] if word == "simulate" => {
            let folder = Path::new(folder);
            for answer in simulation::run(folder, process.parse()?, seconds.parse()?)? {
                println!("{answer}");
            }
            Ok(())
        }
        _ => Err("expected at most a number of seconds".into()),
    }
}

/// Runs the processes, queries their files, and compares the answers.
fn query_all(seconds: u32) -> Result<(), Box<dyn Error>> {
    if seconds == 0 {
        return Err("expected at least one second".into());
    }
    let folder = env::temp_dir().join(format!("telemetry-{}", std::process::id()));
    let result = answers_agree(&folder, seconds);
    fs::remove_dir_all(&folder)?;
    result
}

fn answers_agree(folder: &PathBuf, seconds: u32) -> Result<(), Box<dyn Error>> {
    fs::create_dir_all(folder)?;
    let children = (0..PROCESSES).map(|process| {
        Command::new(env::current_exe()?)
            .args(["simulate".as_ref(), folder.as_os_str()])
            .args([process.to_string(), seconds.to_string()])
            .stdout(Stdio::piped())
            .spawn()
    });
    let children: Vec<Child> = children.collect::<Result<_, _>>()?;
    let mut hubs: BTreeMap<(u32, u8), Answer> = BTreeMap::new();
    for child in children {
        let output = child.wait_with_output()?;
        if !output.status.success() {
            return Err("a process failed".into());
        }
        for line in String::from_utf8(output.stdout)?.lines() {
            let answer: Answer = line.parse()?;
            let key = (answer.second, answer.team);
            let sum = hubs.entry(key).or_insert(Answer::new(key.0, key.1));
            sum.add(&answer);
        }
    }

    let start = Instant::now();
    let runtime = tokio::runtime::Runtime::new()?;
    let engine = runtime.block_on(ask_engine(folder))?;
    let elapsed = start.elapsed();

    println!("second   team    units         hp shooting        front");
    for answer in &engine {
        println!("{answer}");
    }
    let rows: i64 = engine.iter().map(|answer| answer.units).sum();
    println!(
        "{rows} rows of {PROCESSES} processes and {seconds} seconds, queried in {} ms",
        elapsed.as_millis()
    );
    if engine.iter().eq(hubs.values()) {
        println!("the hubs answer the same");
        Ok(())
    } else {
        Err(format!("the hubs answer otherwise: {hubs:#?}").into())
    }
}

/// Runs the query over all files.
async fn ask_engine(folder: &Path) -> Result<Vec<Answer>, Box<dyn Error>> {
    let context = SessionContext::new();
    let folders = ["second", "process"].map(|name| (name.to_owned(), DataType::UInt32));
    let options = ParquetReadOptions::default().table_partition_cols(folders.into());
    let path = folder.to_str().ok_or("a path of text")?;
    context.register_parquet("units", path, options).await?;
    let batches = context.sql(QUERY).await?.collect().await?;
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
