//! The coordinator, which asks the workers until there is an answer.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

use datafusion::error::DataFusionError;
use datafusion::execution::SessionStateBuilder;
use datafusion::prelude::SessionContext;
use datafusion_distributed::{DistributedExt, SessionStateBuilderExt, WorkerResolver};
use futures::future::join_all;
use tokio::time::{sleep, timeout};
use url::Url;

use super::attempt::Attempt;
use super::link::{DEADLINE, Event, Link};
use super::phase::{Phase, Progress};
use crate::answer::Answer;

/// How long each probe waits for a worker. A worker that is busy may need more than a second, so
/// the time is long, and a silent worker is asked again.
const PROBES: [Duration; 2] = [Duration::from_secs(3); 2];
/// The longest time of an attempt: the probes and the query, and a second to stop it.
pub const ATTEMPT: Duration = Duration::from_secs(20);
/// The longest time until there is an answer or the last error.
pub const ANSWER: Duration = Duration::from_secs(60);
/// How long the coordinator looks for a worker that answers.
const SEARCH: Duration = Duration::from_secs(20);
/// The time before the next attempt.
const PAUSE: Duration = Duration::from_millis(500);

/// The number of bytes for each core of a worker. With the default of 16 MiB, the files of a second
/// would stay in one process.
const BYTES_PER_PARTITION: usize = 1 << 20;

/// Asks workers. It keeps its connections to them.
pub struct Coordinator {
    link: Link,
    progress: Arc<Progress>,
    /// The number of tasks that were sent to workers.
    tasks: Arc<AtomicUsize>,
}

/// What came of a query.
pub struct Report {
    pub answers: Result<Vec<Answer>, String>,
    pub attempts: Vec<Attempt>,
    pub took: Duration,
}

impl Coordinator {
    pub fn new(progress: Arc<Progress>) -> Coordinator {
        let tasks = Arc::new(AtomicUsize::new(0));
        let observer = {
            let (progress, tasks) = (progress.clone(), tasks.clone());
            move |event| match event {
                Event::Task => {
                    tasks.fetch_add(1, Relaxed);
                    progress.enter(Phase::Reading);
                }
                Event::Rows => progress.enter(Phase::Receiving),
            }
        };
        Coordinator {
            link: Link::new(observer),
            progress,
            tasks,
        }
    }

    /// Asks until there is an answer, at most for [`ANSWER`].
    pub async fn ask(&self, folder: &Path, workers: &[Url]) -> Report {
        let start = Instant::now();
        let mut last_sign_of_life = start;
        let mut attempts = Vec::new();
        let answers = loop {
            let (attempt, answers) = self.attempt(folder, workers).await;
            self.progress.enter(Phase::Idle);
            eprintln!("{attempt}");
            if attempt.workers > 0 {
                last_sign_of_life = Instant::now();
            }
            attempts.push(attempt);
            let error = match answers {
                Ok(answers) => break Ok(answers),
                Err(error) => error,
            };
            if last_sign_of_life.elapsed() > SEARCH {
                let addresses: Vec<&str> = workers.iter().map(Url::as_str).collect();
                let addresses = addresses.join(", ");
                break Err(format!(
                    "no worker has answered for {SEARCH:?}; start a worker at one of {addresses}"
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
    ) -> (Attempt, Result<Vec<Answer>, String>) {
        let start = Instant::now();
        let tasks = self.tasks.load(Relaxed);
        self.progress.restart();
        let living = self.living(workers).await;
        let count = living.len();
        let answers = self.query(folder, living).await;
        let attempt = Attempt {
            workers: count,
            tasks: self.tasks.load(Relaxed) - tasks,
            took: start.elapsed(),
            error: answers.as_ref().err().cloned(),
        };
        (attempt, answers)
    }

    async fn query(&self, folder: &Path, living: Vec<Url>) -> Result<Vec<Answer>, String> {
        if living.is_empty() {
            return Err("no worker answers".into());
        }
        self.progress.enter(Phase::Planning);
        let context = self.context(living).map_err(|error| error.to_string())?;
        match timeout(DEADLINE, crate::ask_engine(&context, folder)).await {
            Ok(answers) => answers.map_err(|error| error.to_string()),
            Err(_) => Err(format!("the query did not end in {DEADLINE:?}")),
        }
    }

    /// Returns the workers that answer a probe.
    async fn living(&self, workers: &[Url]) -> Vec<Url> {
        let mut living = Vec::new();
        let mut silent = workers.to_vec();
        for patience in PROBES {
            let answers = silent
                .iter()
                .map(|worker| self.link.answers(worker, patience));
            let answers = join_all(answers).await;
            let mut answers = answers.into_iter();
            let (answering, others) = silent
                .into_iter()
                .partition(|_| answers.next() == Some(true));
            living.extend::<Vec<Url>>(answering);
            silent = others;
        }
        living
    }

    /// Returns the context of one process, with a planner that divides the query among workers.
    fn context(&self, workers: Vec<Url>) -> Result<SessionContext, DataFusionError> {
        let state = SessionStateBuilder::new()
            .with_default_features()
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
