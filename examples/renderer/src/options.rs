//! The command line.

use std::path::PathBuf;

use crate::picture::Size;

pub(crate) const USAGE: &str =
    "usage: renderer [--out DIR] [--assets DIR] [--size WIDTHxHEIGHT] [--frames N] [--window] \
[--allow-no-adapter]

  --out DIR            where the pictures go (default: target/renderer)
  --assets DIR         a folder with meshes, shaders and textures (default: target/renderer/assets,
                       which is made)
  --size WIDTHxHEIGHT  pixels of a picture; the width is a multiple of 64 (default: 640x360)
  --frames N           no story, but so many frames in which everything changes at once
  --window             no story, but a window: 1, 2, 3 enter and leave the levels; built with
                       `--features window`
  --allow-no-adapter   succeed, without pictures, on a machine that has no graphics adapter

WGPU_BACKEND=vulkan or gl chooses between backends.";

/// What to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Task {
    Story,
    Churn { frames: u64 },
    Window,
}

/// What a machine without an adapter means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NoAdapter {
    Fails,
    Passes,
}

/// What the command line asks for.
#[derive(Debug)]
pub(crate) struct Options {
    pub(crate) out: PathBuf,
    /// None: the folder that is made.
    pub(crate) assets: Option<PathBuf>,
    pub(crate) size: Size,
    pub(crate) task: Task,
    pub(crate) no_adapter: NoAdapter,
}

impl Options {
    pub(crate) fn parse(mut arguments: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut options = Self {
            out: PathBuf::from("target/renderer"),
            assets: None,
            size: [640, 360],
            task: Task::Story,
            no_adapter: NoAdapter::Fails,
        };
        while let Some(argument) = arguments.next() {
            let mut value = |what: &str| {
                let value = arguments.next();
                value.ok_or_else(|| format!("{argument} needs {what}"))
            };
            match argument.as_str() {
                "--out" => options.out = value("a folder")?.into(),
                "--assets" => options.assets = Some(value("a folder")?.into()),
                "--size" => options.size = size(&value("a size, as 640x360")?)?,
                "--frames" => {
                    let frames = value("a number")?;
                    let frames = frames
                        .parse()
                        .map_err(|_| format!("`{frames}` is no number of frames"))?;
                    options.task = Task::Churn { frames };
                }
                "--window" => options.task = Task::Window,
                "--allow-no-adapter" => options.no_adapter = NoAdapter::Passes,
                other => return Err(format!("`{other}` is not an option")),
            }
        }
        Ok(options)
    }
}

fn size(text: &str) -> Result<Size, String> {
    let sides = text.split_once('x');
    let sides = sides.and_then(|(width, height)| Some([width.parse().ok()?, height.parse().ok()?]));
    let is_right = |[width, height]: &Size| {
        *width > 0 && width % 64 == 0 && (1..=4096).contains(height) && *width <= 4096
    };
    sides.filter(is_right).ok_or_else(|| {
        format!("`{text}` is no size with a width that is a multiple of 64, up to 4096")
    })
}
