//! Measures builds without optimisation and writes `debug.md`.
//!
//! It builds and runs itself once for each profile, as `debug_builds measure`, and puts the
//! tables of these runs together.

use std::fmt::Write as _;

use soa_bench::debug;
use soa_bench::harness::{self, Failure, Options};

/// The settings of each profile, as one would write them in `Cargo.toml`. Here `'*'` does not
/// include the hubs' crate, which is in the same workspace.
#[rustfmt::skip]
const PROFILES: [(&str, &[&str]); 4] = [
    ("`opt-level = 0`, the default of `cargo build`", &[]),
    ("`opt-level = 0`, and 3 for dependencies (`[profile.dev.package.\"*\"]`)", &["package.'*'.opt-level=3", "package.soa-runtime.opt-level=3"]),
    ("`opt-level = 1`", &["opt-level=1"]),
    ("`opt-level = 1` and `debug-assertions = false`", &["opt-level=1", "debug-assertions=false"]),
];

fn main() -> Result<(), Failure> {
    let options = Options::from_args()?;
    if options.names == ["measure"] {
        print!("{}", debug::table(options.quick)?);
        return Ok(());
    }
    let mut page = String::from(
        "# Debug builds\n\n\
         Written by `cargo run --release -p soa-bench --bin debug_builds`: 1000 rows of five \
         fields, ids in random order, medians. The ratio is to `SlotMap` in the same round. The \
         shooter is the one of `frames.md`.\n",
    );
    for (title, settings) in PROFILES {
        let table = run(settings, options.quick)?;
        // Writing to a string cannot fail.
        let _ = write!(page, "\n## {title}\n\n{table}");
    }
    options.publish("debug.md", &page)
}

/// Builds and runs this program with these settings of the profile.
fn run(settings: &[&str], quick: bool) -> Result<String, Failure> {
    let mut command = harness::cargo();
    command.current_dir(env!("CARGO_MANIFEST_DIR"));
    command.args("run --quiet -p soa-bench --bin debug_builds".split(' '));
    for setting in settings {
        command.args(["--config", &format!("profile.dev.{setting}")]);
    }
    command.args(["--", "measure"]);
    command.args(quick.then_some("--quick"));
    let [table, _] = harness::run(&mut command)?;
    Ok(table)
}
