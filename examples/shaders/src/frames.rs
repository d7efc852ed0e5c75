//! Records bind passes with the same draws in two orders.

use std::time::Instant;

use crate::device::FrameStats;
use crate::error::Error;
use crate::graphics;
use crate::scene::{Content, Draw, Scene};

/// Binds every draw and submits the frame.
pub(crate) fn frame(draws: &[Draw]) -> Result<FrameStats, Error> {
    for draw in draws {
        graphics::bind(draw.shader, draw.state)?;
    }
    Ok(graphics::end_frame())
}

/// Compares the order of the scene with the order of the ids.
pub(crate) fn compare_orders(scene: &mut Scene) -> Result<(), Error> {
    const ROUNDS: usize = 21;

    let mut mixed = scene.draws.clone();
    scene.random.shuffle(&mut mixed);
    scene
        .draws
        .sort_unstable_by_key(|draw| (draw.shader, draw.state));

    let first = frame(&scene.draws)?;
    let second = frame(&scene.draws)?;
    assert_eq!(
        (second.uploaded, second.binds),
        (0, mixed.len()),
        "nothing changed between the frames"
    );
    assert_eq!(first.placeholders, 0, "every slot is filled");
    assert_eq!(graphics::account().dirty, 0);
    println!(
        "  first frame: {} states, {} commands, {:.2} MB uploaded; the next uploads nothing",
        first.binds,
        first.commands,
        megabytes(first.uploaded)
    );

    let mut times = [const { Vec::new() }; 2];
    let mut switches = [0; 2];
    for _ in 0..ROUNDS {
        for (order, draws) in [&mixed, &scene.draws].into_iter().enumerate() {
            let started = Instant::now();
            let stats = frame(draws)?;
            times[order].push(started.elapsed());
            switches[order] = stats.shader_switches;
        }
    }
    assert_eq!(
        switches[1],
        scene.content.len(),
        "sorted draws bind each shader once"
    );
    for (order, name) in ["in the order of the scene", "sorted by shader"]
        .into_iter()
        .enumerate()
    {
        times[order].sort_unstable();
        let median = times[order][ROUNDS / 2];
        println!(
            "  {name:<23} {:>5} shader switches, {:>6.3} ms a pass, {:>5.1} ns a state",
            switches[order],
            median.as_secs_f64() * 1e3,
            median.as_secs_f64() * 1e9 / count(mixed.len())
        );
    }
    Ok(())
}

/// Selects another variation of a shader. The states stay, and other programs run.
pub(crate) fn switch_variation(scene: &mut Scene) -> Result<(), Error> {
    let Content { name, shader, .. } = scene.content[0];
    let before = graphics::active_programs(shader)?;
    let mask = graphics::feature_mask(shader, &["NORMAL_MAP", "SHADOWS", "FOG"])?;
    graphics::select_features(shader, mask)?;
    let after = graphics::active_programs(shader)?;
    for ((entry, old), (_, new)) in before.iter().zip(&after) {
        println!("  {name} with {mask}: {entry} runs program {new:?}, before {old:?}");
    }
    assert_eq!(
        before[0], after[0],
        "the vertex stage reads none of these features"
    );
    assert_ne!(before[1], after[1]);

    let unknown = graphics::feature_mask(shader, &["RAY_TRACING"]);
    println!("  RAY_TRACING: {}", unknown.expect_err("no such feature"));
    frame(&scene.draws).map(drop)
}

/// Converts bytes to megabytes.
#[expect(clippy::cast_precision_loss, reason = "the value is only printed")]
fn megabytes(bytes: usize) -> f64 {
    bytes as f64 / 1e6
}

#[expect(clippy::cast_precision_loss, reason = "the value is only printed")]
fn count(things: usize) -> f64 {
    things as f64
}
