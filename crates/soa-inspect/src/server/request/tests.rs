//! Requests of all kinds.

use super::*;

const HOST: &str = "127.0.0.1:4000";

fn parse(text: &str) -> Result<Option<Request>, u16> {
    let parsed = Request::parse(text.as_bytes(), "127.0.0.1".parse().unwrap());
    let request = parsed.map_err(Refusal::status)?;
    Ok(request.map(|(request, length)| {
        assert_eq!(length, text.len());
        request
    }))
}

fn get(target: &str) -> Request {
    let text = format!("GET {target} HTTP/1.1\r\nHost: {HOST}\r\n\r\n");
    parse(&text).unwrap().expect("it is whole")
}

#[test]
fn a_request_is_a_path_and_parameters() {
    let request = get("/a/look?hub=3&rows=7,20&text=a%20%26%3cb%C3%A9");
    assert_eq!(
        (&*request.path, request.is_post, request.closes),
        ("/a/look", false, false)
    );
    assert_eq!(request.numbers("hub"), Ok(Some([3])));
    assert_eq!(request.numbers("rows"), Ok(Some([7, 20])));
    assert_eq!(request.numbers::<2>("words"), Ok(None));
    assert_eq!(request.text("text").unwrap(), "a &<bé");
}

#[test]
fn bad_parameters_are_refused() {
    for query in [
        "hub=-1",
        "hub=1,2",
        "hub=x",
        "hub=99999999999999999999",
        "hub=%zz",
        "hub=%1",
    ] {
        assert_eq!(
            get(&format!("/?{query}")).numbers::<1>("hub"),
            Err(Refusal::MALFORMED),
            "{query}"
        );
    }
    for query in ["text=%", "text=%e", "text=%e9", "text=%+1"] {
        assert_eq!(
            get(&format!("/?{query}")).text("text"),
            Err(Refusal::MALFORMED),
            "{query}"
        );
    }
}

#[test]
fn only_an_address_of_this_machine_is_a_host() {
    let with = |host: &str| parse(&format!("GET / HTTP/1.1\r\n{host}\r\n"));
    for host in [
        "hOST: 127.0.0.1:4000",
        // The other end of a tunnel has a port of its own.
        "Host: 127.0.0.1:8080",
        "Host: localhost:8080",
        "Host: LocalHost",
        "Host: [::1]:8080",
        "Host: 127.0.0.1",
    ] {
        assert!(with(&format!("{host}\r\n")).is_ok(), "{host}");
    }
    for host in [
        "",
        "Host: \r\n",
        "Host: 127.0.0.2:4000\r\n",
        "Host: 192.168.1.7:4000\r\n",
        "Host: evil.example:4000\r\n",
        "Host: localhost.evil.example:4000\r\n",
        "Host: evil.localhost:4000\r\n",
        "Host: localhost.:4000\r\n",
        "Host: evil@localhost:4000\r\n",
        "Host: localhost:4000@evil.example\r\n",
        "Host: localhost:\r\n",
        "Host: 127.0.0.1.evil.example:4000\r\n",
        "Host: 127.0.0.1:4000\r\nHost: evil.example\r\n",
        "Host: 127.0.0.1:4000, evil.example\r\n",
        "Host: 2130706433:4000\r\n",
        "Host: ::1:4000\r\n",
        "Host: [127.0.0.1]:4000\r\n",
    ] {
        assert_eq!(with(host), Err(403), "{host}");
    }
    // Other machines use an address that this one does not know, but never a name.
    let everywhere = IpAddr::from([0; 4]);
    assert!(is_own_host(b"192.168.1.7", everywhere));
    assert!(is_own_host(b"[fe80::1]:80", everywhere));
    assert!(!is_own_host(b"evil.example", everywhere));
    let near = IpAddr::from([192, 168, 1, 7]);
    assert!(is_own_host(b"192.168.1.7:4000", near));
    assert!(!is_own_host(b"192.168.1.8:4000", near));
}

#[test]
fn bodies_are_refused() {
    let with = |header: &str| {
        parse(&format!(
            "POST / HTTP/1.1\r\nHost: {HOST}\r\n{header}\r\n\r\n"
        ))
    };
    assert!(
        with("Content-Length: 0")
            .unwrap()
            .expect("it is whole")
            .is_post
    );
    for header in [
        "Content-Length: 5",
        "Content-Length: -1",
        "Transfer-Encoding: chunked",
    ] {
        assert_eq!(with(header), Err(413), "{header}");
    }
}

#[test]
fn other_bytes_are_refused() {
    assert_eq!(parse("PUT / HTTP/1.1\r\n\r\n"), Err(405));
    assert_eq!(parse("\u{16}\u{3}\u{1}\u{2}\u{0}"), Err(400));
    assert_eq!(parse("GET / HTTP/1.1\r\nHost"), Ok(None));
    let long = format!("GET /{} HTTP/1.1\r\n", "a".repeat(MOST_BYTES));
    assert_eq!(parse(&long), Err(431));
    let many = format!("GET / HTTP/1.1\r\n{}\r\n", "A: b\r\n".repeat(100));
    assert_eq!(parse(&many), Err(431));
}
