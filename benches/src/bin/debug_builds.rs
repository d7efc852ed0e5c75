//! Measures single steps without optimisation and writes `debug.md`.
//!
//! It runs itself once for each profile, as `debug_builds --measure`, and puts
//! what each run says together.

use std::fmt::Write as _;
use std::io;
use std::process::{Command, ExitCode};

use soa_benches::{debug, report};

/// What the profile sets, as one would write it in `Cargo.toml`.
const PROFILES: [(&str, &[&str]); 4] = [
    ("`opt-level = 0`, the default of `cargo build`", &[]),
    (
        "`opt-level = 0`, and 3 for dependencies (`[profile.dev.package.\"*\"]`)",
        &["profile.dev.package.'*'.opt-level=3"],
    ),
    ("`opt-level = 1`", &["profile.dev.opt-level=1"]),
    (
        "`opt-level = 1` and `debug-assertions = false`",
        &[
            "profile.dev.opt-level=1",
            "profile.dev.debug-assertions=false",
        ],
    ),
];

fn main() -> ExitCode {
    let measured = if std::env::args().any(|argument| argument == "--measure") {
        debug::lines().map(|lines| print!("{lines}"))
    } else {
        page()
            .and_then(|page| report::publish("debug.md", &page).map_err(|error| error.to_string()))
    };
    match measured {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn page() -> Result<String, String> {
    let mut page = String::from(
        "# Debug builds\n\n\
         Written by `cargo run --release -p soa-benches --bin debug_builds`: 1000 rows of five \
         fields, ids in random order, medians; the ratio is to `SlotMap` in the same round.\n",
    );
    for (title, settings) in PROFILES {
        let table = run(settings).map_err(|error| format!("{title}: {error}"))?;
        // Writing to a string cannot fail.
        let _ = write!(page, "\n## {title}\n\n{table}");
    }
    Ok(page)
}

/// Builds and runs this program with these settings of the profile.
fn run(settings: &[&str]) -> io::Result<String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args([
        "run",
        "--quiet",
        "-p",
        "soa-benches",
        "--bin",
        "debug_builds",
    ]);
    for setting in settings {
        command.args(["--config", setting]);
    }
    let output = command
        .args(["--", "--measure"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    } else {
        let said = String::from_utf8_lossy(&output.stderr);
        Err(io::Error::other(said.into_owned()))
    }
}
