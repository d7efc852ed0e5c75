//! From one process to a cluster: what stays the same, where the files lie, and what a killed
//! worker costs.
//!
//! The example `examples/telemetry` of the repository asks one SQL query about the hubs of four
//! processes. With its feature `cluster`, several processes answer the query together. The crate
//! [datafusion-distributed](https://crates.io/crates/datafusion-distributed) divides it: a
//! **coordinator** plans, **workers** read files and exchange rows, and the coordinator collects the
//! answer.
//!
//! ```sh
//! examples/telemetry/run              # one process
//! examples/telemetry/run --cluster    # a coordinator and three workers on this machine
//! ```
//!
//! The second command compares the answer of the workers with the hubs and with the answer of one
//! process. It needs Unix and about 50 crates more, and no other programs.
//!
//! # What stays the same
//!
//! The simulation, the files, the query, and the types of the answer stay the same. Only the context
//! differs:
//!
//! ```rust,ignore
//! // One process
//! let context = SessionContext::new();
//!
//! // A cluster
//! let state = SessionStateBuilder::new()
//!     .with_default_features()
//!     .with_config(SessionConfig::new().with_target_partitions(2))
//!     .with_distributed_planner()
//!     .with_distributed_worker_resolver(addresses)
//!     .with_distributed_channel_resolver(link)
//!     .with_distributed_file_scan_config_bytes_per_partition(1 << 20)?
//!     .build();
//! let context = SessionContext::new_with_state(state);
//!
//! // Both
//! context.register_parquet("units", folder, options).await?;
//! let answer = context.sql(QUERY).await?.collect().await?;
//! ```
//!
//! The engine divides the bytes of the files by the bytes of a partition and by the number of
//! partitions of a task. The quotient is the number of tasks, at most one for each worker. By
//! default, a partition has 16 MiB, and a task has as many partitions as the **coordinator** has cores.
//! So small files stay in one process, and so does the whole query if the coordinator has many cores.
//! The example sets 1 MiB and two partitions, and divides a query in the same way on each machine. Set
//! the partitions to the number of cores of your workers.
//!
//! With one worker that is alive, nothing is divided, and the coordinator answers itself. The example
//! prints the numbers of workers and of their tasks. Without a task, the coordinator has answered itself.
//!
//! Sums of floating-point numbers depend on the order of the rows, on a cluster as well as among the
//! threads of one process. The query of the example has sums of integers and a maximum, so its
//! answers are equal bit for bit.
//!
//! # Several machines
//!
//! Build the program once, and copy `examples/telemetry/target/debug/telemetry` to each machine:
//!
//! ```sh
//! examples/telemetry/run build
//! ```
//!
//! Let each machine simulate one process for five seconds, into a folder that they share. Then start a
//! worker on each machine, and ask from any of them:
//!
//! ```sh
//! # On the first machine
//! telemetry simulate /mnt/match-7 0 5
//! telemetry --cluster worker 10.0.0.2:50051
//!
//! # On the second
//! telemetry simulate /mnt/match-7 1 5
//! telemetry --cluster worker 10.0.0.3:50051
//!
//! # On one of them, in another terminal
//! telemetry --cluster ask /mnt/match-7 http://10.0.0.2:50051 http://10.0.0.3:50051
//! ```
//!
//! - **The files.** A plan contains paths, and each worker opens the files itself. So every worker and
//!   the coordinator must see the same files under the same path. Mount a shared folder at the same
//!   place on all machines. For an object store you must change the example: register the store in
//!   the coordinator's context and, by `Worker::with_runtime_env`, in each worker.
//! - **Addresses.** Workers connect to each other by the addresses that you pass to `ask`. So each
//!   machine must reach each worker by its address. `127.0.0.1` is another machine for each worker, and
//!   `0.0.0.0` is not an address to connect to.
//! - **Whole files.** A file must not change while a query runs. The example gives a file its name
//!   when it is whole, and never writes it again.
//! - **One build.** Run the same build on all machines, because plans travel in a form that belongs to
//!   the version of the engine. The coordinator leaves out workers whose version of the example or of
//!   DataFusion differs from its own. It cannot see other differences.
//! - **A private network.** Workers have no passwords and no encryption. Whoever reaches the port of a
//!   worker can make it read every file that its user can read.
//!
//! # What a killed worker costs
//!
//! It costs the attempt. The engine does not resume a query: if a worker dies, the query ends with
//! an error, and the coordinator asks the workers that are alive from the beginning. The answer comes
//! later, but it is the same. A worker that comes late, or comes back, is used from the next attempt
//! on.
//!
//! A worker whose process is dead before the query costs almost nothing, because its machine refuses
//! the connection at once. A machine that is off answers nothing, and costs up to two limits to connect
//! in each attempt, which is two seconds. A frozen worker costs more time than a dead one, because only
//! its silence shows that it is frozen: up to four seconds in the query, and six seconds in the probes
//! of each later attempt.
//!
//! An error of the plan, for example a folder without files, ends the query at once.
//!
//! If the coordinator dies, the answer is lost with it. Ask again.
//!
//! The engine's default connections wait without a limit. The example adds these rules, which you can
//! copy from its folder `src/cluster`:
//!
//! | rule | in the example |
//! |---|---|
//! | The coordinator and the workers limit the time to connect | 1 s |
//! | They ask a silent connection for a sign of life, and close it if there is none | after 1 s, for 3 s |
//! | They end each query at a deadline. It must be longer than your longest query | 13 s |
//! | The coordinator probes the workers before each attempt, and silent ones twice. A busy worker may need more than a second | 3 s each |
//! | An attempt lasts at most the probes, the deadline, and a second. The last attempt ends after at most three of these times | 20 s, 60 s |
//! | If no worker answers, the coordinator probes again before it gives up | for 20 s |
//! | An error can follow rows that have arrived. The coordinator collects the whole answer before it publishes it | `collect` |
//! | A call of the file system has no limit. The coordinator ends without waiting for it | `shutdown_background` |
//! | A panic ends its process. In the engine, a panic may end a stream as if its rows were complete | `abort` in the panic hook |
//! | The transport is new enough. Before 0.14.6, `tonic` ended a stream that was cut off as if its rows were complete | `tonic = "0.14.6"` |
//! | Workers that the coordinator has started end when it does, even if it is killed | their standard input ends |
//!
//! `examples/telemetry/run --cluster soak` kills and freezes workers at random moments and compares
//! each answer. The file `docs/RUNS.md` of the repository has the results.
//!
//! # Why not Ballista
//!
//! Ballista 55.0.0 did not pass the same trial: after a kill, its adaptive plan hung in 3 of 3 runs
//! ([datafusion-ballista#1986](https://github.com/apache/datafusion-ballista/issues/1986)), and its
//! static plan gave other answers in 3 of 7 runs.
