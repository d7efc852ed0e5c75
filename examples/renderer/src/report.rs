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
        let hubs = hubs(engine);
        Self {
            instances: engine.instances.len(),
            vertices: engine.memory.space.allocated(),
            buffer: engine.memory.space.capacity(),
            hubs: hubs.iter().map(|(_, memory)| memory.total()).sum(),
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

fn hubs(engine: &Engine) -> [(&'static str, soa_runtime::inspect::Memory); 6] {
    [
        ("instances", engine.instances.memory()),
        ("models", engine.models.memory()),
        ("lamps", engine.lamps.hub.memory()),
        ("meshes", engine.meshes.memory()),
        ("textures", engine.textures.memory()),
        ("shaders", engine.shaders.memory()),
    ]
}

/// Prints the memory of each hub and the programs of each shader.
pub(crate) fn print(engine: &Engine) {
    for (name, memory) in hubs(engine) {
        println!("\n{name}\n{memory}");
    }
    for (_, shader) in &engine.shaders {
        let (programs, states) = (shader.programs.len(), shader.states.len());
        let name = &shader.source.name;
        println!("\n{name}: {programs} programs, {states} states");
    }
}

/// Returns the resident bytes of this process, if the system reports them.
fn resident() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let mut lines = status.lines();
    let line = lines.find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kibibytes: usize = line.trim().trim_end_matches("kB").trim().parse().ok()?;
    Some(kibibytes * 1024)
}
