//! The states of a shader: uniform bytes, and the resources in their slots.

use soa_runtime::IdAllocator;

use crate::binding::Slot;
use crate::device::{Device, ResourceId};
use crate::error::Error;
use crate::reflect::Reflection;
use crate::shader::Shader;
use crate::value::Uniform;
use crate::variable::{VariableHub, VariableId};

/// One set of values for a shader, such as a material, an object or a pass.
#[derive(IdAllocator, Debug)]
#[soa(bits(index = 16, generation = 16, tag = 32), parent = Shader)]
pub(crate) struct State {
    /// The resource in each slot that the state fills.
    pub(crate) bindings: Vec<(Slot, ResourceId)>,
    /// The concatenated uniform blocks.
    pub(crate) uniforms: Vec<u8>,
    /// Whether some of these bytes are not on the device yet. It is false in holes, so a loop over the
    /// whole column need not check which rows are live.
    pub(crate) dirty: bool,
    /// The location of each variable in the bytes.
    pub(crate) variables: VariableHub,
}

impl StateHub {
    /// Creates a state with default values and empty slots.
    pub(crate) fn create(&mut self, setup: &Reflection) -> StateId {
        self.insert(State {
            bindings: setup
                .resource_slots()
                .map(|slot| (slot, ResourceId::DANGLING))
                .collect(),
            uniforms: setup.uniforms.clone(),
            dirty: true,
            variables: setup.variables.iter().cloned().collect(),
        })
    }

    /// Sets the value of a variable.
    pub(crate) fn set_uniform<U: Uniform>(
        &mut self,
        state: StateId,
        variable: VariableId,
        value: U,
    ) -> Result<(), Error> {
        let row = self.try_row_mut(state).map_err(Error::State)?;
        let bytes = row.variables.place_of::<U>(variable)?;
        value.write(&mut row.uniforms[bytes]);
        *row.dirty = true;
        Ok(())
    }

    /// Returns the value of a variable.
    pub(crate) fn uniform<U: Uniform>(
        &self,
        state: StateId,
        variable: VariableId,
    ) -> Result<U, Error> {
        let row = self.try_row(state).map_err(Error::State)?;
        let bytes = row.variables.place_of::<U>(variable)?;
        Ok(U::read(&row.uniforms[bytes]))
    }

    /// Puts a resource into a slot.
    pub(crate) fn set_resource(
        &mut self,
        state: StateId,
        slot: Slot,
        resource: ResourceId,
    ) -> Result<(), Error> {
        let row = self.try_row_mut(state).map_err(Error::State)?;
        let filled = row.bindings.iter_mut().find(|(other, _)| *other == slot);
        filled.ok_or(Error::NoSuchSlot(slot))?.1 = resource;
        Ok(())
    }

    /// Returns the number of states with bytes that are not on the device yet.
    pub(crate) fn dirty_count(&self) -> usize {
        self.columns().dirty.iter().filter(|dirty| **dirty).count()
    }
}

impl StateRowMut<'_> {
    /// Records the bytes of a state if they changed, and its resources.
    pub(crate) fn record(self, device: &mut Device) {
        if std::mem::take(self.dirty) {
            device.upload(self.uniforms);
        }
        for &(slot, resource) in &*self.bindings {
            device.bind_resource(slot, resource);
        }
    }
}
