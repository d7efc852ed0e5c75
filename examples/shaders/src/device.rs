//! A substitute for a GPU: it has ids for resources, and records the commands of a frame.

use soa_runtime::{AllocError, Handle, IdPool};

use crate::binding::Slot;
use crate::program::ProgramId;

/// The marker of resource ids: a texture, a sampler or a buffer. Only the device has them.
#[derive(Debug)]
pub(crate) struct Resource;

/// The id of a resource.
pub(crate) type ResourceId = Handle<Resource, u32, 20, 12>;

/// A command of a frame. It contains no pointers.
#[derive(Debug, Clone, Copy)]
#[expect(dead_code, reason = "the commands are not executed")]
pub(crate) enum Command {
    /// Runs a program of a shader.
    Program(ProgramId),
    /// Copies bytes of the staging memory to the uniform buffer of a state.
    Upload { start: u32, end: u32 },
    /// Binds a resource, or a placeholder for `None`.
    Resource {
        slot: Slot,
        resource: Option<ResourceId>,
    },
}

/// The work of a frame.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct FrameStats {
    /// The number of bound states.
    pub(crate) binds: usize,
    /// The number of times that the shader changed.
    pub(crate) shader_switches: usize,
    /// The number of slots with a placeholder, because they had no live resource.
    pub(crate) placeholders: usize,
    /// The number of copied uniform bytes.
    pub(crate) uploaded: usize,
    /// The number of recorded commands.
    pub(crate) commands: usize,
}

/// The device, and the frame that is being recorded.
#[derive(Debug)]
pub(crate) struct Device {
    resources: IdPool<ResourceId>,
    commands: Vec<Command>,
    staging: Vec<u8>,
    shader: Option<u32>,
    stats: FrameStats,
}

impl Device {
    pub(crate) const fn new() -> Self {
        Device {
            resources: IdPool::new(),
            commands: Vec::new(),
            staging: Vec::new(),
            shader: None,
            stats: FrameStats {
                binds: 0,
                shader_switches: 0,
                placeholders: 0,
                uploaded: 0,
                commands: 0,
            },
        }
    }

    pub(crate) fn create_resource(&mut self) -> Result<ResourceId, AllocError> {
        self.resources.try_alloc()
    }

    pub(crate) fn destroy_resource(&mut self, resource: ResourceId) -> bool {
        self.resources.dealloc(resource)
    }

    /// Starts a state. Returns whether its shader differs from the shader of the previous state.
    pub(crate) fn begin_state(&mut self, shader: u32) -> bool {
        self.stats.binds += 1;
        let switched = self.shader.replace(shader) != Some(shader);
        self.stats.shader_switches += usize::from(switched);
        switched
    }

    pub(crate) fn run_program(&mut self, program: ProgramId) {
        self.commands.push(Command::Program(program));
    }

    pub(crate) fn upload(&mut self, bytes: &[u8]) {
        let offset = |at| u32::try_from(at).expect("a frame uploads less than 4 GiB");
        let start = offset(self.staging.len());
        self.staging.extend_from_slice(bytes);
        self.commands.push(Command::Upload {
            start,
            end: offset(self.staging.len()),
        });
    }

    pub(crate) fn bind_resource(&mut self, slot: Slot, resource: ResourceId) {
        let resource = self.resources.contains(resource).then_some(resource);
        self.stats.placeholders += usize::from(resource.is_none());
        self.commands.push(Command::Resource { slot, resource });
    }

    /// Submits the recorded commands.
    pub(crate) fn end_frame(&mut self) -> FrameStats {
        self.stats.uploaded = self.staging.len();
        self.stats.commands = self.commands.len();
        self.staging.clear();
        self.commands.clear();
        self.shader = None;
        std::mem::take(&mut self.stats)
    }
}
