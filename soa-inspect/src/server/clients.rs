//! The open connections, and their limit.

use std::net::{Shutdown, TcpStream};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// The largest number of connections. A browser opens up to six for each page.
pub(super) const MOST: usize = 48;

/// How long a stopped inspector waits for its threads.
const PATIENCE: Duration = Duration::from_secs(2);

#[derive(Debug, Default)]
pub(super) struct Clients {
    open: Mutex<Vec<Open>>,
}

#[derive(Debug)]
struct Open {
    number: u64,
    stream: TcpStream,
    /// Since when it has asked for nothing.
    idle: Option<Instant>,
}

/// A connection that is counted until it is dropped.
#[derive(Debug)]
pub(super) struct Client {
    clients: Arc<Clients>,
    number: u64,
}

impl Clients {
    /// Counts a connection. If there are too many, closes the one that has been idle for
    /// longest; if none is idle, returns `None`.
    pub(super) fn admit(self: &Arc<Self>, stream: &TcpStream) -> Option<Client> {
        let stream = stream.try_clone().ok()?;
        let mut open = self.open();
        if open.len() >= MOST {
            let idle = open
                .iter()
                .enumerate()
                .filter(|(_, client)| client.idle.is_some());
            let (oldest, _) = idle.min_by_key(|(_, client)| client.idle)?;
            let _ = open.swap_remove(oldest).stream.shutdown(Shutdown::Both);
        }
        let number = open
            .iter()
            .map(|client| client.number)
            .max()
            .map_or(0, |last| last + 1);
        let idle = Some(Instant::now());
        open.push(Open {
            number,
            stream,
            idle,
        });
        Some(Client {
            clients: Arc::clone(self),
            number,
        })
    }

    /// Closes all connections.
    pub(super) fn close(&self) {
        for client in self.open().iter() {
            let _ = client.stream.shutdown(Shutdown::Both);
        }
    }

    /// Waits until all connections have ended.
    pub(super) fn wait(&self) {
        let start = Instant::now();
        while !self.open().is_empty() && start.elapsed() < PATIENCE {
            thread::sleep(Duration::from_millis(1));
        }
    }

    fn open(&self) -> MutexGuard<'_, Vec<Open>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Client {
    /// Records whether the connection waits for a request. Idle connections may be closed.
    pub(super) fn set_idle(&self, is_idle: bool) {
        let mut open = self.clients.open();
        if let Some(own) = open.iter_mut().find(|client| client.number == self.number) {
            own.idle = is_idle.then(Instant::now);
        }
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        self.clients
            .open()
            .retain(|client| client.number != self.number);
    }
}
