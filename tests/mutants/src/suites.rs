//! The tests, and which mutants each of them reaches.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};
use std::{env, fs, thread};

use crate::Failed;

/// Fewer random calls and shorter programs than in `cargo test`, because a mutant that survives
/// costs a run of all tests that reach it. A failure is not shrunk.
const SETTINGS: [(&str, &str); 8] = [
    ("PROPTEST_DISABLE_FAILURE_PERSISTENCE", "1"),
    ("PROPTEST_MAX_SHRINK_ITERS", "0"),
    ("RUST_BACKTRACE", "0"),
    ("RUSTC_BOOTSTRAP", "1"),
    ("SOA_ALL_CALLS", "1"),
    ("SOA_CALLS", "3"),
    ("SOA_CASES", "4"),
    ("SOA_SIMULATOR_FRAMES", "20000"),
];

/// A test function.
pub struct Test {
    pub suite: String,
    pub name: String,
    program: PathBuf,
    pub time: Duration,
}

/// How tests ended.
#[derive(Eq, PartialEq)]
pub enum Ending {
    Passed,
    /// A test failed. Its name is not known if the process ended with it.
    Failed(Option<String>),
    /// It was ended, because it took too long.
    Hung,
}

/// The tests, each with its number, and for each mutant the tests that reach it.
#[derive(Default)]
pub struct Suites {
    pub tests: Vec<Test>,
    pub reaching: BTreeMap<u32, Vec<usize>>,
}

impl Suites {
    /// Runs each test alone without a mutant, which must pass.
    pub fn measure(programs: &[(String, PathBuf)], folder: &Path) -> Result<Self, Failed> {
        let mut suites = Self::default();
        for (suite, program) in programs {
            let listed = command(program, 0)
                .args(["--list", "--format=terse"])
                .output()?;
            if !listed.status.success() {
                return Err(String::from_utf8(listed.stderr)?.into());
            }
            let listed = String::from_utf8(listed.stdout)?;
            for name in listed
                .lines()
                .filter_map(|line| line.strip_suffix(": test"))
            {
                let mut test = Test {
                    suite: suite.clone(),
                    name: name.to_owned(),
                    program: program.clone(),
                    time: Duration::from_secs(120),
                };
                let report = folder.join("reached");
                let _ = fs::remove_file(&report);
                let start = Instant::now();
                let ending = run(&[&test], 0, Some(&report))?;
                test.time = start.elapsed();
                if ending != Ending::Passed {
                    println!("left out, because it fails without a mutant: {suite} {name}");
                    continue;
                }
                for line in fs::read_to_string(&report).unwrap_or_default().lines() {
                    let tests = suites.reaching.entry(line.parse()?).or_default();
                    if tests.last() != Some(&suites.tests.len()) {
                        tests.push(suites.tests.len());
                    }
                }
                suites.tests.push(test);
            }
        }
        Ok(suites)
    }
}

/// Runs tests of one suite with a mutant, until the first fails.
pub fn run(tests: &[&Test], mutant: u32, report: Option<&Path>) -> Result<Ending, Failed> {
    let total: Duration = tests.iter().map(|test| test.time).sum();
    let mut command = command(&tests[0].program, mutant);
    command
        .arg("--exact")
        .args(tests.iter().map(|test| &test.name));
    if let Some(report) = report {
        command.env("SOA_REACHED", report);
    }
    end(command, total * 4 + Duration::from_secs(3))
}

/// Runs all tests of a program with a mutant, until the first fails.
pub fn run_all(program: &Path, mutant: u32) -> Result<Ending, Failed> {
    end(command(program, mutant), Duration::from_secs(60))
}

fn command(program: &Path, mutant: u32) -> Command {
    let mut command = Command::new("sh");
    // A mutant may allocate without end.
    command.args(["-c", "ulimit -v 6000000 -c 0; exec \"$0\" \"$@\""]);
    command
        .arg(program)
        .args(["--test-threads=1", "-Zunstable-options", "--fail-fast"]);
    // The tests of a derive link to the compiler's libraries.
    if let Some(libraries) = env::var_os("SOA_LIBRARIES") {
        command.env("LD_LIBRARY_PATH", libraries);
    }
    command.env("SOA_MUTANT", mutant.to_string()).envs(SETTINGS);
    command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    command
}

/// Waits until a process has ended or a test in it has failed.
fn end(mut command: Command, limit: Duration) -> Result<Ending, Failed> {
    let mut child = command.spawn()?;
    let output = BufReader::new(child.stdout.take().expect("a pipe"));
    let (sender, failed) = mpsc::channel();
    // A test later in the list may run on for long when one has failed.
    thread::spawn(move || {
        let lines = output.lines().map_while(Result::ok);
        let failure = |line: String| {
            Some(
                line.strip_suffix(" ... FAILED")?
                    .strip_prefix("test ")?
                    .to_owned(),
            )
        };
        let _ = lines
            .filter_map(failure)
            .try_for_each(|name| sender.send(name));
    });
    let start = Instant::now();
    let mut pause = Duration::from_micros(200);
    loop {
        let status = child.try_wait()?;
        if let Ok(name) = failed.try_recv() {
            stop(&mut child)?;
            return Ok(Ending::Failed(Some(name)));
        } else if let Some(status) = status {
            let name = failed.recv_timeout(Duration::from_secs(1)).ok();
            return Ok(if status.success() {
                Ending::Passed
            } else {
                Ending::Failed(name)
            });
        } else if start.elapsed() > limit {
            stop(&mut child)?;
            return Ok(Ending::Hung);
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(20));
    }
}

fn stop(child: &mut Child) -> Result<(), Failed> {
    // It may have ended meanwhile.
    let _ = child.kill();
    child.wait()?;
    Ok(())
}
