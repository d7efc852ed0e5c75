//! Compares the public interface of each published crate with the snapshot beside this
//! package, so that no change of it goes unseen.
//!
//! `cargo run -p soa-test-api` fails if they differ and prints the difference;
//! `cargo run -p soa-test-api -- accept` writes the snapshots again.

use std::collections::BTreeSet;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::{env, fs};

use public_api::Builder;

const CRATES: [&str; 9] = [
    "soa-runtime",
    "soa-runtime-derive",
    "soa-resources",
    "soa-arrow",
    "soa-index",
    "soa-inspect",
    "soa-journal",
    "soa-python",
    "soa-wgpu",
];

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let accept = env::args().nth(1).is_some_and(|word| word == "accept");
    let mut same = true;
    for name in CRATES {
        let found = interface(name)?;
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("{name}.txt"));
        if accept {
            fs::write(&path, found)?;
            continue;
        }
        let known = fs::read_to_string(&path)?;
        let [before, after]: [BTreeSet<&str>; 2] =
            [&known, &found].map(|text| text.lines().collect());
        for line in before.difference(&after) {
            println!("- {line}");
        }
        for line in after.difference(&before) {
            println!("+ {line}");
        }
        same &= before == after;
    }
    if !same {
        println!("the public interface changed; `cargo run -p soa-test-api -- accept` accepts it");
    }
    Ok(ExitCode::from(u8::from(!same)))
}

/// Returns the public interface of a crate with all its features, an item per line.
fn interface(name: &str) -> Result<String, Box<dyn Error>> {
    let target = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../target/api");
    let status = Command::new(env!("CARGO"))
        .args(["rustdoc", "--quiet", "--lib", "--all-features", "-p", name])
        .arg("--target-dir")
        .arg(&target)
        .args(["--", "-Zunstable-options", "--output-format", "json"])
        .arg("--cap-lints=allow")
        // The format is unstable; the version of `public-api` is chosen to fit it.
        .env("RUSTC_BOOTSTRAP", "1")
        .env_remove("RUSTDOCFLAGS")
        .status()?;
    if !status.success() {
        return Err(format!("rustdoc failed for `{name}`").into());
    }
    let json = target
        .join("doc")
        .join(format!("{}.json", name.replace('-', "_")));
    let interface = Builder::from_rustdoc_json(json)
        .omit_blanket_impls(true)
        .omit_auto_trait_impls(true)
        .omit_auto_derived_impls(true)
        .build()?;
    Ok(interface.to_string())
}
