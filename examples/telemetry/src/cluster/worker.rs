//! A worker: a process that runs tasks for a coordinator.

use std::error::Error;
use std::io::{self, Write};
use std::net::SocketAddr;
use std::thread;

use datafusion_distributed::{DistributedExt, Worker, WorkerQueryContext};
use tonic::transport::Server;
use tonic::transport::server::TcpIncoming;

use super::link::{DEADLINE, Event, KEEP_ALIVE, Link, SIGN_OF_LIFE};

/// How long a worker lives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Life {
    /// Until it is killed.
    Own,
    /// As long as its parent, which holds the other end of the standard input. The parent reads a
    /// line for each stream of rows from another worker.
    OfParent,
}

/// Prints the address and serves there.
pub fn serve(address: SocketAddr, life: Life) -> Result<(), Box<dyn Error>> {
    if life == Life::OfParent {
        thread::spawn(|| {
            // However the parent ends, the operating system closes its end.
            let _ = io::copy(&mut io::stdin(), &mut io::sink());
            std::process::exit(0)
        });
    }
    let link = Link::new(move |event| {
        if (life, event) == (Life::OfParent, Event::Rows) {
            // A parent that is gone needs no line.
            let _ = writeln!(io::stdout(), "rows");
        }
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
    tokio::runtime::Runtime::new()?.block_on(async {
        let incoming = TcpIncoming::bind(address)?.with_nodelay(Some(true));
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
