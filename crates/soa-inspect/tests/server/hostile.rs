//! Slow, vanishing and lying clients, and many of them.

use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::thread;
use std::time::Duration;

use soa_inspect::Inspector;

use crate::Program;
use crate::client::{Answer, answer, connect, hub, json, raw, request, split};

fn works(url: &str) {
    let number = hub(url);
    let look = json(url, &format!("look?hub={number}&rows=0,3"));
    assert_eq!(look["rows"][1][0], "1v1");
}

#[test]
fn other_machines_see_only_what_was_bound_anywhere() {
    let refused = Inspector::bind("0.0.0.0:0").unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::InvalidInput);
    // Where there is no such address, nobody is seen at it.
    if let Ok(anywhere) = Inspector::bind_anywhere("[::]:0") {
        let url = anywhere.url();
        assert!(url.starts_with("http://[::1]:"), "{url}");
    }
}

#[test]
fn only_the_whole_address_opens_the_page() {
    let program = Program::still("rocks", 3);
    let url = program.url();
    let (host, root) = split(&url);
    let status = |host: &str, path: &str| {
        let head = format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
        answer(&raw(&url, head.as_bytes())).status
    };
    assert_eq!(status(host, root), 200);
    assert_eq!(status("evil.example", root), 403);
    // The name of the other machine in a network, and a name that a foreign page made mean this one.
    for name in ["192.168.1.7:80", "localhost.evil.example", "evil.localhost"] {
        assert_eq!(status(name, root), 403, "{name}");
    }
    let refused = format!("GET {root} HTTP/1.1\r\nHost: evil.example\r\n\r\n");
    let reason = answer(&raw(&url, refused.as_bytes())).body;
    assert!(
        reason.contains("open the page at `127.0.0.1` or `localhost`"),
        "{reason}"
    );
    let other = root.replace(
        &root[5..9],
        if &root[5..9] == "0000" {
            "1111"
        } else {
            "0000"
        },
    );
    for path in [
        "/",
        "",
        "/look",
        "//",
        &root[..20],
        &root[..root.len() - 1],
        &other,
        "*",
        "/favicon.ico",
    ] {
        let found = if path.is_empty() { 400 } else { 404 };
        assert_eq!(status(host, path), found, "{path}");
    }
    assert_eq!(status(host, &format!("{root}unknown")), 404);
    assert_eq!(status(host, &format!("{root}../look")), 404);
}

#[test]
fn requests_out_of_range_are_answered_or_refused() {
    let program = Program::still("rocks", 3);
    let url = program.url();
    let number = hub(&url);
    let most = u64::MAX;
    for query in [
        format!("hub={number}&rows={most},{most}&words={most},{most}"),
        format!("hub={number}&rows=0,{most}&words=0,{most}"),
        format!("hub={number}&rows=3,1&words=1,1"),
        "hub=4294967295&rows=0,9&words=0,9".to_owned(),
        String::new(),
        "x&&=&hub".to_owned(),
    ] {
        let look = json(&url, &format!("look?{query}"));
        assert!(look["rows"].as_array().unwrap().len() <= 3, "{query}");
    }
    for query in [
        "hub=-1",
        "hub=4294967296",
        "rows=1",
        "rows=1,2,3",
        "rows=a,b",
        "words=1.5,2",
        "rows=,",
    ] {
        assert_eq!(
            request(&url, "GET", &format!("look?{query}")).status,
            400,
            "{query}"
        );
    }
    for query in ["", "text=", "hub=1", "hub=x&text=a", "hub=1&text=%ff"] {
        assert_eq!(
            request(&url, "GET", &format!("find?{query}")).status,
            400,
            "{query}"
        );
    }
    let long = format!("find?hub={number}&text={}", "a".repeat(401));
    assert_eq!(request(&url, "GET", &long).status, 400);
    works(&url);
}

#[test]
fn lies_are_refused() {
    let program = Program::still("rocks", 3);
    let url = program.url();
    let (host, root) = split(&url);
    let with = |head: String| {
        let bytes = raw(&url, head.as_bytes());
        assert!(bytes.len() < 4096, "{head}");
        let text = String::from_utf8(bytes).unwrap();
        text.split(' ').nth(1).map(str::to_owned)
    };
    let body = format!("POST {root}step HTTP/1.1\r\nHost: {host}\r\n");
    let long = "a".repeat(1 << 20);
    let many = "A: b\r\n".repeat(3000);
    for (head, status) in [
        (format!("{body}Content-Length: 99999999999\r\n\r\n"), "413"),
        (
            format!("{body}Transfer-Encoding: chunked\r\n\r\n5\r\nGET /\r\n"),
            "413",
        ),
        ("\0\u{1}\u{2}\r\n\r\n".to_owned(), "400"),
        (format!("GET /{long} HTTP/1.1\r\n\r\n"), "431"),
        (format!("GET {root} HTTP/1.1\r\n{many}\r\n"), "431"),
    ] {
        assert_eq!(with(head).as_deref(), Some(status));
    }
    works(&url);
}

#[test]
fn a_slow_client_is_dropped_and_keeps_nobody_waiting() {
    let program = Program::still("rocks", 3);
    let url = program.url();
    let slow = {
        let url = url.clone();
        thread::spawn(move || {
            let mut stream = connect(&url);
            // One byte after the other, never to the end.
            for byte in b"GET / HTTP/1.1\r\nHost: ".iter().cycle() {
                if stream.write_all(&[*byte]).is_err() {
                    break;
                }
                thread::sleep(Duration::from_millis(50));
            }
        })
    };
    // Until the slow client is dropped, and once more.
    while !slow.is_finished() {
        works(&url);
    }
    slow.join().unwrap();
    works(&url);
}

