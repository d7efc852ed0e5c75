//! Keeps 100 000 instances in a hub and their tracked columns in two GPU buffers. A hundredth of
//! the instances moves in each frame, and only the rows that changed are sent.
//!
//! ```sh
//! cargo run --release -p instances
//! ```
//!
//! [`field`] has the hub and [`copy`] the buffers. After every frame the buffers are read back
//! and compared with the columns, bit for bit.

mod copy;
mod draw;
mod field;
#[cfg(test)]
mod tests;

use std::path::Path;
use std::process::ExitCode;

use example_gpu::{BoxError, Gpu};

const INSTANCES: usize = 100_000;
const FRAMES: u32 = 60;

fn main() -> ExitCode {
    example_gpu::run(|gpu| run(&gpu))
}

/// Simulates the frames, checks each of them, and prints what was sent.
fn run(gpu: &Gpu) -> Result<(), BoxError> {
    let mut field = field::Field::new(INSTANCES);
    let mut copy = copy::GpuCopy::new(gpu);
    println!("{}\n", field.instances.memory());
    let first = copy.update(gpu, &mut field.instances)?;
    println!(
        "first frame: {} bytes, {} writes",
        first.bytes, first.writes
    );
    let (mut bytes, mut writes) = (0, 0);
    for _ in 0..FRAMES {
        field.step();
        let sent = copy.update(gpu, &mut field.instances)?;
        (bytes, writes) = (bytes + sent.bytes, writes + sent.writes);
        copy.check(gpu, &field.instances)?;
    }
    println!("{FRAMES} more frames: {bytes} bytes, {writes} writes");
    println!("after every frame the buffers equalled the columns, bit for bit");
    let out = Path::new("target/instances.png");
    draw::draw(gpu, &copy, u32::try_from(field.instances.len())?)?.save(out)?;
    println!("wrote {}", out.display());
    Ok(())
}
