//! 100 000 instances in a hub, of which a hundredth moves each frame, and a GPU
//! buffer for each tracked column that gets the rows that changed, and no others.
//!
//! ```sh
//! cargo run --release -p instances -- --out target/instances.png
//! ```
//!
//! After every frame the buffers are read back and compared with the columns,
//! bit for bit; at the end they are drawn.

mod copy;
mod draw;
mod field;
mod gpu;
#[cfg(test)]
mod tests;

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use crate::copy::{GpuCopy, Update};
use crate::draw::Picture;
use crate::field::Field;
use crate::gpu::{ConnectError, Gpu};

const INSTANCES: usize = 100_000;
const FRAMES: usize = 60;

const USAGE: &str = "usage: instances [--out FILE] [--allow-no-adapter]

  --out FILE           where the picture goes (default: target/instances.png)
  --allow-no-adapter   succeed, without a picture, on a machine that has no graphics adapter

WGPU_BACKEND=vulkan or gl chooses between backends.";

/// What the command line asks for.
struct Options {
    out: PathBuf,
    no_adapter: NoAdapter,
}

/// What a machine without an adapter means.
#[derive(Clone, Copy, PartialEq, Eq)]
enum NoAdapter {
    Fails,
    Passes,
}

impl Options {
    fn parse(mut arguments: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut options = Options {
            out: PathBuf::from("target/instances.png"),
            no_adapter: NoAdapter::Fails,
        };
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                "--out" => options.out = arguments.next().ok_or("--out needs a file")?.into(),
                "--allow-no-adapter" => options.no_adapter = NoAdapter::Passes,
                other => return Err(format!("`{other}` is not an option")),
            }
        }
        Ok(options)
    }
}

fn main() -> ExitCode {
    let options = match Options::parse(std::env::args().skip(1)) {
        Ok(options) => options,
        Err(mistake) => {
            eprintln!("{mistake}\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    let gpu = match Gpu::connect() {
        Ok(gpu) => gpu,
        Err(error @ ConnectError::NoAdapter(_)) if options.no_adapter == NoAdapter::Passes => {
            println!("no picture: {error}");
            return ExitCode::SUCCESS;
        }
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::FAILURE;
        }
    };
    println!("adapter: {}", gpu.description);
    match run(&gpu, &options.out) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Plays the frames, checks each, and prints what they cost.
fn run(gpu: &Gpu, out: &Path) -> Result<(), Box<dyn Error>> {
    let mut field = Field::new(INSTANCES);
    let copy = GpuCopy::new(gpu, INSTANCES);
    let whole = GpuCopy::new(gpu, INSTANCES);
    println!("{}\n", field.instances.memory());

    let first = copy.update(gpu, &mut field.instances)?;
    copy.check(gpu, &field.instances)?;
    report("first frame", &first);

    let (mut changes, mut everything) = (Update::default(), Update::default());
    for _ in 0..FRAMES {
        field.step();
        changes.add(&copy.update(gpu, &mut field.instances)?);
        copy.check(gpu, &field.instances)?;
        everything.add(&whole.send_all(gpu, &field.instances)?);
    }
    report("a frame's changes", &changes.divided_by(FRAMES));
    report("all of it instead", &everything.divided_by(FRAMES));
    println!(
        "\n{FRAMES} frames: {} of {} bytes sent, and each time the buffers equalled the columns, bit for bit",
        changes.bytes, everything.bytes
    );

    let instances = u32::try_from(field.instances.len())?;
    Picture::draw(gpu, &copy, instances)?.save(out)?;
    println!("wrote {}", out.display());
    Ok(())
}

/// Prints a line.
fn report(what: &str, update: &Update) {
    let milliseconds = |time: Duration| time.as_secs_f64() * 1e3;
    println!(
        "{what:<18} {:>4} writes, {:>8} bytes; found in {:.3} ms, on the GPU after {:.3} ms",
        update.writes,
        update.bytes,
        milliseconds(update.found_in),
        milliseconds(update.done_in)
    );
}
