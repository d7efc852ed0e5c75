//! Records bind passes with the same draws in two orders, and with another variation of a shader.

use std::error::Error;

use crate::scene::{Content, Scene};

/// Compares the order of the scene with the order of the ids.
pub(crate) fn compare_orders(scene: &mut Scene) -> Result<(), Box<dyn Error>> {
    let mixed = scene.draws.clone();
    let mut sorted = scene.draws.clone();
    sorted.sort_unstable_by_key(|draw| (draw.shader, draw.state));
    let first = scene.frame(&sorted)?;
    let second = scene.frame(&sorted)?;
    assert_eq!(second.binds, mixed.len());
    assert_eq!(second.uploaded, 0, "nothing changed between the frames");
    assert_eq!(first.placeholders, 0, "every slot is filled");
    println!(
        "  first frame: {} states, {} bytes uploaded; the next uploads nothing",
        first.binds, first.uploaded
    );
    for (name, draws) in [
        ("in the order of the scene", &mixed),
        ("sorted by shader", &sorted),
    ] {
        let switches = scene.frame(draws)?.shader_switches;
        println!("  {name:<26}{switches:>5} shader switches");
        if name == "sorted by shader" {
            assert_eq!(switches, scene.content.len());
        }
    }
    Ok(())
}

/// Selects another variation of a shader. The states stay, and other programs run.
pub(crate) fn switch_variation(scene: &mut Scene) -> Result<(), Box<dyn Error>> {
    let Content { name, shader, .. } = scene.content[0];
    let mut row = scene.shaders.try_row_mut(shader)?;
    let before = row.active.clone();
    let features = row.switch(&["NORMAL_MAP", "SHADOWS", "FOG"])?;
    for (old, new) in before.iter().zip(&*row.active) {
        let entry = &row.programs.row(*new).entry;
        println!("  {name} with {features:04b}: {entry} runs program {new:?}, before {old:?}");
    }
    assert_eq!(
        before[0], row.active[0],
        "the vertex stage reads none of them"
    );
    assert_ne!(before[1], row.active[1]);
    let unknown = row.switch(&["RAY_TRACING"]);
    println!("  {}", unknown.expect_err("no such feature"));
    let draws = scene.draws.clone();
    scene.frame(&draws)?;
    Ok(())
}
