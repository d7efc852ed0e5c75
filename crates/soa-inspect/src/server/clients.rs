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
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    open: Vec<Open>,
    /// The number of connections that were ever admitted, which is the number of the last one.
    /// No number is used twice: the connection that made room may end after the one that took it.
    admitted: u64,
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
        let mut state = self.state();
        if state.open.len() >= MOST {
            let clients = state.open.iter().enumerate();
            let idle = clients.filter(|(_, client)| client.idle.is_some());
            let (oldest, _) = idle.min_by_key(|(_, client)| client.idle)?;
            let evicted = state.open.swap_remove(oldest);
            let _ = evicted.stream.shutdown(Shutdown::Both);
        }
        state.admitted += 1;
        let number = state.admitted;
        let idle = Some(Instant::now());
        state.open.push(Open {
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
        for client in &self.state().open {
            let _ = client.stream.shutdown(Shutdown::Both);
        }
    }

    /// Waits until all connections have ended.
    pub(super) fn wait(&self) {
        let start = Instant::now();
        while !self.state().open.is_empty() && start.elapsed() < PATIENCE {
            thread::sleep(Duration::from_millis(1));
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Client {
    /// Records whether the connection waits for a request. Idle connections may be closed.
    pub(super) fn set_idle(&self, is_idle: bool) {
        let mut state = self.clients.state();
        if let Some(own) = state
            .open
            .iter_mut()
            .find(|client| client.number == self.number)
        {
            own.idle = is_idle.then(Instant::now);
        }
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let mut state = self.clients.state();
        state.open.retain(|client| client.number != self.number);
    }
}

#[cfg(test)]
mod tests {
    use std::net::{Ipv4Addr, TcpListener};

    use super::*;

    /// A connection, and its other end.
    fn connection(listener: &TcpListener) -> (TcpStream, TcpStream) {
        let far = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        (listener.accept().unwrap().0, far)
    }

    #[test]
    fn a_connection_that_made_room_does_not_take_the_number_of_the_next() {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let clients = Arc::<Clients>::default();
        let admit = || {
            let (near, far) = connection(&listener);
            (clients.admit(&near).unwrap(), far)
        };
        let mut first: Vec<_> = (0..MOST).map(|_| admit()).collect();
        for (client, _) in &first[..MOST - 1] {
            client.set_idle(false);
        }
        // The last one has the largest number, and is the only one that can make room.
        let evicted = first.pop().unwrap();
        let newcomer = admit();
        drop(evicted);
        assert_eq!(clients.state().open.len(), MOST, "the newcomer is counted");
        let (near, _far) = connection(&listener);
        newcomer.0.set_idle(false);
        assert!(clients.admit(&near).is_none(), "all of them are busy");
    }

    #[test]
    fn two_hundred_threads_never_have_more_than_the_limit() {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let clients = Arc::<Clients>::default();
        thread::scope(|scope| {
            for thread in 0..200_u32 {
                let (clients, listener) = (&clients, &listener);
                scope.spawn(move || {
                    let (near, _far) = connection(listener);
                    let mut held = Vec::new();
                    for round in 0..50_u32 {
                        held.extend(clients.admit(&near));
                        if let Some(client) = held.last() {
                            client.set_idle((thread + round) % 3 == 0);
                        }
                        if (thread ^ round) % 5 == 0 {
                            held.clear();
                        }
                        let state = clients.state();
                        assert!(state.open.len() <= MOST);
                        let mut numbers: Vec<_> =
                            state.open.iter().map(|client| client.number).collect();
                        numbers.sort_unstable();
                        numbers.dedup();
                        assert_eq!(numbers.len(), state.open.len(), "each has its own number");
                    }
                });
            }
        });
        assert!(clients.state().open.is_empty(), "each removes itself alone");
    }
}
