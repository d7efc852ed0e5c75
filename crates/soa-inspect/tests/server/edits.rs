//! Edits: what they do, and what is refused.

mod hostile;
mod pages;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use serde_json::{Value, json};
use soa_inspect::Inspector;
use soa_runtime::IdAllocator;

use crate::client::{Answer, edit, hub, request};

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
    stop: Arc<AtomicBool>,
    /// Whether frames are shown.
    shows: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
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
        let [stop, shows] = [false, true].map(|flag| Arc::new(AtomicBool::new(flag)));
        let url = inspector.url();
        let (own, stopped, showing) = (pebbles.clone(), stop.clone(), shows.clone());
        let run = move || {
            while !stopped.load(Ordering::Relaxed) {
                let mut pebbles = own.lock().unwrap();
                if inspector.gate() {
                    pebbles.advance();
                }
                if showing.load(Ordering::Relaxed) {
                    inspector.show_mut("pebbles", &mut pebbles);
                }
                drop(pebbles);
                thread::sleep(Duration::from_millis(1));
            }
        };
        let edited = Edited {
            url,
            pebbles,
            stop,
            shows,
            thread: Some(thread::spawn(run)),
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

impl Drop for Edited {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        let ended = self.thread.take().expect("it is joined once").join();
        assert!(thread::panicking() || ended.is_ok());
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
        ("maxSize", "ant", "expected value at line 1 column 1"),
        ("maxSize", "1 2", "trailing characters"),
        ("weight", "1e39", "number out of range"),
        ("weight", "NaN", "expected value"),
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
    let (url, stop) = (inspector.url(), Arc::new(AtomicBool::new(false)));
    let stopped = Arc::clone(&stop);
    let run = move || {
        let mut pebbles = PebbleHub::new();
        pebbles.alloc();
        while !stopped.load(Ordering::Relaxed) {
            inspector.show("pebbles", &pebbles);
            thread::sleep(Duration::from_millis(1));
        }
        pebbles.len()
    };
    let program = thread::spawn(run);
    let answer = edit(&url, &json!({ "hub": hub(&url), "do": "make" }));
    assert_eq!(answer.status, 400);
    assert!(answer.body.contains("`show_mut`"), "{}", answer.body);
    stop.store(true, Ordering::Relaxed);
    assert_eq!(program.join().unwrap(), 1);
}

#[test]
fn an_inspector_of_any_address_takes_edits_from_loopback() {
    let inspector = Inspector::bind_anywhere("0.0.0.0:0").unwrap();
    let program = Edited::with(inspector.allow_edits());
    assert_eq!(program.set("1v1", "name", "ant"), ok());
}
