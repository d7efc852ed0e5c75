//! The answers to requests.

use std::io::{self, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// A client that takes longer to read an answer is dropped.
const PATIENCE: Duration = Duration::from_secs(5);

/// A refused request: the status, and the reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Refusal(u16, &'static str);

impl Refusal {
    pub(super) const MALFORMED: Self = Refusal(400, "the request cannot be read");
    pub(super) const HOST: Self = Refusal(
        403,
        "the host is neither an address of this inspector nor `localhost`, so the request may come from \
         another site; open the page at `127.0.0.1` or `localhost`, with the port of your tunnel if \
         there is one",
    );
    /// Also the answer to a wrong token, so that nobody learns which paths exist.
    pub(super) const PATH: Self = Refusal(404, "open the whole address that the program printed");
    pub(super) const METHOD: Self = Refusal(405, "expected `GET` or `POST`");
    pub(super) const TIMEOUT: Self = Refusal(408, "the request took too long");
    pub(super) const GATE: Self = Refusal(409, "the program does not call `gate`");
    pub(super) const TIMELINE: Self = Refusal(409, "the program shows no timeline");
    pub(super) const BODY: Self = Refusal(413, "only an edit has a body, of at most 8 KiB");
    pub(super) const TOO_LARGE: Self = Refusal(431, "the request is too large");
    pub(super) const CLIENTS: Self = Refusal(503, "too many clients");

    fn name(self) -> &'static str {
        match self.0 {
            400 => "Bad Request",
            403 => "Forbidden",
            404 => "Not Found",
            405 => "Method Not Allowed",
            408 => "Request Timeout",
            409 => "Conflict",
            413 => "Content Too Large",
            422 => "Unprocessable Content",
            431 => "Request Header Fields Too Large",
            503 => "Service Unavailable",
            _ => "Gateway Timeout",
        }
    }

    #[cfg(test)]
    pub(super) fn status(self) -> u16 {
        self.0
    }
}

/// Refused edits.
#[cfg(feature = "edit")]
impl Refusal {
    pub(super) const KIND: Self = Refusal(
        400,
        "an edit has the header `Content-Type: application/json`",
    );
    pub(super) const TOKEN: Self = Refusal(
        403,
        "an edit has the token of the address in the header `X-Soa-Token`",
    );
    pub(super) const SITE: Self = Refusal(
        403,
        "another site sends this: `Origin` is not the host, or `Sec-Fetch-Site` not `same-origin`",
    );
    pub(super) const EDITS: Self =
        Refusal(403, "the program does not call `Inspector::allow_edits`");
    pub(super) const FAR: Self = Refusal(
        403,
        "edits are accepted from loopback only; open the page at `127.0.0.1`",
    );
    pub(super) const STALE: Self = Refusal(409, "the id is stale");
    pub(super) const FIELD: Self = Refusal(422, "the field refuses the value");
    pub(super) const LATE: Self = Refusal(
        504,
        "no frame made the edit within 700 ms, so it was withdrawn",
    );
}

/// The body of an answer.
#[derive(Debug)]
pub(super) struct Response {
    head: String,
    body: String,
}

impl Response {
    /// The page. Only its own script and style may run, which have this number.
    pub(super) fn page(body: String, nonce: &str) -> Self {
        let policy = format!(
            "default-src 'none'; script-src 'nonce-{nonce}'; style-src 'nonce-{nonce}'; \
             connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; \
             frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
        );
        Response::new("200 OK", "text/html; charset=utf-8", &policy, body)
    }

    pub(super) fn json(body: String) -> Self {
        Response::new("200 OK", "application/json", "default-src 'none'", body)
    }

    /// A refusal, for a reason of its own.
    pub(super) fn refused(refusal: Refusal, reason: &str) -> Self {
        let status = format!("{} {}", refusal.0, refusal.name());
        let body = format!("{reason}\n");
        let kind = "text/plain; charset=utf-8";
        Response::new(&status, kind, "default-src 'none'", body)
    }

    fn new(status: &str, kind: &str, policy: &str, body: String) -> Self {
        let head = format!(
            "HTTP/1.1 {status}\r\n\
             Content-Type: {kind}\r\n\
             Content-Security-Policy: {policy}\r\n\
             Cache-Control: no-store\r\n\
             Cross-Origin-Opener-Policy: same-origin\r\n\
             Cross-Origin-Resource-Policy: same-origin\r\n\
             Referrer-Policy: no-referrer\r\n\
             X-Content-Type-Options: nosniff\r\n"
        );
        Response { head, body }
    }

    /// Sends the answer.
    pub(super) fn send(&self, stream: &TcpStream, closes: bool) -> io::Result<()> {
        let Response { head, body } = self;
        let connection = if closes { "close" } else { "keep-alive" };
        let length = body.len();
        let all =
            format!("{head}Connection: {connection}\r\nContent-Length: {length}\r\n\r\n{body}");
        send(stream, all.as_bytes())
    }

    /// Sends the beginning of an answer that ends with the connection.
    pub(super) fn open(self, stream: &TcpStream) -> io::Result<()> {
        let Response { head, body } = self;
        send(
            stream,
            format!("{head}Connection: close\r\n\r\n{body}").as_bytes(),
        )
    }
}

impl From<Refusal> for Response {
    fn from(refusal: Refusal) -> Self {
        Response::refused(refusal, refusal.1)
    }
}

/// Sends all bytes within the time of an answer, however slowly the client reads.
pub(super) fn send(mut stream: &TcpStream, mut bytes: &[u8]) -> io::Result<()> {
    let start = Instant::now();
    while !bytes.is_empty() {
        let left = PATIENCE
            .checked_sub(start.elapsed())
            .filter(|left| !left.is_zero());
        stream.set_write_timeout(Some(left.ok_or(io::ErrorKind::TimedOut)?))?;
        match stream.write(bytes) {
            Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
            Ok(written) => bytes = &bytes[written..],
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Tells a client that there are too many. Does not wait for it.
pub(super) fn refuse_client(stream: &TcpStream) {
    if stream.set_nonblocking(true).is_ok() {
        let _ = Response::from(Refusal::CLIENTS).send(stream, true);
    }
}
