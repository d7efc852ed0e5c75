//! Reading a request.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use httparse::{EMPTY_HEADER, Error, Header, Status};

use super::response::Refusal;

#[cfg(feature = "edit")]
mod body;
#[cfg(feature = "edit")]
pub(super) use body::Body;

/// The largest size of the head of a request.
pub(super) const MOST_BYTES: usize = 8 << 10;

/// The largest number of headers.
const MOST_HEADERS: usize = 64;

/// A request. Only an edit has a body.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Request {
    pub(super) is_post: bool,
    pub(super) path: String,
    /// The text after the `?`.
    pub(super) query: String,
    /// Whether the client wants no further answer on this connection.
    pub(super) closes: bool,
    #[cfg(feature = "edit")]
    pub(super) body: Option<Body>,
}

impl Request {
    /// Reads a request and returns it with its length, or `None` if its end is missing.
    pub(super) fn parse(bytes: &[u8], bound: IpAddr) -> Result<Option<(Self, usize)>, Refusal> {
        let mut headers = [EMPTY_HEADER; MOST_HEADERS];
        let mut head = httparse::Request::new(&mut headers);
        let length = match head.parse(bytes) {
            Ok(Status::Complete(length)) if length <= MOST_BYTES => length,
            Ok(Status::Partial) if bytes.len() < MOST_BYTES => return Ok(None),
            Ok(_) | Err(Error::TooManyHeaders) => return Err(Refusal::TOO_LARGE),
            Err(_) => return Err(Refusal::MALFORMED),
        };
        let is_post = match head.method {
            Some("GET") => false,
            Some("POST") => true,
            _ => return Err(Refusal::METHOD),
        };
        let headers = &*head.headers;
        let hosts: Vec<&[u8]> = values(headers, "host").collect();
        if !matches!(hosts[..], [host] if is_own_host(host, bound)) {
            return Err(Refusal::HOST);
        }
        let wants_close = |value: &[u8]| value.eq_ignore_ascii_case(b"close");
        let closes = head.version != Some(1) || values(headers, "connection").any(wants_close);
        let target = head.path.unwrap_or_default();
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        #[cfg(feature = "edit")]
        let (body, length) = if is_post && path.ends_with(body::PATH) {
            match Body::parse(headers, &bytes[length..])? {
                Some(body) => (Some(body.0), length + body.1),
                None => return Ok(None),
            }
        } else {
            refuse_body(headers)?;
            (None, length)
        };
        #[cfg(not(feature = "edit"))]
        refuse_body(headers)?;
        let request = Request {
            is_post,
            path: path.to_owned(),
            query: query.to_owned(),
            closes,
            #[cfg(feature = "edit")]
            body,
        };
        Ok(Some((request, length)))
    }

    /// Returns the text of a parameter, or an empty text.
    pub(super) fn text(&self, name: &str) -> Result<String, Refusal> {
        let pairs = self
            .query
            .split('&')
            .filter_map(|pair| pair.split_once('='));
        let mut values = pairs
            .filter(|(key, _)| *key == name)
            .map(|(_, value)| value);
        decoded(values.next().unwrap_or_default()).ok_or(Refusal::MALFORMED)
    }

    /// Returns the numbers of a parameter, which are separated by commas.
    pub(super) fn numbers<const N: usize>(
        &self,
        name: &str,
    ) -> Result<Option<[usize; N]>, Refusal> {
        let text = self.text(name)?;
        if text.is_empty() {
            return Ok(None);
        }
        let numbers: Result<Vec<usize>, _> = text.split(',').map(str::parse).collect();
        let numbers = numbers.ok().and_then(|numbers| numbers.try_into().ok());
        numbers.map(Some).ok_or(Refusal::MALFORMED)
    }
}

/// Refuses a body, which would be read as the next request.
fn refuse_body(headers: &[Header<'_>]) -> Result<(), Refusal> {
    let has_body = values(headers, "content-length").any(|length| length != b"0")
        || values(headers, "transfer-encoding").next().is_some();
    if has_body { Err(Refusal::BODY) } else { Ok(()) }
}

fn values<'h>(headers: &'h [Header<'_>], name: &'static str) -> impl Iterator<Item = &'h [u8]> {
    let named = headers
        .iter()
        .filter(move |header| header.name.eq_ignore_ascii_case(name));
    named.map(|header| header.value)
}

/// Returns whether a request names this server: by its address, or by what a browser at the other end
/// of a tunnel calls its own machine. A foreign page can make a name of its own mean this machine, but
/// it cannot change the name that the browser sends. A tunnel has its own port.
fn is_own_host(host: &[u8], bound: IpAddr) -> bool {
    let Ok(host) = std::str::from_utf8(host) else {
        return false;
    };
    let (name, port) = match host.rsplit_once(':') {
        // Browsers leave out port 80.
        Some((name, port)) if !port.ends_with(']') => (name, port),
        _ => (host, "80"),
    };
    if port.is_empty() || !port.bytes().all(|digit| digit.is_ascii_digit()) {
        return false;
    }
    let bracketed = name
        .strip_prefix('[')
        .and_then(|name| name.strip_suffix(']'));
    let ip: Option<IpAddr> = match bracketed {
        Some(name) => name.parse::<Ipv6Addr>().ok().map(IpAddr::from),
        None => name.parse::<Ipv4Addr>().ok().map(IpAddr::from),
    };
    let here = [
        bound,
        Ipv4Addr::LOCALHOST.into(),
        Ipv6Addr::LOCALHOST.into(),
    ];
    match ip {
        Some(ip) => bound.is_unspecified() || here.contains(&ip),
        None => name.eq_ignore_ascii_case("localhost"),
    }
}

/// Replaces `%2f` and the like.
fn decoded(text: &str) -> Option<String> {
    let mut parts = text.split('%');
    let mut bytes = parts.next()?.as_bytes().to_vec();
    for part in parts {
        let digits = part
            .get(..2)
            .filter(|digits| digits.bytes().all(|c| c.is_ascii_hexdigit()))?;
        bytes.push(u8::from_str_radix(digits, 16).ok()?);
        bytes.extend(&part.as_bytes()[2..]);
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests;
