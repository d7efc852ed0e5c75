//! What the program says, and how it exits, where it cannot draw.

use std::process::{Command, Output};

/// A backend that this platform does not have.
const MISSING: &str = if cfg!(windows) { "metal" } else { "dx12" };

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_renderer"))
        .args(arguments)
        .env("WGPU_BACKEND", MISSING)
        .output()
        .expect("the program starts")
}

#[test]
fn without_an_adapter_it_names_the_packages_and_fails() {
    let output = run(&[]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(
        said.starts_with("this machine has no graphics adapter: "),
        "{said}"
    );
    for package in ["mesa-vulkan-drivers", "libegl1"] {
        assert!(said.contains(package), "{said}");
    }
}

#[test]
fn without_an_adapter_it_succeeds_if_that_is_allowed_and_still_says_so() {
    let output = run(&["--allow-no-adapter"]);
    let said = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert!(
        said.starts_with("no pictures: this machine has no graphics adapter: "),
        "{said}"
    );
}

#[test]
fn an_option_it_does_not_know_is_named_beside_those_it_does() {
    let output = run(&["--sound"]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(
        said.starts_with("`--sound` is not an option\nusage: renderer "),
        "{said}"
    );
}

#[cfg(not(feature = "window"))]
#[test]
fn a_window_it_was_not_built_with_is_explained() {
    let output = run(&["--window"]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("--features window"), "{said}");
}
