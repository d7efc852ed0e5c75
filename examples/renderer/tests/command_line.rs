//! The command line and the exit codes.

#[test]
fn a_missing_adapter_and_an_unknown_option_are_explained() {
    example_gpu::testing::check_command_line(env!("CARGO_BIN_EXE_renderer"), "renderer");
}
