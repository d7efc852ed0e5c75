//! Decides whether the messages of programs that must not compile are compared.
//!
//! Rustc wrote a part of each message, in words that change with its version. So the messages
//! are compared only with the version that wrote them, unless `SOA_COMPARE_MESSAGES` is set, as in
//! `.ci/settings`. The messages of the derive are compared by its own tests, with any version.

use std::env;
use std::io::Write;
use std::process::Command;

/// The version of rustc that wrote the messages.
const WRITTEN_BY: &str = "1.95.0";

/// Returns the version of the compiler that builds the programs.
fn version() -> String {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).arg("--version").output();
    let output = output.expect("the compiler starts").stdout;
    let text = String::from_utf8(output).expect("a version is text");
    text.split(' ').nth(1).unwrap_or_default().to_owned()
}

/// Returns whether the messages are compared. If they are not, one line on the terminal says so.
pub(crate) fn compares_messages() -> bool {
    // `TRYBUILD` is set to accept new messages.
    let is_asked = ["SOA_COMPARE_MESSAGES", "TRYBUILD"]
        .iter()
        .any(|variable| env::var_os(variable).is_some());
    let version = version();
    let compares = is_asked || version == WRITTEN_BY;
    if !compares {
        // Unlike `eprintln!`, this shows although the test passes.
        let mut terminal = std::io::stderr();
        let _ = writeln!(
            terminal,
            "skipped: the messages for mistakes are of rustc {WRITTEN_BY}, and this is {version}"
        );
    }
    compares
}
