//! The query on workers: its answers are those of one process, whatever happens to a worker.

use std::fs;
use std::io::{BufRead, BufReader, Lines};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Output, Stdio};
use std::sync::LazyLock;
use std::thread::sleep;
use std::time::{Duration, Instant};

fn telemetry() -> Command {
    Command::new(env!("CARGO_BIN_EXE_telemetry"))
}

/// The files of two processes and one second. All tests share them.
static FOLDER: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("files");
    let _ = fs::remove_dir_all(&folder);
    for process in ["0", "1"] {
        let simulated = telemetry()
            .args(["simulate".as_ref(), folder.as_os_str()])
            .args([process, "1"])
            .output();
        assert!(simulated.unwrap().status.success());
    }
    folder
});

fn ask(workers: &[&Worker]) -> Output {
    telemetry()
        .args(["--cluster".as_ref(), "ask".as_ref(), FOLDER.as_os_str()])
        .args(workers.iter().map(|worker| &worker.url))
        .output()
        .unwrap()
}

/// Returns what a process printed if it succeeded.
fn printed(output: &Output) -> String {
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{error}");
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// Returns the lines that the coordinator wrote: one for each attempt, and the last error.
fn reported(output: &Output) -> Vec<String> {
    let lines = String::from_utf8(output.stderr.clone()).unwrap();
    lines.lines().map(str::to_owned).collect()
}

fn lines(child: &mut Child) -> Lines<BufReader<ChildStdout>> {
    BufReader::new(child.stdout.take().unwrap()).lines()
}

struct Worker {
    child: Child,
    url: String,
}

impl Worker {
    fn start() -> Worker {
        let mut child = telemetry()
            .args(["--cluster", "worker", "127.0.0.1:0", "of-parent"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let url = lines(&mut child).next().unwrap().unwrap();
        Worker { child, url }
    }

    fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.kill();
    }
}

#[test]
fn workers_answer_as_one_process_does() {
    let workers = [Worker::start(), Worker::start(), Worker::start()];
    let answer = ask(&[&workers[0], &workers[1], &workers[2]]);
    let here = printed(&ask(&[]));
    assert_eq!(here.lines().count(), 5, "a head and four teams");
    assert_eq!(printed(&answer), here);
}

#[test]
fn small_files_are_divided_among_the_workers() {
    let workers = [Worker::start(), Worker::start(), Worker::start()];
    let attempts = reported(&ask(&[&workers[0], &workers[1], &workers[2]]));
    let [attempt] = &attempts[..] else {
        panic!("{attempts:?}");
    };
    // Each worker reads, and each worker adds up what the others have read.
    assert!(attempt.starts_with("workers: 3, tasks: 6, "), "{attempt}");
}

#[test]
fn a_worker_that_is_dead_is_left_out() {
    let mut workers = [Worker::start(), Worker::start(), Worker::start()];
    workers[1].kill();
    let answer = ask(&[&workers[0], &workers[1], &workers[2]]);
    assert_eq!(printed(&answer), printed(&ask(&[])));
    let attempts = reported(&answer);
    assert_eq!(attempts.len(), 1, "{attempts:?}");
    assert!(attempts[0].starts_with("workers: 2, "), "{attempts:?}");
}

#[test]
fn without_a_worker_there_is_one_clear_error() {
    let mut workers = [Worker::start(), Worker::start()];
    workers[0].kill();
    workers[1].kill();
    let start = Instant::now();
    let answer = ask(&[&workers[0], &workers[1]]);
    assert!(start.elapsed() < Duration::from_secs(60));
    assert!(!answer.status.success());
    assert!(answer.stdout.is_empty());
    let lines = reported(&answer);
    let (error, attempts) = lines.split_last().unwrap();
    assert!(error.contains("no worker has answered for 20s; start a worker at one of http://"));
    assert!(error.contains(&workers[0].url) && error.contains(&workers[1].url));
    assert!(
        attempts
            .iter()
            .all(|attempt| attempt.contains("no worker answers"))
    );
}

#[test]
fn a_worker_that_dies_or_freezes_in_the_middle_changes_no_answer() {
    let soak = telemetry()
        .args(["--cluster", "soak", "4", "2", "3"])
        .output()
        .unwrap();
    let rounds = printed(&soak);
    assert_eq!(rounds.matches("killed while").count(), 4, "{rounds}");
    assert_eq!(rounds.matches(" frozen ").count(), 2, "{rounds}");
    let attempts = reported(&soak);
    assert!(attempts.iter().any(|attempt| attempt.contains("failed")));
}

#[test]
fn workers_end_with_a_coordinator_that_is_killed() {
    let mut coordinator = telemetry()
        .args(["--cluster", "1"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = lines(&mut coordinator);
    let workers = [(); 3].map(|()| {
        let line = lines.next().unwrap().unwrap();
        let words: Vec<&str> = line.split_whitespace().collect();
        let ["a", "worker", "is", "process", process, "at", url] = words[..] else {
            panic!("{line}");
        };
        (
            process.to_owned(),
            url.trim_start_matches("http://")
                .trim_end_matches('/')
                .to_owned(),
        )
    });
    // A frozen one must end as well.
    let stopped = Command::new("kill")
        .args(["-s", "STOP", &workers[1].0])
        .status();
    assert!(stopped.unwrap().success());
    coordinator.kill().unwrap();
    coordinator.wait().unwrap();

    let start = Instant::now();
    while workers
        .iter()
        .any(|(_, address)| TcpStream::connect(address).is_ok())
    {
        assert!(start.elapsed() < Duration::from_secs(30), "{workers:?}");
        sleep(Duration::from_millis(50));
    }
}
