//! The story: a first frame in grey, a loaded village, an evening by hot reload, another level, and a
//! texture that is broken and repaired. Each chapter checks its pictures.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use example_gpu::{BoxError, Picture, with_causes};

use crate::assets;
use crate::engine::{Engine, Holes};
use crate::file_log::FileLog;
use crate::level::Level;
use crate::report::Memory;

/// The simulated seconds per frame.
pub(crate) const STEP: f32 = 1.0 / 60.0;

/// The time that the workers and the file system may need.
const PATIENCE: Duration = Duration::from_secs(30);

/// Runs the story, and writes its pictures to a folder.
pub(crate) fn run(engine: &mut Engine, assets: &Path, out: &Path) -> Result<(), BoxError> {
    let mut story = Story {
        engine,
        assets,
        out,
    };
    story.arrival()?;
    story.evening()?;
    story.journey()?;
    story.repair()?;
    println!("\nsent and moved in total: {:#?}", engine.counts);
    println!("workers created {} sparks", engine.simulation.made);
    println!("{} slots of lamps were freed", engine.lamps.freed);
    Ok(())
}

struct Story<'a> {
    engine: &'a mut Engine,
    assets: &'a Path,
    out: &'a Path,
}

impl Story<'_> {
    /// Draws fallbacks in the first frame, and everything some frames later.
    fn arrival(&mut self) -> Result<(), BoxError> {
        self.engine.enter(Level::Meadow);
        self.engine.enter(Level::Village);
        let pending = self.engine.pending();
        println!("\nframe 1: nothing is loaded, {pending} files are pending");
        self.engine.frame(0.0)?;
        let picture = self.save("1_placeholders.png")?;
        let grey = picture.count(is_grey);
        ensure(grey == picture.pixels().len(), "all fallbacks are grey")?;
        let frames = self.until("everything is loaded", |engine| engine.pending() == 0)?;
        let files = self.engine.file_log.loaded;
        let instances = self.engine.instances.len();
        println!("frame {frames}: {files} files are loaded, {instances} instances are drawn");
        self.pass(90)?;
        let picture = self.save("2_loaded.png")?;
        let grey = picture.count(is_grey);
        ensure(grey * 4 < picture.pixels().len(), "little is still grey")?;
        ensure(picture.count(is_magenta) == 0, "no file failed to load")
    }

    /// Edits a file, first with a mistake.
    fn evening(&mut self) -> Result<(), BoxError> {
        println!("\n{} is edited, with a mistake", assets::LIGHT);
        let before = self.still()?;
        self.edit("const HOUR: f32 = 10.0;", "const HOUR: f32 = late;")?;
        self.expect_shaders(|log| &mut log.failed)?;
        let differing = before.differing_pixels(&self.still()?);
        ensure(differing == 0, "a mistake changes no pixel")?;
        println!("the mistake is corrected, and it is evening");
        self.edit("const HOUR: f32 = late;", "const HOUR: f32 = 19.4;")?;
        self.expect_shaders(|log| &mut log.reloaded)?;
        self.pass(30)?;
        self.save("3_evening.png")?;
        Ok(())
    }

    /// Changes the levels. The files of the new level are requested before the files of the old levels
    /// are released, so that common files stay.
    fn journey(&mut self) -> Result<(), BoxError> {
        println!("\nfrom the meadow and the village to the desert");
        self.edit("const HOUR: f32 = 19.4;", "const HOUR: f32 = 16.6;")?;
        let before = Memory::of(self.engine);
        before.print("before");
        self.engine.holes = Holes::Keep;
        self.engine.enter(Level::Desert);
        let between = Memory::of(self.engine);
        between.print("with all three levels");
        self.engine.leave(Level::Meadow);
        self.engine.leave(Level::Village);
        self.engine.camera = Level::Desert.camera();
        self.expect_shaders(|log| &mut log.reloaded)?;
        self.until("everything is loaded", |engine| engine.pending() == 0)?;
        // After these frames the memory of the old levels is free.
        self.pass(90)?;
        let scattered = self.still()?;
        let moved = self.engine.counts.moved_bytes;
        self.engine.holes = Holes::Close;
        self.until("the holes are closed", |engine| {
            !engine.memory.is_scattered()
        })?;
        let differing = scattered.differing_pixels(&self.still()?);
        ensure(differing == 0, "a compaction changes no pixel")?;
        let after = Memory::of(self.engine);
        after.print("after compaction");
        let moved = (self.engine.counts.moved_bytes - moved) / 1024;
        println!("  {moved} KiB were moved on the GPU; no pixel differs");
        ensure(moved > 100, "the compaction moves meshes")?;
        let files = self.engine.file_log.unloaded;
        println!("  {files} files were unloaded");
        ensure(after.hubs < between.hubs, "the change frees memory")
    }

    /// Repairs a texture that is magenta because its file is broken.
    fn repair(&mut self) -> Result<(), BoxError> {
        let files = &self.engine.texture_files;
        let broken = files.find(assets::BROKEN);
        let broken = broken.ok_or("the broken texture was not requested")?;
        let error = files.error(broken);
        let error = error.ok_or("the broken texture was loaded")?;
        println!("\na texture is broken, and drawn in magenta");
        println!("  {}", with_causes(error));
        let magenta = self.save("4_desert.png")?.count(is_magenta);
        ensure(magenta > 40, "the broken texture is magenta")?;
        assets::repair(self.assets)?;
        self.until("it is repaired", |engine| {
            engine.texture_files.loaded(broken).is_some()
        })?;
        self.pass(2)?;
        let magenta = self.save("5_repaired.png")?.count(is_magenta);
        ensure(magenta == 0, "the repaired texture is not magenta")
    }

    /// Draws frames while time passes.
    fn pass(&mut self, frames: usize) -> Result<(), BoxError> {
        for _ in 0..frames {
            self.engine.frame(STEP)?;
        }
        Ok(())
    }

    /// Draws a frame in which no time passes.
    fn still(&mut self) -> Result<Picture, BoxError> {
        self.engine.frame(0.0)?;
        self.engine.picture()
    }

    /// Draws frames in which no time passes, until a condition holds. Returns the number of frames.
    fn until(&mut self, what: &str, is: impl Fn(&Engine) -> bool) -> Result<usize, BoxError> {
        let start = Instant::now();
        let mut frames = 0;
        while !is(self.engine) {
            ensure(start.elapsed() < PATIENCE, what)?;
            self.engine.frame(0.0)?;
            frames += 1;
        }
        // What the last frame has loaded is drawn by the next frame.
        self.engine.frame(0.0)?;
        Ok(frames + 1)
    }

    /// Draws frames until both shaders that include the edited file are reloaded or failed, and prints
    /// the log.
    fn expect_shaders(&mut self, count: fn(&mut FileLog) -> &mut usize) -> Result<(), BoxError> {
        let start = Instant::now();
        *count(&mut self.engine.file_log) = 0;
        self.engine.file_log.lines.clear();
        while *count(&mut self.engine.file_log) < 2 {
            ensure(start.elapsed() < PATIENCE, "the edit is noticed")?;
            self.engine.frame(0.0)?;
        }
        for line in &self.engine.file_log.lines {
            println!("  {}", line.replace('\n', "\n    "));
        }
        Ok(())
    }

    /// Replaces a line in the file with the light.
    fn edit(&mut self, from: &str, to: &str) -> Result<(), BoxError> {
        let path = self.assets.join(assets::LIGHT);
        let text = fs::read_to_string(&path)?;
        ensure(text.contains(from), from)?;
        fs::write(path, text.replace(from, to))?;
        Ok(())
    }

    fn save(&mut self, name: &str) -> Result<Picture, BoxError> {
        let picture = self.engine.picture()?;
        let mut rounded = picture.clone();
        rounded.round_to_six_bits();
        rounded.save(&self.out.join(name))?;
        Ok(picture)
    }
}

/// Returns an error if what should hold does not.
fn ensure(holds: bool, what: &str) -> Result<(), BoxError> {
    if holds {
        return Ok(());
    }
    Err(format!("it does not hold that {what}").into())
}

/// Returns whether all three channels are equal. Only what is not loaded yet is drawn in grey.
fn is_grey([red, green, blue]: [u8; 3]) -> bool {
    red == green && green == blue
}

/// Returns whether a colour has much red and blue, but little green. Only what failed to load is
/// drawn in magenta.
fn is_magenta([red, green, blue]: [u8; 3]) -> bool {
    red > 60 && blue > 60 && u16::from(green) * 3 < u16::from(red.min(blue))
}
