//! Changes everything at once for any number of frames: levels, files, things and sparks. Memory that
//! grows is a leak.

use example_gpu::BoxError;
use fastrand::Rng;
use glam::{Mat3, Vec3};

use crate::engine::Engine;
use crate::instance::{Appearance, Instance, NO_LAMP, place};
use crate::level::Level;
use crate::model::Kind;
use crate::story::STEP;
use crate::summary::Memory;

/// The number of frames after which the memory must not grow.
const SETTLED: u64 = 200;

/// The number of frames between two changes of the levels.
const STAY: u64 = 24;

/// The number of things that a frame removes at most.
const THINGS: usize = 40;

/// The largest memory in a part of the frames.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Peak {
    /// The resident bytes of this process, or 0 if the system does not report them.
    pub(crate) resident: usize,
    /// The bytes of all hubs.
    pub(crate) hubs: usize,
    /// The bytes of the vertex buffer.
    pub(crate) vertices: usize,
}

/// What happened in the frames.
#[derive(Debug)]
pub(crate) struct Report {
    pub(crate) frames: u64,
    /// The peak of the first [`SETTLED`] frames.
    pub(crate) first: Peak,
    /// The peak of the other frames.
    pub(crate) rest: Peak,
    /// The least resident bytes in the last [`SETTLED`] frames.
    pub(crate) last_resident: usize,
    pub(crate) reloaded: usize,
    pub(crate) moves: usize,
    pub(crate) recycled_lamps: u64,
    pub(crate) added: usize,
    pub(crate) sparks: u64,
}

impl Report {
    pub(crate) fn print(&self) {
        println!(
            "{} frames: {} files reloaded, {} blocks moved, {} slots of lamps freed, \
             {} things added, {} sparks created",
            self.frames, self.reloaded, self.moves, self.recycled_lamps, self.added, self.sparks
        );
        for (when, peak) in [
            ("until frame 200", self.first),
            ("after frame 200", self.rest),
        ] {
            println!(
                "peak {when}: resident {} KiB, hubs {} KiB, vertex buffer {} KiB",
                peak.resident / 1024,
                peak.hubs / 1024,
                peak.vertices / 1024
            );
        }
        println!(
            "lowest resident memory in the last {SETTLED} frames: {} KiB",
            self.last_resident / 1024
        );
    }

    /// Returns an error if any memory grew after [`SETTLED`] frames.
    pub(crate) fn check(&self) -> Result<(), BoxError> {
        let (first, rest) = (self.first, self.rest);
        let pairs = [
            // A small hub may reach its largest size late.
            ("hubs", first.hubs + first.hubs / 100, rest.hubs),
            ("the vertex buffer", first.vertices, rest.vertices),
            // Allocators and drivers free memory late. A leak is visible even in the lowest value.
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

/// Runs `frames` frames.
pub(crate) fn run(engine: &mut Engine, frames: u64) -> Result<Report, BoxError> {
    let mut random = Rng::with_seed(5);
    let (mut first, mut rest) = (Peak::default(), Peak::default());
    let (mut added, mut last_resident) = (0, usize::MAX);
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
        added += rebuild(engine, &mut random);
        engine.frame(STEP)?;
        let peak = if frame <= SETTLED {
            &mut first
        } else {
            &mut rest
        };
        let resident = resident().unwrap_or_default();
        peak.update(engine, resident);
        if frame + SETTLED > frames {
            last_resident = last_resident.min(resident);
        }
    }
    Ok(Report {
        frames,
        first,
        rest,
        last_resident,
        reloaded: engine.file_log.reloaded,
        moves: engine.counts.moves,
        recycled_lamps: engine.lamps.freed,
        added,
        sparks: engine.simulation.made,
    })
}

/// Enters the other levels, and leaves the current ones.
fn travel(engine: &mut Engine) {
    let current = engine.levels.clone();
    let to: &[Level] = match current[..] {
        [Level::Desert] => &[Level::Meadow, Level::Village],
        _ => &[Level::Desert],
    };
    for level in to {
        engine.enter(*level);
    }
    for level in current {
        engine.leave(level);
    }
    engine.camera = to[0].camera();
}

/// Removes some rocks and pebbles, and adds others. Returns the number of added things.
fn rebuild(engine: &mut Engine, random: &mut Rng) -> usize {
    let kinds = engine.kinds.at(&engine.models);
    let [rock, pebble] = [Kind::Rock, Kind::Pebble].map(|kind| kind.model(kinds));
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
            appearance: Appearance {
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

impl Peak {
    fn update(&mut self, engine: &Engine, resident: usize) {
        let memory = Memory::of(engine);
        self.hubs = self.hubs.max(memory.hubs);
        self.vertices = self.vertices.max(memory.vertices[2]);
        self.resident = self.resident.max(resident);
    }
}

/// Returns the resident bytes of this process, if the system reports them.
fn resident() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kibibytes: usize = line.trim().trim_end_matches("kB").trim().parse().ok()?;
    Some(kibibytes * 1024)
}
