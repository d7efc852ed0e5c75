//! Frees and recycles shaders and states, and checks that stale ids are refused.

use std::error::Error;
use std::panic;
use std::time::Instant;

use crate::frames::frame;
use crate::graphics;
use crate::scene::{Draw, Scene, source_of};
use crate::shader::ShaderId;
use crate::state::StateId;

/// Reloads a shader while the scene runs: first with a syntax error, then without.
pub(crate) fn hot_reload(scene: &mut Scene) -> Result<(), Box<dyn Error>> {
    const NAME: &str = "lit_mesh";

    let old = scene
        .shader(NAME)
        .ok_or("the scene has no lit mesh")?
        .shader;
    let text = source_of(NAME)?;
    let before = graphics::account();

    let typo = text.replace("normalize(in.normal)", "normalise(in.normal)");
    let report = graphics::reload_shader(old, &typo).expect_err("the source has a syntax error");
    println!("  saved with a syntax error; the compiler reports");
    for line in report.to_string().lines() {
        println!("    {line}");
    }
    assert_eq!(
        graphics::account(),
        before,
        "a failed reload changes nothing"
    );
    println!(
        "  and nothing has changed: {NAME} is still {old:?}, all {} states live",
        before.states.live
    );

    let started = Instant::now();
    let new = graphics::reload_shader(old, &with_wetness(&text))?;
    let took = started.elapsed().as_secs_f64() * 1e3;
    let after = graphics::account();
    println!(
        "  saved well, {took:.1} ms: {NAME} {old:?} is now {new:?}; {} states died with it, \
         and their {} variables",
        before.states.live - after.states.live,
        before.variables.live - after.variables.live
    );
    assert_eq!(
        (new.index(), new.generation()),
        (old.index(), old.generation() + 1)
    );
    assert_eq!(after.shaders, before.shaders, "the slot was recycled");
    scene
        .shader(NAME)
        .ok_or("the scene has no lit mesh")?
        .shader = new;

    let stale = *scene
        .draws
        .iter()
        .find(|draw| draw.shader == old)
        .ok_or("no lit mesh is drawn")?;
    refuse(stale)?;
    revive(scene, old, new)
}

/// Returns the same material with one more variable that it uses.
fn with_wetness(text: &str) -> String {
    let edited = text
        .replace(
            "    /// default: 1 1\n",
            "    /// default: 0.25\n    wetness: f32,\n    /// default: 1 1\n",
        )
        .replace(
            "material.roughness *",
            "(1.0 - material.wetness) * material.roughness *",
        );
    assert_eq!(edited.matches("wetness").count(), 2, "both edits apply");
    edited
}

/// Checks that every call with a stale id is refused.
fn refuse(stale: Draw) -> Result<(), Box<dyn Error>> {
    let Draw {
        shader,
        state,
        knob,
        ..
    } = stale;
    let bound = graphics::bind(shader, state).expect_err("the shader does not exist");
    let set =
        graphics::set_uniform(shader, state, knob, 1.0).expect_err("the shader does not exist");
    let destroyed = graphics::destroy_shader(shader);
    let named =
        panic_text(move || graphics::shader_name(shader)).ok_or("a stale id was accepted")?;
    println!("  calls with the old ids are refused:");
    println!("    bind({shader:?}, {state:?})         error: {bound}");
    println!("    set_uniform({shader:?}, ..)   error: {set}");
    println!("    destroy_shader({shader:?})    {destroyed}");
    println!("    shader_name({shader:?})       panic: {named}");
    assert!(!destroyed);
    assert!(
        named.contains(&format!("{shader:?} of ShaderHub")),
        "{named}"
    );
    Ok(())
}

/// Returns the panic message of `call`, and does not print it.
fn panic_text<R>(call: impl FnOnce() -> R + panic::UnwindSafe) -> Option<String> {
    let hook = panic::take_hook();
    panic::set_hook(Box::new(|_| {}));
    let caught = panic::catch_unwind(call).err();
    panic::set_hook(hook);
    caught?.downcast::<String>().ok().map(|text| *text)
}

/// Creates the states of the scene again from the new source.
fn revive(scene: &mut Scene, old: ShaderId, new: ShaderId) -> Result<(), Box<dyn Error>> {
    let mut draws = std::mem::take(&mut scene.draws);
    let mut revived = 0;
    for draw in draws.iter_mut().filter(|draw| draw.shader == old) {
        let state = graphics::create_state(new)?;
        let wetness = graphics::find_variable(new, state, "material.wetness")?;
        let declared: f32 = graphics::uniform(new, state, wetness)?;
        assert_eq!(declared.to_bits(), 0.25_f32.to_bits());
        let knob = graphics::find_variable(new, state, "material.roughness")?;
        *draw = Draw {
            shader: new,
            state,
            knob,
            ..*draw
        };
        scene.dress(*draw)?;
        revived += 1;
    }
    scene.draws = draws;
    let stats = frame(&scene.draws)?;
    assert_eq!(stats.binds, scene.draws.len());
    println!(
        "  {revived} states were created again and bound; each has the new variable material.wetness"
    );
    Ok(())
}

