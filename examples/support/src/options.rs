//! The command line and the exit code of an example.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use lexopt::{Arg, Error, Parser};

use crate::{BoxError, ConnectError, Gpu, messages};

/// The options that all examples have.
#[derive(Debug)]
pub struct Options {
    /// `--out PATH`: where the pictures are written.
    pub out: PathBuf,
    /// `--allow-no-adapter`: whether a machine without an adapter is no error.
    allow_no_adapter: bool,
}

impl Options {
    /// Reads a command line. `own` reads the value of an option that only this example has, and
    /// returns false if the example has no such option either.
    ///
    /// # Errors
    ///
    /// Returns an error for an unknown option, and for a missing or invalid value.
    pub fn parse(
        default_out: &str,
        mut parser: Parser,
        mut own: impl FnMut(&str, &mut Parser) -> Result<bool, Error>,
    ) -> Result<Self, Error> {
        let mut options = Self {
            out: default_out.into(),
            allow_no_adapter: false,
        };
        while let Some(argument) = parser.next()? {
            let Arg::Long(name) = argument else {
                return Err(argument.unexpected());
            };
            match name.to_owned().as_str() {
                "out" => options.out = parser.value()?.into(),
                "allow-no-adapter" => options.allow_no_adapter = true,
                name if own(name, &mut parser)? => {}
                name => return Err(Error::UnexpectedOption(format!("--{name}"))),
            }
        }
        Ok(options)
    }

    /// Runs an example on a GPU. If the machine has no adapter, `--allow-no-adapter` turns the
    /// error into a message.
    ///
    /// # Errors
    ///
    /// Returns the error of the connection or of the example, or what the graphics API reported.
    pub fn with_adapter(
        &self,
        connected: Result<Gpu, ConnectError>,
        example: impl FnOnce(Gpu) -> Result<(), BoxError>,
    ) -> Result<(), BoxError> {
        match connected {
            Ok(gpu) => {
                println!("adapter: {}", gpu.description);
                example(gpu)?;
                let messages = messages();
                if messages.is_empty() {
                    return Ok(());
                }
                Err(format!("the graphics API reported:\n{}", messages.join("\n")).into())
            }
            Err(error @ ConnectError::NoAdapter(_)) if self.allow_no_adapter => {
                println!("no pictures: {error}");
                Ok(())
            }
            Err(error) => Err(error.into()),
        }
    }
}

/// Reads the command line, connects to a GPU and runs an example that has only the common
/// options.
pub fn run(
    name: &str,
    default_out: &str,
    example: impl FnOnce(&Gpu, &Path) -> Result<(), BoxError>,
) -> ExitCode {
    let usage = format!(
        "usage: {name} [--out PATH] [--allow-no-adapter]

  --out PATH           where pictures are written (default: {default_out})
  --allow-no-adapter   succeed without pictures if the machine has no graphics adapter

Set WGPU_BACKEND to vulkan or gl to select the backend."
    );
    let options = Options::parse(default_out, Parser::from_env(), |_, _| Ok(false));
    run_with(&usage, options, |options| {
        options.with_adapter(Gpu::connect(), |gpu| example(&gpu, &options.out))
    })
}

/// Runs an example with options that were read. Prints a mistake on the command line together
/// with the usage, and the error of the example together with its causes.
pub fn run_with<O>(
    usage: &str,
    options: Result<O, Error>,
    example: impl FnOnce(O) -> Result<(), BoxError>,
) -> ExitCode {
    let options = match options {
        Ok(options) => options,
        Err(mistake) => {
            eprintln!("{mistake}\n{usage}");
            return ExitCode::from(2);
        }
    };
    match example(options) {
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
