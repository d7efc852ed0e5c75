//! The pictures, pixel by pixel, on whatever adapter the machine has.

use std::error::Error;
use std::sync::LazyLock;

use crate::gpu::{ConnectError, Gpu};
use crate::layout::Colour;
use crate::picture::Picture;
use crate::renderer::SIZE;
use crate::story::Story;
use crate::vertices::{Copied, Staged};

/// The story with a copy of the vertices on the CPU, and without.
struct Stories {
    copied: Story,
    staged: Story,
}

/// Told once: all tests look at the same pictures.
static STORIES: LazyLock<Result<Option<Stories>, String>> =
    LazyLock::new(|| match Gpu::connect() {
        Ok(gpu) => tell(&gpu).map(Some).map_err(|error| error.to_string()),
        Err(ConnectError::NoAdapter(_)) if std::env::var_os(REQUIRED).is_none() => Ok(None),
        Err(error) => Err(error.to_string()),
    });

fn tell(gpu: &Gpu) -> Result<Stories, Box<dyn Error>> {
    Ok(Stories {
        copied: Story::tell(gpu, Copied::new())?,
        staged: Story::tell(gpu, Staged::new())?,
    })
}

/// Set where a machine without an adapter shall fail the tests.
const REQUIRED: &str = "VERTEX_BUFFER_REQUIRE_ADAPTER";

/// Looks at both stories; a machine without an adapter has none, which `REQUIRED` makes a failure.
fn look_at_both(check: impl FnOnce(&Stories)) {
    match STORIES.as_ref().expect("the stories can be told") {
        Some(stories) => check(stories),
        None => println!("no pixels to look at: this machine has no graphics adapter"),
    }
}

/// Looks at the story with a copy, to which the other is compared.
fn look(check: impl FnOnce(&Story)) {
    look_at_both(|stories| check(&stories.copied));
}

/// Whether a colour is near another; drivers round differently.
fn near(seen: Colour, expected: Colour) -> bool {
    seen.iter().zip(expected).all(|(a, b)| a.abs_diff(b) <= 12)
}

/// How many in a thousand pixels are of a kind.
fn per_mille(picture: &Picture, holds: impl Fn(Colour) -> bool) -> usize {
    let pixels = (0..SIZE).flat_map(|y| (0..SIZE).map(move |x| (x, y)));
    let count = pixels.filter(|&(x, y)| holds(picture.pixel(x, y))).count();
    count * 1000 / (SIZE * SIZE) as usize
}

#[test]
fn compaction_moves_most_meshes_and_no_pixel() {
    look(|story| {
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
fn without_a_copy_the_buffer_grows_twice_and_every_picture_is_the_same() {
    look_at_both(|Stories { copied, staged }| {
        let growths = staged.frames().filter(|frame| frame.grew).count();
        assert_eq!(growths, 2);
        assert_eq!(staged.frames().count(), copied.frames().count());
        for (without, with) in staged.frames().zip(copied.frames()) {
            let differing = without.picture.differing_pixels(&with.picture);
            assert_eq!(differing, 0, "{}", without.title);
        }
    });
}

#[test]
fn compaction_is_moved_on_the_gpu_and_uploads_nothing() {
    look_at_both(|Stories { copied, staged }| {
        for frame in copied.compacting.iter().chain(&staged.compacting) {
            assert!(frame.moved > 0, "{}", frame.title);
            assert_eq!((frame.uploaded, frame.writes), (0, 0), "{}", frame.title);
        }
    });
}

#[test]
fn compaction_gives_bytes_back() {
    look(|story| assert!(story.compacted().used < story.settled.used));
}

#[test]
fn a_quiet_frame_uploads_nothing_and_looks_the_same() {
    look(|story| {
        assert_eq!((story.quiet.uploaded, story.quiet.writes), (0, 0));
        let differing = story.quiet.picture.differing_pixels(&story.wild.picture);
        assert_eq!(differing, 0);
    });
}

#[test]
fn a_frame_uploads_what_changed_and_little_more() {
    look(|story| {
        assert_eq!(story.wild.uploaded, story.wild.used);
        let settled = story.settled.uploaded;
        assert!(settled > 0);
        assert!(settled < story.settled.used / 2, "{settled} bytes");
    });
}

#[test]
fn the_wild_island_is_green_in_a_blue_sea_under_a_pale_sky() {
    look(|story| {
        let picture = &story.wild.picture;
        // The sky is the clear colour, linear (0.83, 0.88, 0.90), as sRGB bytes.
        let sky = picture.pixel(4, 4);
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
    look(|story| grows(story, orange));
}

#[test]
fn the_settled_island_has_red_roofs_and_a_lighthouse() {
    let red = |[r, g, b, _]: Colour| r > 120 && r - r.min(g.max(b)) > 70;
    look(|story| grows(story, red));
}

/// Asserts that the settlers brought more of a colour.
fn grows(story: &Story, holds: impl Fn(Colour) -> bool) {
    let before = per_mille(&story.wild.picture, &holds);
    let after = per_mille(&story.settled.picture, &holds);
    assert!(
        after > before + 3,
        "{before}, then {after} in a thousand pixels"
    );
}
