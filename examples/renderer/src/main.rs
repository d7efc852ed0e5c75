//! A small renderer: what hubs, tracked columns, leases, packed memory and resources are for,
//! at work together.
//!
//! ```sh
//! cargo run --release -p renderer                               # the story, as pictures
//! cargo run --release -p renderer -- --frames 2000              # everything changes at once
//! cargo run --release -p renderer --features window -- --window # where there is a display
//! ```
//!
//! Start with [`engine`], which has all hubs and the frame; each other file is one kind of thing.

mod assets;
mod churn;
mod engine;
mod frame;
mod gpu;
mod instance;
mod lamp;
mod level;
mod mesh;
mod messages;
mod model;
mod news;
mod options;
mod picture;
mod shader;
mod simulation;
mod story;
mod summary;
#[cfg(test)]
mod tests;
mod texture;
mod times;
mod vertex;
#[cfg(feature = "window")]
mod window;

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use soa_resources::BoxError;

use crate::engine::Engine;
use crate::gpu::{ConnectError, Gpu};
use crate::options::{NoAdapter, Options, Task, USAGE};

fn main() -> ExitCode {
    let options = match Options::parse(std::env::args().skip(1)) {
        Ok(options) => options,
        Err(mistake) => {
            eprintln!("{mistake}\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    let done = match options.task {
        Task::Window => show(&options),
        Task::Story | Task::Churn { .. } => match Gpu::connect() {
            Ok(gpu) => run(&options, gpu),
            Err(error @ ConnectError::NoAdapter(_)) if options.no_adapter == NoAdapter::Passes => {
                println!("no pictures: {error}");
                Ok(())
            }
            Err(error) => Err(error.into()),
        },
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{}", news::with_causes(&*error));
            ExitCode::FAILURE
        }
    }
}

/// The story or the churn, without a window.
fn run(options: &Options, gpu: Gpu) -> Result<(), BoxError> {
    println!("adapter: {}", gpu.description);
    let folder = folder(options)?;
    fs::create_dir_all(&options.out)?;
    let mut engine = Engine::new(gpu, options.size, &folder)?;
    let times = if let Task::Churn { frames } = options.task {
        let churned = churn::run(&mut engine, frames)?;
        churned.print();
        churned.check()?;
        engine.times.clone()
    } else {
        let told = story::tell(&mut engine, &folder, &options.out)?;
        told.print();
        told.times
    };
    summary::print(&engine, &times);
    summary::messages()
}

#[cfg(feature = "window")]
fn show(options: &Options) -> Result<(), BoxError> {
    window::show(&folder(options)?)
}

#[cfg(not(feature = "window"))]
fn show(_: &Options) -> Result<(), BoxError> {
    Err("this renderer was built without windows: \
         cargo run --release -p renderer --features window -- --window"
        .into())
}

/// The folder of assets; one that nobody named is made.
fn folder(options: &Options) -> Result<PathBuf, BoxError> {
    if let Some(folder) = &options.assets {
        return Ok(folder.clone());
    }
    let folder = options.out.join("assets");
    assets::prepare(&folder)?;
    Ok(folder)
}
