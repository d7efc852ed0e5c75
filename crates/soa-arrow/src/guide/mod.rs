//! The same files in DataFusion, Ballista, Spark, Ray, DuckDB and Polars, and what this distributes.
//!
//! A batch is the form in which these engines have their columns. A Parquet file is the form in
//! which they exchange them. So a program that writes its hubs to Parquet can be analysed by any of
//! them, on one machine or on a hundred.
//!
//! # What this distributes, and what it does not
//!
//! **The analysis scales.** Telemetry of a thousand matches, the replays of a season, or the runs
//! of a simulation with other parameters outgrow one machine. Each process writes files, and a
//! cluster reads them. No process waits for another.
//!
//! **A running world does not scale by this.** A file is what the hub was at the end of a second.
//! A query does not see the present, it cannot change a row, and an answer comes after many frames.
//! If players on other machines must see the world, use `Mirror` and the guide `replication` of
//! [`soa_runtime`]. To share the rows of one world among threads, use its guide `threads`. A world
//! that one machine cannot simulate must be divided by the game, for example into regions with a
//! hub each.
//!
//! # One query over four processes
//!
//! The example `examples/telemetry` of the repository has four processes. Each of them simulates
//! 250 000 units and writes a file every second:
//!
//! ```text
//! second=0/process=0/units.parquet
//! second=0/process=1/units.parquet
//! ..
//! ```
//!
//! DataFusion runs one SQL query over all files, and the answer is compared with what the hubs of
//! the processes answer. Each process also reads its last file back, and compares it with its hub
//! row by row, under the same ids. The script `examples/telemetry/run` builds and runs it.
//! DataFusion has about 200 crates, so the example is a workspace of its own. The build takes
//! 1.6 GB of the disk. The page [`cluster`] shows the same query on several processes and machines.
//!
//! Three habits of the example serve every engine:
//!
//! - The names of the folders are columns: all engines below understand `second=0`. So a query of
//!   one second opens only the files of this second.
//! - A file gets its name when it is whole. No reader meets half a file.
//! - The simulation clones its hub and goes on, and another thread writes the clone. The clone is
//!   the only copy. The batch shares the memory of the clone.
//!
//! # The engines
//!
//! All of them read the folders above. Replace `folder` by a path, or by an address of a storage
//! that all machines of a cluster reach, for example `s3://telemetry/match-7`.
//!
//! **DuckDB**, in a shell or a notebook, on one machine:
//!
//! ```sql
//! SELECT second, team, count(*), sum(hp)
//! FROM read_parquet('folder/**/*.parquet', hive_partitioning = true)
//! WHERE id IS NOT NULL
//! GROUP BY second, team;
//! ```
//!
//! A module of Python that runs the simulation needs no files: `soa-python` hands the batches to Polars,
//! DuckDB, pyarrow and pandas, and lends columns to NumPy.
//!
//! **Polars**, on one machine:
//!
//! ```python
//! units = polars.scan_parquet("folder/**/*.parquet", hive_partitioning=True)
//! units.filter(polars.col("id").is_not_null()).group_by("second", "team").len().collect()
//! ```
//!
//! **DataFusion on a cluster**: the page [`cluster`] has the context, the workers, and what happens
//! if one of them dies.
//!
//! **Ballista** is DataFusion with a scheduler, and executors that have the files in reach. A query
//! of DataFusion runs there unchanged. When an executor was killed, it hung or gave other answers: the
//! [end of that page](cluster#why-not-ballista) has the trial. Only its context is another one:
//!
//! ```rust,ignore
//! let context = SessionContext::remote("df://scheduler:50050").await?;
//! context.register_parquet("units", "s3://telemetry/match-7", options).await?;
//! context.sql("SELECT ..").await?
//! ```
//!
//! **Spark**:
//!
//! ```python
//! units = spark.read.parquet("folder")
//! units.where("id is not null").groupBy("second", "team").agg({"hp": "sum"})
//! ```
//!
//! **Ray**:
//!
//! ```python
//! units = ray.data.read_parquet("folder", partitioning=Partitioning("hive"))
//! ```
//!
//! Of these engines, only DataFusion is run by this repository. The other snippets follow the
//! documentation of their engines.
//!
//! # Types on the way
//!
//! | the array | in a Parquet file | to know |
//! |---|---|---|
//! | `UInt64`, ids | an unsigned integer | Spark reads 64 bits as `decimal(20, 0)`. [`Batch::ids_as_text`](crate::Batch::ids_as_text) writes ids as text |
//! | `FixedSizeList` | a list | Files that Arrow's own writer wrote come back as `FixedSizeList`. Other engines see lists; [`read`](crate::read) accepts them if their lengths are right |
//! | `Float16` | two bytes with a logical type | older readers see bytes |
//! | `Utf8` | text | engines return `Utf8View`, `LargeUtf8` or dictionaries; `read` accepts all of them |
//! | a hole | a null in every column | select `WHERE id IS NOT NULL`, or write [`compact`](crate::Batch::compact) batches |
//!
//! An id is unique within one hub. Beside it, write what distinguishes the hubs, like the folder
//! `process=0`. Then ids in fields are keys of a join:
//!
//! ```sql
//! SELECT count(*) FROM units AS shooter JOIN units AS target
//! ON shooter.process = target.process AND shooter.second = target.second AND shooter.target = target.id;
//! ```
//!
//! # Which version of Arrow
//!
//! An engine in the same program must have the same version of Arrow as this crate, because
//! `RecordBatch` is otherwise another type. This crate accepts 57 to 60. DataFusion 55 has Arrow 59.
//! If the engine is in your lock file before you add this crate, Cargo takes the engine's version
//! for both. Otherwise Cargo takes the newest version for this crate. Then choose the engine's:
//!
//! ```sh
//! cargo update arrow-array@60.1.0 --precise 59.3.2
//! cargo update arrow-buffer@60.1.0 --precise 59.3.2
//! cargo update arrow-schema@60.1.0 --precise 59.3.2
//! ```
//!
//! Files need no care: every version reads the files of every other.

pub mod cluster;
