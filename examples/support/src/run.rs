//! Runs an example, and turns its result into an exit code.

use std::process::ExitCode;

use crate::{BoxError, Gpu, messages};

/// Connects to a GPU and runs an example. Prints the error of the connection or of the example with
/// its causes, or what the graphics API reported.
pub fn run(example: impl FnOnce(Gpu) -> Result<(), BoxError>) -> ExitCode {
    let connected = Gpu::connect().map_err(BoxError::from);
    let done = connected.and_then(|gpu| {
        println!("adapter: {}", gpu.description);
        example(gpu)?;
        let messages = messages();
        if messages.is_empty() {
            return Ok(());
        }
        Err(format!("the graphics API reported:\n{}", messages.join("\n")).into())
    });
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{}", with_causes(&*error));
            ExitCode::FAILURE
        }
    }
}

/// Returns the text of an error followed by its causes, without those that it already quotes.
pub fn with_causes(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        let reason = cause.to_string();
        if !text.contains(&reason) {
            text = format!("{text}: {reason}");
        }
        source = cause.source();
    }
    text.trim_end().to_owned()
}
