//! A small renderer in which hubs, tracked columns, leases, packed memory and resources work
//! together. It draws a story of five pictures, or any number of frames in which everything changes.
//!
//! ```sh
//! cargo run --release -p renderer                            # the story, as pictures
//! cargo run --release -p renderer -- --frames 2000           # everything changes at once
//! cargo run --release -p renderer -- --frames 2000 --inspect # a page in the browser shows the hubs
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
mod model;
mod options;
mod report;
mod shader;
mod simulation;
mod story;
#[cfg(test)]
mod tests;
mod texture;

use std::process::ExitCode;

use example_gpu::lexopt::Parser;
use example_gpu::{BoxError, Gpu};

use crate::engine::Engine;
use crate::options::{Options, USAGE};

fn main() -> ExitCode {
    let options = Options::parse(Parser::from_env());
    example_gpu::run_with(USAGE, options, |options| {
        let run = |gpu| run(&options, gpu);
        options.common.with_adapter(Gpu::connect(), run)
    })
}

fn run(options: &Options, gpu: Gpu) -> Result<(), BoxError> {
    let out = &options.common.out;
    let folder = out.join("assets");
    assets::prepare(&folder)?;
    let mut engine = Engine::new(gpu, options.size, &folder)?;
    if options.inspect {
        engine.inspect()?;
    }
    match options.frames {
        Some(frames) => churn::run(&mut engine, frames)?,
        None => story::run(&mut engine, &folder, out)?,
    }
    report::print(&engine);
    Ok(())
}
