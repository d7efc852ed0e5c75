//! A camera flies over a terrain of 5000 textures, with memory for a tenth of them.
//!
//! Three libraries share two threads and one watched folder of real files, which the
//! first run makes. Each tile has a material, and the materials hold textures and
//! shaders. What is near is loaded first, and what was not seen for the longest time is
//! evicted. In the middle of the flight the file that all shaders include is written
//! anew. At the end the program checks that the budget was kept in every frame, that no
//! id changed, and that every shader was loaded again.
//!
//! ```sh
//! cargo run --release -p soa-resources --example streaming
//! cargo run --release -p soa-resources --example streaming -- --svg memory.svg
//! ```

mod files;
mod plot;
mod records;
mod terrain;

use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use soa_resources::BoxError;

use files::{COLUMNS, ROWS, SIDE, TILES};
use terrain::Terrain;

/// What one texture takes, and what all may take together.
const TEXTURE: u64 = (SIDE * SIDE * 4) as u64;
const BUDGET: u64 = TILES as u64 / 10 * TEXTURE;
const FRAMES: usize = 1500;
/// What a frame takes at least, so that the disk has time.
const FRAME: Duration = Duration::from_millis(2);
/// How long the system may take to report a change of a file.
const PATIENCE: Duration = Duration::from_secs(30);

fn main() -> Result<(), BoxError> {
    let svg = svg_path()?;
    let folder = std::env::temp_dir().join("soa_resources_streaming");
    if files::make(&folder)? {
        println!("made the files of {TILES} tiles in {}", folder.display());
    }
    files::write_include(&folder, 1)?;
    let mut terrain = Terrain::new(&folder, BUDGET)?;

    let mut flight = Flight::new();
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
    flight.finish(&mut terrain, svg.as_deref())
}

/// The path after `--svg`, if it is given.
fn svg_path() -> Result<Option<PathBuf>, BoxError> {
    let mut words = std::env::args_os().skip(1);
    match (words.next(), words.next()) {
        (None, _) => Ok(None),
        (Some(word), Some(path)) if word == "--svg" => Ok(Some(path.into())),
        (Some(word), _) => Err(format!("unknown option {word:?}; expected `--svg PATH`").into()),
    }
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

/// What was seen on the way.
struct Flight {
    bar: ProgressBar,
    /// The bytes of each frame.
    bytes: Vec<u64>,
    /// The bytes of each frame, if nothing was ever evicted.
    without_budget: Vec<u64>,
    loaded: usize,
    new: usize,
    evicted: usize,
    reloaded_shaders: usize,
    seen: usize,
    sharp: usize,
    longest: Duration,
}

impl Flight {
    fn new() -> Self {
        let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} {msg}")
            .unwrap_or_else(|_| ProgressStyle::default_bar());
        Self {
            bar: ProgressBar::new(0).with_style(style),
            bytes: Vec::new(),
            without_budget: Vec::new(),
            loaded: 0,
            new: 0,
            evicted: 0,
            reloaded_shaders: 0,
            seen: 0,
            sharp: 0,
            longest: Duration::ZERO,
        }
    }

    fn frame(&mut self, terrain: &mut Terrain, camera: [f32; 2]) {
        let start = Instant::now();
        let report = terrain.frame(camera);
        self.longest = self.longest.max(start.elapsed());
        self.loaded += report.loaded;
        self.new += report.new;
        self.evicted += report.evicted;
        self.reloaded_shaders += report.reloaded_shaders;
        self.seen += report.seen;
        self.sharp += report.sharp;

        let bytes = terrain.bytes();
        assert!(
            bytes <= BUDGET + TEXTURE,
            "the budget is kept in every frame"
        );
        self.bytes.push(bytes);
        self.without_budget.push(self.new as u64 * TEXTURE);
        // The bar takes longer than the frame, so not every frame draws it.
        if self.bytes.len() % 50 == 0 {
            let progress = terrain.progress();
            self.bar.set_length(progress.total as u64);
            self.bar
                .set_position((progress.loaded + progress.failed) as u64);
            let frame = self.bytes.len();
            self.bar
                .set_message(format!("frame {frame}, {} KiB", bytes >> 10));
        }
        thread::sleep(FRAME.saturating_sub(start.elapsed()));
    }

    /// Checks the promises, and prints what happened.
    fn finish(self, terrain: &mut Terrain, svg: Option<&Path>) -> Result<(), BoxError> {
        self.bar.finish_and_clear();
        terrain.check_ids();
        assert!(self.reloaded_shaders >= files::SHADERS.len());
        assert!(self.evicted > 0, "the budget was needed");
        let highest = self.bytes.iter().max().copied().unwrap_or_default();
        println!(
            "{} frames: {} loads and {} evictions of {TILES} textures, {} shaders loaded again",
            self.bytes.len(),
            self.loaded,
            self.evicted,
            self.reloaded_shaders,
        );
        println!(
            "at most {:.2} MiB of {:.2} MiB; {:.1} % of the tiles in sight had their own texture",
            mebibytes(highest),
            mebibytes(BUDGET),
            percent(self.sharp, self.seen),
        );
        println!(
            "the longest frame took {:.2} ms",
            self.longest.as_secs_f64() * 1e3
        );
        if let Some(path) = svg {
            let picture = plot::memory(&self.bytes, &self.without_budget, BUDGET);
            std::fs::write(path, picture)?;
            println!("{}", path.display());
        }
        terrain.leave();
        assert_eq!(terrain.bytes(), 0);
        println!("the budget was kept, no id changed, and nothing is left");
        Ok(())
    }
}

#[expect(clippy::cast_precision_loss, reason = "for people to read")]
fn mebibytes(bytes: u64) -> f64 {
    bytes as f64 / f64::from(1 << 20)
}

#[expect(clippy::cast_precision_loss, reason = "for people to read")]
fn percent(part: usize, whole: usize) -> f64 {
    part as f64 / whole.max(1) as f64 * 100.0
}