/// Checks that the states of one shader are refused by another, where their index is live, too.
pub(crate) fn mix_up(scene: &Scene) -> Result<(), Box<dyn Error>> {
    let of_shader = |shader| scene.draws.iter().filter(move |draw| draw.shader == shader);
    let shaders = &scene.content;
    for one in of_shader(shaders[0].shader).take(20) {
        for other in &shaders[1..] {
            let refused = graphics::bind(other.shader, one.state).expect_err("a foreign state");
            assert!(refused.to_string().contains("belongs to the StateHub"));
            assert_eq!(one.state.parent(), Some(one.shader));
        }
    }
    let (a, b) = (shaders[0], shaders[1]);
    let same = |state: StateId| move |draw: &&Draw| draw.state.index() == state.index();
    let foreign = of_shader(b.shader).next().ok_or("nothing is drawn")?.state;
    let own = of_shader(a.shader)
        .find(same(foreign))
        .ok_or("no such state")?;
    let refused = graphics::bind(a.shader, foreign).expect_err("a foreign state");
    println!(
        "  {} has a state {:?}, {} a state {foreign:?}",
        a.name, own.state, b.name
    );
    println!("  bind({:?}, {foreign:?}): {refused}", a.shader);
    Ok(())
}

/// Replaces half of the states. This does not allocate, and no new state has values of an old one.
pub(crate) fn recycle(scene: &mut Scene) -> Result<(), Box<dyn Error>> {
    let before = graphics::account();
    scene.random.shuffle(&mut scene.draws);
    let mut gone = scene.draws.split_off(scene.draws.len() / 2);
    for draw in &gone {
        assert!(graphics::destroy_state(draw.shader, draw.state));
        assert!(
            !graphics::destroy_state(draw.shader, draw.state),
            "a state can be freed only once"
        );
    }
    let halved = graphics::account();
    println!(
        "  {} states destroyed: {} live, {} free, {} blocks of variables given back",
        gone.len(),
        halved.states.live,
        halved.states.free,
        before.variables.blocks - halved.variables.blocks
    );

    let Draw { shader, state, .. } = gone[0];
    let refused = graphics::bind(shader, state).expect_err("the state does not exist");
    println!("  bind({shader:?}, {state:?}): {refused}");

    let started = Instant::now();
    let mut oldest = 0;
    for draw in &mut gone {
        let state = graphics::create_state(draw.shader)?;
        assert!(
            graphics::bind(draw.shader, draw.state).is_err(),
            "the old id is refused"
        );
        let fresh: f32 = graphics::uniform(draw.shader, state, draw.knob)?;
        assert!(fresh < 1000.0, "a recycled state has default values");
        oldest = oldest.max(state.generation());
        draw.state = state;
    }
    let took = started.elapsed();
    let after = graphics::account();
    assert_eq!(
        (after.states.slots, after.states.free),
        (before.states.slots, 0)
    );
    assert_eq!(after.states.bytes, before.states.bytes, "no hub has grown");
    println!(
        "  {} created in their slots, up to generation {oldest}, in {:.2} ms; \
         StateHub still has {} slots in {} bytes",
        gone.len(),
        took.as_secs_f64() * 1e3,
        after.states.slots,
        after.states.bytes.total()
    );

    for draw in &gone {
        scene.dress(*draw)?;
    }
    scene.draws.append(&mut gone);
    let lost = scene.resources.swap_remove(0);
    assert!(graphics::destroy_resource(lost) && !graphics::destroy_resource(lost));
    let stats = frame(&scene.draws)?;
    assert!(stats.binds == scene.draws.len() && stats.placeholders > 0);
    println!(
        "  resource {lost:?} destroyed while {} slots name it: each got a placeholder",
        stats.placeholders
    );
    Ok(())
}

/// Frees all shaders, which also frees their nested hubs.
pub(crate) fn tear_down(scene: &Scene) {
    for content in &scene.content {
        assert!(graphics::destroy_shader(content.shader));
    }
    let account = graphics::account();
    assert_eq!(account.shaders.free, scene.content.len());
    assert_eq!(
        (
            account.programs.hubs,
            account.states.hubs,
            account.variables.hubs
        ),
        (0, 0, 0)
    );
    assert_eq!(account.blocks(), 1);
    println!(
        "  {} shaders destroyed; one block is left, the ShaderHub's own",
        account.shaders.free
    );
}
