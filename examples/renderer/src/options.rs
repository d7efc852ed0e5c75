//! The options of the command line.

use example_gpu::Size;
use example_gpu::lexopt::{Error, Parser, ValueExt};

pub(crate) const USAGE: &str =
    "usage: renderer [--out DIR] [--size WIDTHxHEIGHT] [--frames N] [--inspect] [--allow-no-adapter]

  --out DIR            where the pictures, and the folder of assets, are written
                       (default: target/renderer)
  --size WIDTHxHEIGHT  the size of the pictures in pixels; the width must be a multiple of 64
                       (default: 640x360)
  --frames N           instead of the story, draw N frames in which everything changes at once
  --inspect            print the address of a page that shows the hubs while the program runs
  --allow-no-adapter   succeed without pictures if the machine has no graphics adapter

Set WGPU_BACKEND to vulkan or gl to select the backend.";

/// The options that the command line sets.
#[derive(Debug)]
pub(crate) struct Options {
    /// The options that all examples have.
    pub(crate) common: example_gpu::Options,
    pub(crate) size: Size,
    /// The number of frames in which everything changes at once; `None` for the story.
    pub(crate) frames: Option<u64>,
    /// Whether a page shows the hubs.
    pub(crate) inspect: bool,
}

impl Options {
    pub(crate) fn parse(parser: Parser) -> Result<Self, Error> {
        let (mut size, mut frames, mut inspect) = ([640, 360], None, false);
        let common = example_gpu::Options::parse("target/renderer", parser, |name, parser| {
            match name {
                "size" => size = parser.value()?.parse_with(parse_size)?,
                "frames" => frames = Some(parser.value()?.parse()?),
                "inspect" => inspect = true,
                _ => return Ok(false),
            }
            Ok(true)
        })?;
        Ok(Self {
            common,
            size,
            frames,
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
