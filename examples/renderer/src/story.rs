//! The story: a first frame in grey, a loaded village, an evening by hot reload, another level, and a
//! texture that is broken and repaired. Each chapter checks its pictures.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use example_gpu::{BoxError, Picture};

use crate::assets;
use crate::engine::{Counts, Engine, Holes};
use crate::file_log::FileLog;
use crate::level::Level;
use crate::picture::{is_grey, is_magenta};
use crate::summary::Memory;
use crate::times::Times;

/// The simulated seconds per frame.
pub(crate) const STEP: f32 = 1.0 / 60.0;

/// The time that the workers and the file system may need.
const PATIENCE: Duration = Duration::from_secs(30);

/// What happened in the story.
#[derive(Debug)]
pub(crate) struct Report {
    /// The times of the frames in which the village was loaded.
    pub(crate) times: Times,
    /// The number of frames until everything was loaded.
    pub(crate) frames_to_load: usize,
    /// The number of magenta pixels after the repair of the texture, and before it.
    pub(crate) magenta: [usize; 2],
    /// The memory before the change of levels, with all three levels, and after the change.
    pub(crate) memory: [Memory; 3],
    pub(crate) counts: Counts,
    /// The number of slots of lamps that were freed.
    pub(crate) recycled_lamps: u64,
    pub(crate) sparks: u64,
}

impl Report {
    pub(crate) fn print(&self) {
        let [left, magenta] = self.magenta;
        println!("the repair changed {magenta} magenta pixels to {left}");
        let [before, between, after] = self.memory;
        println!(
            "\neverything was loaded after {} frames; the change of levels took the vertex buffer from \
             {} to {} bytes in use, and the hubs from {} to {} to {}",
            self.frames_to_load,
            before.vertices[1],
            after.vertices[1],
            before.hubs,
            between.hubs,
            after.hubs
        );
        let counts = &self.counts;
        println!(
            "sent in total: instances {} KiB in {} writes, meshes {} KiB in {}, textures {}, lamps {}",
            counts.instance_bytes / 1024,
            counts.instance_writes,
            counts.mesh_bytes / 1024,
            counts.mesh_writes,
            counts.texture_writes,
            counts.lamp_writes
        );
        println!(
            "on the GPU: the vertex buffer grew {} times, {} blocks moved, {} KiB",
            counts.growths,
            counts.moves,
            counts.moved_bytes / 1024
        );
        println!(
            "workers created {} sparks; {} slots of lamps were freed; the last frame had {} draw calls",
            self.sparks, self.recycled_lamps, counts.draws
        );
    }
}

/// Runs the story, and writes its pictures to a folder.
pub(crate) fn run(engine: &mut Engine, assets: &Path, out: &Path) -> Result<Report, BoxError> {
    let mut story = Story {
        engine,
        assets,
        out,
    };
    let (frames_to_load, times) = story.arrival()?;
    story.evening()?;
    let memory = story.journey()?;
    let magenta = story.repair()?;
    Ok(Report {
        times,
        frames_to_load,
        magenta,
        memory,
        counts: engine.counts,
        recycled_lamps: engine.lamps.freed,
        sparks: engine.simulation.made,
    })
}

struct Story<'a> {
    engine: &'a mut Engine,
    assets: &'a Path,
    out: &'a Path,
}

