//! A substitute for a GPU: it has ids for resources, and counts the commands of a frame.

use soa_runtime::{Handle, IdPool};

use crate::program::ProgramId;
use crate::shader::ShaderId;

/// The marker of resource ids: a texture, a sampler or a buffer. Only the device has them.
#[derive(Debug)]
pub(crate) struct Resource;

/// The id of a resource.
pub(crate) type ResourceId = Handle<Resource, u32, 20, 12>;

/// The work of a frame.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct FrameStats {
    /// The number of bound states.
    pub(crate) binds: usize,
    /// The number of times that the shader changed.
    pub(crate) shader_switches: usize,
    /// The number of programs that were selected.
    pub(crate) programs: usize,
    /// The number of slots with a placeholder, because they had no live resource.
    pub(crate) placeholders: usize,
    /// The number of copied uniform bytes.
    pub(crate) uploaded: usize,
}

/// The device, and the frame that is being recorded.
#[derive(Debug, Default)]
pub(crate) struct Device {
    pub(crate) resources: IdPool<ResourceId>,
    shader: Option<ShaderId>,
    stats: FrameStats,
}

impl Device {
    /// Starts a state. Selects the programs if the shader differs from the previous one.
    pub(crate) fn begin_state(&mut self, shader: ShaderId, programs: &[ProgramId]) {
        self.stats.binds += 1;
        if self.shader.replace(shader) != Some(shader) {
            self.stats.shader_switches += 1;
            self.stats.programs += programs.len();
        }
    }

    pub(crate) fn upload(&mut self, bytes: &[u8]) {
        self.stats.uploaded += bytes.len();
    }

    /// Binds a resource, or a placeholder if it does not exist.
    pub(crate) fn bind_resource(&mut self, resource: ResourceId) {
        let is_live = self.resources.contains(resource);
        self.stats.placeholders += usize::from(!is_live);
    }

    /// Submits the recorded commands.
    pub(crate) fn end_frame(&mut self) -> FrameStats {
        self.shader = None;
        std::mem::take(&mut self.stats)
    }
}
