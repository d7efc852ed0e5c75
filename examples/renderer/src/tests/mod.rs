//! The promises of the renderer, on any adapter.

mod files;
mod frames;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use example_gpu::{Gpu, Size, testing};

use crate::assets;
use crate::engine::Engine;

/// The size of the pictures in most tests.
const SIZE: Size = [128, 72];

/// Runs a check with an engine and its folder of assets, and then checks that the graphics API
/// reported nothing. Does nothing on a machine without an adapter.
fn with_engine(name: &str, size: Size, check: impl FnOnce(&mut Engine, &Path)) {
    let _turn = testing::wait_for_turn();
    let Some(gpu) = testing::expect_gpu(Gpu::connect()) else {
        return;
    };
    let folder = folder(name);
    assets::prepare(&folder).expect("the folder can be written");
    let mut engine = Engine::new(gpu, size, &folder).expect("the assets are there");
    check(&mut engine, &folder);
    drop(engine);
    let messages = example_gpu::messages();
    assert!(messages.is_empty(), "{}", messages.join("\n"));
    fs::remove_dir_all(&folder).expect("the folder is ours");
}

/// Returns an empty folder.
fn folder(name: &str) -> PathBuf {
    let folder = env::temp_dir().join(format!("renderer-{name}-{}", std::process::id()));
    if folder.exists() {
        fs::remove_dir_all(&folder).expect("the folder is ours");
    }
    fs::create_dir_all(&folder).expect("the folder can be made");
    folder
}

/// Draws frames in which no time passes, until a condition holds.
fn until(engine: &mut Engine, is: impl Fn(&Engine) -> bool) {
    let start = Instant::now();
    while !is(engine) {
        assert!(start.elapsed().as_secs() < 30, "it takes too long");
        engine.frame(0.0).expect("a frame is drawn");
    }
}
