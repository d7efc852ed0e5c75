//! Everything at once, for any number of frames: levels come and go, files are loaded again,
//! things are put up and taken away, sparks fly. What grows, leaks.

use fastrand::Rng;
use glam::{Mat3, Vec3};
use soa_resources::BoxError;

use crate::engine::Engine;
use crate::instance::{Instance, Look, NO_LAMP, place};
use crate::level::Level;
use crate::model::Kind;
use crate::story::STEP;
use crate::summary::Memory;

/// Frames after which memory has to have found its size.
const SETTLED: u64 = 200;

/// Frames from one change of the levels to the next.
const STAY: u64 = 24;

/// Things put up and taken away in a frame.
const THINGS: usize = 40;

/// The most that was seen, before and after [`SETTLED`] frames.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Most {
    /// Bytes of this process in memory; 0 where the system does not say.
    pub(crate) resident: usize,
    /// Bytes of all hubs.
    pub(crate) hubs: usize,
    /// Bytes of the vertex buffer.
    pub(crate) vertices: usize,
}

/// What came of it.
#[derive(Debug)]
pub(crate) struct Churned {
    pub(crate) frames: u64,
    pub(crate) first: Most,
    pub(crate) rest: Most,
    /// The least bytes of this process in memory in the last [`SETTLED`] frames.
    pub(crate) last_resident: usize,
    pub(crate) reloaded: usize,
    pub(crate) moves: usize,
    pub(crate) recycled_lamps: u64,
    pub(crate) put_up: usize,
    pub(crate) sparks: u64,
}

impl Churned {
    pub(crate) fn print(&self) {
        println!(
            "{} frames: {} files loaded again, {} blocks moved, {} places of lamps given back, \
             {} things put up, {} sparks made",
            self.frames, self.reloaded, self.moves, self.recycled_lamps, self.put_up, self.sparks
        );
        for (when, most) in [("to frame 200", self.first), ("from then on", self.rest)] {
            println!(
                "at most {when}: resident {} KiB, hubs {} KiB, vertex buffer {} KiB",
                most.resident / 1024,
                most.hubs / 1024,
                most.vertices / 1024
            );
        }
        println!(
            "resident at least in the last {SETTLED} frames: {} KiB",
            self.last_resident / 1024
        );
    }

    /// An error if anything became larger after [`SETTLED`] frames than it had been before.
    pub(crate) fn check(&self) -> Result<(), BoxError> {
        let (first, rest) = (self.first, self.rest);
        let pairs = [
            // A hub of a few rows may have had its fullest moment late.
            ("hubs", first.hubs + first.hubs / 100, rest.hubs),
            ("the vertex buffer", first.vertices, rest.vertices),
            // Allocators and drivers give back when they like, and keep some; what leaked would
            // be there even at the lowest moment.
            (
                "the process",
                first.resident + first.resident / 20,
                self.last_resident,
            ),
        ];
        for (what, before, after) in pairs {
            if after > before {
                return Err(format!("{what} grew from {before} to {after} bytes").into());
            }
        }
        Ok(())
    }
}

/// So many frames of it.
pub(crate) fn run(engine: &mut Engine, frames: u64) -> Result<Churned, BoxError> {
    let mut random = Rng::with_seed(5);
    let (mut first, mut rest) = (Most::default(), Most::default());
    let (mut put_up, mut last_resident) = (0, usize::MAX);
    engine.enter(Level::Meadow);
    engine.enter(Level::Village);
    for frame in 1..=frames {
        if frame % STAY == 0 {
            travel(engine);
        }
        if frame % 31 == 0 {
            engine.shader_files.reload_all();
        }
        if frame % 7 == 0 {
            engine.mesh_files.reload_all();
            engine.texture_files.reload_all();
        }
        put_up += rebuild(engine, &mut random);
        engine.frame(STEP)?;
        let most = if frame <= SETTLED {
            &mut first
        } else {
            &mut rest
        };
        let resident = resident().unwrap_or_default();
        most.see(engine, resident);
        if frame + SETTLED > frames {
            last_resident = last_resident.min(resident);
        }
    }
    Ok(Churned {
        frames,
        first,
        rest,
        last_resident,
        reloaded: engine.news.reloaded,
        moves: engine.counts.moves,
        recycled_lamps: engine.lamps.given_back,
        put_up,
        sparks: engine.simulation.made,
    })
}

/// To the levels where the engine is not.
fn travel(engine: &mut Engine) {
    let there = engine.levels.clone();
    let to: &[Level] = match there[..] {
        [Level::Desert] => &[Level::Meadow, Level::Village],
        _ => &[Level::Desert],
    };
    for level in to {
        engine.enter(*level);
    }
    for level in there {
        engine.leave(level);
    }
    engine.camera = to[0].camera();
}

/// Takes rocks and pebbles away anywhere, and puts others up.
fn rebuild(engine: &mut Engine, random: &mut Rng) -> usize {
    let models = engine.models.ids_of_kinds();
    let [rock, pebble] = [Kind::Rock, Kind::Pebble].map(|kind| models[kind as usize]);
    let Some(level) = engine.levels.first().copied() else {
        return 0;
    };
    for _ in 0..THINGS {
        let row = random.usize(..engine.instances.len().max(1));
        let Some(id) = engine.instances.id_at(row) else {
            continue;
        };
        let model = *engine.instances.row(id).model;
        if model == rock || model == pebble {
            engine.instances.dealloc(id);
        }
    }
    for _ in 0..THINGS / 4 {
        let mut around = |range: f32| (random.f32() * 2.0 - 1.0) * range;
        let at = Vec3::new(around(20.0), 0.2, around(20.0));
        engine.instances.insert(Instance {
            place: place(at, Mat3::from_rotation_y(around(3.0)) * (0.3 + around(0.1))),
            look: Look {
                layer: 0,
                lamp: NO_LAMP,
                tint: [170, 160, 150, 255],
            },
            model: pebble,
            level,
            velocity: Vec3::ZERO,
            life: f32::INFINITY,
        });
    }
    THINGS / 4
}

impl Most {
    fn see(&mut self, engine: &Engine, resident: usize) {
        let memory = Memory::of(engine);
        self.hubs = self.hubs.max(memory.hubs);
        self.vertices = self.vertices.max(memory.vertices[2]);
        self.resident = self.resident.max(resident);
    }
}

/// Bytes of this process in memory, where the system says.
fn resident() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kibibytes: usize = line.trim().trim_end_matches("kB").trim().parse().ok()?;
    Some(kibibytes * 1024)
}
