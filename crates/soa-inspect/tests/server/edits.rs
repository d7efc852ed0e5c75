//! Edits: what they do, and what is refused.

mod hostile;
mod pages;

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};
use soa_inspect::Inspector;
use soa_runtime::IdAllocator;

use crate::client::{Answer, edit, hub, request, split};
use crate::rounds::Rounds;

#[derive(IdAllocator)]
#[soa(tracked, derive(Debug, Serialize, Deserialize))]
#[serde(rename_all = "camelCase")]
struct Pebble {
    name: String,
    max_size: u64,
    weight: f32,
    #[serde(skip)]
    seen: bool,
}

/// A program that lends its hub frame by frame.
struct Edited {
    url: String,
    pebbles: Arc<Mutex<PebbleHub>>,
    /// Whether frames are shown.
    shows: Arc<AtomicBool>,
    /// What `show_mut` has returned.
    edits: Arc<Mutex<Vec<soa_inspect::Edited<PebbleId>>>>,
    _runs: Rounds,
}

impl Edited {
    /// Starts a program with three pebbles.
    fn start() -> Self {
        Edited::with(Inspector::bind("127.0.0.1:0").unwrap().allow_edits())
    }

    fn with(inspector: Inspector) -> Self {
        let pebbles = (0..3).map(|size| Pebble {
            name: format!("pebble {size}"),
            max_size: size,
            weight: 0.5,
            seen: false,
        });
        let pebbles: Arc<Mutex<PebbleHub>> = Arc::new(Mutex::new(pebbles.collect()));
        let shows = Arc::new(AtomicBool::new(true));
        let url = inspector.url();
        let edits = Arc::new(Mutex::new(Vec::new()));
        let (own, showing, log) = (pebbles.clone(), shows.clone(), edits.clone());
        let runs = Rounds::start(move || {
            let mut pebbles = own.lock().unwrap();
            if inspector.gate() {
                pebbles.advance();
            }
            if showing.load(Ordering::Relaxed) {
                let edits = inspector.show_mut("pebbles", &mut pebbles);
                log.lock().unwrap().extend(edits);
            }
        });
        let edited = Edited {
            url,
            pebbles,
            shows,
            edits,
            _runs: runs,
        };
        hub(&edited.url);
        edited
    }

    fn pebbles(&self) -> MutexGuard<'_, PebbleHub> {
        self.pebbles.lock().unwrap()
    }

    /// Sends an edit of the hub, and returns its status and its text.
    fn edit(&self, mut edit: Value) -> (u16, String) {
        edit["hub"] = hub(&self.url).into();
        self.send(&edit)
    }

    fn send(&self, json: &Value) -> (u16, String) {
        let Answer { status, body, .. } = edit(&self.url, json);
        (status, body.trim_end().to_owned())
    }

    fn set(&self, id: &str, column: &str, value: &str) -> (u16, String) {
        self.edit(json!({ "do": "set", "id": id, "column": column, "value": value }))
    }

    /// Returns a value as the JSON that a page edits.
    fn cell(&self, id: &str, column: &str) -> (u16, String) {
        let number = hub(&self.url);
        let path = format!("cell?hub={number}&id={id}&column={column}");
        let Answer { status, body, .. } = request(&self.url, "GET", &path);
        (status, body.trim_end().to_owned())
    }

    /// Panics if an edit has changed anything.
    #[track_caller]
    fn check_unchanged(&self) {
        let pebbles = self.pebbles();
        assert_eq!(pebbles.len(), 3);
        for (size, (id, pebble)) in (0..).zip(pebbles.iter()) {
            assert_eq!(
                (id.index(), *pebble.max_size),
                (u32::try_from(size).unwrap(), size)
            );
            assert_eq!(
                (&**pebble.name, *pebble.weight),
                (&*format!("pebble {size}"), 0.5)
            );
        }
    }
}

fn ok() -> (u16, String) {
    (200, "{}".to_owned())
}

