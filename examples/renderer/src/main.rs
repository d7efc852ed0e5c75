//! A small renderer in which hubs, tracked columns, leases, packed memory and resources work together.
//!
//! ```sh
//! cargo run --release -p renderer                               # the story, as pictures
//! cargo run --release -p renderer -- --frames 2000              # everything changes at once
//! cargo run --release -p renderer --features window -- --window # requires a display
//! cargo run --release -p renderer -- --frames 2000 --inspect    # a page in the browser shows the hubs
//! ```
//!
//! Start with [`engine`], which has all hubs and draws the frames. Every other file is about one thing.

mod assets;
mod churn;
mod engine;
mod file_log;
mod frame;
mod gpu;
mod instance;
mod lamp;
mod level;
mod mesh;
mod messages;
mod model;
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

use example_gpu::lexopt::Parser;
use example_gpu::{BoxError, Gpu};

use crate::engine::Engine;
use crate::options::{Options, Task, USAGE};

fn main() -> ExitCode {
    let options = Options::parse(Parser::from_env());
    example_gpu::run_with(USAGE, options, |options| match options.task {
        Task::Window => open_window(&options),
        Task::Story | Task::Churn { .. } => options
            .common
            .with_adapter(gpu::connect(), |gpu| run(&options, gpu)),
    })
}

/// Runs the story or the churn without a window.
fn run(options: &Options, gpu: Gpu) -> Result<(), BoxError> {
    let (folder, out) = (assets_folder(options)?, &options.common.out);
    fs::create_dir_all(out)?;
    let mut engine = Engine::new(gpu, options.size, &folder)?;
    if options.inspect {
        engine.inspect()?;
    }
    let times = if let Task::Churn { frames } = options.task {
        let report = churn::run(&mut engine, frames)?;
        report.print();
        report.check()?;
        engine.times.clone()
    } else {
        let report = story::run(&mut engine, &folder, out)?;
        report.print();
        report.times
    };
    summary::print(&engine, &times);
    summary::check_messages()
}

#[cfg(feature = "window")]
fn open_window(options: &Options) -> Result<(), BoxError> {
    window::run(&assets_folder(options)?, options.inspect)
}

#[cfg(not(feature = "window"))]
fn open_window(_: &Options) -> Result<(), BoxError> {
    Err("this renderer was built without windows; run it with \
         `cargo run --release -p renderer --features window -- --window`"
        .into())
}

/// Returns the folder of assets. If the options name none, creates one.
fn assets_folder(options: &Options) -> Result<PathBuf, BoxError> {
    if let Some(folder) = &options.assets {
        return Ok(folder.clone());
    }
    let folder = options.common.out.join("assets");
    assets::prepare(&folder)?;
    Ok(folder)
}
