//! The interface for the rest of the engine: free functions that take and return ids.
//!
//! No reference into a hub leaves this module, so a hub may move its columns. A call with the id of a
//! freed row returns an error.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use soa_runtime::AllocError;

use crate::account::Account;
use crate::binding::Slot;
use crate::device::{Device, FrameStats, ResourceId};
use crate::error::Error;
use crate::feature::FeatureMask;
use crate::program::ProgramId;
use crate::shader::{ShaderHub, ShaderId};
use crate::state::StateId;
use crate::summary::Summary;
use crate::value::Uniform;
use crate::variable::VariableId;

struct Graphics {
    shaders: ShaderHub,
    device: Device,
}

static GRAPHICS: Mutex<Graphics> = Mutex::new(Graphics {
    shaders: ShaderHub::new(),
    device: Device::new(),
});

/// Locks the hubs. A hub is consistent after a panic, so a poisoned lock can be used.
fn graphics() -> MutexGuard<'static, Graphics> {
    GRAPHICS.lock().unwrap_or_else(PoisonError::into_inner)
}

pub(crate) fn create_shader(name: &str, text: &str) -> Result<ShaderId, Error> {
    graphics().shaders.load(name, text)
}

/// Replaces a shader. Returns the id of the new version, and the old id becomes stale.
pub(crate) fn reload_shader(shader: ShaderId, text: &str) -> Result<ShaderId, Error> {
    graphics().shaders.reload(shader, text)
}

/// Frees a shader with its programs and states. Returns whether it existed.
pub(crate) fn destroy_shader(shader: ShaderId) -> bool {
    graphics().shaders.dealloc(shader)
}

/// Returns the name of a shader for a log.
///
/// # Panics
///
/// Panics if the shader does not exist.
pub(crate) fn shader_name(shader: ShaderId) -> String {
    graphics().shaders.row(shader).setup.name.clone()
}

/// Returns a summary of a shader.
pub(crate) fn summary(shader: ShaderId) -> Result<Summary, Error> {
    Summary::of(&graphics().shaders, shader)
}

pub(crate) fn feature_mask(shader: ShaderId, names: &[&str]) -> Result<FeatureMask, Error> {
    graphics().shaders.features(shader, names)
}

pub(crate) fn select_features(shader: ShaderId, mask: FeatureMask) -> Result<(), Error> {
    graphics().shaders.select(shader, mask)
}

/// Returns the name and the program of each entry point.
pub(crate) fn active_programs(shader: ShaderId) -> Result<Vec<(Arc<str>, ProgramId)>, Error> {
    let shaders = &graphics().shaders;
    let row = shaders.get(shader).ok_or(Error::Shader(shader))?;
    let entries = row.programs.columns().entry;
    Ok(row
        .runtime
        .active
        .iter()
        .map(|&program| (entries[program].clone(), program))
        .collect())
}

pub(crate) fn create_state(shader: ShaderId) -> Result<StateId, Error> {
    graphics().shaders.create_state(shader)
}

/// Frees a state. Returns whether it existed.
pub(crate) fn destroy_state(shader: ShaderId, state: StateId) -> bool {
    let shaders = &mut graphics().shaders;
    shaders
        .get_mut(shader)
        .is_some_and(|row| row.states.dealloc(state))
}

/// Returns the variable with this name. All states of a shader are created by the same calls, so the
/// id is valid for each of them.
pub(crate) fn find_variable(
    shader: ShaderId,
    state: StateId,
    name: &str,
) -> Result<VariableId, Error> {
    let shaders = &graphics().shaders;
    let row = shaders.get(shader).ok_or(Error::Shader(shader))?;
    let state = row.states.try_row(state).map_err(Error::State)?;
    state
        .variables
        .find(name)
        .ok_or_else(|| Error::NoSuchName(name.to_owned()))
}

pub(crate) fn set_uniform<U: Uniform>(
    shader: ShaderId,
    state: StateId,
    variable: VariableId,
    value: U,
) -> Result<(), Error> {
    let shaders = &mut graphics().shaders;
    let row = shaders.get_mut(shader).ok_or(Error::Shader(shader))?;
    row.states.set_uniform(state, variable, value)
}

pub(crate) fn uniform<U: Uniform>(
    shader: ShaderId,
    state: StateId,
    variable: VariableId,
) -> Result<U, Error> {
    let shaders = &graphics().shaders;
    let row = shaders.get(shader).ok_or(Error::Shader(shader))?;
    row.states.uniform(state, variable)
}

pub(crate) fn create_resource() -> Result<ResourceId, AllocError> {
    graphics().device.create_resource()
}

/// Frees a resource. Returns whether it existed. States that use it get a placeholder.
pub(crate) fn destroy_resource(resource: ResourceId) -> bool {
    graphics().device.destroy_resource(resource)
}

/// Returns the slots that each state must fill.
pub(crate) fn resource_slots(shader: ShaderId) -> Result<Vec<Slot>, Error> {
    let shaders = &graphics().shaders;
    let row = shaders.get(shader).ok_or(Error::Shader(shader))?;
    Ok(row.setup.resource_slots().collect())
}

pub(crate) fn set_resource(
    shader: ShaderId,
    state: StateId,
    slot: Slot,
    resource: ResourceId,
) -> Result<(), Error> {
    let shaders = &mut graphics().shaders;
    let row = shaders.get_mut(shader).ok_or(Error::Shader(shader))?;
    row.states.set_resource(state, slot, resource)
}

/// Records the state of a draw.
pub(crate) fn bind(shader: ShaderId, state: StateId) -> Result<(), Error> {
    let Graphics { shaders, device } = &mut *graphics();
    shaders.bind(shader, state, device)
}

pub(crate) fn end_frame() -> FrameStats {
    graphics().device.end_frame()
}

/// Returns the rows and the memory of all hubs.
pub(crate) fn account() -> Account {
    Account::of(&graphics().shaders)
}
