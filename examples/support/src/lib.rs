//! Shares between the examples what has nothing to do with hubs: the graphics device, render
//! targets and the pictures that are read back from them, the command line, and test helpers.

mod gpu;
mod options;
mod picture;
mod target;
pub mod testing;

use std::error::Error;

pub use gpu::{ConnectError, Gpu, address, open_api};
pub use lexopt;
pub use options::{Options, WithoutAdapter, run, run_with, with_causes};
pub use picture::Picture;
pub use target::{COLOUR, DEPTH, SAMPLES, Target};

/// An error of any type.
pub type BoxError = Box<dyn Error + Send + Sync>;

/// Width and height in pixels. The width of a picture that is read back must be a multiple of
/// 64 pixels, because the GPU copies rows of 256 bytes.
pub type Size = [u32; 2];
