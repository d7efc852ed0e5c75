//! The stand-in for a GPU: ids for its resources, and the commands of a frame.

use soa_runtime::{AllocError, Handle, IdPool};

use crate::binding::Slot;

/// A texture, sampler or buffer, which only the device ever sees.
#[derive(Debug)]
pub(crate) struct Resource;

/// The name of a resource.
pub(crate) type ResourceId = Handle<Resource, u32, 20, 12>;

/// What a command buffer holds: plain words, no pointers.
#[derive(Debug, Clone, Copy)]
#[expect(dead_code, reason = "nobody executes the commands here")]
pub(crate) enum Command {
    /// Run this program of this shader.
    Program { shader: u32, program: u16 },
    /// Copy these bytes of the staging memory to the state's uniform buffer.
    Upload { start: u32, end: u32 },
    /// Bind a resource; a placeholder if it is none.
    Resource {
        slot: Slot,
        resource: Option<ResourceId>,
    },
}

/// What a frame did.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct FrameStats {
    /// States bound.
    pub(crate) binds: usize,
    /// How often the shader was another one than before.
    pub(crate) shader_switches: usize,
    /// Slots that got a placeholder, because their resource is gone or never was.
    pub(crate) placeholders: usize,
    /// Uniform bytes copied.
    pub(crate) uploaded: usize,
    /// Commands recorded.
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

    /// Starts a state; says whether its shader is another one than before.
    pub(crate) fn begin_state(&mut self, shader: u32) -> bool {
        self.stats.binds += 1;
        let switched = self.shader.replace(shader) != Some(shader);
        self.stats.shader_switches += usize::from(switched);
        switched
    }

    pub(crate) fn run_program(&mut self, shader: u32, program: u16) {
        self.commands.push(Command::Program { shader, program });
    }

    pub(crate) fn upload(&mut self, bytes: &[u8]) {
        let place = |at| u32::try_from(at).expect("a frame uploads less than 4 GiB");
        let start = place(self.staging.len());
        self.staging.extend_from_slice(bytes);
        self.commands.push(Command::Upload {
            start,
            end: place(self.staging.len()),
        });
    }

    pub(crate) fn bind_resource(&mut self, slot: Slot, resource: ResourceId) {
        let resource = self.resources.contains(resource).then_some(resource);
        self.stats.placeholders += usize::from(resource.is_none());
        self.commands.push(Command::Resource { slot, resource });
    }

    /// Submits what was recorded.
    pub(crate) fn end_frame(&mut self) -> FrameStats {
        self.stats.uploaded = self.staging.len();
        self.stats.commands = self.commands.len();
        self.staging.clear();
        self.commands.clear();
        self.shader = None;
        std::mem::take(&mut self.stats)
    }
}
