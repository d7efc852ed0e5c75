//! What is sent and drawn, on any adapter.

use example_gpu::{Gpu, Picture, testing};

use crate::copy::{GpuCopy, Transfer};
use crate::draw::draw;
use crate::field::Field;

const INSTANCES: usize = 20_000;

/// Bytes of both columns.
const ALL: usize = INSTANCES * 68;

/// Sends what changed.
fn update(gpu: &Gpu, copy: &mut GpuCopy, field: &mut Field) -> Transfer {
    let sent = copy.update(gpu, &mut field.instances);
    sent.expect("the device is alive")
}

/// Runs a check with a field and its copy, if the machine has an adapter.
fn with_copy(check: impl FnOnce(&Gpu, &mut Field, &mut GpuCopy)) {
    let _turn = testing::wait_for_turn();
    if let Some(gpu) = testing::expect_gpu(Gpu::connect()) {
        check(&gpu, &mut Field::new(INSTANCES), &mut GpuCopy::new(&gpu));
    }
}

#[test]
fn a_frame_sends_what_changed_and_little_more() {
    with_copy(|gpu, field, copy| {
        let (writes, bytes) = (2, ALL);
        let first = update(gpu, copy, field);
        assert_eq!(first, Transfer { writes, bytes });
        let quiet = update(gpu, copy, field);
        assert_eq!(quiet, Transfer::default());
        for _ in 0..10 {
            field.step();
            let Transfer { bytes, .. } = update(gpu, copy, field);
            // A hundredth of the squads moves, and ten rows are replaced.
            assert!((1..ALL / 80).contains(&bytes), "{bytes} bytes");
        }
    });
}

#[test]
fn squads_that_moved_are_seen_in_the_picture() {
    /// Returns the number of reddish pixels in a thousand.
    fn warm(picture: &Picture) -> usize {
        let warm = picture.count(|[red, _, blue]| red > 90 && red - red.min(blue) > 40);
        warm * 1000 / picture.pixels().len()
    }
    with_copy(|gpu, field, copy| {
        let mut draw = |field: &mut Field| {
            update(gpu, copy, field);
            draw(gpu, copy, 20_000).expect("the picture is drawn")
        };
        let before = draw(field);
        for _ in 0..60 {
            field.step();
        }
        let after = draw(field);
        assert_eq!(warm(&before), 0);
        assert!(warm(&after) > 20, "{} in a thousand pixels", warm(&after));
    });
}
