//! Pausing, stepping, and pages that vanish meanwhile.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::atomic::Ordering;

use crate::Program;
use crate::client::{connect, hub, json, request, split};

impl Program {
    /// Starts a program, and waits for its first frames.
    fn running() -> Self {
        let program = Program::still("rocks", 3);
        program.wait_for_frames(4);
        program
    }

    fn frames(&self) -> u64 {
        self.frames.load(Ordering::Relaxed)
    }

    /// Waits until there were this many frames.
    fn wait_for_frames(&self, frames: u64) {
        while self.frames() < frames {
            self.wait_for_rounds(1);
        }
    }

    /// Returns whether many rounds pass without a frame.
    fn stands(&self) -> bool {
        self.wait_for_rounds(2); // the frame that has begun
        let before = self.frames();
        self.wait_for_rounds(20);
        self.frames() == before
    }
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

#[test]
fn a_paused_program_is_still_shown_and_stepped() {
    let program = Program::running();
    let url = program.url();
    let number = hub(&url);
    let page = pause(&url);
    assert!(program.stands());
    let look = json(&url, &format!("look?hub={number}&rows=0,9"));
    assert_eq!(
        (&look["gate"], &look["rows"][2][0]),
        (&"paused".into(), &"2v1".into())
    );
    let before = program.frames();
    for _ in 0..3 {
        assert_eq!(request(&url, "POST", "step").status, 200);
    }
    program.wait_for_frames(before + 3);
    assert!(program.stands());
    assert_eq!(program.frames(), before + 3, "three steps");
    drop(page);
    program.wait_for_frames(before + 10);
}

#[test]
fn anybody_resumes_it_and_the_other_page_learns_of_it() {
    let program = Program::running();
    let url = program.url();
    let mut page = pause(&url);
    assert!(program.stands());
    assert_eq!(request(&url, "POST", "resume").status, 200);
    program.wait_for_frames(program.frames() + 10);
    page.read_to_end(&mut Vec::new()).expect("the answer ends");
}

#[test]
fn a_vanished_page_lets_the_program_run() {
    let program = Program::running();
    let url = program.url();
    for _ in 0..10 {
        let page = pause(&url);
        assert!(program.stands());
        drop(page);
        program.wait_for_frames(program.frames() + 3);
    }
}

#[test]
fn a_look_changes_nothing() {
    let program = Program::running();
    let url = program.url();
    for path in ["pause", "step", "resume"] {
        assert_eq!(request(&url, "GET", path).status, 405);
    }
    assert!(!program.stands());
}
