//! One of the processes: a simulation that writes its units every second.

use std::error::Error;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use datafusion::arrow::array::RecordBatch;
use datafusion::parquet::arrow::ArrowWriter;
use datafusion::parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;

use crate::answer::Answer;
use crate::unit::{Random, Unit, UnitHub};

/// Steps in a second.
const STEPS: u32 = 10;

/// Simulates, and writes a file at the end of each second. Returns what the hub answers to the
/// query.
pub fn run(folder: &Path, process: u32, seconds: u32) -> Result<Vec<Answer>, Box<dyn Error>> {
    let mut random = Random(7 + process);
    let mut units = UnitHub::new();
    units.populate(&mut random);

    // Files are written on a thread of their own, from copies of the hub.
    let (sender, receiver) = mpsc::channel::<(PathBuf, Arc<UnitHub>)>();
    let writer = thread::spawn(move || -> Result<(), String> {
        for (path, units) in receiver {
            write(&path, &units).map_err(|error| error.to_string())?;
        }
        Ok(())
    });

    let mut answers = Vec::new();
    let start = Instant::now();
    for second in 0..seconds {
        for _ in 0..STEPS {
            units.step(&mut random);
        }
        // Engines take the names of the folders as columns.
        let path = folder.join(format!("second={second}/process={process}/units.parquet"));
        sender.send((path, Arc::new(units.clone())))?;
        answers.extend(Answer::of_hub(second, &units));
        thread::sleep(Duration::from_secs(u64::from(second) + 1).saturating_sub(start.elapsed()));
    }
    drop(sender);
    writer.join().map_err(|_| "the writer panicked")??;

    let last = folder.join(format!(
        "second={}/process={process}/units.parquet",
        seconds - 1
    ));
    if read(&last)? != units {
        return Err("the last file has other units than the hub".into());
    }
    Ok(answers)
}

/// Puts the columns of a hub into a batch. None of them is copied.
fn batch(units: &Arc<UnitHub>) -> Result<RecordBatch, soa_arrow::BatchError> {
    soa_arrow::batch(units.clone())
        .ids("id")
        .column("position", |columns| columns.position)
        .column("velocity", |columns| columns.velocity)
        .column("hp", |columns| columns.hp)
        .column("team", |columns| columns.team)
        .column("target", |columns| columns.target)
        .finish()
}

/// Writes a file. It has its name when it is whole, so that no reader meets half a file.
fn write(path: &Path, units: &Arc<UnitHub>) -> Result<(), Box<dyn Error>> {
    let batch = batch(units)?;
    fs::create_dir_all(path.parent().ok_or("a path in a folder")?)?;
    let unfinished = path.with_extension("unfinished");
    let mut writer = ArrowWriter::try_new(File::create(&unfinished)?, batch.schema(), None)?;
    writer.write(&batch)?;
    writer.close()?;
    fs::rename(unfinished, path)?;
    Ok(())
}

/// Reads a file into a hub, under the ids that the units had.
fn read(path: &Path) -> Result<UnitHub, Box<dyn Error>> {
    let mut units = UnitHub::new();
    for batch in ParquetRecordBatchReaderBuilder::try_new(File::open(path)?)?.build()? {
        soa_arrow::read::<Unit>(&batch?)
            .ids("id")
            .column("position", |unit| &mut unit.position)
            .column("velocity", |unit| &mut unit.velocity)
            .column("hp", |unit| &mut unit.hp)
            .column("team", |unit| &mut unit.team)
            .column("target", |unit| &mut unit.target)
            .fill(&mut units)?;
    }
    Ok(units)
}
