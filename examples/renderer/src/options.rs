//! The options of the command line.

use std::path::PathBuf;

use example_gpu::Size;
use example_gpu::lexopt::{Error, Parser, ValueExt};

pub(crate) const USAGE: &str =
    "usage: renderer [--out DIR] [--assets DIR] [--size WIDTHxHEIGHT] [--frames N] [--window] \
[--inspect] [--allow-no-adapter]

  --out DIR            where the pictures are written (default: target/renderer)
  --assets DIR         the folder with meshes, shaders and textures (default: target/renderer/assets,
                       which is created)
  --size WIDTHxHEIGHT  the size of the pictures in pixels; the width must be a multiple of 64
                       (default: 640x360)
  --frames N           instead of the story, draw N frames in which everything changes at once
  --window             instead of the story, open a window in which the keys 1, 2 and 3 enter and
                       leave the levels; requires a build with `--features window`
  --inspect            print the address of a page that shows the hubs while the program runs
  --allow-no-adapter   succeed without pictures if the machine has no graphics adapter

Set WGPU_BACKEND to vulkan or gl to select the backend.";

/// What the program does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Task {
    Story,
    Churn { frames: u64 },
    Window,
}

/// The options that the command line sets.
#[derive(Debug)]
pub(crate) struct Options {
    /// The options that all examples have.
    pub(crate) common: example_gpu::Options,
    /// `None` for the folder that the program creates.
    pub(crate) assets: Option<PathBuf>,
    pub(crate) size: Size,
    pub(crate) task: Task,
    /// Whether a page shows the hubs.
    pub(crate) inspect: bool,
}

impl Options {
    pub(crate) fn parse(parser: Parser) -> Result<Self, Error> {
        let (mut assets, mut size, mut task) = (None, [640, 360], Task::Story);
        let mut inspect = false;
        let common = example_gpu::Options::parse("target/renderer", parser, |name, parser| {
            match name {
                "assets" => assets = Some(parser.value()?.into()),
                "size" => size = parser.value()?.parse_with(parse_size)?,
                "frames" => {
                    let frames = parser.value()?.parse()?;
                    task = Task::Churn { frames };
                }
                "window" => task = Task::Window,
                "inspect" => inspect = true,
                _ => return Ok(false),
            }
            Ok(true)
        })?;
        Ok(Self {
            common,
            assets,
            size,
            task,
            inspect,
        })
    }
}

fn parse_size(text: &str) -> Result<Size, &'static str> {
    let sides = text.split_once('x');
    let sides = sides.and_then(|(width, height)| Some([width.parse().ok()?, height.parse().ok()?]));
    let is_valid = |[width, height]: &Size| {
        *width > 0 && width % 64 == 0 && (1..=4096).contains(height) && *width <= 4096
    };
    let expected = "expected WIDTHxHEIGHT with a width that is a multiple of 64, both up to 4096";
    sides.filter(is_valid).ok_or(expected)
}
