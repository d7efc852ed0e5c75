//! Manages real shaders in nested hubs, as an engine does: `cargo run --release -p shaders`.
//!
//! `naga` parses seven WGSL files and reflects on them. A `ShaderHub` contains the shaders. Each
//! shader owns a `ProgramHub` with one row per entry point and variation of its features, and a
//! `StateHub` with one row per set of values. Each state owns a `VariableHub` with one row per uniform
//! variable. Every hub is one allocation, which is freed with its row. The ids of programs and states
//! contain the id of their shader, so another shader refuses them.
//!
//! The program creates thousands of states, binds them in two orders, reloads a shader, recycles
//! states, and checks all results.

mod account;
mod device;
mod frames;
mod lifetimes;
mod program;
mod reflect;
mod scene;
mod shader;
mod state;

use std::error::Error;

use crate::account::Account;
use crate::scene::Scene;

fn main() -> Result<(), Box<dyn Error>> {
    println!("Shaders, from text to programs");
    let mut scene = Scene::load()?;
    let empty = Account::of(&scene.shaders).states;
    assert_eq!((empty.hubs, empty.bytes), (scene.content.len(), 0));
    println!(
        "  the {} state hubs are empty and own no memory",
        empty.hubs
    );

    println!("\nThe states of a scene");
    scene.populate()?;
    println!("  {} states created", scene.draws.len());
    println!("{}", Account::of(&scene.shaders));

    println!("\nBind passes");
    frames::compare_orders(&mut scene)?;

    println!("\nVariations");
    frames::switch_variation(&mut scene)?;

    println!("\nIds of another shader");
    lifetimes::mix_up(&mut scene)?;

    println!("\nHot reload");
    lifetimes::hot_reload(&mut scene)?;

    println!("\nRecycling");
    lifetimes::recycle(&mut scene)?;
    println!("{}", Account::of(&scene.shaders));

    println!("\nThe end");
    lifetimes::tear_down(&mut scene);
    Ok(())
}
