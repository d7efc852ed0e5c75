//! Helpers for the tests of the examples.

use std::env;
use std::process::{Command, Output};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::{ConnectError, Gpu};

/// The environment variable that makes tests fail on a machine without a graphics adapter.
pub const REQUIRE_ADAPTER: &str = "EXAMPLES_REQUIRE_ADAPTER";

/// Returns the result of a connection, or `None` if the machine has no adapter. A test has
/// nothing to check then, unless the variable [`REQUIRE_ADAPTER`] is set.
///
/// # Panics
///
/// Panics if the connection failed in any other way.
pub fn expect_gpu(connected: Result<Gpu, ConnectError>) -> Option<Gpu> {
    match connected {
        Ok(gpu) => Some(gpu),
        Err(ConnectError::NoAdapter(_)) if env::var_os(REQUIRE_ADAPTER).is_none() => {
            println!("nothing to check: this machine has no graphics adapter");
            None
        }
        Err(error) => panic!("{error}"),
    }
}

/// Waits until no other test of the process uses a device. GL drivers share state between
/// devices.
pub fn wait_for_turn() -> MutexGuard<'static, ()> {
    static TURN: Mutex<()> = Mutex::new(());
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs a program that finds no graphics adapter: it asks for a backend of another platform.
///
/// # Panics
///
/// Panics if the program does not start.
pub fn run_without_adapter(program: &str, arguments: &[&str]) -> Output {
    let missing = if cfg!(windows) { "metal" } else { "dx12" };
    Command::new(program)
        .args(arguments)
        .env("WGPU_BACKEND", missing)
        .output()
        .expect("the program starts")
}

/// Checks what a program prints, and how it exits, on a machine without a graphics adapter and
/// for an option that does not exist.
///
/// # Panics
///
/// Panics if the program does anything else than it should.
pub fn check_command_line(program: &str, name: &str) {
    let check = |arguments: &[&str], code: i32, start: &str| {
        let output = run_without_adapter(program, arguments);
        let bytes = if code == 0 {
            output.stdout
        } else {
            output.stderr
        };
        let text = String::from_utf8_lossy(&bytes).into_owned();
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {text}");
        assert!(text.starts_with(start), "{arguments:?}: {text}");
        text
    };
    let text = check(&[], 1, "this machine has no graphics adapter: ");
    for package in ["mesa-vulkan-drivers", "libegl1"] {
        assert!(text.contains(package), "{text}");
    }
    check(
        &["--allow-no-adapter"],
        0,
        "no pictures: this machine has no graphics adapter: ",
    );
    let usage = format!("invalid option '--sound'\nusage: {name} ");
    check(&["--sound"], 2, &usage);
}
