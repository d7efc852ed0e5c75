//! The shaders: WGSL files, each with a hub of programs and a hub of states.
//!
//! When a shader is reloaded, its id stays and its row is replaced together with its programs and
//! states. A source that does not compile changes nothing, and the library records the reason.

pub(crate) mod program;
pub(crate) mod source;
pub(crate) mod state;

use example_gpu::Gpu;
use soa_resources::{BoxError, Embedded, Job, Library, Loader, Source as Files, StandIn};
use soa_runtime::IdAllocator;

use crate::assets::BUILT_IN;
use program::ProgramHub;
use source::Source;
use state::StateHub;

/// A shader and everything that was created from it.
#[derive(IdAllocator, Debug)]
#[soa(layout = dense, derive(Debug))]
pub(crate) struct Shader {
    #[soa(required)]
    pub(crate) source: Source,
    /// A render pipeline for each vertex layout.
    pub(crate) programs: ProgramHub,
    /// The uniforms of each material.
    pub(crate) states: StateHub,
}

/// The layouts of the two bind groups, which all programs share.
#[derive(Debug)]
pub(crate) struct Groups {
    pub(crate) frame: wgpu::BindGroupLayout,
    pub(crate) state: wgpu::BindGroupLayout,
}

impl Shader {
    /// Creates a shader. Validation errors of the device are errors of the shader.
    pub(crate) fn new(gpu: &Gpu, groups: &Groups, source: Source) -> Result<Self, BoxError> {
        let shader = gpu.validated(|| Self {
            programs: ProgramHub::of_layouts(gpu, groups, &source),
            states: StateHub::of_materials(gpu, groups),
            source,
        })?;
        Ok(shader)
    }
}

/// Reads and validates WGSL files with their includes.
#[derive(Debug)]
pub(crate) struct Wgsl;

impl Loader for Wgsl {
    type Record = Shader;
    type Decoded = Source;

    fn decode(&self, bytes: Vec<u8>, job: &Job<'_>) -> Result<Source, BoxError> {
        source::read(job.name(), bytes, &|name| job.read(name))
    }
}

/// Creates the library of shaders. Everything is grey until its shader is loaded, and magenta if the
/// shader cannot be loaded.
pub(crate) fn library(
    gpu: &Gpu,
    groups: &Groups,
    shaders: &mut ShaderHub,
    files: impl Files,
) -> Result<Library<Wgsl>, BoxError> {
    let built_in = Embedded::new(BUILT_IN);
    let name = "shaders/stand_in.wgsl";
    let grey = source::read(name, built_in.read(name)?, &|name| built_in.read(name))?;
    let magenta = Source {
        text: grey
            .text
            .replace("broken: bool = false", "broken: bool = true"),
        ..grey.clone()
    };
    let stand_in = StandIn {
        placeholder: shaders.insert(Shader::new(gpu, groups, grey)?),
        error: shaders.insert(Shader::new(gpu, groups, magenta)?),
    };
    let config = crate::engine::config(3);
    Ok(Library::with_config(Wgsl, files, stand_in, config))
}
