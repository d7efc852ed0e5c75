//! Processes that cannot hang a test.

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

/// The time for a command, or for a line of one.
pub const LIMIT: Duration = Duration::from_secs(90);

pub fn telemetry() -> Command {
    Command::new(env!("CARGO_BIN_EXE_telemetry"))
}

/// Starts a command. What it prints is kept.
pub fn start(command: &mut Command) -> Child {
    let command = command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

/// Waits for the end of a process that [`start`] has started. After the limit it is killed, and the
/// test fails.
pub fn finish(mut child: Child, limit: Duration) -> Output {
    let stdout = read(child.stdout.take().unwrap());
    let stderr = read(child.stderr.take().unwrap());
    let start = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        if start.elapsed() > limit {
            child.kill().unwrap();
            child.wait().unwrap();
            panic!("{limit:?} were not enough for process {}", child.id());
        }
        sleep(Duration::from_millis(20));
    };
    // A child of the process may have the other end as well.
    Output {
        status,
        stdout: stdout.recv_timeout(LIMIT).unwrap(),
        stderr: stderr.recv_timeout(LIMIT).unwrap(),
    }
}

/// Runs a command.
pub fn output(command: &mut Command) -> Output {
    finish(start(command), LIMIT)
}

fn read(mut pipe: impl Read + Send + 'static) -> Receiver<Vec<u8>> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        pipe.read_to_end(&mut bytes).unwrap();
        let _ = sender.send(bytes);
    });
    receiver
}

/// The lines of a process.
pub struct Lines(Receiver<String>);

impl Lines {
    pub fn of(child: &mut Child) -> Lines {
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let (sender, receiver) = mpsc::channel();
        thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Lines(receiver)
    }

    pub fn next(&mut self) -> String {
        self.0.recv_timeout(LIMIT).expect("a line in time")
    }
}

/// A worker that ends with its test.
pub struct Worker {
    pub child: Child,
    pub url: String,
}

impl Worker {
    pub fn start() -> Worker {
        Worker::with("127.0.0.1:0", &[])
    }

    /// Starts a worker at an address, with a fault if one is named.
    pub fn with(address: &str, fault: &[&str]) -> Worker {
        let mut child = telemetry()
            .args(["--cluster", "worker", address, "of-parent"])
            .args(fault)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let url = Lines::of(&mut child).next();
        Worker { child, url }
    }

    pub fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.kill();
    }
}
