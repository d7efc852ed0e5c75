//! Meshes of four vertex layouts, each with a life of its own, in one packed buffer; a GPU buffer
//! that makes the same moves and is sent only what changed; and pictures of what comes of it,
//! without a window.
//!
//! ```sh
//! cargo run --release -p vertex_buffer -- --out target/vertex_buffer
//! ```
//!
//! An island is found, settled and drawn. Settling it releases meshes and adds others, so the buffer
//! gets holes; compaction then closes them in a few frames, each within its budget of moved bytes.
//! Most meshes are elsewhere afterwards, and not a pixel differs: the instances hold ids, not offsets.
//!
//! The story is told twice. First the CPU has the vertices, too (`PackedBuffer`), and after every
//! frame the GPU's are read back and compared with them. Then only the GPU has them (`PackedSpace`),
//! in a buffer that starts too small and grows twice; the pictures are the same.

mod cast;
mod geometry;
mod gpu;
mod layout;
mod map;
mod meshes;
mod mirror;
mod picture;
mod pipelines;
mod renderer;
mod scene;
mod story;
#[cfg(test)]
mod tests;
mod vertices;

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crate::gpu::{ConnectError, Gpu};
use crate::story::{Frame, Story};
use crate::vertices::{CAPACITY, Copied, Staged};

const USAGE: &str = "usage: vertex_buffer [--out DIR] [--allow-no-adapter]

  --out DIR            where the pictures go (default: target/vertex_buffer)
  --allow-no-adapter   succeed, without pictures, on a machine that has no graphics adapter

WGPU_BACKEND=vulkan or gl chooses between backends.";

/// What the command line asks for.
struct Options {
    out: PathBuf,
    no_adapter: NoAdapter,
}

/// What a machine without an adapter means.
#[derive(Clone, Copy, PartialEq, Eq)]
enum NoAdapter {
    Fails,
    Passes,
}

impl Options {
    fn parse(mut arguments: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut options = Self {
            out: PathBuf::from("target/vertex_buffer"),
            no_adapter: NoAdapter::Fails,
        };
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                "--out" => options.out = arguments.next().ok_or("--out needs a directory")?.into(),
                "--allow-no-adapter" => options.no_adapter = NoAdapter::Passes,
                other => return Err(format!("`{other}` is not an option")),
            }
        }
        Ok(options)
    }
}

fn main() -> ExitCode {
    let options = match Options::parse(std::env::args().skip(1)) {
        Ok(options) => options,
        Err(mistake) => {
            eprintln!("{mistake}\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    let gpu = match Gpu::connect() {
        Ok(gpu) => gpu,
        Err(error @ ConnectError::NoAdapter(_)) if options.no_adapter == NoAdapter::Passes => {
            println!("no pictures: {error}");
            return ExitCode::SUCCESS;
        }
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::FAILURE;
        }
    };
    println!("adapter: {}", gpu.description);
    match run(&gpu, &options.out) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Tells the story twice, checks it, prints what it cost and writes its pictures.
fn run(gpu: &Gpu, out: &Path) -> Result<(), Box<dyn Error>> {
    println!("\nthe CPU has the vertices, too; {CAPACITY} bytes on the GPU");
    let story = Story::tell(gpu, Copied::new())?;
    print_frames(&story);
    let (moved, blocks) = story.moved;
    for frame in &story.compacting {
        same_picture(frame, &story.settled)?;
    }
    println!(
        "compaction moved {moved} of {blocks} meshes in {} frames; not a pixel differs",
        story.compacting.len()
    );

    println!("\nonly the GPU has them");
    let without_copy = Story::tell(gpu, Staged::new())?;
    print_frames(&without_copy);
    for (frame, with_copy) in without_copy.frames().zip(story.frames()) {
        same_picture(frame, with_copy)?;
    }
    let growths = without_copy.frames().filter(|frame| frame.grew).count();
    println!("the buffer grew {growths} times; not a pixel differs from those above\n");

    fs::create_dir_all(out)?;
    let overview = story.overview();
    let pictures = [
        ("1_wild.png", &story.wild.picture),
        ("2_settled.png", &story.settled.picture),
        ("3_compacted.png", &story.compacted().picture),
        ("overview.png", &overview),
    ];
    for (name, picture) in pictures {
        let path = out.join(name);
        picture.save(&path)?;
        println!("wrote {}", path.display());
    }
    Ok(())
}

/// Prints what each frame cost.
fn print_frames(story: &Story) {
    println!(
        "{:<14}{:>10}{:>10}{:>10}{:>10}{:>8}",
        "frame", "in use", "moved", "uploaded", "of all", "writes"
    );
    for frame in story.frames() {
        let permille = frame.uploaded * 1000 / CAPACITY;
        let share = format!("{}.{} %", permille / 10, permille % 10);
        println!(
            "{:<14}{:>10}{:>10}{:>10}{share:>10}{:>8}",
            frame.title, frame.used, frame.moved, frame.uploaded, frame.writes
        );
    }
}

/// An error unless two frames look the same.
fn same_picture(frame: &Frame, other: &Frame) -> Result<(), Box<dyn Error>> {
    match frame.picture.differing_pixels(&other.picture) {
        0 => Ok(()),
        differing => Err(format!("{differing} pixels changed while {}", frame.title).into()),
    }
}
