//! A client that writes its requests by hand.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::Value;

/// An answer.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

/// Splits an address into `host:port` and the path with the token.
pub(crate) fn split(url: &str) -> (&str, &str) {
    let rest = url.strip_prefix("http://").expect("an address");
    rest.split_at(rest.find('/').expect("a path"))
}

pub(crate) fn connect(url: &str) -> TcpStream {
    let stream = TcpStream::connect(split(url).0).unwrap();
    stream
        .set_read_timeout(Some(Duration::from_secs(20)))
        .unwrap();
    stream
}

/// Sends bytes and returns all that comes back.
pub(crate) fn raw(url: &str, bytes: &[u8]) -> Vec<u8> {
    let mut stream = connect(url);
    let mut answer = Vec::new();
    // Both fail if the server has refused the bytes so far.
    let _ = stream.write_all(bytes);
    let _ = stream.read_to_end(&mut answer);
    answer
}

pub(crate) fn request(url: &str, method: &str, path: &str) -> Answer {
    let (host, root) = split(url);
    let text =
        format!("{method} {root}{path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
    answer(&raw(url, text.as_bytes()))
}

/// Sends an edit, as the page does.
#[cfg(feature = "edit")]
pub(crate) fn edit(url: &str, json: &Value) -> Answer {
    let token = split(url).1.trim_matches('/').to_owned();
    let kind = "Content-Type: application/json";
    post(
        url,
        "edit",
        &format!("{kind}\r\nX-Soa-Token: {token}"),
        &json.to_string(),
    )
}

/// Sends a request with a body and with these headers.
#[cfg(feature = "edit")]
pub(crate) fn post(url: &str, path: &str, headers: &str, body: &str) -> Answer {
    let ((host, root), length) = (split(url), body.len());
    let text = format!(
        "POST {root}{path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{headers}\r\n\
         Content-Length: {length}\r\n\r\n{body}"
    );
    answer(&raw(url, text.as_bytes()))
}

pub(crate) fn answer(bytes: &[u8]) -> Answer {
    let text = String::from_utf8(bytes.to_vec()).unwrap();
    let (head, body) = text
        .split_once("\r\n\r\n")
        .unwrap_or_else(|| panic!("no answer: {text}"));
    let status = head.split(' ').nth(1).expect("a status").parse().unwrap();
    Answer {
        status,
        head: head.to_owned(),
        body: body.to_owned(),
    }
}

pub(crate) fn json(url: &str, path: &str) -> Value {
    let answer = request(url, "GET", path);
    assert_eq!(answer.status, 200, "{path}: {}", answer.body);
    serde_json::from_str(&answer.body).unwrap_or_else(|error| panic!("{error}: {}", answer.body))
}

/// Returns the number of the only hub.
pub(crate) fn hub(url: &str) -> u64 {
    let look = json(url, "look");
    look["hubs"][0]["number"]
        .as_u64()
        .unwrap_or_else(|| panic!("{look}"))
}
