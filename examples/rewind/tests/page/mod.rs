//! A viewer of the page of a program, who looks at rows and moves the slider.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

/// How long a program may take for anything.
const PATIENCE: Duration = Duration::from_secs(30);

/// A program that shows a page, and is killed in the end.
pub(crate) struct Page {
    process: Child,
    url: String,
    /// Stays open, because the program may print more.
    #[expect(dead_code, reason = "it is only kept")]
    out: BufReader<ChildStdout>,
}

impl Page {
    /// Starts a program and waits for the address that it prints.
    pub(crate) fn of(command: &mut Command) -> Self {
        let mut process = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut out = BufReader::new(process.stdout.take().unwrap());
        let mut line = String::new();
        out.read_line(&mut line).unwrap();
        let url = line.strip_prefix("open ").expect("an address").trim_end();
        let url = url.to_owned();
        Page { process, url, out }
    }

    fn request(&self, method: &str, path: &str) -> String {
        let (host, root) = self.url["http://".len()..].split_once('/').unwrap();
        let mut stream = TcpStream::connect(host).unwrap();
        let head =
            format!("{method} /{root}{path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
        stream.write_all(head.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        assert!(head.starts_with("HTTP/1.1 200 "), "{path}: {answer}");
        body.to_owned()
    }

    fn look(&self, query: &str) -> Value {
        serde_json::from_str(&self.request("GET", &format!("look{query}"))).unwrap()
    }

    /// Moves the slider.
    pub(crate) fn choose(&self, commit: u64) {
        self.request("POST", &format!("timeline?at={commit}"));
    }

    /// Returns the first and the last moment of the slider, and the one that it is at.
    pub(crate) fn slider(&self) -> [u64; 3] {
        let slider = self.look("")["timeline"].clone();
        let texts: [String; 3] = serde_json::from_value(slider).unwrap();
        texts.map(|text| text.parse().unwrap())
    }

    /// Waits until all rows of a hub, at most 256, are as given: an id and values as text, or
    /// nothing.
    #[track_caller]
    pub(crate) fn wait_for_rows(&self, name: &str, rows: &Value) {
        let start = Instant::now();
        loop {
            let look = self.look("");
            let hubs = look["hubs"].as_array().unwrap();
            let hub = hubs.iter().find(|hub| hub["name"] == name);
            let number = &hub.unwrap_or_else(|| panic!("no hub {name}: {look}"))["number"];
            let look = self.look(&format!("?hub={number}&rows=0,256"));
            let is_whole = look["cut"] == false && look["complete"] == true;
            if is_whole && look["rows"] == *rows {
                return;
            }
            assert!(start.elapsed() < PATIENCE, "{look}\ninstead of\n{rows}");
            thread::sleep(Duration::from_millis(10));
        }
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
