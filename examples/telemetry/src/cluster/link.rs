//! The connections to workers, with a limit of time on each call and each stream.
//!
//! The files have no such limit. A call of the file system that hangs keeps its thread, and the
//! coordinator ends without waiting for it.
//!
//! The default connections of the engine have no limits. The coordinator and the workers both use the
//! connections of this file, because a worker receives rows from the other workers.

use std::collections::HashMap;
use std::error::Error;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use datafusion::DATAFUSION_VERSION;
use datafusion::arrow::array::RecordBatch;
use datafusion::error::{DataFusionError, Result};
use datafusion::execution::TaskContext;
use datafusion::physical_plan::metrics::ExecutionPlanMetricsSet;
use datafusion_distributed::grpc::{BoxCloneSyncChannel, create_worker_client};
use datafusion_distributed::{
    ChannelResolver, CoordinatorToWorkerMsg, ExecuteTaskRequest, GetWorkerInfoRequest,
    GetWorkerInfoResponse, SetPlanRequest, WorkerChannel, WorkerToCoordinatorMsg,
};
use futures::stream::{BoxStream, StreamExt, TryStreamExt, try_unfold};
use http::HeaderMap;
use tokio::time::{Instant, timeout, timeout_at};
use tonic::Status;
use tonic::transport::{Channel, Endpoint};
use url::Url;

/// The time to reach a machine.
const CONNECT: Duration = Duration::from_secs(1);
/// The time after which a silent connection is asked for a sign of life.
pub const KEEP_ALIVE: Duration = Duration::from_secs(1);
/// The time to give one. Otherwise the connection is closed. So a frozen process is noticed.
pub const SIGN_OF_LIFE: Duration = Duration::from_secs(3);
/// The time to run a query. Each task of it has the same limit.
pub const DEADLINE: Duration = Duration::from_secs(13);

/// Returns the version of this process. Plans travel in a form that belongs to it.
pub fn version() -> String {
    let (name, version) = (env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"));
    format!("{name} {version} with DataFusion {DATAFUSION_VERSION}")
}

/// What an observer sees of a query.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// A task is sent to a worker.
    Task,
    /// Rows of a task arrive.
    Rows,
}

/// The connections of a process. Clones share them.
#[derive(Clone)]
pub struct Link {
    channels: Arc<Mutex<HashMap<Url, Channel>>>,
    observer: Observer,
}

type Observer = Arc<dyn Fn(Event) + Send + Sync>;

impl Link {
    pub fn new(observer: impl Fn(Event) + Send + Sync + 'static) -> Link {
        Link {
            channels: Arc::default(),
            observer: Arc::new(observer),
        }
    }

    /// Asks whether a worker lives and has the version of this process. Returns why it cannot be
    /// used otherwise.
    pub async fn probe(&self, worker: &Url, patience: Duration) -> std::result::Result<(), String> {
        let probe = async {
            let mut worker = self.get_worker_client_for_url(worker).await?;
            worker.get_worker_info(GetWorkerInfoRequest {}).await
        };
        match timeout(patience, probe).await {
            Ok(Ok(info)) if info.version == version() => Ok(()),
            Ok(Ok(info)) => Err(format!(
                "{worker}: it is `{}`, and the coordinator is `{}`; run the same build",
                info.version,
                version()
            )),
            Ok(Err(error)) => Err(format!("{worker}: {}", message(&error))),
            Err(_) => Err(format!("{worker}: silent for {patience:?}")),
        }
    }

    /// Returns the channel to a worker. It connects when it is used, and again after an error.
    fn channel(&self, worker: &Url) -> Result<Channel> {
        let mut channels = self.channels.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(channel) = channels.get(worker) {
            return Ok(channel.clone());
        }
        let endpoint = Endpoint::from_shared(worker.to_string())
            .map_err(|error| DataFusionError::External(Box::new(error)))?
            .connect_timeout(CONNECT)
            .http2_keep_alive_interval(KEEP_ALIVE)
            .keep_alive_timeout(SIGN_OF_LIFE)
            .keep_alive_while_idle(true);
        let channel = endpoint.connect_lazy();
        channels.insert(worker.clone(), channel.clone());
        Ok(channel)
    }
}

