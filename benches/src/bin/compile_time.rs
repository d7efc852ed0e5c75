//! Measures what a derived struct costs to compile, beside `soa_derive`, `soa-rs`
//! and `gecs`.
//!
//! `compile_time [ROUNDS]` makes crates of a hundred structs of 5 fields and of
//! ten structs of 50 in a temporary folder (a hundred of these take `soa_derive`
//! minutes and gigabytes), builds their dependencies, and then times clean builds
//! of the crates alone, in turns. `gecs` has a macro instead of a derive, which
//! makes a world of one archetype of each struct's fields, and at most 16 of
//! them. Another crate has the same structs without a derive; what a derive costs
//! is the time above that one's. How much of it is the derive at work, and not the
//! compiler with what it made, the compiler says (`-Z time-passes`). Nothing of the derived types is used, so
//! generic code counts where it is written and not where it is instantiated.

use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use soa_benches::report;

/// How many structs of how many fields.
const CRATES: [(u32, usize); 2] = [(100, 5), (10, 50)];
const GECS: &str = "gecs";
const TYPES: [&str; 5] = ["[f32; 3]", "f32", "u32", "u64", "bool"];

/// Whose derive the structs carry.
struct Derive {
    name: &'static str,
    dependency: String,
    /// What the crate imports.
    import: &'static str,
    /// What stands before a struct.
    attribute: &'static str,
    most_fields: usize,
}

fn derives() -> [Derive; 5] {
    let ours = concat!(env!("CARGO_MANIFEST_DIR"), "/../soa-runtime");
    [
        Derive {
            name: "no derive",
            dependency: String::new(),
            import: "",
            attribute: "",
            most_fields: usize::MAX,
        },
        Derive {
            name: "soa-runtime",
            dependency: format!("soa-runtime = {{ path = {ours:?} }}\n"),
            import: "",
            attribute: "#[derive(soa_runtime::IdAllocator)]\n",
            most_fields: usize::MAX,
        },
        Derive {
            name: "soa_derive",
            dependency: "soa_derive = \"0.14\"\n".into(),
            import: "",
            attribute: "#[derive(soa_derive::StructOfArray)]\n",
            most_fields: usize::MAX,
        },
        Derive {
            name: "soa-rs",
            dependency: "soa-rs = \"1.0\"\n".into(),
            // Its expansion names the trait as if it were imported.
            import: "use soa_rs::Soars;\n",
            attribute: "#[derive(Soars)]\n",
            most_fields: usize::MAX,
        },
        Derive {
            name: GECS,
            dependency: "gecs = \"0.3\"\n".into(),
            import: "",
            attribute: "",
            most_fields: 16,
        },
    ]
}

