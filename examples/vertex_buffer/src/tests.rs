//! The pictures and the uploads, on any adapter.

use std::sync::LazyLock;

use example_gpu::{Gpu, Layout, testing};

use crate::renderer::SIZE;
use crate::scene::Scene;
use crate::story::{Frame, Story};

/// The story, which runs once for all tests. `None` on a machine without an adapter.
static STORY: LazyLock<Option<Story>> = LazyLock::new(|| {
    let gpu = testing::expect_gpu(Gpu::connect())?;
    Some(Story::run(&gpu).expect("the story runs"))
});

/// Checks the story, if the machine has an adapter.
fn check(check: impl FnOnce(&Story)) {
    if let Some(story) = &*STORY {
        check(story);
        assert!(example_gpu::messages().is_empty());
    }
}

/// Returns the number of pixels in a thousand whose colour satisfies `is`.
fn per_mille(frame: &Frame, is: impl Fn([u8; 3]) -> bool) -> usize {
    frame.picture.count(is) * 1000 / (SIZE * SIZE) as usize
}

#[test]
fn compaction_moves_most_meshes_and_no_pixel() {
    check(|story| {
        let (moved, blocks) = story.moved;
        assert!(moved * 2 > blocks, "{moved} of {blocks} meshes moved");
        assert!(story.compacting().len() > 1, "one frame was enough");
        for frame in story.compacting() {
            let differing = frame.picture.differing_pixels(&story.settled().picture);
            assert_eq!(differing, 0, "{}", frame.title);
        }
        assert!(story.compacted().used < story.settled().used);
    });
}

#[test]
fn compaction_is_moved_on_the_gpu_and_uploads_nothing() {
    check(|story| {
        for frame in story.compacting() {
            assert!(frame.moved > 0, "{}", frame.title);
            assert_eq!((frame.uploaded, frame.writes), (0, 0), "{}", frame.title);
        }
    });
}

#[test]
fn a_frame_uploads_what_changed_and_little_more() {
    check(|story| {
        assert_eq!(story.wild().uploaded, story.wild().used);
        let quiet = story.quiet();
        assert_eq!((quiet.uploaded, quiet.writes), (0, 0));
        assert_eq!(quiet.picture.differing_pixels(&story.wild().picture), 0);
        let settled = story.settled().uploaded;
        assert!(settled > 0);
        assert!(settled < story.settled().used / 2, "{settled} bytes");
    });
}

#[test]
fn the_settled_wood_has_autumn_leaves_and_red_houses() {
    let orange = |[r, g, b]: [u8; 3]| r > 150 && r > g && g > b && r - b > 90;
    let red = |[r, g, b]: [u8; 3]| r > 90 && r - r.min(g.max(b)) > 50;
    check(|story| {
        for is in [orange, red] {
            let (before, after) = (per_mille(story.wild(), is), per_mille(story.settled(), is));
            assert!(after > before + 3, "{before}, then {after} in a thousand");
        }
    });
}

#[test]
fn every_block_has_whole_vertices_of_its_layout() {
    let mut scene = Scene::wild().expect("the meshes are there");
    scene.settle().expect("there is room");
    let mut seen = Vec::new();
    while scene.vertices.compact_step(10_000) > 0 {
        for (id, block) in &scene.vertices {
            let stride = block.meta().stride();
            let whole = (block.offset() % stride, block.len() % stride);
            assert_eq!(whole, (0, 0), "block {id:?} of {:?}", block.meta());
            seen.push(*block.meta());
        }
    }
    assert!(Layout::ALL.iter().all(|layout| seen.contains(layout)));
}