#[test]
fn a_client_that_reads_nothing_is_dropped() {
    let program = Program::still("rocks", 100_000);
    let url = program.url();
    let (host, root) = split(&url);
    let number = hub(&url);
    let mut stream = connect(&url);
    let head = format!(
        "GET {root}look?hub={number}&rows=0,256&words=0,8192 HTTP/1.1\r\nHost: {host}\r\n\r\n"
    );
    stream
        .set_write_timeout(Some(Duration::from_millis(200)))
        .unwrap();
    // Until the server stops reading, because no client reads its answers.
    while stream.write_all(head.as_bytes()).is_ok() {}
    works(&url);
}

#[test]
fn vanishing_clients_leave_nothing() {
    let program = Program::still("rocks", 20_000);
    let url = program.url();
    let (host, root) = split(&url);
    let number = hub(&url);
    for round in 0..200 {
        let mut stream = connect(&url);
        let path = match round % 4 {
            0 => String::new(),
            1 => format!("look?hub={number}&rows=0,200&words=0,300"),
            2 => format!("find?hub={number}&text=nowhere"),
            _ => "look".to_owned(),
        };
        let head = format!("GET {root}{path} HTTP/1.1\r\nHost: {host}\r\n\r\n");
        let half = if round % 3 == 0 {
            head.len() / 2
        } else {
            head.len()
        };
        stream.write_all(&head.as_bytes()[..half]).unwrap();
        if round % 5 == 0 {
            let _ = stream.shutdown(Shutdown::Write);
        }
    }
    // Answers that nobody reads end soon.
    let mut answered = 0;
    while answered < 10 {
        let is_full = request(&url, "GET", "look").status == 503;
        answered = if is_full { 0 } else { answered + 1 };
        thread::sleep(Duration::from_millis(20));
    }
    works(&url);
}

#[test]
fn idle_connections_make_room_for_new_ones() {
    let program = Program::still("rocks", 3);
    let url = program.url();
    let idle: Vec<_> = (0..200).map(|_| connect(&url)).collect();
    works(&url);
    // The first ones were closed.
    let mut first = &idle[0];
    assert!(matches!(first.read(&mut [0]), Ok(0) | Err(_)));
}

/// Each connection counts until it ends, whatever the order of the ends is.
#[test]
fn two_hundred_threads_hold_at_most_48_connections_and_none_outlives_the_inspector() {
    let program = Program::still("rocks", 3);
    let url = program.url();
    let open = || {
        let streams: Vec<_> = (0..200)
            .map(|_| {
                let url = url.clone();
                thread::spawn(move || {
                    // Some end at once, so that numbers of ended connections are about.
                    drop(connect(&url));
                    connect(&url)
                })
            })
            .collect();
        streams.into_iter().map(|stream| stream.join().unwrap())
    };
    let streams: Vec<_> = open().collect();
    let is_live = |stream: &TcpStream| {
        stream
            .set_read_timeout(Some(Duration::from_millis(1)))
            .unwrap();
        let mut stream = stream;
        matches!(stream.read(&mut [0]), Err(error) if is_timeout(&error))
    };
    let live = |streams: &[TcpStream]| streams.iter().filter(|stream| is_live(stream)).count();
    while live(&streams) > 48 {
        thread::yield_now();
    }
    works(&url);
    drop(program);
    assert_eq!(live(&streams), 0);
}

fn is_timeout(error: &std::io::Error) -> bool {
    use std::io::ErrorKind::{TimedOut, WouldBlock};
    matches!(error.kind(), TimedOut | WouldBlock)
}

#[test]
fn ten_clients_get_what_they_asked_for() {
    let program = Program::still("rocks", 5000);
    let url = program.url();
    let number = hub(&url);
    let clients: Vec<_> = (0..10_usize)
        .map(|client| {
            let url = url.clone();
            thread::spawn(move || {
                for round in 0..10 {
                    let from = client * 400 + round;
                    let look = json(
                        &url,
                        &format!("look?hub={number}&rows={from},30&words=0,99"),
                    );
                    assert_eq!(look["rows"].as_array().unwrap().len(), 30, "{look}");
                    for (row, cells) in look["rows"].as_array().unwrap().iter().enumerate() {
                        assert_eq!(cells[2], (from + row).to_string());
                    }
                }
            })
        })
        .collect();
    for client in clients {
        client.join().unwrap();
    }
}

#[test]
fn a_panic_in_debug_is_the_programs_own() {
    use soa_runtime::IdAllocator;

    #[derive(IdAllocator)]
    #[soa(derive(Debug))]
    struct Trap {
        value: Panics,
    }

    #[derive(Default)]
    struct Panics;

    impl std::fmt::Debug for Panics {
        fn fmt(&self, _: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            panic!("no text");
        }
    }

    let inspector = Inspector::bind("127.0.0.1:0").unwrap();
    let mut traps = TrapHub::new();
    traps.alloc();
    let url = inspector.url();
    let client = thread::spawn(move || {
        let look: Answer = request(&url, "GET", "look");
        assert_eq!(look.status, 200);
        let number = hub(&url);
        request(&url, "GET", &format!("look?hub={number}&rows=0,1")).status
    });
    let mut panics = 0;
    while !client.is_finished() {
        let show = std::panic::AssertUnwindSafe(|| inspector.show("traps", &traps));
        panics += u32::from(std::panic::catch_unwind(show).is_err());
        thread::sleep(Duration::from_millis(1));
    }
    assert_eq!(client.join().unwrap(), 200);
    assert!(panics > 0);
}
