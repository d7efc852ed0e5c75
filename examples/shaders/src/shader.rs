//! The shaders. Each owns a hub of programs and a hub of states.
//!
//! The shader is the parent of these nested hubs, so its id is in each of their ids. The state of one
//! shader is refused by all others, and by a shader that was loaded in its place.

use std::error::Error;

use soa_runtime::IdAllocator;

use crate::device::Device;
use crate::program::{Features, ProgramHub, ProgramId};
use crate::reflect::{Reflection, reflect};
use crate::state::{StateHub, StateId};

/// A source file and everything that was created from it. Its id is the tag of programs and states.
#[derive(IdAllocator, Debug)]
#[soa(bits(index = 12, generation = 20))]
pub(crate) struct Shader {
    /// The reflection of the source. Frames do not read it.
    pub(crate) setup: Reflection,
    /// The program of each entry point for the features that are on.
    pub(crate) active: Vec<ProgramId>,
    /// Every entry point in every variation.
    pub(crate) programs: ProgramHub,
    /// Every set of values. The states of a shader are adjacent in memory.
    pub(crate) states: StateHub,
}

impl ShaderHub {
    /// Inserts the shader of a source, which is the parent of its nested hubs.
    pub(crate) fn load(&mut self, name: &str, text: &str) -> Result<ShaderId, Box<dyn Error>> {
        let (setup, programs) = reflect(name, text)?;
        Ok(self.insert_with(|id| {
            let mut hub = ProgramHub::with_parent(id);
            hub.extend(programs);
            Shader {
                active: hub.select(setup.default_features),
                setup,
                programs: hub,
                states: StateHub::with_parent(id),
            }
        }))
    }

    /// Replaces a shader by a new version of its source. The old programs and states are freed, and
    /// the old id becomes stale. If the source does not compile, nothing changes.
    pub(crate) fn reload(
        &mut self,
        shader: ShaderId,
        text: &str,
    ) -> Result<ShaderId, Box<dyn Error>> {
        let name = self.try_row(shader)?.setup.name.clone();
        reflect(&name, text)?;
        self.dealloc(shader);
        self.load(&name, text)
    }

    /// Records a state: the programs if the shader changed, then the data of the state.
    pub(crate) fn bind(
        &mut self,
        shader: ShaderId,
        state: StateId,
        device: &mut Device,
    ) -> Result<(), Box<dyn Error>> {
        let row = self.try_row_mut(shader)?;
        let state = row.states.try_row_mut(state)?;
        device.begin_state(shader, row.active);
        state.record(device);
        Ok(())
    }
}

impl ShaderRowMut<'_> {
    /// Selects the variation with exactly these features.
    pub(crate) fn switch(&mut self, features: &[&str]) -> Result<Features, Box<dyn Error>> {
        let features = self.setup.features_of(features)?;
        *self.active = self.programs.select(features);
        Ok(features)
    }
}
