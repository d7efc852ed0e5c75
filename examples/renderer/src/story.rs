//! The story that the renderer tells: grey, then all is there, an evening by hot reload, another
//! level, and a texture that is broken and repaired. Each chapter checks what it says.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use soa_resources::BoxError;

use crate::assets;
use crate::engine::{Counts, Engine, Holes};
use crate::level::Level;
use crate::picture::{Picture, is_grey, is_magenta};
use crate::summary::Memory;
use crate::times::Times;

/// Seconds in the world from one frame to the next.
pub(crate) const STEP: f32 = 1.0 / 60.0;

/// How long workers and the file system may take.
const PATIENCE: Duration = Duration::from_secs(30);

/// What came of it.
#[derive(Debug)]
pub(crate) struct Told {
    /// The frames of the village, when all was there.
    pub(crate) times: Times,
    /// Frames until all was loaded.
    pub(crate) frames_to_load: usize,
    /// What the last chapter left of the texture in magenta, and what was there: pixels.
    pub(crate) magenta: [usize; 2],
    /// Before the switch of levels, with all three, and after it.
    pub(crate) memory: [Memory; 3],
    pub(crate) counts: Counts,
    /// Places of lamps that went out and were used again.
    pub(crate) recycled_lamps: u64,
    pub(crate) sparks: u64,
}

impl Told {
    pub(crate) fn print(&self) {
        let [left, magenta] = self.magenta;
        println!("repaired: {magenta} pixels were magenta, {left} are");
        let [before, between, after] = self.memory;
        println!(
            "\nall was loaded after {} frames; the switch of levels took the vertex buffer from \
             {} to {} bytes in use, the hubs from {} to {} to {}",
            self.frames_to_load,
            before.vertices[1],
            after.vertices[1],
            before.hubs,
            between.hubs,
            after.hubs
        );
        let counts = &self.counts;
        println!(
            "sent in all: instances {} KiB in {} writes, meshes {} KiB in {}, textures {}, lamps {}",
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
            "{} sparks were made by workers; {} places of lamps given back; {} draw calls in the last frame",
            self.sparks, self.recycled_lamps, counts.draws
        );
    }
}

/// Tells it, and writes its pictures into a folder.
pub(crate) fn tell(engine: &mut Engine, assets: &Path, out: &Path) -> Result<Told, BoxError> {
    let mut stage = Stage {
        engine,
        assets,
        out,
    };
    let (frames_to_load, times) = stage.arrival()?;
    stage.evening()?;
    let memory = stage.journey()?;
    let magenta = stage.repair()?;
    Ok(Told {
        times,
        frames_to_load,
        magenta,
        memory,
        counts: engine.counts,
        recycled_lamps: engine.lamps.given_back,
        sparks: engine.simulation.made,
    })
}

/// Where the story is told.
struct Stage<'a> {
    engine: &'a mut Engine,
    assets: &'a Path,
    out: &'a Path,
}

