//! One connection: it reads requests and sends answers until one of both sides ends it.

use std::io::{self, Read};
use std::net::{IpAddr, Shutdown, TcpStream};
use std::time::{Duration, Instant};

use super::clients::Client;
use super::request::Request;
use super::response::{Refusal, Response, send};
use super::routes::{Reply, Site};
use crate::gate::Hold;

/// A connection without requests is closed after this time.
const IDLE: Duration = Duration::from_secs(15);

/// A client that takes longer to send a request is dropped.
const PATIENCE: Duration = Duration::from_secs(3);

/// How often a held program is looked at, and how often its page gets a sign of life.
const LOOK: Duration = Duration::from_millis(50);
const SIGN: Duration = Duration::from_secs(1);

/// What is read after a refusal, at most, and for how long.
const REST: usize = 16 << 10;
const LINGER: Duration = Duration::from_millis(100);

pub(super) struct Connection {
    stream: TcpStream,
    /// The address of the client.
    peer: IpAddr,
    client: Client,
    /// The bytes that were read and not used yet.
    bytes: Vec<u8>,
}

impl Connection {
    pub(super) fn new(stream: TcpStream, peer: IpAddr, client: Client) -> Self {
        Connection {
            stream,
            peer,
            client,
            bytes: Vec::new(),
        }
    }

    /// Answers requests until the connection ends. An error ends it, too: nobody is left to
    /// hear of it.
    pub(super) fn serve(mut self, site: &Site) {
        let _ = self.stream.set_nodelay(true);
        while let Ok(true) = self.answer(site) {}
        let _ = self.stream.shutdown(Shutdown::Both);
    }

    /// Answers one request, and returns whether another one may follow.
    fn answer(&mut self, site: &Site) -> io::Result<bool> {
        self.client.set_idle(true);
        let request = self.read(site)?;
        let Some(request) = request else {
            return Ok(false);
        };
        self.client.set_idle(false);
        let request = match request {
            Ok(request) => request,
            Err(refusal) => {
                // Where the next request begins is not known.
                Response::from(refusal).send(&self.stream, true)?;
                self.discard()?;
                return Ok(false);
            }
        };
        let closes = request.closes;
        match site.reply(&request, self.peer) {
            Ok(Reply::Whole(response)) => response.send(&self.stream, closes)?,
            Ok(Reply::Hold(hold)) => {
                self.hold(site, &hold)?;
                return Ok(false);
            }
            Err(refusal) => Response::from(refusal).send(&self.stream, closes)?,
        }
        Ok(!closes)
    }

    /// Ends the answers, and reads on for a moment. If a connection is closed with bytes that were not
    /// read, the client may see this error instead of the answer.
    fn discard(&mut self) -> io::Result<()> {
        self.stream.shutdown(Shutdown::Write)?;
        let (start, mut rest) = (Instant::now(), REST);
        while let Some(left) = LINGER
            .checked_sub(start.elapsed())
            .filter(|left| !left.is_zero())
        {
            self.stream.set_read_timeout(Some(left))?;
            let mut part = [0; 2048];
            let most = rest.min(part.len());
            match self.stream.read(&mut part[..most]) {
                Ok(0) => break,
                Ok(read) => rest -= read,
                Err(error) if is_pause(&error) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Reads a request. Returns `None` if the client has ended the connection.
    fn read(&mut self, site: &Site) -> io::Result<Option<Result<Request, Refusal>>> {
        let mut start = Instant::now();
        let mut limit = IDLE;
        loop {
            match Request::parse(&self.bytes, site.bound) {
                Ok(Some((request, length))) => {
                    self.bytes.drain(..length);
                    return Ok(Some(Ok(request)));
                }
                Ok(None) => {}
                Err(refusal) => return Ok(Some(Err(refusal))),
            }
            let left = limit
                .checked_sub(start.elapsed())
                .filter(|left| !left.is_zero());
            let Some(left) = left else {
                return Ok((!self.bytes.is_empty()).then_some(Err(Refusal::TIMEOUT)));
            };
            self.stream.set_read_timeout(Some(left))?;
            // What is too large is refused as soon as that much of it is here.
            let mut part = [0; 2048];
            match self.stream.read(&mut part) {
                Ok(0) => return Ok(None),
                Ok(read) => {
                    if self.bytes.is_empty() {
                        (start, limit) = (Instant::now(), PATIENCE);
                    }
                    self.bytes.extend(&part[..read]);
                }
                Err(error) if is_pause(&error) => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Keeps the program paused for as long as the page stays, or until somebody resumes it.
    fn hold(&mut self, site: &Site, hold: &Hold<'_>) -> io::Result<()> {
        Response::json("\n".to_owned()).open(&self.stream)?;
        self.stream.set_read_timeout(Some(LOOK))?;
        let mut sign = Instant::now();
        while hold.is_held() && !site.is_stopped() {
            match self.stream.read(&mut [0; 64]) {
                Ok(0) => break,
                Ok(_) => {}
                Err(error) if is_pause(&error) => {}
                Err(error) => return Err(error),
            }
            if sign.elapsed() >= SIGN {
                sign = Instant::now();
                send(&self.stream, b"\n")?;
            }
        }
        Ok(())
    }
}

/// Returns whether only the time is over.
fn is_pause(error: &io::Error) -> bool {
    use io::ErrorKind::{Interrupted, TimedOut, WouldBlock};
    matches!(error.kind(), Interrupted | TimedOut | WouldBlock)
}
