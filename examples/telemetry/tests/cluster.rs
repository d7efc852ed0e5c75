//! The query on workers: its answers are those of one process, whatever happens to a worker.

mod process;

use std::fs;
use std::net::{TcpListener, TcpStream};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::LazyLock;
use std::thread::sleep;
use std::time::{Duration, Instant};

use self::process::{LIMIT, Lines, Worker, finish, output, start, telemetry};

/// The files of two processes and one second. All tests share them.
static FOLDER: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("files");
    let _ = fs::remove_dir_all(&folder);
    for process in ["0", "1"] {
        let simulated = output(
            telemetry()
                .args(["simulate".as_ref(), folder.as_os_str()])
                .args([process, "1"]),
        );
        assert!(simulated.status.success());
    }
    folder
});

/// The command that asks about the files in a folder.
fn asking(folder: &Path, urls: &[&str]) -> Command {
    let mut command = telemetry();
    command
        .args(["--cluster".as_ref(), "ask".as_ref(), folder.as_os_str()])
        .args(urls);
    command
}

fn ask(workers: &[&Worker]) -> Output {
    let urls: Vec<&str> = workers.iter().map(|worker| &worker.url[..]).collect();
    output(&mut asking(&FOLDER, &urls))
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

#[test]
fn workers_divide_the_files_and_answer_as_one_process_does() {
    let workers = [Worker::start(), Worker::start(), Worker::start()];
    let answer = ask(&[&workers[0], &workers[1], &workers[2]]);
    let here = printed(&ask(&[]));
    assert_eq!(here.lines().count(), 5, "a head and four teams");
    assert_eq!(printed(&answer), here);
    let attempts = reported(&answer);
    // Each worker reads, and each worker adds up what the others have read.
    let divided = attempts[0].starts_with("workers: 3, tasks: 6, ");
    assert!(divided && attempts.len() == 1, "{attempts:?}");
}

#[test]
fn a_worker_that_is_dead_is_left_out() {
    let mut workers = [Worker::start(), Worker::start(), Worker::start()];
    workers[1].kill();
    let answer = ask(&[&workers[0], &workers[1], &workers[2]]);
    assert_eq!(printed(&answer), printed(&ask(&[])));
    let attempts = reported(&answer);
    assert_eq!(attempts.len(), 1, "{attempts:?}");
    assert!(
        attempts[0].starts_with("workers: 2, tasks: 4, "),
        "{attempts:?}"
    );
    let reason = format!("without {}/: ", workers[1].url);
    assert!(attempts[0].contains(&reason), "{attempts:?}");
    assert!(attempts[0].contains("Connection refused"), "{attempts:?}");
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
fn a_worker_that_comes_late_is_used() {
    let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr();
    let address = address.unwrap().to_string();
    let asking = start(&mut asking(&FOLDER, &[&format!("http://{address}")]));
    sleep(Duration::from_secs(3));
    let _worker = Worker::with(&address, &[]);
    let answer = finish(asking, LIMIT);
    assert_eq!(printed(&answer), printed(&ask(&[])));
    let attempts = reported(&answer);
    let (last, others) = attempts.split_last().unwrap();
    assert!(last.starts_with("workers: 1, "), "{attempts:?}");
    assert!(!others.is_empty());
    assert!(
        others
            .iter()
            .all(|attempt| attempt.contains("no worker answers"))
    );
}

#[test]
fn a_worker_that_panics_changes_no_answer() {
    let mut panics = Worker::with("127.0.0.1:0", &["panics"]);
    let others = [Worker::start(), Worker::start()];
    let here = printed(&ask(&[]));
    // It panics when it receives rows, and the engine chooses which worker receives any of the few.
    let asked = (0..20).find_map(|_| {
        let answer = ask(&[&others[0], &panics, &others[1]]);
        assert_eq!(printed(&answer), here);
        let status = panics.child.try_wait().unwrap();
        status.map(|status| (answer, status))
    });
    let (answer, status) = asked.expect("the panic ends the worker");
    assert_eq!(status.signal(), Some(6), "the panic aborts the worker");
    let attempts = reported(&answer);
    let failed =
        |attempt: &String| attempt.starts_with("workers: 3, ") && attempt.contains("failed");
    assert!(attempts.iter().any(failed), "{attempts:?}");
    let last = attempts.last().unwrap();
    assert!(last.starts_with("workers: 2, tasks: 4, "), "{attempts:?}");
}

#[test]
fn a_worker_of_another_version_is_left_out() {
    let outdated = Worker::with("127.0.0.1:0", &["outdated"]);
    let others = [Worker::start(), Worker::start()];
    let answer = ask(&[&others[0], &outdated, &others[1]]);
    assert_eq!(printed(&answer), printed(&ask(&[])));
    let attempts = reported(&answer);
    assert_eq!(attempts.len(), 1, "{attempts:?}");
    let reason = format!(
        "without {}/: it is `telemetry 0.0.0`, and the coordinator is `telemetry {} with DataFusion ",
        outdated.url,
        env!("CARGO_PKG_VERSION")
    );
    assert!(attempts[0].starts_with("workers: 2, "), "{attempts:?}");
    assert!(attempts[0].contains(&reason), "{attempts:?}");
}

#[test]
fn a_query_that_cannot_be_planned_is_not_asked_again() {
    let worker = Worker::start();
    let nowhere = Path::new(env!("CARGO_TARGET_TMPDIR")).join("nowhere");
    let answer = output(&mut asking(&nowhere, &[&worker.url]));
    assert!(!answer.status.success());
    let lines = reported(&answer);
    let [attempt, error] = &lines[..] else {
        panic!("{lines:?}");
    };
    assert!(attempt.starts_with("workers: 1, "), "{lines:?}");
    assert!(attempt.ends_with(error), "{lines:?}");
}

#[test]
fn a_file_that_blocks_ends_in_an_error() {
    // Opening a pipe waits for a writer, as a file on a dead server does.
    let blocked = Path::new(env!("CARGO_TARGET_TMPDIR")).join("blocked.parquet");
    let _ = fs::remove_file(&blocked);
    let made = Command::new("mkfifo").arg(&blocked).status();
    assert!(made.unwrap().success());
    let worker = Worker::start();
    let here = start(&mut asking(&blocked, &[]));
    let there = start(&mut asking(&blocked, &[&worker.url]));
    for (asking, limit) in [
        (
            there,
            "did not end in 13s; `DEADLINE` must be longer than each query",
        ),
        (here, "the query did not end in 60s"),
    ] {
        let answer = finish(asking, LIMIT);
        assert!(!answer.status.success());
        let lines = reported(&answer);
        assert!(lines.last().unwrap().ends_with(limit), "{lines:?}");
    }
}

#[test]
fn workers_end_with_a_coordinator_that_is_killed() {
    // The files of the coordinator are left.
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("killed");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir(&folder).unwrap();
    let mut coordinator = start(telemetry().args(["--cluster", "1"]).env("TMPDIR", &folder));
    let mut lines = Lines::of(&mut coordinator);
    let workers = [(); 3].map(|()| {
        let line = lines.next();
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
