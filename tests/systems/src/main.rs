//! Writes a world into files, or reads what another system wrote and compares it.
//!
//! `across write FOLDER` writes; `across read FOLDER` reads. The world is the same in every run
//! on every machine, and so is every byte of its saves and deltas.

mod body;
mod files;
mod unit;
mod world;

use std::env;
use std::path::PathBuf;
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut arguments = env::args().skip(1);
    let (word, folder) = (arguments.next(), arguments.next().map(PathBuf::from));
    match (word.as_deref(), folder) {
        (Some("write"), Some(folder)) => files::write(&folder),
        (Some("read"), Some(folder)) => files::read(&folder),
        _ => {
            eprintln!("usage: across write FOLDER, or across read FOLDER");
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}
