//! Keeps meshes of four vertex layouts, each with a lifetime of its own, in one packed buffer. A GPU
//! buffer repeats the moves of the packed buffer and is sent only what changed. The result is drawn
//! without a window.
//!
//! ```sh
//! cargo run --release -p vertex_buffer -- --out target/vertex_buffer
//! ```
//!
//! An island is discovered, settled and drawn. The settlement removes meshes and adds others, which
//! leaves holes in the buffer. Compaction then closes them over a few frames, and each frame has a
//! budget of moved bytes. Most meshes have moved afterwards, but no pixel differs, because the
//! instances contain ids and not offsets.
//!
//! The story runs twice. In the first run the CPU has the vertices too (`PackedBuffer`), and after
//! every frame the vertices of the GPU are read back and compared with them. In the second run only
//! the GPU has them (`PackedSpace`), in a buffer that starts too small and grows. Both runs
//! draw the same pictures.

mod cast;
mod geometry;
mod layout;
mod map;
mod meshes;
mod picture;
mod pipelines;
mod renderer;
mod scene;
mod story;
#[cfg(test)]
mod tests;
mod vertices;

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use example_gpu::{BoxError, Gpu};

use crate::story::{Frame, Story};
use crate::vertices::{CAPACITY, Copied, Staged};

fn main() -> ExitCode {
    example_gpu::run("vertex_buffer", "target/vertex_buffer", run)
}

/// Runs the story twice, checks and prints the frames, and writes the pictures.
fn run(gpu: &Gpu, out: &Path) -> Result<(), BoxError> {
    println!("\nthe CPU and the GPU have the vertices; the buffer has {CAPACITY} bytes");
    let story = Story::run(gpu, Copied::new())?;
    print_frames(&story);
    let (moved, blocks) = story.moved;
    for frame in &story.compacting {
        same_picture(frame, &story.settled)?;
    }
    println!(
        "compaction moved {moved} of {blocks} meshes in {} frames; no pixel differs",
        story.compacting.len()
    );

    println!("\nonly the GPU has the vertices");
    let without_copy = Story::run(gpu, Staged::new())?;
    print_frames(&without_copy);
    for (frame, with_copy) in without_copy.frames().zip(story.frames()) {
        same_picture(frame, with_copy)?;
    }
    let growths = without_copy.frames().filter(|frame| frame.grew).count();
    println!("frames in which the buffer grew: {growths}; no pixel differs from the first run\n");

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

/// Prints what each frame moved and sent.
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

/// Returns an error if the pictures of two frames differ.
fn same_picture(frame: &Frame, other: &Frame) -> Result<(), BoxError> {
    match frame.picture.differing_pixels(&other.picture) {
        0 => Ok(()),
        differing => Err(format!("{differing} pixels changed while {}", frame.title).into()),
    }
}
