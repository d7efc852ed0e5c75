//! Keeps meshes of four vertex layouts, each with a lifetime of its own, in one packed buffer. A GPU
//! buffer repeats the moves of the packed buffer, is sent only what changed, and is drawn without a
//! window.
//!
//! ```sh
//! cargo run --release -p vertex_buffer
//! ```
//!
//! A wood is settled. The settlement removes meshes and adds others, which leaves holes in the
//! buffer. Compaction then closes them over a few frames, and each frame has a budget of moved bytes.
//! Most meshes have moved afterwards, but no pixel differs, because the instances contain ids and not
//! offsets. After every frame the vertices of the GPU are read back and compared.
//!
//! The example `renderer` does the same without the vertices on the CPU (`PackedSpace`), in a buffer
//! that grows.

mod renderer;
mod scene;
mod story;

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use example_gpu::{BoxError, Gpu};

use crate::scene::CAPACITY;
use crate::story::Story;

fn main() -> ExitCode {
    example_gpu::run(|gpu| run(&gpu))
}

/// Runs the story, checks and prints the frames, and writes the pictures.
fn run(gpu: &Gpu) -> Result<(), BoxError> {
    let story = Story::run(gpu)?;
    println!("\nthe buffer has {CAPACITY} bytes");
    println!(
        "{:<14}{:>10}{:>10}{:>10}{:>8}",
        "frame", "in use", "moved", "uploaded", "writes"
    );
    for frame in &story.frames {
        println!(
            "{:<14}{:>10}{:>10}{:>10}{:>8}",
            frame.title, frame.used, frame.moved, frame.uploaded, frame.writes
        );
    }
    check(&story);
    let ((moved, blocks), compacting) = (story.moved, story.compacting());
    println!(
        "compaction moved {moved} of {blocks} meshes in {} frames; no pixel differs\n",
        compacting.len()
    );
    let out = Path::new("target/vertex_buffer");
    fs::create_dir_all(out)?;
    for (name, picture) in [
        ("1_wild.png", &story.wild().picture),
        ("2_settled.png", &story.settled().picture),
        ("3_compacted.png", &story.compacted().picture),
    ] {
        let path = out.join(name);
        picture.save(&path)?;
        println!("wrote {}", path.display());
    }
    Ok(())
}

/// Checks that frames send what changed and little more, and that compaction sends nothing and changes
/// no pixel.
fn check(story: &Story) {
    let (wild, quiet, settled) = (story.wild(), story.quiet(), story.settled());
    assert_eq!(wild.uploaded, wild.used);
    assert_eq!((quiet.uploaded, quiet.writes), (0, 0));
    assert_eq!(quiet.picture.differing_pixels(&wild.picture), 0);
    assert!((1..settled.used / 2).contains(&settled.uploaded));
    for frame in story.compacting() {
        let differing = frame.picture.differing_pixels(&settled.picture);
        assert_eq!(differing, 0, "{}", frame.title);
        let sent = (frame.uploaded, frame.writes);
        assert!(frame.moved > 0 && sent == (0, 0), "{}", frame.title);
    }
    let (moved, blocks) = story.moved;
    assert!(moved * 2 > blocks, "{moved} of {blocks} meshes moved");
    assert!(story.compacting().len() > 1, "one frame was enough");
    assert!(story.compacted().used < settled.used);
}
