//! The states of a shader: its uniform bytes and what is bound to its slots.

use soa_runtime::IdAllocator;

use crate::binding::Slot;
use crate::device::{Device, ResourceId};
use crate::error::Error;
use crate::reflect::Reflection;
use crate::value::Uniform;
use crate::variable::{VariableHub, VariableId};

/// One set of values for one shader: a material, an object, a pass.
#[derive(IdAllocator, Debug)]
#[soa(bits(index = 20, generation = 12))]
pub(crate) struct State {
    /// The resource in each slot that the state fills.
    pub(crate) bindings: Vec<(Slot, ResourceId)>,
    /// The uniform blocks, one after the other.
    pub(crate) uniforms: Vec<u8>,
    /// Whether the device lacks some of these bytes. Off in a hole, so that a
    /// loop over the whole column needs no look at what lives.
    pub(crate) dirty: bool,
    /// Where each variable is in the bytes.
    pub(crate) variables: VariableHub,
}

impl StateHub {
    /// A state with every variable at its default and every slot empty.
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

    /// Gives a variable a value.
    pub(crate) fn set_uniform<U: Uniform>(
        &mut self,
        state: StateId,
        variable: VariableId,
        value: U,
    ) -> Result<(), Error> {
        let row = self.get_mut(state).ok_or(Error::State(state))?;
        let bytes = row.variables.place_of::<U>(variable)?;
        value.write(&mut row.uniforms[bytes]);
        *row.dirty = true;
        Ok(())
    }

    /// The value of a variable.
    pub(crate) fn uniform<U: Uniform>(
        &self,
        state: StateId,
        variable: VariableId,
    ) -> Result<U, Error> {
        let row = self.get(state).ok_or(Error::State(state))?;
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
        let row = self.get_mut(state).ok_or(Error::State(state))?;
        let filled = row.bindings.iter_mut().find(|(other, _)| *other == slot);
        filled.ok_or(Error::NoSuchSlot(slot))?.1 = resource;
        Ok(())
    }

    /// How many states the device lacks bytes of.
    pub(crate) fn dirty_count(&self) -> usize {
        self.columns().dirty.iter().filter(|dirty| **dirty).count()
    }
}

impl StateRowMut<'_> {
    /// Records what the state needs: its bytes if they changed, and its resources.
    pub(crate) fn record(self, device: &mut Device) {
        if std::mem::take(self.dirty) {
            device.upload(self.uniforms);
        }
        for &(slot, resource) in &*self.bindings {
            device.bind_resource(slot, resource);
        }
    }
}
