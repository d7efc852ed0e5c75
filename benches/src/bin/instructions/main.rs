//! Counts the instructions of eighteen calls and walks by callgrind, the bytes of machine code of
//! a step of a chain of closures, and the bytes that the derive writes for three structs. It
//! compares them with `instructions.txt`.
//!
//! `cargo run --profile games -p soa-bench --bin instructions` fails if a number is more than 1 % larger
//! or smaller than in the file; `cargo run --profile games -p soa-bench --bin instructions -- accept`
//! writes the file again. It needs valgrind and `nm`. The numbers depend on the compiler, which the
//! file names, and not on the speed of the machine.

mod calls;

use std::path::Path;
use std::process::{Command, ExitCode};
use std::{env, fs};

use soa_bench::harness::{Failure, run};

use calls::{ENTRIES, Entry};

/// The functions whose machine code is measured. A closure that is too large is not inlined, so
/// what a lookup adds to it decides how fast a chain of closures is.
const SIZED: [(&str, &str); 2] = [
    (
        "slots: bytes of lookups in three columns",
        "slots::counted_step",
    ),
    (
        "dense: bytes of lookups in three columns",
        "dense::counted_step",
    ),
];

/// The structs whose expansions are in snapshots, which the tests of the derive keep true.
const SNAPSHOTS: [&str; 3] = ["instance", "texture", "unit"];

fn main() -> Result<ExitCode, Failure> {
    let word = env::args().nth(1).unwrap_or_default();
    if let Some(entry) = ENTRIES.iter().find(|entry| entry.name == word) {
        (entry.run)();
        return Ok(ExitCode::SUCCESS);
    }
    let counted = counted()?;
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("results/instructions.txt");
    if word == "accept" {
        let lines = counted.iter();
        let lines = lines.map(|(name, count)| format!("{count:>8}  {name}\n"));
        let lines: String = lines.collect();
        fs::write(&path, format!("# {}\n{lines}", compiler()?))?;
        return Ok(ExitCode::SUCCESS);
    }
    let known = fs::read_to_string(&path)?;
    let mut same = true;
    for (name, count) in &counted {
        let before = number_of(&known, name).unwrap_or(0);
        let is_near = count.abs_diff(before) * 100 <= before;
        let mark = if is_near { ' ' } else { '!' };
        println!("{mark} {count:>8} (was {before:>8})  {name}");
        same &= is_near;
    }
    if same {
        return Ok(ExitCode::SUCCESS);
    }
    let counted_by = known.lines().next().unwrap_or_default();
    println!("the file is of {counted_by}; this is # {}", compiler()?);
    println!(
        "`cargo run --profile games -p soa-bench --bin instructions -- accept` accepts the change"
    );
    Ok(ExitCode::FAILURE)
}

fn compiler() -> Result<String, Failure> {
    let [version, _] = run(Command::new("rustc").arg("--version"))?;
    Ok(version.trim().to_owned())
}

/// Returns the number before `name` in the file.
fn number_of(known: &str, name: &str) -> Option<u64> {
    let lines = known
        .lines()
        .filter_map(|line| line.trim().split_once("  "));
    let mut numbers = lines.filter(|(_, of)| of.trim() == name);
    numbers.next()?.0.parse().ok()
}

fn counted() -> Result<Vec<(String, u64)>, Failure> {
    let mut counted = Vec::new();
    for entry in ENTRIES {
        counted.push((entry.name.to_owned(), instructions(entry)?));
    }
    for (name, function) in SIZED {
        counted.push((name.to_owned(), size(function)?));
    }
    let snapshots = Path::new(env!("CARGO_MANIFEST_DIR")).join("../soa-derive/snapshots");
    for name in SNAPSHOTS {
        let text = fs::read_to_string(snapshots.join(name).with_extension("rs"))?;
        let bytes = text.split_whitespace().map(str::len).sum::<usize>();
        counted.push((format!("derive: bytes for {name}"), u64::try_from(bytes)?));
    }
    Ok(counted)
}

/// Returns the bytes of machine code of a function of this program.
fn size(function: &str) -> Result<u64, Failure> {
    let arguments = ["--demangle", "--print-size", "--radix=d"];
    let [text, _] = run(Command::new("nm").args(arguments).arg(env::current_exe()?))?;
    let line = text.lines().find(|line| line.contains(function));
    let size = line.and_then(|line| line.split_whitespace().nth(1));
    let size = size.ok_or_else(|| format!("{function} was inlined"))?;
    Ok(size.parse()?)
}

/// Runs one entry in callgrind, which counts only inside its function.
fn instructions(entry: &Entry) -> Result<u64, Failure> {
    let mut valgrind = Command::new("valgrind");
    valgrind.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]);
    valgrind.arg(format!("--toggle-collect=*{}*", entry.function));
    let [_, text] = run(valgrind.arg(env::current_exe()?).arg(entry.name))?;
    let line = text
        .lines()
        .find_map(|line| line.split_once("Collected : "));
    let (_, count) = line.ok_or_else(|| format!("no count of {}: {text}", entry.name))?;
    let count = count.trim().parse()?;
    if count < 100 {
        return Err(format!("{} was inlined: {text}", entry.name).into());
    }
    Ok(count)
}
