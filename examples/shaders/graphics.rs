//! What the rest of the engine sees: free functions, ids in and ids out.
//!
//! Nobody outside holds a reference into a hub, so a hub may move its columns,
//! and nobody can keep what is gone: the next call with its id is refused.

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

/// A hub is whole after a panic, so a poisoned lock is no reason to stop.
fn graphics() -> MutexGuard<'static, Graphics> {
    GRAPHICS.lock().unwrap_or_else(PoisonError::into_inner)
}

pub(crate) fn create_shader(name: &str, text: &str) -> Result<ShaderId, Error> {
    graphics().shaders.load(name, text)
}

/// The new version's id; the old one's is refused from now on.
pub(crate) fn reload_shader(shader: ShaderId, text: &str) -> Result<ShaderId, Error> {
    graphics().shaders.reload(shader, text)
}

/// Whether there was one; its programs and states go with it.
pub(crate) fn destroy_shader(shader: ShaderId) -> bool {
    graphics().shaders.dealloc(shader)
}

/// The shader's name, for a log.
///
/// # Panics
///
/// If the shader is gone.
pub(crate) fn shader_name(shader: ShaderId) -> String {
    graphics().shaders.row(shader).setup.name.clone()
}

/// What the shader consists of.
pub(crate) fn summary(shader: ShaderId) -> Result<Summary, Error> {
    Summary::of(&graphics().shaders, shader)
}

pub(crate) fn feature_mask(shader: ShaderId, names: &[&str]) -> Result<FeatureMask, Error> {
    graphics().shaders.features(shader, names)
}

pub(crate) fn select_features(shader: ShaderId, mask: FeatureMask) -> Result<(), Error> {
    graphics().shaders.select(shader, mask)
}

/// The program of each entry point, with its name.
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

/// Whether there was one.
pub(crate) fn destroy_state(shader: ShaderId, state: StateId) -> bool {
    let shaders = &mut graphics().shaders;
    shaders
        .get_mut(shader)
        .is_some_and(|row| row.states.dealloc(state))
}

/// The variable of this name. All states of a shader are made by the same
/// calls, so the id is good for each of them.
pub(crate) fn find_variable(
    shader: ShaderId,
    state: StateId,
    name: &str,
) -> Result<VariableId, Error> {
    let shaders = &graphics().shaders;
    let row = shaders.get(shader).ok_or(Error::Shader(shader))?;
    let state = row.states.get(state).ok_or(Error::State(state))?;
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

/// Whether there was one; states that name it get a placeholder.
pub(crate) fn destroy_resource(resource: ResourceId) -> bool {
    graphics().device.destroy_resource(resource)
}

/// The slots that each state has to fill.
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

/// Records one draw's state.
pub(crate) fn bind(shader: ShaderId, state: StateId) -> Result<(), Error> {
    let Graphics { shaders, device } = &mut *graphics();
    shaders.bind(shader, state, device)
}

pub(crate) fn end_frame() -> FrameStats {
    graphics().device.end_frame()
}

/// What lives, and what it costs.
pub(crate) fn account() -> Account {
    Account::of(&graphics().shaders)
}
