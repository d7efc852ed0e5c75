//! A process that is killed before each system call of `open`, after which the power fails, so
//! that what was not synced is undone.

use std::collections::HashMap;
use std::env;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use soa_journal::{Flush, Journal, Load, Options};

use crate::save_value;

/// Where the process finds its journal.
pub(crate) const PATH: &str = "SOA_OPENED_JOURNAL";

/// The process that is killed. The other test starts it.
#[test]
#[ignore = "the other test starts it"]
fn opens_a_journal() {
    if let Some(path) = env::var_os(PATH) {
        let journal = Journal::open(&path).unwrap();
        let _ = fs::metadata(ended(Path::new(&path)));
        drop(journal);
    }
}

/// A process that reads. Another test starts it.
#[test]
#[ignore = "another test starts it"]
fn opens_a_reader() {
    if let Some(path) = env::var_os(PATH) {
        assert_eq!(Journal::open_read_only(&path).unwrap().last(), 20);
    }
}

/// Returns the path that the process asks for when it has opened the journal.
fn ended(path: &Path) -> PathBuf {
    path.with_extension("opened")
}

/// A system call that was traced.
struct Call {
    name: String,
    /// How many calls of this name there were before.
    before: usize,
    line: String,
}

/// Runs the process that opens, under `strace`, which kills it before a call. Returns the calls
/// that it made while it opened, or `None` if there is no `strace`.
fn trace(path: &Path, log: &Path, kill_before: Option<&Call>) -> Option<Vec<Call>> {
    let mut command = Command::new("strace");
    command.args(["-f", "-y", "-o"]).arg(log);
    let others = [beside(path), path.parent().unwrap().to_owned(), ended(path)];
    for traced in [path].into_iter().chain(others.iter().map(|path| &**path)) {
        command.arg("-P").arg(traced);
    }
    if let Some(call) = kill_before {
        let (name, number) = (&call.name, call.before + 1);
        command.arg(format!("--inject={name}:signal=SIGKILL:when={number}"));
    }
    let run = command
        .arg(env::current_exe().unwrap())
        .args(["--exact", "--ignored", "--test-threads=1"])
        .arg("opening_killed::opens_a_journal")
        .env(PATH, path)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    assert_eq!(run.ok()?.success(), kill_before.is_none());
    let log = fs::read_to_string(log).unwrap();
    let (mut calls, mut counts) = (Vec::new(), HashMap::new());
    for line in log
        .lines()
        .take_while(|line| !line.contains("world.opened"))
    {
        let (_, line) = line.split_once(' ').unwrap();
        let Some((name, _)) = line.trim_start().split_once('(') else {
            continue;
        };
        let before = counts.entry(name.to_owned()).or_default();
        calls.push(Call {
            name: name.to_owned(),
            before: *before,
            line: line.to_owned(),
        });
        *before += 1;
    }
    Some(calls)
}

fn beside(path: &Path) -> PathBuf {
    path.with_extension("new")
}

/// Undoes what was not synced before the call at which the process was killed.
fn fail_power(made: &[Call], path: &Path, new: &Path) {
    let last = |wanted: &dyn Fn(&Call) -> bool| made.iter().rposition(wanted);
    let renamed = last(&|call| call.name.starts_with("rename"));
    let folder = path.parent().unwrap().display().to_string();
    let synced = last(&|call| call.name == "fsync" && call.line.contains(&format!("<{folder}>")));
    if renamed.is_some() && synced < renamed {
        fs::rename(path, new).unwrap();
    }
    let written = last(&|call| call.name == "pwrite64" && call.line.contains("world.new>"));
    let flushed = last(&|call| call.name == "fdatasync" && call.line.contains("world.new>"));
    if written.is_some() && flushed < written {
        fs::write(new, vec![0; 4096]).unwrap();
    }
}

/// Opens what is left, as the next process does, and writes a commit.
fn goes_on(path: &Path, new: &Path, what: &str) {
    let options = Options::new().flush(Flush::Each);
    let mut journal = options
        .open(path)
        .unwrap_or_else(|error| panic!("{what}: {error}"));
    let level: Option<i32> = journal.load_value("level").unwrap();
    let level = level.map_or(0, |level| level + 1);
    save_value(&mut journal, "level", &level);
    drop(journal);
    let journal = options.open(path).unwrap();
    assert_eq!(journal.load_value("level").unwrap(), Some(level), "{what}");
    assert!(!new.exists(), "{what}");
}

#[test]
#[cfg(target_os = "linux")]
fn a_process_killed_before_each_call_of_open_leaves_what_the_next_one_opens() {
    let folder = tempfile::tempdir().unwrap();
    let folder = fs::canonicalize(&folder).unwrap();
    let (path, new) = (folder.join("world"), folder.join("world.new"));
    let log = tempfile::NamedTempFile::new().unwrap();
    let clean = |path: &Path, new: &Path| {
        let _ = (fs::remove_file(path), fs::remove_file(new));
    };
    let Some(calls) = trace(&path, log.path(), None) else {
        println!("skipped, because there is no `strace`");
        return;
    };
    let made = |names: &[&str]| calls.iter().any(|call| names.contains(&&*call.name));
    assert!(made(&["rename", "renameat", "renameat2"]) && made(&["fsync"]) && made(&["pwrite64"]));

    let mut killed = 0;
    for (at, call) in calls.iter().enumerate() {
        for power_fails in [false, true] {
            clean(&path, &new);
            trace(&path, log.path(), Some(call));
            if power_fails {
                fail_power(&calls[..at], &path, &new);
            }
            let what = format!("before call {at}, {}", call.line);
            goes_on(&path, &new, &what);
            killed += 1;
        }
    }
    assert!(killed > 40, "{killed}");
}

/// After a crash between the rename and the sync of the folder, the next process syncs it.
#[test]
#[cfg(target_os = "linux")]
fn the_folder_is_synced_by_each_open() {
    let folder = tempfile::tempdir().unwrap();
    let folder: PathBuf = fs::canonicalize(&folder).unwrap();
    let path = folder.join("world");
    drop(Journal::open(&path).unwrap());
    let log = tempfile::NamedTempFile::new().unwrap();
    let Some(calls) = trace(&path, log.path(), None) else {
        println!("skipped, because there is no `strace`");
        return;
    };
    let synced = format!("<{}>", OsStr::to_string_lossy(folder.as_os_str()));
    assert!((calls.iter()).any(|call| call.name == "fsync" && call.line.contains(&synced)));
}

/// The largest file that the process may write is a stand-in for a disk that is full.
#[test]
#[cfg(target_os = "linux")]
fn a_disk_that_is_full_is_an_error_and_the_next_process_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("world");
    let new = beside(&path);
    for blocks in [0, 1, 8, 100] {
        let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$@\"");
        let run = Command::new("sh")
            .args(["-c", &script, "sh"])
            .arg(env::current_exe().unwrap())
            .args(["--exact", "--ignored", "--test-threads=1"])
            .arg("opening_killed::opens_a_journal")
            .env(PATH, &path)
            .output()
            .unwrap();
        let text = String::from_utf8_lossy(&run.stdout).into_owned();
        let text = text + &String::from_utf8_lossy(&run.stderr);
        assert!(!run.status.success());
        assert!(
            text.contains("FileTooLarge") && text.contains("world.new"),
            "{text}"
        );
        assert!(
            text.contains(&path.display().to_string()) && !path.exists(),
            "{text}"
        );
        goes_on(&path, &new, "after the disk was full");
        fs::remove_file(&path).unwrap();
    }
}
