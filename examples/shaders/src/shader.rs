//! The shaders. Each owns a hub of programs and a hub of states.
//!
//! The shader is the parent of these nested hubs, so its id is in each of their ids. The state of one
//! shader is refused by all others, and by a shader that was loaded in its place.

use soa_runtime::IdAllocator;

use crate::device::Device;
use crate::error::Error;
use crate::feature::FeatureMask;
use crate::program::{ProgramHub, ProgramId};
use crate::reflect::{Reflection, reflect};
use crate::state::{StateHub, StateId};

/// A source file and everything that was created from it. Its id is the tag of programs and states.
#[derive(IdAllocator, Debug)]
#[soa(bits(index = 12, generation = 20))]
pub(crate) struct Shader {
    /// The reflection of the source. Frames do not read it.
    pub(crate) setup: Reflection,
    /// The data that frames read.
    pub(crate) runtime: Runtime,
    /// Every entry point in every variation.
    pub(crate) programs: ProgramHub,
    /// Every set of values. The states of a shader are adjacent in memory.
    pub(crate) states: StateHub,
}

/// The selected variation.
#[derive(Debug, Default)]
pub(crate) struct Runtime {
    /// The features that are on.
    pub(crate) mask: FeatureMask,
    /// The program of each entry point for these features.
    pub(crate) active: Vec<ProgramId>,
}

impl Shader {
    /// Compiles a source. Everything that can fail happens before a hub changes.
    fn compile(name: &str, text: &str) -> Result<Self, Error> {
        let (setup, programs) = reflect(name, text)?;
        let programs: ProgramHub = programs.into_iter().collect();
        let runtime = Runtime::select(&programs, setup.default_mask)?;
        Ok(Shader {
            setup,
            runtime,
            programs,
            states: StateHub::new(),
        })
    }

    /// Makes the shader the parent of the nested hubs. `append` returns the new ids of the programs.
    fn with_id(mut self, id: ShaderId) -> Self {
        let mut programs = ProgramHub::with_parent(id);
        let new_ids = programs.append(&mut self.programs);
        let active = self.runtime.active.iter();
        self.runtime.active = active.filter_map(|old| new_ids.get(*old)).collect();
        Shader {
            programs,
            states: StateHub::with_parent(id),
            ..self
        }
    }
}

impl Runtime {
    fn select(programs: &ProgramHub, mask: FeatureMask) -> Result<Self, Error> {
        let mut active = Vec::new();
        for entry in programs.entries() {
            let program = programs.find(&entry, mask);
            active.push(program.ok_or_else(|| Error::NoSuchName(entry.to_string()))?);
        }
        Ok(Runtime { mask, active })
    }
}

impl ShaderHub {
    /// Inserts the shader of a source.
    pub(crate) fn load(&mut self, name: &str, text: &str) -> Result<ShaderId, Error> {
        let shader = Shader::compile(name, text)?;
        Ok(self.insert_with(|id| shader.with_id(id)))
    }

    /// Replaces a shader by a new version of its source. The old programs and states are freed, and
    /// the old id becomes stale. If the source does not compile, nothing changes.
    pub(crate) fn reload(&mut self, shader: ShaderId, text: &str) -> Result<ShaderId, Error> {
        let old = self.get(shader).ok_or(Error::Shader(shader))?;
        let new = Shader::compile(&old.setup.name, text)?;
        self.dealloc(shader);
        Ok(self.insert_with(|id| new.with_id(id)))
    }

    /// Returns the mask of the features with these names.
    pub(crate) fn features(&self, shader: ShaderId, names: &[&str]) -> Result<FeatureMask, Error> {
        let known = &self
            .get(shader)
            .ok_or(Error::Shader(shader))?
            .setup
            .features;
        let bit_of = |name: &&str| {
            let place = known.iter().position(|feature| **feature == **name);
            place
                .map(FeatureMask::bit)
                .ok_or_else(|| Error::NoSuchName((*name).to_owned()))
        };
        names.iter().map(bit_of).collect()
    }

    /// Selects the variation with exactly these features.
    pub(crate) fn select(&mut self, shader: ShaderId, mask: FeatureMask) -> Result<(), Error> {
        let row = self.get_mut(shader).ok_or(Error::Shader(shader))?;
        *row.runtime = Runtime::select(row.programs, mask)?;
        Ok(())
    }

    /// Inserts a state with the defaults that the source declares.
    pub(crate) fn create_state(&mut self, shader: ShaderId) -> Result<StateId, Error> {
        let row = self.get_mut(shader).ok_or(Error::Shader(shader))?;
        Ok(row.states.create(row.setup))
    }

    /// Records a state: the programs if the shader changed, then the data of the state.
    pub(crate) fn bind(
        &mut self,
        shader: ShaderId,
        state: StateId,
        device: &mut Device,
    ) -> Result<(), Error> {
        let row = self.get_mut(shader).ok_or(Error::Shader(shader))?;
        let state = row.states.try_row_mut(state).map_err(Error::State)?;
        if device.begin_state(shader.to_bits()) {
            for program in &row.runtime.active {
                device.run_program(*program);
            }
        }
        state.record(device);
        Ok(())
    }
}
