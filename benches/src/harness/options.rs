//! The options that all benches accept, and the place where their pages go.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use lexopt::{Arg, Parser, ValueExt};

use super::Failure;

/// The options of one run.
#[derive(Debug, Default)]
pub struct Options {
    /// Only checks that everything runs.
    pub quick: bool,
    /// The number of rounds, if it was given.
    pub rounds: Option<usize>,
    /// The folder for pages.
    pub out: PathBuf,
    /// The names after the options.
    pub names: Vec<String>,
}

impl Options {
    /// Reads `[--quick] [--rounds N] [--out FOLDER] [NAME..]`.
    ///
    /// Pages go to `benches/results`. A quick run never overwrites them: its pages go to
    /// `target/benches`.
    ///
    /// # Errors
    ///
    /// Returns an error if an option is unknown or has no value.
    pub fn from_args() -> Result<Self, Failure> {
        let (mut it, mut arguments) = (Self::default(), Parser::from_env());
        while let Some(argument) = arguments.next()? {
            match argument {
                Arg::Long("quick") => it.quick = true,
                Arg::Long("rounds") => it.rounds = Some(arguments.value()?.parse()?),
                Arg::Long("out") => it.out = arguments.value()?.into(),
                Arg::Value(name) => it.names.push(name.string()?),
                unknown => return Err(unknown.unexpected().into()),
            }
        }
        if it.out.as_os_str().is_empty() {
            let folder = ["results", "../target/benches"][usize::from(it.quick)];
            it.out = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        }
        Ok(it)
    }

    /// Returns the number of rounds: as given, else `full`, or 3 in a quick run.
    pub fn rounds(&self, full: usize) -> usize {
        self.rounds.unwrap_or(if self.quick { 3 } else { full })
    }

    /// Prints a page and writes it into the folder, which is created if necessary.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be written.
    pub fn publish(&self, name: &str, page: &str) -> Result<(), Failure> {
        let path = self.out.join(name);
        print!("{page}");
        fs::create_dir_all(&self.out)
            .and_then(|()| fs::write(&path, page))
            .map_err(|error| format!("{}: {error}", path.display()).into())
    }
}

/// Returns the cargo profile of this program: `release`, `games` or another one.
///
/// Cargo names the folder of the executable after the profile.
pub fn profile() -> String {
    let program = env::current_exe().ok();
    let folder = program.as_deref().and_then(Path::parent);
    let name = folder.and_then(Path::file_name);
    name.map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}

/// Returns the command of the cargo that runs this program.
pub fn cargo() -> Command {
    Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// Runs a command, and returns what it wrote to its output and to its error output.
///
/// # Errors
///
/// Returns an error if it does not start or if it fails.
pub fn run(command: &mut Command) -> Result<[String; 2], Failure> {
    let output = command.output();
    let output = output.map_err(|error| format!("{command:?} did not start: {error}"))?;
    let said = [output.stdout, output.stderr].map(|it| String::from_utf8_lossy(&it).into_owned());
    if output.status.success() {
        Ok(said)
    } else {
        Err(format!("{command:?} failed: {}", said[1]).into())
    }
}
