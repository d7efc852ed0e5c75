//! Measures and prints the memory of the hubs.

use crate::engine::Engine;

/// The memory in use at one moment.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Memory {
    pub(crate) instances: usize,
    /// The bytes of all meshes in the vertex buffer.
    pub(crate) vertices: usize,
    /// The size of the vertex buffer in bytes.
    pub(crate) buffer: usize,
    /// The bytes of all hubs.
    pub(crate) hubs: usize,
    /// The resident bytes of this process, or 0 if the system does not report them.
    pub(crate) resident: usize,
}

impl Memory {
    pub(crate) fn of(engine: &Engine) -> Self {
        Self {
            instances: engine.instances.len(),
            vertices: engine.memory.space.allocated(),
            buffer: engine.memory.space.capacity(),
            hubs: hubs(engine),
            resident: resident().unwrap_or_default(),
        }
    }

    /// Returns what must not grow in a long run: the hubs, the vertex buffer and the process.
    pub(crate) fn totals(&self) -> [usize; 3] {
        [self.hubs, self.buffer, self.resident]
    }

    pub(crate) fn print(&self, moment: &str) {
        println!(
            "  {moment:<24}{:>6} instances; meshes {} KiB of {} KiB; hubs {} KiB",
            self.instances,
            self.vertices / 1024,
            self.buffer / 1024,
            self.hubs / 1024
        );
    }
}

/// Returns the bytes of all hubs.
fn hubs(engine: &Engine) -> usize {
    let memory = [
        engine.instances.memory(),
        engine.models.memory(),
        engine.lamps.hub.memory(),
        engine.meshes.memory(),
        engine.textures.memory(),
        engine.shaders.memory(),
    ];
    memory.iter().map(soa_runtime::inspect::Memory::total).sum()
}

/// Returns the resident bytes of this process, if the system reports them.
fn resident() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let mut lines = status.lines();
    let line = lines.find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kibibytes: usize = line.trim().trim_end_matches("kB").trim().parse().ok()?;
    Some(kibibytes * 1024)
}
