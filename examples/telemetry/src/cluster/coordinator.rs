//! The coordinator, which asks the workers until there is an answer.

use std::fmt;
use std::mem;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

use datafusion::error::DataFusionError;
use datafusion::execution::SessionStateBuilder;
use datafusion::prelude::{SessionConfig, SessionContext};
use datafusion_distributed::{DistributedExt, SessionStateBuilderExt, WorkerResolver};
use futures::future::join_all;
use tokio::time::{sleep, timeout};
use url::Url;

use super::link::{DEADLINE, Event, Link};
use crate::answer::Answer;

/// How long each probe waits for a worker. A worker that is busy may need more than a second, so
/// the time is long, and a silent worker is asked again.
const PROBE: Duration = Duration::from_secs(3);
/// How often a silent worker is probed.
const PROBES: u32 = 2;
/// The time to stop a query.
const STOP: Duration = Duration::from_secs(1);
/// The longest time of an attempt: the probes, the query, and the time to stop it.
pub const ATTEMPT: Duration = PROBE
    .saturating_mul(PROBES)
    .saturating_add(DEADLINE)
    .saturating_add(STOP);
/// The longest time until there is an answer or the last error.
pub const ANSWER: Duration = ATTEMPT.saturating_mul(3);
/// How long the coordinator looks for a worker that answers.
const SEARCH: Duration = Duration::from_secs(20);
/// The time before the next attempt.
const PAUSE: Duration = Duration::from_millis(500);

/// The number of partitions of a task, which run at the same time. By default, it is the number of
/// cores of the coordinator, and a coordinator with many cores would answer alone. Here, the same
/// query is divided in the same way wherever it is asked.
const PARTITIONS: usize = 2;
/// The number of bytes for each partition. With the default of 16 MiB, the files of a second would
/// stay in one process.
const BYTES_PER_PARTITION: usize = 1 << 20;

/// Asks workers. It keeps its connections to them.
pub struct Coordinator {
    link: Link,
    /// The number of tasks that were sent to workers.
    tasks: Arc<AtomicUsize>,
}

/// How an attempt to get an answer ended.
#[derive(Debug, Clone)]
pub struct Attempt {
    /// The number of workers that answered a probe.
    pub workers: usize,
    /// Why each of the other workers was left out.
    silent: Vec<String>,
    /// The number of tasks that were sent to them.
    pub tasks: usize,
    pub took: Duration,
    error: Option<String>,
}

impl fmt::Display for Attempt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (workers, tasks, took) = (self.workers, self.tasks, self.took.as_millis());
        write!(f, "workers: {workers}, tasks: {tasks}, {took} ms")?;
        for reason in &self.silent {
            write!(f, ", without {reason}")?;
        }
        match &self.error {
            None => Ok(()),
            Some(error) => write!(f, ", failed: {error}"),
        }
    }
}

/// What came of a query.
pub struct Report {
    pub answers: Result<Vec<Answer>, String>,
    pub attempts: Vec<Attempt>,
    pub took: Duration,
}

/// Why an attempt has no answer.
enum Failure {
    /// The query cannot be planned. No other attempt can change that.
    Plan(String),
    /// A worker failed, or time ran out.
    Run(String),
}

impl Failure {
    fn plan(error: impl ToString) -> Failure {
        Failure::Plan(error.to_string())
    }

    fn run(error: impl ToString) -> Failure {
        Failure::Run(error.to_string())
    }

    fn message(&self) -> &str {
        let (Failure::Plan(message) | Failure::Run(message)) = self;
        message
    }
}

impl Coordinator {
    pub fn new() -> Coordinator {
        let tasks = Arc::new(AtomicUsize::new(0));
        let counter = tasks.clone();
        let link = Link::new(move |event| {
            if event == Event::Task {
                counter.fetch_add(1, Relaxed);
            }
        });
        Coordinator { link, tasks }
    }

