//! The slider over the past, as pages ask for it and move it.

use soa_inspect::Inspector;

use crate::Program;
use crate::client::{answer, json, raw, request, split};

fn shown(url: &str) -> serde_json::Value {
    json(url, "look")["timeline"].clone()
}

fn choose(url: &str, at: &str) -> u16 {
    request(url, "POST", &format!("timeline?at={at}")).status
}

#[test]
fn a_program_that_never_calls_has_no_slider() {
    let program = Program::still("rocks", 1);
    let (inspector, url) = (&program.inspector, program.url());
    assert!(shown(&url).is_null());
    assert_eq!(choose(&url, "1"), 409);
    assert_eq!(inspector.timeline(1..=9, 9), None, "nothing was chosen");
}

#[test]
fn a_choice_reaches_the_program_once() {
    let program = Program::still("rocks", 1);
    let (inspector, url) = (&program.inspector, program.url());
    assert_eq!(inspector.timeline(1..=200, 200), None);
    assert_eq!(shown(&url), serde_json::json!(["1", "200", "200"]));
    assert_eq!(choose(&url, "7"), 200);
    assert_eq!(shown(&url), serde_json::json!(["1", "200", "7"]));
    assert_eq!(inspector.timeline(1..=200, 200), Some(7));
    assert_eq!(inspector.timeline(1..=200, 7), None);
    assert_eq!(shown(&url), serde_json::json!(["1", "200", "7"]));
}

#[test]
fn every_bit_of_a_moment_arrives() {
    let program = Program::still("rocks", 1);
    let (inspector, url) = (&program.inspector, program.url());
    for at in [0, (1 << 53) + 1, u64::MAX - 1, u64::MAX] {
        assert_eq!(inspector.timeline(0..=u64::MAX, 5), None);
        assert_eq!(choose(&url, &at.to_string()), 200);
        assert_eq!(shown(&url)[2], at.to_string());
        assert_eq!(inspector.timeline(0..=u64::MAX, 5), Some(at));
    }
}

#[test]
fn an_empty_range_takes_the_slider_away() {
    let program = Program::still("rocks", 1);
    let (inspector, url) = (&program.inspector, program.url());
    assert_eq!(inspector.timeline(3..=9, 9), None);
    assert_eq!(choose(&url, "4"), 200);
    #[expect(clippy::reversed_empty_ranges, reason = "it is empty")]
    let none = 1..=0;
    assert_eq!(inspector.timeline(none, 0), None);
    assert!(shown(&url).is_null());
    assert_eq!(choose(&url, "4"), 409);
}

#[test]
fn other_requests_for_a_moment_are_refused() {
    let inspector = Inspector::bind("127.0.0.1:0").unwrap();
    let url = inspector.url();
    let (host, root) = split(&url);
    assert_eq!(inspector.timeline(0..=u64::MAX, 5), None);
    for at in ["", "x", "-1", "1.5", "18446744073709551616", "1,2"] {
        assert_eq!(choose(&url, at), 400, "{at}");
    }
    assert_eq!(request(&url, "POST", "timeline").status, 400);
    assert_eq!(request(&url, "GET", "timeline?at=1").status, 405);
    // A form of another page has no token, and a body.
    let status = |head: String| answer(&raw(&url, head.as_bytes())).status;
    let end = "Connection: close\r\n\r\n";
    let wrong = root.replace(|digit: char| digit.is_ascii_hexdigit(), "0");
    let post = |root: &str, host: &str, more: &str| {
        status(format!(
            "POST {root}timeline?at=1 HTTP/1.1\r\nHost: {host}\r\n{more}{end}"
        ))
    };
    assert_eq!(post(&wrong, host, ""), 404);
    assert_eq!(post(root, "evil.example", ""), 403);
    assert_eq!(post(root, host, "Content-Length: 4\r\n"), 413);
    assert_eq!(inspector.timeline(0..=u64::MAX, 5), None);
}
