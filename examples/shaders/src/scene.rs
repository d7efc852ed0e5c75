//! The scene: the shader files, and thousands of states.

use std::error::Error;
use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use crate::device::ResourceId;
use crate::graphics;
use crate::random::Random;
use crate::shader::ShaderId;
use crate::state::StateId;
use crate::variable::VariableId;

/// The shaders, the number of their states in the scene, and the variable in which these differ.
const CONTENT: [(&str, usize, &str); 7] = [
    ("lit_mesh", 2800, "material.roughness"),
    ("skinned_mesh", 1400, "skin.rim_power"),
    ("shadow", 1500, "caster.alpha_cutoff"),
    ("particles", 200, "emitter.size"),
    ("post", 60, "grading.exposure"),
    ("sky", 20, "atmosphere.star_brightness"),
    ("light_culling", 20, "culling.near"),
];

/// A shader of the scene.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Content {
    pub(crate) name: &'static str,
    pub(crate) shader: ShaderId,
    states: usize,
    knob: &'static str,
}

/// A draw or a dispatch: ids, and the value of its variable. The id of a state belongs to the hub of
/// one shader, so the two ids stay together. Tags detect it if they do not.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Draw {
    pub(crate) shader: ShaderId,
    pub(crate) state: StateId,
    pub(crate) knob: VariableId,
    pub(crate) value: f32,
}

#[derive(Debug)]
pub(crate) struct Scene {
    pub(crate) content: Vec<Content>,
    pub(crate) draws: Vec<Draw>,
    pub(crate) resources: Vec<ResourceId>,
    pub(crate) random: Random,
}

/// Returns the text of a shader file.
pub(crate) fn source_of(name: &str) -> std::io::Result<String> {
    let folder: PathBuf = [env!("CARGO_MANIFEST_DIR"), "wgsl"].iter().collect();
    fs::read_to_string(folder.join(name).with_extension("wgsl"))
}

impl Scene {
    /// Compiles every file and reflects on it.
    pub(crate) fn load() -> Result<Self, Box<dyn Error>> {
        let mut content = Vec::new();
        let mut compiling = Duration::ZERO;
        for (name, states, knob) in CONTENT {
            let text = source_of(name)?;
            let started = Instant::now();
            let shader = graphics::create_shader(name, &text)?;
            compiling += started.elapsed();
            println!("{}", graphics::summary(shader)?);
            content.push(Content {
                name,
                shader,
                states,
                knob,
            });
        }
        println!(
            "  parsed, checked, reflected and compiled in {} ms",
            compiling.as_millis()
        );
        Ok(Scene {
            content,
            draws: Vec::new(),
            resources: Vec::new(),
            random: Random::new(),
        })
    }

    /// Returns the shader with this name.
    pub(crate) fn shader(&mut self, name: &str) -> Option<&mut Content> {
        self.content.iter_mut().find(|content| content.name == name)
    }

    /// Creates the states in a shuffled order, as a level would.
    pub(crate) fn populate(&mut self) -> Result<(), Box<dyn Error>> {
        for _ in 0..64 {
            self.resources.push(graphics::create_resource()?);
        }
        let mut wanted: Vec<Content> = self
            .content
            .iter()
            .flat_map(|&one| std::iter::repeat_n(one, one.states))
            .collect();
        self.random.shuffle(&mut wanted);
        for Content { shader, knob, .. } in wanted {
            let state = graphics::create_state(shader)?;
            let knob = graphics::find_variable(shader, state, knob)?;
            let value = f32::from(u8::try_from(self.random.below(256))?) + 1000.0;
            let draw = Draw {
                shader,
                state,
                knob,
                value,
            };
            self.dress(draw)?;
            self.draws.push(draw);
        }
        Ok(())
    }

    /// Sets the value and the resources of a new state.
    pub(crate) fn dress(&mut self, draw: Draw) -> Result<(), Box<dyn Error>> {
        graphics::set_uniform(draw.shader, draw.state, draw.knob, draw.value)?;
        for slot in graphics::resource_slots(draw.shader)? {
            let resource = self.resources[self.random.below(self.resources.len())];
            graphics::set_resource(draw.shader, draw.state, slot, resource)?;
        }
        Ok(())
    }
}
