//! Pausing, stepping, and pages that vanish meanwhile.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::Program;
use crate::client::{connect, hub, json, request, split};

/// A program that counts its frames.
fn counting() -> (Program, impl Fn() -> u64) {
    let frames = Arc::new(AtomicU64::new(0));
    let counted = Arc::clone(&frames);
    let program = Program::start("rocks", 3, move |_| {
        counted.fetch_add(1, Ordering::Relaxed);
    });
    (program, move || frames.load(Ordering::Relaxed))
}

/// Opens a page that holds the program.
fn pause(url: &str) -> TcpStream {
    let (host, root) = split(url);
    let mut page = connect(url);
    let head = format!("POST {root}pause HTTP/1.1\r\nHost: {host}\r\nContent-Length: 0\r\n\r\n");
    page.write_all(head.as_bytes()).unwrap();
    let mut first = [0; 12];
    page.read_exact(&mut first).unwrap();
    assert_eq!(&first, b"HTTP/1.1 200");
    page
}

fn wait_until(what: &str, mut done: impl FnMut() -> bool) {
    let start = Instant::now();
    while !done() {
        assert!(start.elapsed() < Duration::from_secs(10), "{what}");
        thread::sleep(Duration::from_millis(2));
    }
}

/// Returns whether no frame passes for a while.
fn stands(frames: impl Fn() -> u64) -> bool {
    thread::sleep(Duration::from_millis(20)); // the frame that has begun
    let before = frames();
    thread::sleep(Duration::from_millis(60));
    frames() == before
}

#[test]
fn a_paused_program_is_still_shown_and_stepped() {
    let (program, frames) = counting();
    let url = program.url();
    let number = hub(&url);
    wait_until("it runs", || frames() > 3);
    let page = pause(&url);
    assert!(stands(&frames));
    let look = json(&url, &format!("look?hub={number}&rows=0,9"));
    assert_eq!(
        (&look["gate"], &look["rows"][2][0]),
        (&"paused".into(), &"2v1".into())
    );
    let before = frames();
    for _ in 0..3 {
        assert_eq!(request(&url, "POST", "step").status, 200);
    }
    wait_until("three steps", || frames() == before + 3);
    assert!(stands(&frames));
    drop(page);
    wait_until("it runs again", || frames() > before + 10);
}

#[test]
fn anybody_resumes_it_and_the_other_page_learns_of_it() {
    let (program, frames) = counting();
    let url = program.url();
    wait_until("it runs", || frames() > 3);
    let mut page = pause(&url);
    assert!(stands(&frames));
    assert_eq!(request(&url, "POST", "resume").status, 200);
    let before = frames();
    wait_until("it runs again", || frames() > before + 10);
    page.read_to_end(&mut Vec::new()).expect("the answer ends");
}

#[test]
fn a_vanished_page_lets_the_program_run() {
    let (program, frames) = counting();
    let url = program.url();
    wait_until("it runs", || frames() > 3);
    for _ in 0..10 {
        let page = pause(&url);
        assert!(stands(&frames));
        let before = frames();
        drop(page);
        wait_until("it runs again", || frames() > before + 3);
    }
}

#[test]
fn a_look_changes_nothing() {
    let (program, frames) = counting();
    let url = program.url();
    wait_until("it runs", || frames() > 3);
    for path in ["pause", "step", "resume"] {
        assert_eq!(request(&url, "GET", path).status, 405);
    }
    assert!(!stands(&frames));
}
