//! Shares between the examples what has nothing to do with hubs: the graphics device, meshes,
//! render targets and the pictures that are read back from them, and test helpers.

mod gpu;
mod land;
mod layout;
mod messages;
mod picture;
mod run;
pub mod solids;
mod target;
pub mod testing;

use std::error::Error;

pub use gpu::{ConnectError, Gpu, address, open_api};
pub use land::Land;
pub use layout::{Layout, instance_column};
pub use messages::messages;
pub use picture::Picture;
pub use run::{run, with_causes};
pub use target::{COLOUR, Target};

/// The folder of the meshes that several examples draw.
pub const MESHES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/meshes");

/// An error of any type.
pub type BoxError = Box<dyn Error + Send + Sync>;

/// Width and height in pixels. The width of a picture that is read back must be a multiple of
/// 64 pixels, because the GPU copies rows of 256 bytes.
pub type Size = [u32; 2];
