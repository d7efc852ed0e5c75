//! Prints the memory of each hub and the times of a frame, and checks the messages of the graphics API.

use soa_resources::BoxError;

use crate::engine::Engine;
use crate::messages;
use crate::texture::TextureHub;
use crate::times::Times;

/// The memory in use at one moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Memory {
    pub(crate) instances: usize,
    /// The bytes of all meshes in the vertex buffer, the end of the last mesh, and the size of the
    /// buffer.
    pub(crate) vertices: [usize; 3],
    pub(crate) textures: usize,
    pub(crate) texture_bytes: usize,
    /// The bytes of all hubs.
    pub(crate) hubs: usize,
}

impl Memory {
    pub(crate) fn of(engine: &Engine) -> Self {
        let space = &engine.memory.space;
        Self {
            instances: engine.instances.len(),
            vertices: [space.allocated(), space.top(), space.capacity()],
            textures: engine.textures.len(),
            texture_bytes: texture_bytes(&engine.textures),
            hubs: hubs(engine).iter().map(|(_, memory)| memory.total()).sum(),
        }
    }

    pub(crate) fn print(&self, moment: &str) {
        let [live, top, all] = self.vertices.map(|bytes| bytes / 1024);
        println!(
            "  {moment:<28}{:>6} instances; vertex buffer {live} KiB in {top} of {all} KiB; \
             {} textures, {} KiB; hubs {} KiB",
            self.instances,
            self.textures,
            self.texture_bytes / 1024,
            self.hubs / 1024
        );
    }
}

fn texture_bytes(textures: &TextureHub) -> usize {
    textures.iter().map(|(_, row)| *row.bytes).sum()
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

/// Prints the memory of each hub and the times of a frame.
pub(crate) fn print(engine: &Engine, times: &Times) {
    for (name, memory) in hubs(engine) {
        println!("\n{name}\n{memory}");
    }
    for (_, shader) in &engine.shaders {
        println!(
            "\n{}: {} programs, {} states",
            shader.reflection.name,
            shader.programs.len(),
            shader.states.len()
        );
    }
    println!("\n{times}");
}

/// Returns an error if the graphics API reported anything.
pub(crate) fn check_messages() -> Result<(), BoxError> {
    let messages = messages::recorded();
    if messages.is_empty() {
        return Ok(());
    }
    Err(format!("the graphics API reported:\n{}", messages.join("\n")).into())
}
