//! The command line and the exit codes.

use example_gpu::testing;

const RENDERER: &str = env!("CARGO_BIN_EXE_renderer");

#[test]
fn a_missing_adapter_and_an_unknown_option_are_explained() {
    testing::check_command_line(RENDERER, "renderer");
}

#[cfg(not(feature = "window"))]
#[test]
fn a_missing_window_feature_is_explained() {
    let output = testing::run_without_adapter(RENDERER, &["--window"]);
    let text = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.contains("--features window"), "{text}");
}
