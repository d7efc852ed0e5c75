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
mod report;
mod shader;
mod simulation;
mod story;
#[cfg(test)]
mod tests;
mod texture;

use std::env;
use std::path::Path;
use std::process::ExitCode;

use example_gpu::{BoxError, Gpu};

use crate::engine::Engine;

fn main() -> ExitCode {
    example_gpu::run(run)
}

fn run(gpu: Gpu) -> Result<(), BoxError> {
    let (mut frames, mut inspects) = (None, false);
    let mut words = env::args().skip(1);
    while let Some(word) = words.next() {
        match word.as_str() {
            "--frames" => frames = Some(words.next().unwrap_or_default().parse()?),
            "--inspect" => inspects = true,
            _ => return Err("usage: renderer [--frames N] [--inspect]".into()),
        }
    }
    let out = Path::new("target/renderer");
    let folder = out.join("assets");
    assets::prepare(&folder)?;
    // Only the story has pictures that are looked at.
    let size = if frames.is_none() {
        [640, 360]
    } else {
        [64, 36]
    };
    let mut engine = Engine::new(gpu, size, &folder)?;
    if inspects {
        engine.inspect()?;
    }
    match frames {
        Some(frames) => churn::run(&mut engine, frames),
        None => story::run(&mut engine, &folder, out),
    }
}