impl Stage<'_> {
    /// The first frame is of stand-ins, and some frames later all is there.
    fn arrival(&mut self) -> Result<(usize, Times), BoxError> {
        self.engine.enter(Level::Meadow);
        self.engine.enter(Level::Village);
        let pending = self.engine.pending();
        println!("\nframe 1: nothing is loaded, {pending} files are on the way");
        self.engine.frame(0.0)?;
        let picture = self.save("1_placeholders.png")?;
        if picture.count(is_grey) != picture.pixels() {
            return Err("a stand-in is not grey".into());
        }
        let frames = self.until("all is loaded", |engine| engine.pending() == 0)?;
        let levels = self.engine.levels.iter().map(|level| level.name());
        println!(
            "frame {}: {} files are loaded, {} instances stand in {}",
            frames + 1,
            self.engine.news.loaded,
            self.engine.instances.len(),
            levels.collect::<Vec<_>>().join(" and ")
        );
        self.engine.times = Times::default();
        self.pass(90)?;
        let times = self.engine.times.clone();
        let picture = self.save("2_loaded.png")?;
        if picture.count(is_grey) * 4 > picture.pixels() {
            return Err("much is grey still".into());
        }
        if picture.count(is_magenta) > 0 {
            return Err("something is broken that should not be".into());
        }
        Ok((frames, times))
    }

    /// A file is edited, first with a mistake.
    fn evening(&mut self) -> Result<(), BoxError> {
        println!("\n{} is edited, with a mistake", assets::LIGHT);
        let before = self.still()?;
        self.edit("const HOUR: f32 = 10.0;", "const HOUR: f32 = late;")?;
        self.expect_shaders(|news| &mut news.failed)?;
        let after = self.still()?;
        match before.differing(&after) {
            0 => println!("  not a pixel differs"),
            differing => return Err(format!("{differing} pixels differ").into()),
        }
        println!("the mistake is mended, and it is evening");
        self.edit("const HOUR: f32 = late;", "const HOUR: f32 = 19.4;")?;
        self.expect_shaders(|news| &mut news.reloaded)?;
        self.pass(30)?;
        self.save("3_evening.png")?;
        Ok(())
    }

    /// To another level: first its files are requested, then those of the old ones released.
    fn journey(&mut self) -> Result<[Memory; 3], BoxError> {
        println!("\nfrom the meadow and the village to the desert");
        self.edit("const HOUR: f32 = 19.4;", "const HOUR: f32 = 16.6;")?;
        let before = Memory::of(self.engine);
        before.print("before");
        self.engine.holes = Holes::Stay;
        self.engine.enter(Level::Desert);
        let between = Memory::of(self.engine);
        between.print("with all three levels");
        self.engine.leave(Level::Meadow);
        self.engine.leave(Level::Village);
        self.engine.camera = Level::Desert.camera();
        self.expect_shaders(|news| &mut news.reloaded)?;
        self.until("all is loaded", |engine| engine.pending() == 0)?;
        // Until what the old levels had is free.
        self.pass(90)?;
        Memory::of(self.engine).print("after");
        let scattered = self.still()?;
        self.engine.holes = Holes::AreClosed;
        let moved = self.engine.counts.moved_bytes;
        self.until("the holes are closed", |engine| {
            !engine.memory.is_scattered()
        })?;
        let closed = self.still()?;
        let after = Memory::of(self.engine);
        after.print("after compaction");
        println!("  {} files were unloaded", self.engine.news.unloaded);
        let moved = self.engine.counts.moved_bytes - moved;
        match scattered.differing(&closed) {
            0 => println!(
                "  {} KiB were moved on the GPU; not a pixel differs",
                moved / 1024
            ),
            differing => return Err(format!("{differing} pixels differ").into()),
        }
        Ok([before, between, after])
    }

    /// A texture that is none is magenta, until its file is one.
    fn repair(&mut self) -> Result<[usize; 2], BoxError> {
        let broken = self.engine.texture_files.find(assets::BROKEN);
        let broken = broken.ok_or("nobody asked for the broken texture")?;
        println!("\na texture is broken, and shown in magenta");
        let error = self.engine.texture_files.error(broken);
        let error = error.ok_or("nobody noticed")?;
        println!("  {}", crate::news::with_causes(error));
        let magenta = self.save("4_desert.png")?.count(is_magenta);
        assets::repair(self.assets)?;
        self.until("it is repaired", |engine| {
            engine.texture_files.loaded(broken).is_some()
        })?;
        self.pass(2)?;
        let left = self.save("5_repaired.png")?.count(is_magenta);
        Ok([left, magenta])
    }

    /// So many frames.
    fn pass(&mut self, frames: usize) -> Result<(), BoxError> {
        for _ in 0..frames {
            self.engine.frame(STEP)?;
        }
        Ok(())
    }

    /// A frame in which no time passes.
    fn still(&mut self) -> Result<Picture, BoxError> {
        self.engine.frame(0.0)?;
        self.engine.picture()
    }

    /// Frames until something is so; returns how many. No time passes in the world.
    fn until(&mut self, what: &str, is: impl Fn(&Engine) -> bool) -> Result<usize, BoxError> {
        let start = Instant::now();
        let mut frames = 0;
        while !is(self.engine) {
            if start.elapsed() > PATIENCE {
                return Err(format!("{PATIENCE:?} were not enough until {what}").into());
            }
            self.engine.frame(0.0)?;
            frames += 1;
        }
        // What came with the last frame is drawn with the next.
        self.engine.frame(0.0)?;
        Ok(frames + 1)
    }

    /// Frames until both shaders that include the edited file were heard of; says what.
    fn expect_shaders(
        &mut self,
        count: impl Fn(&mut crate::news::News) -> &mut usize,
    ) -> Result<(), BoxError> {
        let start = Instant::now();
        *count(&mut self.engine.news) = 0;
        self.engine.news.lines.clear();
        while *count(&mut self.engine.news) < 2 {
            if start.elapsed() > PATIENCE {
                return Err("the file system tells nothing of the edit".into());
            }
            self.engine.frame(0.0)?;
        }
        for line in &self.engine.news.lines {
            println!("  {}", line.replace('\n', "\n    "));
        }
        Ok(())
    }

    /// Edits the file with the light.
    fn edit(&mut self, from: &str, to: &str) -> Result<(), BoxError> {
        let path = self.assets.join(assets::LIGHT);
        let text = fs::read_to_string(&path)?;
        if !text.contains(from) {
            return Err(format!("{} does not say `{from}`", path.display()).into());
        }
        fs::write(path, text.replace(from, to))?;
        Ok(())
    }

    fn save(&mut self, name: &str) -> Result<Picture, BoxError> {
        let picture = self.engine.picture()?;
        picture.save(&self.out.join(name))?;
        Ok(picture)
    }
}
