//! Changes everything at once for any number of frames: levels, files, things and sparks. Memory that
//! grows is a leak.

use example_gpu::BoxError;
use fastrand::Rng;
use glam::Vec3;

use crate::engine::Engine;
use crate::instance::Instance;
use crate::level::Level;
use crate::report::Memory;
use crate::story::STEP;

/// The number of frames after which the memory must not grow.
const SETTLED: u64 = 200;

/// The number of frames between two changes of the levels.
const STAY: u64 = 24;

/// The number of things that a frame removes at most.
const THINGS: usize = 40;

/// Runs `frames` frames.
pub(crate) fn run(engine: &mut Engine, frames: u64) -> Result<(), BoxError> {
    let mut random = Rng::with_seed(5);
    // The largest totals of the first frames and of the others, and the least memory at the end.
    let [mut first, mut rest] = [[0; 3]; 2];
    let mut last = usize::MAX;
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
        rebuild(engine, &mut random);
        engine.frame(STEP)?;
        let now = Memory::of(engine).totals();
        let is_first = frame <= SETTLED;
        let peak = if is_first { &mut first } else { &mut rest };
        *peak = std::array::from_fn(|total| peak[total].max(now[total]));
        if frame + SETTLED > frames {
            last = last.min(now[2]);
        }
    }
    println!(
        "{frames} frames: {} files reloaded, {} blocks moved, {} slots of lamps freed, {} sparks",
        engine.file_log.reloaded, engine.counts.moves, engine.lamps.freed, engine.simulation.made
    );
    let pairs = [
        // A small hub may reach its largest size late.
        ("the hubs", first[0] + first[0] / 100, rest[0]),
        ("the vertex buffer", first[1], rest[1]),
        // Allocators and drivers free memory late. A leak is visible even in the lowest value.
        ("the process", first[2] + first[2] / 20, last),
    ];
    for (what, before, after) in pairs {
        println!("{what}: at most {before} bytes expected, {after} used");
        if after > before {
            return Err(format!("{what} grew from {before} to {after} bytes").into());
        }
    }
    Ok(())
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

/// Removes some rocks and pebbles, and adds others.
fn rebuild(engine: &mut Engine, random: &mut Rng) {
    let [rock, pebble] = ["rock", "pebble"].map(|name| engine.model(name));
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
    let Some(level) = engine.levels.first().copied() else {
        return;
    };
    for _ in 0..THINGS / 4 {
        let mut around = |range: f32| (random.f32() * 2.0 - 1.0) * range;
        let at = Vec3::new(around(20.0), 0.2, around(20.0));
        let (turn, size) = (around(3.0), Vec3::splat(0.3 + around(0.1)));
        let thing = Instance::new(pebble, level, at, turn, size, [170, 160, 150]);
        engine.instances.insert(thing);
    }
}
