//! The states of a shader: uniform bytes with named variables, and the resources in their slots.

use std::error::Error;
use std::sync::Arc;

use soa_runtime::IdAllocator;

use crate::device::{Device, ResourceId};
use crate::reflect::Reflection;
use crate::shader::Shader;

/// One member of a uniform block.
#[derive(IdAllocator, Debug, Clone)]
#[soa(bits(index = 10, generation = 6))]
pub(crate) struct Variable {
    /// The names of the block and the member, such as `material.roughness`.
    pub(crate) name: Arc<str>,
    /// The offset in the uniform bytes of the state.
    pub(crate) offset: usize,
    /// The size in bytes.
    pub(crate) size: usize,
}

impl VariableHub {
    /// Returns the variable with this name. All states of a shader are created by the same calls, so
    /// the id is valid for each of them.
    pub(crate) fn find(&self, name: &str) -> Result<VariableId, Box<dyn Error>> {
        let mut names = self.columns().name.iter_live();
        let found = names.find_map(|(id, other)| (**other == *name).then_some(id));
        found.ok_or_else(|| format!("the shader declares no `{name}`").into())
    }
}

/// One set of values for a shader, such as a material, an object or a pass.
#[derive(IdAllocator, Debug)]
#[soa(bits(index = 16, generation = 16, tag = 32), parent = Shader)]
pub(crate) struct State {
    /// The resource in each slot that the state fills.
    pub(crate) resources: Vec<ResourceId>,
    /// The concatenated uniform blocks.
    pub(crate) uniforms: Vec<u8>,
    /// Whether some of these bytes are not on the device yet.
    pub(crate) dirty: bool,
    /// The location of each variable in the bytes.
    pub(crate) variables: VariableHub,
}

impl State {
    /// Returns a state with default values and empty slots.
    pub(crate) fn new(setup: &Reflection) -> Self {
        Self {
            resources: vec![ResourceId::DANGLING; setup.slots],
            uniforms: setup.uniforms.clone(),
            dirty: true,
            variables: setup.variables.iter().cloned().collect(),
        }
    }
}

impl StateRow<'_> {
    /// Returns the value of a variable that is a number.
    pub(crate) fn number(&self, variable: VariableId) -> Result<f32, Box<dyn Error>> {
        let place = self.variables.try_row(variable)?;
        let bytes = &self.uniforms[*place.offset..*place.offset + *place.size];
        Ok(f32::from_le_bytes(bytes.try_into()?))
    }
}

impl StateRowMut<'_> {
    /// Sets the value of a variable that is a number.
    pub(crate) fn set_number(
        &mut self,
        variable: VariableId,
        value: f32,
    ) -> Result<(), Box<dyn Error>> {
        let place = self.variables.try_row(variable)?;
        let bytes = &mut self.uniforms[*place.offset..*place.offset + *place.size];
        bytes.copy_from_slice(&value.to_le_bytes());
        *self.dirty = true;
        Ok(())
    }

    /// Records the bytes of a state if they changed, and its resources.
    pub(crate) fn record(self, device: &mut Device) {
        if std::mem::take(self.dirty) {
            device.upload(self.uniforms);
        }
        for resource in &*self.resources {
            device.bind_resource(*resource);
        }
    }
}
