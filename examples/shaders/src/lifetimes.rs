//! Frees and recycles shaders and states, and checks that stale ids are refused.

use std::error::Error;

use crate::account::Account;
use crate::scene::{Scene, source_of};
use crate::state::State;

/// Checks that the states of one shader are refused by another, where their index is live, too.
pub(crate) fn mix_up(scene: &mut Scene) -> Result<(), Box<dyn Error>> {
    let [a, b] = [scene.content[0], scene.content[1]];
    let draw = scene.draws.iter().find(|draw| draw.shader == b.shader);
    let foreign = draw.ok_or("nothing is drawn")?.state;
    let states = &scene.shaders.row(a.shader).states;
    let own = states.ids().find(|id| id.index() == foreign.index());
    let own = own.ok_or("no such state")?;
    println!(
        "  {} has a state {own:?}, {} a state {foreign:?}",
        a.name, b.name
    );
    let refused = scene.bind(a.shader, foreign).expect_err("a foreign state");
    println!("  bind({:?}, {foreign:?}): {refused}", a.shader);
    assert!(
        refused
            .to_string()
            .contains("belongs to the StateHub with tag")
    );
    assert_eq!(
        [own.parent(), foreign.parent()],
        [Some(a.shader), Some(b.shader)]
    );
    Ok(())
}

/// Reloads a shader while the scene runs: first with a syntax error, then without.
pub(crate) fn hot_reload(scene: &mut Scene) -> Result<(), Box<dyn Error>> {
    let content = scene.content[0];
    let (name, old) = (content.name, content.shader);
    let text = source_of(name)?;
    let before = Account::of(&scene.shaders);

    let typo = text.replace("normalize(in.normal)", "normalise(in.normal)");
    let error = scene.shaders.reload(old, &typo);
    let report = error.expect_err("a syntax error").to_string();
    println!("  saved with a syntax error; the compiler reports\n{report}");
    assert_eq!(
        Account::of(&scene.shaders),
        before,
        "a failed reload changes nothing"
    );

    let new = scene.shaders.reload(old, &with_wetness(&text))?;
    let after = Account::of(&scene.shaders);
    println!(
        "  saved well: {name} {old:?} is now {new:?}; {} states and {} variables freed",
        before.states.live - after.states.live,
        before.variables.live - after.variables.live
    );
    assert_eq!(
        (new.index(), new.generation()),
        (old.index(), old.generation() + 1)
    );
    assert_eq!(after.shaders, before.shaders, "the slot was recycled");
    scene.content[0].shader = new;

    let lit = scene.draws.iter().find(|draw| draw.shader == old);
    let lit = *lit.ok_or("no lit mesh is drawn")?;
    let refused = scene.bind(old, lit.state).expect_err("the shader is freed");
    println!("  bind({old:?}, {:?}): {refused}", lit.state);
    assert!(
        !scene.shaders.dealloc(old),
        "a shader can be freed only once"
    );

    // Creates the states again from the new source.
    let mut draws = std::mem::take(&mut scene.draws);
    for draw in draws.iter_mut().filter(|draw| draw.shader == old) {
        *draw = scene.create(new, "material.roughness", draw.value)?;
        let state = scene.shaders.row(new).states.row(draw.state);
        let wetness = state.number(state.variables.find("material.wetness")?)?;
        assert_eq!(wetness.to_bits(), 0.25_f32.to_bits());
    }
    let stats = scene.frame(&draws)?;
    assert_eq!(stats.binds, draws.len());
    scene.draws = draws;
    println!("  its states were created again; each has the new variable material.wetness");
    Ok(())
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

/// Replaces half of the states. This does not allocate, and no new state has values of an old one.
pub(crate) fn recycle(scene: &mut Scene) -> Result<(), Box<dyn Error>> {
    let before = Account::of(&scene.shaders);
    scene.random.shuffle(&mut scene.draws);
    let mut gone = scene.draws.split_off(scene.draws.len() / 2);
    for draw in &gone {
        let states = scene.shaders.row_mut(draw.shader).states;
        assert!(states.dealloc(draw.state));
        assert!(
            !states.dealloc(draw.state),
            "a state can be freed only once"
        );
    }
    let halved = Account::of(&scene.shaders);
    println!(
        "  {} states destroyed: {} live, {} free, {} blocks of variables given back",
        gone.len(),
        halved.states.live,
        halved.states.free,
        before.variables.blocks - halved.variables.blocks
    );
    let refused = scene.bind(gone[0].shader, gone[0].state);
    println!("  {}", refused.expect_err("the state is freed"));

    for draw in &mut gone {
        assert!(scene.bind(draw.shader, draw.state).is_err(), "a stale id");
        let shader = scene.shaders.row_mut(draw.shader);
        draw.state = shader.states.insert(State::new(shader.setup));
        let fresh = shader.states.row(draw.state).number(draw.knob)?;
        assert!(fresh < 1000.0, "a recycled state has default values");
        scene.dress(*draw)?;
    }
    let after = Account::of(&scene.shaders);
    assert_eq!(
        (after.states.slots, after.states.free),
        (before.states.slots, 0)
    );
    assert_eq!(after.states.bytes, before.states.bytes, "no hub has grown");
    println!("  {} created in their slots; no hub has grown", gone.len());

    scene.draws.append(&mut gone);
    let lost = scene.resources.swap_remove(0);
    assert!(scene.device.resources.dealloc(lost));
    let draws = scene.draws.clone();
    let placeholders = scene.frame(&draws)?.placeholders;
    assert!(placeholders > 0);
    println!(
        "  resource {lost:?} destroyed while {placeholders} slots name it: each got a placeholder"
    );
    Ok(())
}

/// Frees all shaders, which also frees their nested hubs.
pub(crate) fn tear_down(scene: &mut Scene) {
    for content in &scene.content {
        assert!(scene.shaders.dealloc(content.shader));
    }
    let account = Account::of(&scene.shaders);
    assert_eq!(account.shaders.free, scene.content.len());
    assert_eq!((account.programs.hubs, account.states.hubs), (0, 0));
    assert_eq!(account.blocks(), 1);
    println!("  all shaders destroyed; one block is left, the ShaderHub's own");
}