#[test]
fn a_value_is_changed_and_the_program_sees_it() {
    let program = Edited::start();
    let most = u64::MAX.to_string();
    assert_eq!(program.set("1v1", "maxSize", &most), ok());
    assert_eq!(program.set("1v1", "name", "ant \"é\" <b>"), ok());
    assert_eq!(program.set("1v1", "weight", "-2.5"), ok());
    {
        let pebbles = program.pebbles();
        let row = pebbles.row(pebbles.id_at(1).unwrap());
        assert_eq!(
            (&**row.name, *row.max_size, *row.weight),
            ("ant \"é\" <b>", u64::MAX, -2.5)
        );
    }
    assert_eq!(program.cell("1v1", "maxSize"), (200, most));
    assert_eq!(
        program.cell("1v1", "name"),
        (200, r#""ant \"é\" <b>""#.to_owned())
    );
}

#[test]
fn the_program_gets_each_edit_with_what_was_there_before() {
    use soa_inspect::Edited::{Freed, Made, Set};
    let program = Edited::start();
    let [first, second] = [0, 1].map(|row| program.pebbles().id_at(row).unwrap());
    program.set("1v1", "name", "ant");
    program.set("1v1", "name", "bee");
    program.set("1v1", "maxSize", "ant"); // refused
    program.cell("1v1", "name");
    program.set("0v1", "weight", "7");
    program.edit(json!({ "do": "free", "id": "1v1" }));
    program.edit(json!({ "do": "free", "id": "1v1" })); // stale
    program.edit(json!({ "do": "make" }));
    let made = program.pebbles().id_at(1).unwrap();
    let set = |id, column, before: &str| Set {
        id,
        column,
        before: before.to_owned(),
    };
    let record = r#"{"name":"bee","maxSize":1,"weight":0.5}"#;
    assert_eq!(
        *program.edits.lock().unwrap(),
        [
            set(second, "name", r#""pebble 1""#),
            set(second, "name", r#""ant""#),
            set(first, "weight", "0.5"),
            Freed {
                id: second,
                before: record.to_owned()
            },
            Made { id: made },
        ]
    );
}

/// Passes the bytes of one connection after the other to the server, and returns the port.
fn tunnel(url: &str) -> u16 {
    let server = split(url).0.to_owned();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    thread::spawn(move || {
        while let Ok((mut near, _)) = listener.accept() {
            let mut far = TcpStream::connect(&server).unwrap();
            let (mut back, mut answers) = (near.try_clone().unwrap(), far.try_clone().unwrap());
            let answer = thread::spawn(move || io::copy(&mut answers, &mut back));
            let _ = io::copy(&mut near, &mut far);
            let _ = far.shutdown(Shutdown::Write);
            let _ = answer.join();
        }
    });
    port
}

#[test]
fn a_page_works_through_a_tunnel_with_another_port() {
    let program = Edited::start();
    let port = tunnel(&program.url);
    let root = split(&program.url).1;
    let token = root.trim_matches('/');
    let number = hub(&program.url);
    for (name, host) in [("ant", "localhost"), ("bee", "127.0.0.1"), ("cat", "[::1]")] {
        let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
        let mut ask = |head: &str, body: &str| {
            let head = format!("{head}\r\nHost: {host}:{port}\r\n");
            write!(stream, "{head}Content-Length: {}\r\n\r\n{body}", body.len()).unwrap();
            let mut answer = [0; 64];
            let read = stream.read(&mut answer).unwrap();
            let mut rest = [0; 1 << 14];
            stream
                .set_read_timeout(Some(Duration::from_millis(100)))
                .unwrap();
            while stream.read(&mut rest).is_ok_and(|read| read > 0) {}
            stream.set_read_timeout(None).unwrap();
            String::from_utf8_lossy(&answer[..read]).into_owned()
        };
        let page = ask(&format!("GET {root} HTTP/1.1"), "");
        assert!(page.starts_with("HTTP/1.1 200 OK"), "{host}: {page}");
        let edit =
            json!({ "hub": number, "do": "set", "id": "1v1", "column": "name", "value": name });
        let head = format!(
            "POST {root}edit HTTP/1.1\r\nContent-Type: application/json\r\nX-Soa-Token: {token}\r\n\
             Sec-Fetch-Site: same-origin\r\nOrigin: http://"
        );
        let own = ask(&format!("{head}{host}:{port}"), &edit.to_string());
        assert!(own.starts_with("HTTP/1.1 200 OK"), "{host}: {own}");
        // The port of the program is another origin.
        let foreign = ask(
            &format!("{head}{}", split(&program.url).0),
            &edit.to_string(),
        );
        assert!(foreign.starts_with("HTTP/1.1 403"), "{host}: {foreign}");
        let pebbles = program.pebbles();
        assert_eq!(pebbles.row(pebbles.id_at(1).unwrap()).name, name);
    }
}

#[test]
fn a_row_is_made_and_freed() {
    let program = Edited::start();
    let (status, made) = program.edit(json!({ "do": "make" }));
    assert_eq!((status, &*made), (200, r#"{"id":"3v1"}"#));
    assert_eq!(program.pebbles().len(), 4);
    assert_eq!(program.edit(json!({ "do": "free", "id": "3v1" })), ok());
    assert_eq!(program.edit(json!({ "do": "free", "id": "0v1" })), ok());
    assert_eq!(program.pebbles().len(), 2);
    let (status, made) = program.edit(json!({ "do": "make" }));
    assert_eq!((status, &*made), (200, r#"{"id":"0v2"}"#));
}

#[test]
fn a_stale_id_is_a_conflict_and_says_why() {
    let program = Edited::start();
    program.edit(json!({ "do": "free", "id": "1v1" }));
    for (status, reason) in [
        program.set("1v1", "name", "ant"),
        program.edit(json!({ "do": "free", "id": "1v1" })),
        program.cell("1v1", "name"),
    ] {
        assert_eq!(status, 409);
        assert!(reason.contains("1v1"), "{reason}");
    }
}

#[test]
fn a_field_refuses_what_it_cannot_be() {
    let program = Edited::start();
    for (column, value, reason) in [
        ("maxSize", "-1", "invalid value: integer `-1`, expected u64"),
        (
            "maxSize",
            "ant",
            "invalid type: string \"ant\", expected u64",
        ),
        ("maxSize", "[1 2]", "not JSON: expected `,` or `]`"),
        ("weight", "1e39", "number out of range"),
        (
            "weight",
            "NaN",
            "invalid type: string \"NaN\", expected f32",
        ),
    ] {
        let (status, text) = program.set("1v1", column, value);
        assert_eq!(status, 422, "{value}: {text}");
        assert!(text.contains(reason), "{value}: {text}");
    }
    program.check_unchanged();
}

#[test]
fn what_makes_no_sense_is_a_bad_request() {
    let program = Edited::start();
    let number = hub(&program.url);
    for edit in [
        json!(null),
        json!({ "hub": number }),
        json!({ "hub": number, "do": "drop", "id": "1v1" }),
        json!({ "hub": number, "do": "free" }),
        json!({ "hub": number, "do": "free", "id": 1 }),
        json!({ "hub": number, "do": "free", "id": "1" }),
        json!({ "hub": number, "do": "free", "id": "1v1", "column": "name" }),
        json!({ "hub": number.to_string(), "do": "make" }),
        json!({ "hub": -1, "do": "make" }),
        json!({ "hub": 1_u64 << 32, "do": "make" }),
        json!({ "hub": number + 1, "do": "make" }),
        json!({ "hub": number, "do": "set", "id": "1v1", "column": "maxSize", "value": 7 }),
        json!({ "hub": number, "do": "set", "id": "1v1", "column": "max_size", "value": "7" }),
        json!({ "hub": number, "do": "set", "id": "1v1", "column": "seen", "value": "true" }),
        json!({ "hub": number, "do": "set", "id": "1v1", "value": "true" }),
    ] {
        let (status, text) = program.send(&edit);
        assert_eq!(status, 400, "{edit}: {text}");
        assert!(!text.is_empty());
    }
    assert_eq!(program.cell("1v1", "max_size").0, 400);
    assert_eq!(request(&program.url, "GET", "cell").status, 400);
    program.check_unchanged();
}

#[test]
fn an_edit_without_a_frame_is_withdrawn_and_never_done() {
    let program = Edited::start();
    let number = hub(&program.url);
    program.shows.store(false, Ordering::Relaxed);
    let edit = json!({ "hub": number, "do": "make" });
    let (status, text) = program.send(&edit);
    assert_eq!(status, 504, "{text}");
    assert!(text.contains("withdrawn"), "{text}");
    program.shows.store(true, Ordering::Relaxed);
    hub(&program.url);
    program.check_unchanged();
    assert_eq!(program.send(&edit).0, 200);
}

#[test]
fn a_program_that_allows_no_edits_is_not_changed() {
    let program = Edited::with(Inspector::bind("127.0.0.1:0").unwrap());
    let (status, text) = program.edit(json!({ "do": "make" }));
    assert_eq!(
        (status, &*text),
        (403, "the program does not call `Inspector::allow_edits`")
    );
    assert_eq!(program.cell("1v1", "name").0, 403);
    program.check_unchanged();
}

#[test]
fn a_hub_that_is_only_shown_is_not_changed() {
    let inspector = Inspector::bind("127.0.0.1:0").unwrap().allow_edits();
    let url = inspector.url();
    let pebbles = Arc::new(Mutex::new(PebbleHub::new()));
    pebbles.lock().unwrap().alloc();
    let own = Arc::clone(&pebbles);
    let _runs = Rounds::start(move || inspector.show("pebbles", &own.lock().unwrap()));
    let answer = edit(&url, &json!({ "hub": hub(&url), "do": "make" }));
    assert_eq!(answer.status, 400);
    assert!(answer.body.contains("`show_mut`"), "{}", answer.body);
    assert_eq!(pebbles.lock().unwrap().len(), 1);
}

#[test]
fn an_inspector_of_any_address_takes_edits_from_loopback() {
    let inspector = Inspector::bind_anywhere("0.0.0.0:0").unwrap();
    let program = Edited::with(inspector.allow_edits());
    assert_eq!(program.set("1v1", "name", "ant"), ok());
}