impl Story<'_> {
    /// Draws fallbacks in the first frame, and everything some frames later.
    fn arrival(&mut self) -> Result<(usize, Times), BoxError> {
        self.engine.enter(Level::Meadow);
        self.engine.enter(Level::Village);
        let pending = self.engine.pending();
        println!("\nframe 1: nothing is loaded, {pending} files are pending");
        self.engine.frame(0.0)?;
        let picture = self.save("1_placeholders.png")?;
        if picture.count(is_grey) != picture.pixels().len() {
            return Err("a fallback is not grey".into());
        }
        let frames = self.until("everything is loaded", |engine| engine.pending() == 0)?;
        let levels = self.engine.levels.iter().map(|level| level.name());
        println!(
            "frame {}: {} files are loaded, {} instances are in {}",
            frames + 1,
            self.engine.file_log.loaded,
            self.engine.instances.len(),
            levels.collect::<Vec<_>>().join(" and ")
        );
        self.engine.times = Times::default();
        self.pass(90)?;
        let times = self.engine.times.clone();
        let picture = self.save("2_loaded.png")?;
        if picture.count(is_grey) * 4 > picture.pixels().len() {
            return Err("too much is still grey".into());
        }
        if picture.count(is_magenta) > 0 {
            return Err("a file failed to load".into());
        }
        Ok((frames, times))
    }

    /// Edits a file, first with a mistake.
    fn evening(&mut self) -> Result<(), BoxError> {
        println!("\n{} is edited, with a mistake", assets::LIGHT);
        let before = self.still()?;
        self.edit("const HOUR: f32 = 10.0;", "const HOUR: f32 = late;")?;
        self.expect_shaders(|log| &mut log.failed)?;
        let after = self.still()?;
        match before.differing_pixels(&after) {
            0 => println!("  no pixel differs"),
            differing => return Err(format!("{differing} pixels differ").into()),
        }
        println!("the mistake is corrected, and it is evening");
        self.edit("const HOUR: f32 = late;", "const HOUR: f32 = 19.4;")?;
        self.expect_shaders(|log| &mut log.reloaded)?;
        self.pass(30)?;
        self.save("3_evening.png")?;
        Ok(())
    }

    /// Changes the levels. The files of the new level are requested before the files of the old levels
    /// are released, so that common files stay.
    fn journey(&mut self) -> Result<[Memory; 3], BoxError> {
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
        Memory::of(self.engine).print("after");
        let scattered = self.still()?;
        self.engine.holes = Holes::Close;
        let moved = self.engine.counts.moved_bytes;
        self.until("the holes are closed", |engine| {
            !engine.memory.is_scattered()
        })?;
        let closed = self.still()?;
        let after = Memory::of(self.engine);
        after.print("after compaction");
        println!("  {} files were unloaded", self.engine.file_log.unloaded);
        let moved = self.engine.counts.moved_bytes - moved;
        match scattered.differing_pixels(&closed) {
            0 => println!(
                "  {} KiB were moved on the GPU; no pixel differs",
                moved / 1024
            ),
            differing => return Err(format!("{differing} pixels differ").into()),
        }
        Ok([before, between, after])
    }

    /// Repairs a texture that is magenta because its file is broken.
    fn repair(&mut self) -> Result<[usize; 2], BoxError> {
        let broken = self.engine.texture_files.find(assets::BROKEN);
        let broken = broken.ok_or("the broken texture was not requested")?;
        println!("\na texture is broken, and drawn in magenta");
        let error = self.engine.texture_files.error(broken);
        let error = error.ok_or("the broken texture was loaded")?;
        println!("  {}", example_gpu::with_causes(error));
        let magenta = self.save("4_desert.png")?.count(is_magenta);
        assets::repair(self.assets)?;
        self.until("it is repaired", |engine| {
            engine.texture_files.loaded(broken).is_some()
        })?;
        self.pass(2)?;
        let left = self.save("5_repaired.png")?.count(is_magenta);
        Ok([left, magenta])
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
            if start.elapsed() > PATIENCE {
                return Err(format!("after {PATIENCE:?} it does not hold that {what}").into());
            }
            self.engine.frame(0.0)?;
            frames += 1;
        }
        // What the last frame has loaded is drawn by the next frame.
        self.engine.frame(0.0)?;
        Ok(frames + 1)
    }

    /// Draws frames until both shaders that include the edited file are reloaded or failed, and prints
    /// the log.
    fn expect_shaders(
        &mut self,
        count: impl Fn(&mut FileLog) -> &mut usize,
    ) -> Result<(), BoxError> {
        let start = Instant::now();
        *count(&mut self.engine.file_log) = 0;
        self.engine.file_log.lines.clear();
        while *count(&mut self.engine.file_log) < 2 {
            if start.elapsed() > PATIENCE {
                return Err("the file system does not report the edit".into());
            }
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
        if !text.contains(from) {
            return Err(format!("{} does not contain `{from}`", path.display()).into());
        }
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
