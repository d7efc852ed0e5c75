//! What the renderer promises, on whatever adapter the machine has.

mod bad_files;
mod frames;
mod parts;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::assets;
use crate::engine::Engine;
use crate::gpu::{ConnectError, Gpu};
use crate::messages;
use crate::picture::Size;

/// Set where a machine without an adapter shall fail the tests.
const REQUIRED: &str = "RENDERER_REQUIRE_ADAPTER";

/// Pictures of tests are small.
const SIZE: Size = [128, 72];

/// Runs a check with an engine and its folder of assets, and then asks for complaints of the
/// graphics API. A machine without an adapter has none, which `REQUIRED` makes a failure.
fn with_engine(name: &str, size: Size, check: impl FnOnce(&mut Engine, &Path)) {
    let Some((gpu, _turn)) = connect() else {
        return;
    };
    let folder = folder(name);
    assets::prepare(&folder).expect("the folder can be written");
    let mut engine = Engine::new(gpu, size, &folder).expect("the assets are there");
    check(&mut engine, &folder);
    drop(engine);
    let said = messages::so_far();
    assert!(said.is_empty(), "{}", said.join("\n"));
    fs::remove_dir_all(&folder).expect("the folder is ours");
}

/// A device, for as long as nobody else needs one: drivers of GL share much between devices.
fn connect() -> Option<(Gpu, MutexGuard<'static, ()>)> {
    static TURN: Mutex<()> = Mutex::new(());
    let turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    match Gpu::connect() {
        Ok(gpu) => Some((gpu, turn)),
        Err(ConnectError::NoAdapter(_)) if env::var_os(REQUIRED).is_none() => {
            println!("nothing to check: this machine has no graphics adapter");
            None
        }
        Err(error) => panic!("{error}"),
    }
}

/// An empty folder.
fn folder(name: &str) -> PathBuf {
    let folder = env::temp_dir().join(format!("renderer-{name}-{}", std::process::id()));
    if folder.exists() {
        fs::remove_dir_all(&folder).expect("the folder is ours");
    }
    fs::create_dir_all(&folder).expect("the folder can be made");
    folder
}

/// Frames in which no time passes, until something is so.
fn until(engine: &mut Engine, is: impl Fn(&Engine) -> bool) {
    let start = std::time::Instant::now();
    while !is(engine) {
        assert!(start.elapsed().as_secs() < 30, "nothing comes");
        engine.frame(0.0).expect("a frame is drawn");
    }
}
