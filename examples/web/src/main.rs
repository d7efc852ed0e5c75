//! Builds a page on which a million flies swarm in a hub, and serves it.
//!
//! `cargo run --release -p web -- [PORT]` needs the target `wasm32-unknown-unknown`, which
//! `rustup target add wasm32-unknown-unknown` installs. The variable `WEB_WASM` names a module that
//! was built elsewhere.

mod build;
mod server;

use std::process::ExitCode;
use std::{env, fs, io};

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
    let port = env::args().nth(1).unwrap_or_else(|| "8080".to_owned());
    let port = port.parse().map_err(io::Error::other)?;
    let path = match env::var_os("WEB_WASM") {
        Some(path) => path.into(),
        None => build::module()?,
    };
    let server = server::Server::bind(port, fs::read(path)?)?;
    println!("http://{}", server.address()?);
    server.serve()
}