fn main() -> ExitCode {
    let rounds = std::env::args()
        .nth(1)
        .and_then(|rounds| rounds.parse().ok())
        .unwrap_or(3);
    match run(rounds) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run(rounds: usize) -> io::Result<()> {
    let folder = std::env::temp_dir().join(format!("soa-compile-time-{}", std::process::id()));
    let page = measure(&folder, rounds);
    fs::remove_dir_all(&folder)?;
    report::publish("compile_time.md", &page?)
}

fn measure(folder: &Path, rounds: usize) -> io::Result<String> {
    let mut page = format!(
        "# Compile time\n\n\
         Written by `cargo run --release -p soa-benches --bin compile_time`: clean builds of a \
         crate of such structs, dependencies built before; medians of {rounds} rounds in \
         turns. The derive's own cost a struct is what is above the crate without a derive; \
         its share of the `check` is what the compiler spends on the expansion.\n\n\
         | structs x fields | derive | `check`, s | a struct, ms | expansion, % | `build`, s | \
         a struct, ms | `build` to soa_derive's |\n|--:|---|--:|--:|--:|--:|--:|--:|\n"
    );
    for (structs, fields) in CRATES {
        let able = derives().into_iter();
        let crates: Vec<(Derive, PathBuf)> = able
            .filter(|derive| fields <= derive.most_fields)
            .map(|derive| {
                let path = folder.join(format!("{}-{fields}", derive.name.replace(' ', "-")));
                write_crate(&path, &derive, structs, fields)?;
                Ok((derive, path))
            })
            .collect::<io::Result<_>>()?;
        let mut times = vec![[const { Vec::new() }; 2]; crates.len()];
        for _ in 0..rounds {
            for ((_, path), times) in crates.iter().zip(&mut times) {
                for (command, times) in ["check", "build"].into_iter().zip(times) {
                    times.push(clean_build(path, command)?);
                }
            }
        }
        let times: Vec<[Duration; 2]> = times.into_iter().map(|times| times.map(median)).collect();
        for ((derive, path), [check, build]) in crates.iter().zip(&times) {
            let each = |time: &Duration, bare: Duration| {
                time.saturating_sub(bare).as_secs_f64() * 1e3 / f64::from(structs)
            };
            let _ = writeln!(
                page,
                "| {structs} x {fields} | {} | {:.2} | {:.2} | {:.0} | {:.2} | {:.2} | {:.2} |",
                derive.name,
                check.as_secs_f64(),
                each(check, times[0][0]),
                expansion(path)? / check.as_secs_f64() * 100.0,
                build.as_secs_f64(),
                each(build, times[0][1]),
                build.as_secs_f64() / times[2][1].as_secs_f64(),
            );
        }
    }
    Ok(page)
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

/// Writes the crate and builds its dependencies, and it, once.
fn write_crate(path: &Path, derive: &Derive, structs: u32, fields: usize) -> io::Result<()> {
    fs::create_dir_all(path.join("src"))?;
    let manifest = format!(
        "[package]\nname = \"measured\"\nversion = \"0.0.0\"\nedition = \"2021\"\n\n\
         [workspace]\n\n[dependencies]\n{}",
        derive.dependency
    );
    fs::write(path.join("Cargo.toml"), manifest)?;
    let mut source = format!("#![allow(dead_code)]\n{}", derive.import);
    for number in 0..structs {
        source.push_str(&if derive.name == GECS {
            world(number, fields)
        } else {
            declaration(number, fields, derive.attribute)
        });
    }
    fs::write(path.join("src/lib.rs"), source)?;
    clean_build(path, "check")?;
    clean_build(path, "build").map(|_| ())
}

/// A struct with its derive.
fn declaration(number: u32, fields: usize, attribute: &str) -> String {
    let mut text = format!("\n{attribute}pub struct S{number} {{\n");
    for (field, ty) in types(fields) {
        let _ = writeln!(text, "    pub f{field}: {ty},");
    }
    text + "}\n"
}

/// The same fields as the components of a world of its own.
fn world(number: u32, fields: usize) -> String {
    let (mut components, mut names) = (String::new(), String::new());
    for (field, ty) in types(fields) {
        let _ = writeln!(components, "    pub struct F{field}(pub {ty});");
        let _ = write!(names, ", F{field}");
    }
    format!(
        "\npub mod s{number} {{\n    use gecs::prelude::*;\n{components}    ecs_world! {{\n        \
         ecs_archetype!(S{number}, dyn{names});\n    }}\n}}\n"
    )
}

fn types(fields: usize) -> impl Iterator<Item = (usize, &'static str)> {
    TYPES.into_iter().cycle().enumerate().take(fields)
}

/// Builds the crate, and only it, anew, and says how long that took.
fn clean_build(path: &Path, command: &str) -> io::Result<Duration> {
    cargo(path, &["clean", "--quiet", "--package", "measured"])?;
    let start = Instant::now();
    cargo(path, &[command, "--quiet"])?;
    Ok(start.elapsed())
}

/// How many seconds the compiler spends on the expansion of all macros of the crate.
fn expansion(path: &Path) -> io::Result<f64> {
    cargo(path, &["clean", "--quiet", "--package", "measured"])?;
    let passes = cargo(
        path,
        &[
            "rustc",
            "--quiet",
            "--profile",
            "check",
            "--",
            "-Ztime-passes",
        ],
    )?;
    // Lines like `time:   0.003; rss: .. expand_crate`.
    let time = passes
        .lines()
        .filter(|line| line.trim_end().ends_with("\texpand_crate"))
        .find_map(|line| {
            line.strip_prefix("time:")?
                .split(';')
                .next()?
                .trim()
                .parse()
                .ok()
        });
    time.ok_or_else(|| io::Error::other(format!("no time of the expansion in {passes:?}")))
}

/// Runs cargo and returns what it said.
fn cargo(path: &Path, arguments: &[&str]) -> io::Result<String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(arguments)
        .current_dir(path)
        .env("CARGO_TARGET_DIR", path.join("target"))
        .env("CARGO_INCREMENTAL", "0")
        .env("RUSTC_BOOTSTRAP", "1")
        .output()?;
    if output.status.success() {
        let said = [output.stdout, output.stderr].concat();
        Ok(String::from_utf8_lossy(&said).into_owned())
    } else {
        Err(io::Error::other(format!(
            "cargo {} failed in {}",
            arguments.join(" "),
            path.display()
        )))
    }
}
