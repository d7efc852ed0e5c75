//! The server: one thread that accepts connections, and one for each client.

mod clients;
mod connection;
#[cfg(feature = "edit")]
mod edits;
#[cfg(feature = "edit")]
mod pages;
mod report;
mod request;
mod response;
mod routes;

use std::fmt::Write;
use std::io;
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crate::shared::Shared;
use clients::Clients;
use connection::Connection;
use routes::Site;

/// The stack of a client's thread, which formats answers and calls no code of the program.
const STACK: usize = 256 << 10;

/// How long to wait after a connection could not be accepted.
const NAP: Duration = Duration::from_millis(20);

#[derive(Debug)]
pub(crate) struct Server {
    shared: Arc<Shared>,
    clients: Arc<Clients>,
    /// An address at which the server can be reached from this machine.
    address: SocketAddr,
    token: String,
    thread: Option<JoinHandle<()>>,
}

impl Server {
    /// Starts a server at this socket.
    pub(crate) fn start(listener: TcpListener, shared: Arc<Shared>) -> io::Result<Self> {
        let bound = listener.local_addr()?;
        let token = token()?;
        let clients = Arc::new(Clients::default());
        let site = Arc::new(Site::new(Arc::clone(&shared), bound.ip(), token.clone()));
        let accept = {
            let (clients, shared) = (Arc::clone(&clients), Arc::clone(&shared));
            move || accept(&listener, &clients, &site, &shared)
        };
        let name = "soa-inspect".to_owned();
        let thread = thread::Builder::new()
            .name(name)
            .stack_size(STACK)
            .spawn(accept)?;
        Ok(Server {
            shared,
            clients,
            address: reachable(bound),
            token,
            thread: Some(thread),
        })
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}/{}/", self.address, self.token)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.shared.stop();
        // Wakes the thread that accepts connections. If this fails, the thread is left alone.
        let woken = TcpStream::connect_timeout(&self.address, Duration::from_secs(1)).is_ok();
        self.clients.close();
        if let Some(thread) = self.thread.take().filter(|_| woken) {
            let _ = thread.join();
        }
        self.clients.wait();
    }
}

/// Accepts connections until the inspector stops.
fn accept(listener: &TcpListener, clients: &Arc<Clients>, site: &Arc<Site>, shared: &Shared) {
    loop {
        let accepted = listener.accept();
        if shared.is_stopped() {
            return;
        }
        let Ok((stream, peer)) = accepted else {
            thread::sleep(NAP);
            continue;
        };
        let Some(client) = clients.admit(&stream) else {
            response::refuse_client(&stream);
            continue;
        };
        let site = Arc::clone(site);
        let serve = move || Connection::new(stream, peer.ip(), client).serve(&site);
        let name = "soa-inspect client".to_owned();
        // Without a thread, the client is dropped, which closes the connection.
        let _ = thread::Builder::new()
            .name(name)
            .stack_size(STACK)
            .spawn(serve);
    }
}

/// Returns the address under which a browser on this machine finds the server.
fn reachable(bound: SocketAddr) -> SocketAddr {
    let mut address = bound;
    match bound {
        SocketAddr::V4(v4) if v4.ip().is_unspecified() => {
            address.set_ip(Ipv4Addr::LOCALHOST.into());
        }
        SocketAddr::V6(v6) if v6.ip().is_unspecified() => {
            address.set_ip(Ipv6Addr::LOCALHOST.into());
        }
        _ => {}
    }
    address
}

/// Returns 128 bits that nobody can guess, as text.
fn token() -> io::Result<String> {
    let mut bytes = [0; 16];
    getrandom::getrandom(&mut bytes).map_err(|error| io::Error::other(error.to_string()))?;
    Ok(bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing to a text never fails.
        let _ = write!(text, "{byte:02x}");
        text
    }))
}
