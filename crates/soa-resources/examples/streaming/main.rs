//! A camera flies over a terrain of 5000 textures, with memory for a tenth of them.
//!
//! Three libraries share two threads and one watched folder of real files, which the
//! first run makes. Each tile has a material, and the materials hold textures and
//! shaders. What is near is loaded first, and what was not seen for the longest time is
//! evicted. In the middle of the flight the file that all shaders include is written
//! anew. At the end the program checks that the budget was kept in every frame, that no
//! id changed, and that every shader was loaded again, and draws the memory as `memory.svg`.
//!
//! ```sh
//! cargo run --release -p soa-resources --example streaming
//! ```

mod files;
mod plot;
mod records;
mod terrain;

use std::thread;
use std::time::{Duration, Instant};

use soa_resources::BoxError;

use files::{COLUMNS, ROWS, SIDE, TILES};
use terrain::{Report, Terrain};

/// What one texture takes, and what all may take together.
const TEXTURE: u64 = (SIDE * SIDE * 4) as u64;
const BUDGET: u64 = TILES as u64 / 10 * TEXTURE;
const FRAMES: usize = 1500;
/// What a frame takes at least, so that the disk has time.
const FRAME: Duration = Duration::from_millis(2);
/// How long the system may take to report a change of a file.
const PATIENCE: Duration = Duration::from_secs(30);

fn main() -> Result<(), BoxError> {
    let folder = std::env::temp_dir().join("soa_resources_streaming");
    if files::make(&folder)? {
        println!("made the files of {TILES} tiles in {}", folder.display());
    }
    files::write_include(&folder, 1)?;
    let mut terrain = Terrain::new(&folder, BUDGET)?;
    let mut flight = Flight::default();
    for frame in 0..FRAMES {
        if frame == FRAMES / 2 {
            files::write_include(&folder, 2)?;
        }
        flight.frame(&mut terrain, camera_at(frame));
    }
    // The system may report the change late: the camera waits for it.
    let end = Instant::now() + PATIENCE;
    while !terrain.shaders_have("vec4f(2)") {
        if Instant::now() > end {
            return Err("the system did not report the change of the included file".into());
        }
        flight.frame(&mut terrain, camera_at(FRAMES));
    }
    flight.print(&terrain.report);
    let path = folder.join("memory.svg");
    let picture = plot::memory(&flight.bytes, &flight.without_budget, BUDGET);
    std::fs::write(&path, picture)?;
    println!("{}", path.display());
    terrain.check_ids();
    assert!(terrain.report.reloaded_shaders >= files::SHADERS.len());
    assert!(terrain.report.evicted > 0, "the budget was needed");
    terrain.leave();
    assert_eq!(terrain.bytes(), 0);
    println!("the budget was kept, no id changed, and nothing is left");
    Ok(())
}

/// A flight in loops over the whole terrain.
#[expect(clippy::cast_precision_loss, reason = "there are few frames and tiles")]
fn camera_at(frame: usize) -> [f32; 2] {
    let turn = frame as f32 / FRAMES as f32 * std::f32::consts::TAU;
    let [width, height] = [COLUMNS, ROWS].map(|tiles| tiles as f32 / 2.0);
    [
        width + width * 0.9 * turn.sin(),
        height + height * 0.8 * (3.0 * turn).sin(),
    ]
}

/// The memory and the time of the frames.
#[derive(Default)]
struct Flight {
    /// The bytes of each frame.
    bytes: Vec<u64>,
    /// The bytes of each frame, if nothing was ever evicted.
    without_budget: Vec<u64>,
    longest: Duration,
}

impl Flight {
    fn frame(&mut self, terrain: &mut Terrain, camera: [f32; 2]) {
        let start = Instant::now();
        terrain.frame(camera);
        self.longest = self.longest.max(start.elapsed());
        let bytes = terrain.bytes();
        assert!(
            bytes <= BUDGET + TEXTURE,
            "the budget is kept in every frame"
        );
        self.bytes.push(bytes);
        self.without_budget
            .push(terrain.report.new as u64 * TEXTURE);
        thread::sleep(FRAME.saturating_sub(start.elapsed()));
    }

    /// Prints what happened.
    fn print(&self, report: &Report) {
        println!(
            "{} frames of {TILES} textures: {report:?}",
            self.bytes.len()
        );
        let highest = self.bytes.iter().max().copied().unwrap_or_default();
        let kibibytes = [highest, BUDGET].map(|bytes| bytes >> 10);
        println!(
            "the most and the allowed KiB: {kibibytes:?}; the longest frame took {:.2?}",
            self.longest
        );
    }
}
