//! The shaders: WGSL files, each with a hub of programs and a hub of states.
//!
//! When a shader is reloaded, its id stays and its row is replaced together with its programs and
//! states. A source that does not compile changes nothing, and the library records the reason.

mod include;
pub(crate) mod program;
pub(crate) mod source;
pub(crate) mod state;

use soa_resources::{BoxError, Embedded, Job, Library, Loader, Source, StandIn};
use soa_runtime::IdAllocator;

use crate::assets;
use crate::vertex::Layout;
use example_gpu::Gpu;
use program::{ProgramHub, ProgramId};
use source::Reflection;
use state::{Material, StateHub};

/// A shader and everything that was created from it.
#[derive(IdAllocator, Debug)]
#[soa(derive(Debug))]
pub(crate) struct Shader {
    /// The properties that the source declares.
    pub(crate) reflection: Reflection,
    pub(crate) module: Option<wgpu::ShaderModule>,
    /// A render pipeline for each requested vertex layout and set of features.
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
    pub(crate) fn new(
        gpu: &Gpu,
        groups: &Groups,
        reflection: Reflection,
    ) -> Result<Self, BoxError> {
        let shader = gpu.validated(|| {
            let module = gpu
                .device
                .create_shader_module(wgpu::ShaderModuleDescriptor {
                    label: Some(&reflection.name),
                    source: wgpu::ShaderSource::Wgsl(reflection.text.as_str().into()),
                });
            // Programs for all layouts are created here, so that they fail before they are drawn with.
            let (mut programs, features) = (ProgramHub::new(), reflection.default_features);
            for layout in Layout::ALL {
                programs.find_or_make(gpu, groups, &reflection, &module, layout, features);
            }
            Self {
                states: StateHub::of_materials(gpu, groups, &reflection),
                programs,
                module: Some(module),
                reflection,
            }
        })?;
        Ok(shader)
    }
}

impl ShaderRowMut<'_> {
    /// Returns the program for a layout with the features of a material.
    pub(crate) fn program(
        &mut self,
        gpu: &Gpu,
        groups: &Groups,
        layout: Layout,
        material: Material,
    ) -> Option<ProgramId> {
        let features = self.reflection.features(material.features());
        let module = self.module.as_ref()?;
        self.programs
            .find_or_make(gpu, groups, self.reflection, module, layout, features)
    }
}

/// Reads and validates WGSL files with their includes.
#[derive(Debug)]
pub(crate) struct Wgsl;

impl Loader for Wgsl {
    type Record = Shader;
    type Decoded = Reflection;

    fn decode(&self, bytes: Vec<u8>, job: &Job<'_>) -> Result<Reflection, BoxError> {
        source::read(job.name(), bytes, &|name| job.read(name))
    }
}

/// Creates the library of shaders. Everything is grey until its shader is loaded, and magenta if the
/// shader cannot be loaded.
pub(crate) fn library(
    gpu: &Gpu,
    groups: &Groups,
    shaders: &mut ShaderHub,
    source: impl Source,
) -> Result<Library<Wgsl>, BoxError> {
    let built_in = Embedded::new(assets::SHADERS);
    let name = "shaders/stand_in.wgsl";
    let reflection = source::read(name, built_in.read(name)?, &|name| built_in.read(name))?;
    let broken = reflection.with_default("broken");
    let stand_in = StandIn {
        placeholder: shaders.insert(Shader::new(gpu, groups, reflection)?),
        error: shaders.insert(Shader::new(gpu, groups, broken)?),
    };
    let config = crate::engine::config(3);
    Ok(Library::with_config(Wgsl, source, stand_in, config))
}