#[async_trait]
impl ChannelResolver for Link {
    async fn get_worker_client_for_url(&self, worker: &Url) -> Result<Box<dyn WorkerChannel>> {
        let channel = BoxCloneSyncChannel::new(self.channel(worker)?);
        Ok(Box::new(Limited {
            inner: create_worker_client(channel),
            worker: worker.clone(),
            observer: self.observer.clone(),
        }))
    }
}

/// A client of a worker. Its calls, and the streams that they return, have a deadline, and their
/// errors name the worker.
struct Limited {
    inner: Box<dyn WorkerChannel>,
    worker: Url,
    observer: Observer,
}

#[async_trait]
impl WorkerChannel for Limited {
    async fn coordinator_channel(
        &mut self,
        headers: HeaderMap,
        plan: SetPlanRequest,
        messages: BoxStream<'static, CoordinatorToWorkerMsg>,
        metrics: ExecutionPlanMetricsSet,
        context: &Arc<TaskContext>,
    ) -> Result<BoxStream<'static, Result<WorkerToCoordinatorMsg>>> {
        (self.observer)(Event::Task);
        let deadline = Deadline::of(&self.worker);
        let call = self
            .inner
            .coordinator_channel(headers, plan, messages, metrics, context);
        Ok(deadline.clone().limit(deadline.wait(call).await?))
    }

    async fn execute_task(
        &mut self,
        headers: HeaderMap,
        request: ExecuteTaskRequest,
        metrics: ExecutionPlanMetricsSet,
        context: &Arc<TaskContext>,
    ) -> Result<Vec<BoxStream<'static, Result<RecordBatch>>>> {
        let deadline = Deadline::of(&self.worker);
        let call = self.inner.execute_task(headers, request, metrics, context);
        let streams = deadline.wait(call).await?.into_iter().map(|rows| {
            let observer = self.observer.clone();
            let rows = rows.inspect_ok(move |_| observer(Event::Rows));
            deadline.clone().limit(rows.boxed())
        });
        Ok(streams.collect())
    }

    async fn get_worker_info(
        &mut self,
        request: GetWorkerInfoRequest,
    ) -> Result<GetWorkerInfoResponse> {
        self.inner.get_worker_info(request).await
    }
}

/// The end of a task.
#[derive(Clone)]
struct Deadline {
    worker: Url,
    end: Instant,
}

impl Deadline {
    fn of(worker: &Url) -> Deadline {
        Deadline {
            worker: worker.clone(),
            end: Instant::now() + DEADLINE,
        }
    }

    /// Waits for a call until the deadline.
    async fn wait<T>(&self, call: impl Future<Output = Result<T>>) -> Result<T> {
        let worker = &self.worker;
        let sentence = match timeout_at(self.end, call).await {
            Ok(Ok(value)) => return Ok(value),
            Ok(Err(error)) => format!("{worker}: {}", message(&error)),
            Err(_) => format!(
                "{worker} did not finish its task in {DEADLINE:?}; `DEADLINE` must be longer than each query"
            ),
        };
        Err(DataFusionError::Execution(sentence))
    }

    /// Ends a stream with an error at the deadline.
    fn limit<T: Send + 'static>(
        self,
        stream: BoxStream<'static, Result<T>>,
    ) -> BoxStream<'static, Result<T>> {
        let next = |(mut stream, deadline): (BoxStream<'static, Result<T>>, Deadline)| async {
            let item = deadline.wait(stream.try_next()).await?;
            Ok(item.map(|item| (item, (stream, deadline))))
        };
        try_unfold((stream, self), next).boxed()
    }
}

/// Returns what an error says and what caused it, without the layers through which it came.
fn message(error: &DataFusionError) -> String {
    if let DataFusionError::External(error) = error
        && let Some(status) = error.downcast_ref::<Status>()
    {
        let mut message = status.message().to_owned();
        let mut cause = status.source();
        while let Some(error) = cause {
            let layer = error.to_string();
            if !message.contains(&layer) {
                message = message + ": " + &layer;
            }
            cause = error.source();
        }
        return message;
    }
    error.message().into_owned()
}
