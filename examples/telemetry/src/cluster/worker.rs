//! A worker: a process that runs tasks for a coordinator.

use std::error::Error;
use std::io;
use std::net::SocketAddr;
use std::thread;

use datafusion_distributed::{DistributedExt, Worker, WorkerQueryContext};
use tonic::transport::Server;
use tonic::transport::server::TcpIncoming;

use super::link::{self, DEADLINE, Event, KEEP_ALIVE, Link, SIGN_OF_LIFE};

/// How long a worker lives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Life {
    /// Until it is killed.
    Own,
    /// As long as its parent, which has the other end of the standard input.
    OfParent,
}

/// What is wrong with a worker. Tests choose it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    None,
    /// A task panics when it receives rows from another worker.
    Panics,
    /// The worker has another version than the coordinator.
    Outdated,
}

/// Prints the address and serves there.
pub fn serve(address: SocketAddr, life: Life, fault: Fault) -> Result<(), Box<dyn Error>> {
    if life == Life::OfParent {
        thread::spawn(|| {
            // However the parent ends, the operating system closes its end.
            let _ = io::copy(&mut io::stdin(), &mut io::sink());
            std::process::exit(0)
        });
    }
    let link = Link::new(move |event| {
        assert!(
            (fault, event) != (Fault::Panics, Event::Rows),
            "a test asked for this panic"
        );
    });
    let worker = Worker::from_session_builder(move |query: WorkerQueryContext| {
        let link = link.clone();
        async move {
            Ok(query
                .builder
                .with_distributed_channel_resolver(link)
                .build())
        }
    });
    let worker = worker.with_version(match fault {
        Fault::Outdated => "telemetry 0.0.0".to_owned(),
        _ => link::version(),
    });
    super::block_on(async {
        let incoming = TcpIncoming::bind(address)
            .map_err(|error| format!("cannot serve at `{address}`: {error}"))?
            .with_nodelay(Some(true));
        println!("http://{}", incoming.local_addr()?);
        Server::builder()
            .http2_keepalive_interval(Some(KEEP_ALIVE))
            .http2_keepalive_timeout(Some(SIGN_OF_LIFE))
            .timeout(DEADLINE)
            .add_service(worker.into_worker_server())
            .serve_with_incoming(incoming)
            .await?;
        Ok(())
    })
}
