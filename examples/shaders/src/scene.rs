//! The scene: the shader files, and thousands of states.

use std::error::Error;
use std::fs;
use std::path::PathBuf;

use fastrand::Rng;

use crate::device::{Device, FrameStats, ResourceId};
use crate::shader::{ShaderHub, ShaderId};
use crate::state::{State, StateId, VariableId};

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
    pub(crate) shaders: ShaderHub,
    pub(crate) device: Device,
    pub(crate) content: Vec<Content>,
    pub(crate) draws: Vec<Draw>,
    pub(crate) resources: Vec<ResourceId>,
    pub(crate) random: Rng,
}

/// Returns the text of a shader file.
pub(crate) fn source_of(name: &str) -> std::io::Result<String> {
    let folder: PathBuf = [env!("CARGO_MANIFEST_DIR"), "wgsl"].iter().collect();
    fs::read_to_string(folder.join(name).with_extension("wgsl"))
}

impl Scene {
    /// Compiles every file and reflects on it.
    pub(crate) fn load() -> Result<Self, Box<dyn Error>> {
        let (mut shaders, mut content) = (ShaderHub::new(), Vec::new());
        for (name, states, knob) in CONTENT {
            let shader = shaders.load(name, &source_of(name)?)?;
            content.push(Content {
                name,
                shader,
                states,
                knob,
            });
        }
        for (id, shader) in &shaders {
            println!(
                "  {} {id:?}: {} programs; {} variables in {} bytes",
                shader.setup.name,
                shader.programs.len(),
                shader.setup.variables.len(),
                shader.setup.uniforms.len(),
            );
            for program in shader.active {
                let row = shader.programs.row(*program);
                let (entry, stage, words) = (&**row.entry, *row.stage, row.code.len());
                println!("    {entry:<14}{stage:?}, {words} words of SPIR-V");
            }
        }
        Ok(Scene {
            shaders,
            device: Device::default(),
            content,
            draws: Vec::new(),
            resources: Vec::new(),
            random: Rng::with_seed(1),
        })
    }

    /// Creates the states in a shuffled order, as a level would.
    pub(crate) fn populate(&mut self) -> Result<(), Box<dyn Error>> {
        for _ in 0..64 {
            self.resources.push(self.device.resources.alloc());
        }
        let content = self.content.iter();
        let mut wanted: Vec<Content> = content
            .flat_map(|one| std::iter::repeat_n(*one, one.states))
            .collect();
        self.random.shuffle(&mut wanted);
        for Content { shader, knob, .. } in wanted {
            let value = f32::from(self.random.u8(..)) + 1000.0;
            let draw = self.create(shader, knob, value)?;
            self.draws.push(draw);
        }
        Ok(())
    }

    /// Creates a state with a value of its variable `knob`, and fills its slots.
    pub(crate) fn create(
        &mut self,
        shader: ShaderId,
        knob: &str,
        value: f32,
    ) -> Result<Draw, Box<dyn Error>> {
        let row = self.shaders.try_row_mut(shader)?;
        let state = row.states.insert(State::new(row.setup));
        let knob = row.states.row(state).variables.find(knob)?;
        let draw = Draw {
            shader,
            state,
            knob,
            value,
        };
        self.dress(draw)?;
        Ok(draw)
    }

    /// Sets the value and the resources of a new state.
    pub(crate) fn dress(&mut self, draw: Draw) -> Result<(), Box<dyn Error>> {
        let shader = self.shaders.try_row_mut(draw.shader)?;
        let mut state = shader.states.try_row_mut(draw.state)?;
        state.set_number(draw.knob, draw.value)?;
        for resource in &mut *state.resources {
            *resource = self.resources[self.random.usize(..self.resources.len())];
        }
        Ok(())
    }

    /// Binds a state.
    pub(crate) fn bind(&mut self, shader: ShaderId, state: StateId) -> Result<(), Box<dyn Error>> {
        self.shaders.bind(shader, state, &mut self.device)
    }

    /// Binds draws and submits the frame.
    pub(crate) fn frame(&mut self, draws: &[Draw]) -> Result<FrameStats, Box<dyn Error>> {
        for draw in draws {
            self.bind(draw.shader, draw.state)?;
        }
        Ok(self.device.end_frame())
    }
}
