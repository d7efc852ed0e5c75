//! The shaders: WGSL files, each with the hub of its programs and the hub of its states.
//!
//! A shader that is loaded again is another row content under the same id: its programs and
//! states go with it, and those of the new source are made of what that says. One that does not
//! compile changes nothing, and the library has the reason.

mod include;
pub(crate) mod program;
pub(crate) mod source;
pub(crate) mod state;

use soa_resources::{BoxError, Embedded, Job, Library, Loader, Source, StandIn};
use soa_runtime::IdAllocator;

use crate::assets;
use crate::gpu::Gpu;
use crate::vertex::Layout;
use program::{ProgramHub, ProgramId};
use source::Reflection;
use state::{Material, StateHub};

/// A shader and all that was made of it.
#[derive(IdAllocator, Debug)]
pub(crate) struct Shader {
    /// What the source says of itself.
    pub(crate) says: Reflection,
    pub(crate) module: Option<wgpu::ShaderModule>,
    /// A render pipeline for each vertex layout and set of features that was asked for.
    pub(crate) programs: ProgramHub,
    /// Values of its uniforms, one set for each material.
    pub(crate) states: StateHub,
}

/// The two layouts of bind groups that all programs share.
#[derive(Debug)]
pub(crate) struct Groups {
    pub(crate) frame: wgpu::BindGroupLayout,
    pub(crate) state: wgpu::BindGroupLayout,
}

impl Shader {
    /// Makes what a source describes; the device's complaints are errors, and leave nothing.
    pub(crate) fn new(gpu: &Gpu, groups: &Groups, says: Reflection) -> Result<Self, BoxError> {
        let shader = gpu.checked(|| {
            let module = gpu
                .device
                .create_shader_module(wgpu::ShaderModuleDescriptor {
                    label: Some(&says.name),
                    source: wgpu::ShaderSource::Wgsl(says.text.as_str().into()),
                });
            // One of each now: what fails shall fail before it is drawn with.
            let (mut programs, features) = (ProgramHub::new(), says.default_features);
            for layout in Layout::ALL {
                programs.find_or_make(gpu, groups, &says, &module, layout, features);
            }
            Self {
                states: StateHub::of_materials(gpu, groups, &says),
                programs,
                module: Some(module),
                says,
            }
        })?;
        Ok(shader)
    }
}

impl ShaderRowMut<'_> {
    /// The program for a layout with the features of a material.
    pub(crate) fn program(
        &mut self,
        gpu: &Gpu,
        groups: &Groups,
        layout: Layout,
        material: Material,
    ) -> Option<ProgramId> {
        let features = self.says.features(material.features());
        let module = self.module.as_ref()?;
        self.programs
            .find_or_make(gpu, groups, self.says, module, layout, features)
    }
}

/// Reads WGSL files with their includes, and checks them.
#[derive(Debug)]
pub(crate) struct Wgsl;

impl Loader for Wgsl {
    type Record = Shader;
    type Decoded = Reflection;

    fn decode(&self, bytes: Vec<u8>, job: &Job<'_>) -> Result<Reflection, BoxError> {
        source::read(job.name(), bytes, &|name| job.read(name))
    }
}

/// The library of shaders: grey until one is there, magenta where one cannot be had.
pub(crate) fn library(
    gpu: &Gpu,
    groups: &Groups,
    shaders: &mut ShaderHub,
    source: impl Source,
) -> Result<Library<Wgsl>, BoxError> {
    let built_in = Embedded::new(assets::SHADERS);
    let name = "shaders/stand_in.wgsl";
    let says = source::read(name, built_in.read(name)?, &|name| built_in.read(name))?;
    let broken = says.with_default("broken");
    let stand_in = StandIn {
        placeholder: shaders.insert(Shader::new(gpu, groups, says)?),
        error: shaders.insert(Shader::new(gpu, groups, broken)?),
    };
    let config = crate::engine::config(3);
    Ok(Library::with_config(Wgsl, source, stand_in, config))
}
