//! Builds a page on which a million flies swarm in a hub, and serves it.
//!
//! `cargo run --release -p web` needs the target `wasm32-unknown-unknown`, which
//! `rustup target add wasm32-unknown-unknown` installs. `--wasm FILE` serves a module that was
//! built elsewhere.

mod build;
mod server;

use std::path::PathBuf;
use std::process::ExitCode;
use std::{env, fs, io};

/// What is on the command line.
#[derive(Debug, Default)]
struct Options {
    port: u16,
    wasm: Option<PathBuf>,
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> io::Result<()> {
    let options = options(env::args().skip(1))?;
    let path = match options.wasm {
        Some(path) => path,
        None => build::module()?,
    };
    let server = server::Server::bind(options.port, fs::read(path)?)?;
    println!("http://{}", server.address()?);
    server.serve()
}

fn options(mut words: impl Iterator<Item = String>) -> io::Result<Options> {
    let mut options = Options {
        port: 8080,
        ..Options::default()
    };
    while let Some(word) = words.next() {
        let missing = || io::Error::other(format!("`{word}` needs a value"));
        let mut value = || words.next().ok_or_else(missing);
        match word.as_str() {
            "--port" => options.port = value()?.parse().map_err(io::Error::other)?,
            "--wasm" => options.wasm = Some(value()?.into()),
            _ => {
                let known = "expected `--port N` or `--wasm FILE`";
                return Err(io::Error::other(format!(
                    "unknown option `{word}`; {known}"
                )));
            }
        }
    }
    Ok(options)
}
