//! The pictures, pixel by pixel, on any adapter.

use std::sync::LazyLock;

use example_gpu::{BoxError, Gpu, Picture, testing};

use crate::layout::Colour;
use crate::renderer::SIZE;
use crate::story::Story;
use crate::vertices::{Copied, Staged};

/// The story with a copy of the vertices on the CPU, and without.
struct Stories {
    copied: Story,
    staged: Story,
}

/// Both stories, which run once for all tests. `None` on a machine without an adapter.
static STORIES: LazyLock<Option<Stories>> = LazyLock::new(|| {
    let gpu = testing::expect_gpu(Gpu::connect())?;
    Some(run(&gpu).expect("both stories run"))
});

fn run(gpu: &Gpu) -> Result<Stories, BoxError> {
    Ok(Stories {
        copied: Story::run(gpu, Copied::new())?,
        staged: Story::run(gpu, Staged::new())?,
    })
}

/// Checks both stories, if the machine has an adapter.
fn check_both(check: impl FnOnce(&Stories)) {
    if let Some(stories) = &*STORIES {
        check(stories);
    }
}

/// Checks the story with a copy, to which the other story is compared.
fn check_copied(check: impl FnOnce(&Story)) {
    check_both(|stories| check(&stories.copied));
}

/// Returns whether a colour is close to another. Drivers round differently.
fn near(seen: Colour, expected: Colour) -> bool {
    seen.iter().zip(expected).all(|(a, b)| a.abs_diff(b) <= 12)
}

/// Returns the number of pixels in a thousand whose colour satisfies `is`.
fn per_mille(picture: &Picture, is: impl Fn(Colour) -> bool) -> usize {
    let pixels = picture.pixels().iter();
    let count = pixels.filter(|colour| is(**colour)).count();
    count * 1000 / (SIZE * SIZE) as usize
}

#[test]
fn compaction_moves_most_meshes_and_no_pixel() {
    check_copied(|story| {
        let (moved, blocks) = story.moved;
        assert!(moved * 2 > blocks, "{moved} of {blocks} meshes moved");
        assert!(story.compacting.len() > 1, "one frame was enough");
        for frame in &story.compacting {
            let differing = frame.picture.differing_pixels(&story.settled.picture);
            assert_eq!(differing, 0, "{}", frame.title);
        }
    });
}

#[test]
fn without_a_copy_the_buffer_grows_and_every_picture_is_the_same() {
    check_both(|Stories { copied, staged }| {
        let growths = staged.frames().filter(|frame| frame.grew).count();
        assert_eq!(growths, 1, "the buffer started too small");
        assert_eq!(staged.frames().count(), copied.frames().count());
        for (without, with) in staged.frames().zip(copied.frames()) {
            let differing = without.picture.differing_pixels(&with.picture);
            assert_eq!(differing, 0, "{}", without.title);
        }
    });
}

#[test]
fn compaction_is_moved_on_the_gpu_and_uploads_nothing() {
    check_both(|Stories { copied, staged }| {
        for frame in copied.compacting.iter().chain(&staged.compacting) {
            assert!(frame.moved > 0, "{}", frame.title);
            assert_eq!((frame.uploaded, frame.writes), (0, 0), "{}", frame.title);
        }
    });
}

#[test]
fn compaction_lowers_the_end_of_the_last_block() {
    check_copied(|story| assert!(story.compacted().used < story.settled.used));
}

#[test]
fn a_quiet_frame_uploads_nothing_and_looks_the_same() {
    check_copied(|story| {
        assert_eq!((story.quiet.uploaded, story.quiet.writes), (0, 0));
        let differing = story.quiet.picture.differing_pixels(&story.wild.picture);
        assert_eq!(differing, 0);
    });
}

#[test]
fn a_frame_uploads_what_changed_and_little_more() {
    check_copied(|story| {
        assert_eq!(story.wild.uploaded, story.wild.used);
        let settled = story.settled.uploaded;
        assert!(settled > 0);
        assert!(settled < story.settled.used / 2, "{settled} bytes");
    });
}

#[test]
fn the_wild_island_is_green_in_a_blue_sea_under_a_pale_sky() {
    check_copied(|story| {
        let picture = &story.wild.picture;
        // The sky is the clear colour, linear (0.83, 0.88, 0.90), as sRGB bytes.
        let sky = picture.pixels()[picture.index(4, 4)];
        assert!(near(sky, [235, 241, 243, 255]), "{sky:?}");
        let green = per_mille(picture, |[r, g, b, _]| g > r && g > b && g - b > 40);
        let blue = per_mille(picture, |[r, g, b, _]| {
            b > 120 && g > r && b > r && b - r > 40
        });
        assert!(green > 80, "{green} in a thousand pixels are green");
        assert!(blue > 250, "{blue} in a thousand pixels are blue");
    });
}

#[test]
fn the_settled_island_has_autumn_leaves() {
    let orange = |[r, g, b, _]: Colour| r > 150 && r > g && g > b && r - b > 110;
    check_copied(|story| grows(story, orange));
}

#[test]
fn the_settled_island_has_red_roofs_and_a_lighthouse() {
    let red = |[r, g, b, _]: Colour| r > 120 && r - r.min(g.max(b)) > 70;
    check_copied(|story| grows(story, red));
}

/// Asserts that the settled island has more pixels of a colour.
fn grows(story: &Story, is: impl Fn(Colour) -> bool) {
    let before = per_mille(&story.wild.picture, &is);
    let after = per_mille(&story.settled.picture, &is);
    assert!(
        after > before + 3,
        "{before}, then {after} in a thousand pixels"
    );
}