    /// Asks until there is an answer, at most for [`ANSWER`].
    pub async fn ask(&self, folder: &Path, workers: &[Url]) -> Report {
        let start = Instant::now();
        let mut last_sign_of_life = start;
        let mut attempts = Vec::new();
        let answers = loop {
            let (attempt, answers) = self.attempt(folder, workers).await;
            eprintln!("{attempt}");
            if attempt.workers > 0 {
                last_sign_of_life = Instant::now();
            }
            let silent = attempt.silent.join(", ");
            attempts.push(attempt);
            let error = match answers {
                Ok(answers) => break Ok(answers),
                Err(Failure::Plan(error)) => break Err(error),
                Err(Failure::Run(error)) => error,
            };
            if last_sign_of_life.elapsed() > SEARCH {
                let addresses: Vec<&str> = workers.iter().map(Url::as_str).collect();
                let addresses = addresses.join(", ");
                break Err(format!(
                    "no worker has answered for {SEARCH:?}; start a worker at one of {addresses} ({silent})"
                ));
            }
            // The next attempt must end in time as well.
            if start.elapsed() + PAUSE + ATTEMPT > ANSWER {
                let count = attempts.len();
                break Err(format!(
                    "{count} attempts failed, the last one with: {error}"
                ));
            }
            sleep(PAUSE).await;
        };
        Report {
            answers,
            attempts,
            took: start.elapsed(),
        }
    }

    /// Asks the workers that live. Rows that were received before an error are no answer.
    async fn attempt(
        &self,
        folder: &Path,
        workers: &[Url],
    ) -> (Attempt, Result<Vec<Answer>, Failure>) {
        let start = Instant::now();
        let tasks = self.tasks.load(Relaxed);
        let (living, silent) = self.probe(workers).await;
        let count = living.len();
        let answers = self.query(folder, living).await;
        let attempt = Attempt {
            workers: count,
            silent,
            tasks: self.tasks.load(Relaxed) - tasks,
            took: start.elapsed(),
            error: answers
                .as_ref()
                .err()
                .map(|failure| failure.message().into()),
        };
        (attempt, answers)
    }

    async fn query(&self, folder: &Path, living: Vec<Url>) -> Result<Vec<Answer>, Failure> {
        if living.is_empty() {
            return Err(Failure::run("no worker answers"));
        }
        let context = self.context(living).map_err(Failure::plan)?;
        let query = async {
            let plan = crate::plan(&context, folder).await.map_err(Failure::plan)?;
            let answers = crate::execute(&context, plan).await;
            answers.map_err(Failure::run)
        };
        match timeout(DEADLINE, query).await {
            Ok(answers) => answers,
            Err(_) => Err(Failure::run(format!(
                "the query did not end in {DEADLINE:?}; `DEADLINE` must be longer than each query"
            ))),
        }
    }

    /// Returns the workers that answer a probe, and why each of the others does not.
    async fn probe(&self, workers: &[Url]) -> (Vec<Url>, Vec<String>) {
        let mut living = Vec::new();
        let mut silent = workers.to_vec();
        let mut reasons = Vec::new();
        for _ in 0..PROBES {
            let probes = silent.iter().map(|worker| self.link.probe(worker, PROBE));
            let probes = join_all(probes).await;
            reasons.clear();
            for (worker, probe) in mem::take(&mut silent).into_iter().zip(probes) {
                match probe {
                    Ok(()) => living.push(worker),
                    Err(reason) => {
                        silent.push(worker);
                        reasons.push(reason);
                    }
                }
            }
        }
        (living, reasons)
    }

    /// Returns the context of one process, with a planner that divides the query among workers.
    fn context(&self, workers: Vec<Url>) -> Result<SessionContext, DataFusionError> {
        let state = SessionStateBuilder::new()
            .with_default_features()
            .with_config(SessionConfig::new().with_target_partitions(PARTITIONS))
            .with_distributed_planner()
            .with_distributed_worker_resolver(Addresses(workers))
            .with_distributed_channel_resolver(self.link.clone())
            .with_distributed_file_scan_config_bytes_per_partition(BYTES_PER_PARTITION)?
            .build();
        Ok(SessionContext::new_with_state(state))
    }
}

/// The workers of an attempt.
struct Addresses(Vec<Url>);

impl WorkerResolver for Addresses {
    fn get_urls(&self) -> Result<Vec<Url>, DataFusionError> {
        Ok(self.0.clone())
    }
}
