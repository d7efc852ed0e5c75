//! The shaders: WGSL files, each with a hub of programs and a hub of states.
//!
//! When a shader is reloaded, its id stays and its row is replaced together with its programs and
//! states. A source that does not compile changes nothing, and the library records the reason.

pub(crate) mod program;
pub(crate) mod source;
pub(crate) mod state;

use example_gpu::{Gpu, Layout};
use soa_resources::{BoxError, Embedded, Job, Library, Loader, Source as Files, StandIn};
use soa_runtime::IdAllocator;

use crate::assets::BUILT_IN;
use program::{ProgramHub, ProgramId};
use source::Source;
use state::{Material, StateHub};

/// A shader and everything that was created from it.
#[derive(IdAllocator, Debug)]
#[soa(layout = dense, derive(Debug))]
pub(crate) struct Shader {
    #[soa(required)]
    pub(crate) source: Source,
    #[soa(required)]
    pub(crate) module: wgpu::ShaderModule,
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
    pub(crate) fn new(gpu: &Gpu, groups: &Groups, source: Source) -> Result<Self, BoxError> {
        let shader = gpu.validated(|| {
            let descriptor = wgpu::ShaderModuleDescriptor {
                label: Some(&source.name),
                source: wgpu::ShaderSource::Wgsl(source.text.as_str().into()),
            };
            let module = gpu.device.create_shader_module(descriptor);
            // Programs for all layouts are created here, so that they fail before they are drawn with.
            let mut programs = ProgramHub::new();
            let layouts = Layout::ALL.into_iter().map(Some);
            for layout in layouts.chain([None]) {
                programs.find_or_make(gpu, groups, &source, &module, layout, &[]);
            }
            Self {
                states: StateHub::of_materials(gpu, groups),
                programs,
                module,
                source,
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
        layout: Option<Layout>,
        material: Material,
    ) -> Option<ProgramId> {
        let (source, module, features) = (&*self.source, &*self.module, material.features());
        self.programs
            .find_or_make(gpu, groups, source, module, layout, features)
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
