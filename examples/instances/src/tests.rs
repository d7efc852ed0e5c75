//! The buffers equal the columns whatever happens in a frame, on whatever adapter the machine has.

use std::sync::LazyLock;

use crate::copy::GpuCopy;
use crate::draw::Picture;
use crate::field::Field;
use crate::gpu::{ConnectError, Gpu};

const INSTANCES: usize = 20_000;

/// Set where a machine without an adapter shall fail the tests.
const REQUIRED: &str = "INSTANCES_REQUIRE_ADAPTER";

static GPU: LazyLock<Result<Option<Gpu>, String>> = LazyLock::new(|| match Gpu::connect() {
    Ok(gpu) => Ok(Some(gpu)),
    Err(ConnectError::NoAdapter(_)) if std::env::var_os(REQUIRED).is_none() => Ok(None),
    Err(error) => Err(error.to_string()),
});

/// Runs a check on the device; a machine without an adapter has none, which `REQUIRED` makes a failure.
fn with_gpu(check: impl FnOnce(&Gpu)) {
    match GPU.as_ref().expect("an adapter gives a device") {
        Some(gpu) => check(gpu),
        None => println!("nothing to check: this machine has no graphics adapter"),
    }
}

#[test]
fn the_buffers_equal_the_columns_after_every_frame() {
    with_gpu(|gpu| {
        let mut field = Field::new(INSTANCES);
        let copy = GpuCopy::new(gpu, INSTANCES);
        for frame in 0..30 {
            // Some frames are not sent at once.
            if frame % 4 != 3 {
                copy.update(gpu, &mut field.instances).expect("it is sent");
                let same = copy.check(gpu, &field.instances);
                assert!(same.is_ok(), "frame {frame}: {same:?}");
            }
            field.step();
        }
    });
}

#[test]
fn a_copy_that_missed_a_change_is_told_by_the_row() {
    with_gpu(|gpu| {
        let mut field = Field::new(INSTANCES);
        let copy = GpuCopy::new(gpu, INSTANCES);
        copy.update(gpu, &mut field.instances).expect("it is sent");
        field.instances.columns_mut().tint[123][0] ^= 1;
        let error = copy
            .check(gpu, &field.instances)
            .expect_err("it was not sent");
        assert_eq!(
            error.to_string(),
            "the GPU's copy of `tint` differs in row 123"
        );
    });
}

#[test]
fn a_frame_sends_what_changed_and_little_more() {
    with_gpu(|gpu| {
        let mut field = Field::new(INSTANCES);
        let copy = GpuCopy::new(gpu, INSTANCES);
        let first = copy.update(gpu, &mut field.instances).expect("it is sent");
        assert_eq!((first.writes, first.bytes), (2, INSTANCES * 68));
        let quiet = copy.update(gpu, &mut field.instances).expect("it is sent");
        assert_eq!((quiet.writes, quiet.bytes), (0, 0));
        for _ in 0..10 {
            field.step();
            let update = copy.update(gpu, &mut field.instances).expect("it is sent");
            assert!(update.bytes > 0);
            // A hundredth marches; 16 rows between changes go along.
            assert!(update.bytes < INSTANCES * 68 / 40, "{} bytes", update.bytes);
        }
    });
}

#[test]
fn squads_that_marched_are_seen() {
    /// How many in a thousand pixels are reddish.
    fn warm(Picture(pixels): &Picture) -> usize {
        let warm = |pixel: &&[u8]| pixel[0] > 90 && pixel[0] - pixel[0].min(pixel[2]) > 40;
        pixels.chunks_exact(4).filter(warm).count() * 4000 / pixels.len()
    }
    with_gpu(|gpu| {
        let mut field = Field::new(INSTANCES);
        let copy = GpuCopy::new(gpu, INSTANCES);
        let draw = |field: &mut Field| {
            copy.update(gpu, &mut field.instances).expect("it is sent");
            Picture::draw(gpu, &copy, 20_000).expect("it is drawn")
        };
        let before = draw(&mut field);
        for _ in 0..60 {
            field.step();
        }
        let after = draw(&mut field);
        assert_eq!(warm(&before), 0);
        assert!(warm(&after) > 20, "{} in a thousand pixels", warm(&after));
    });
}
