//! The meshes: glTF files that are decoded on workers, in one vertex buffer on the GPU.

pub(crate) mod decode;
pub(crate) mod memory;

use soa_resources::{BoxError, Job, Library, Loader, Source, StandIn};
use soa_runtime::IdAllocator;

use crate::vertex::Layout;
use decode::Vertices;
use memory::{Claim, VertexMemory};

/// A mesh in the vertex buffer.
#[derive(IdAllocator, Debug)]
#[soa(derive(Debug))]
pub(crate) struct Mesh {
    pub(crate) layout: Layout,
    /// The number of its vertices, three per triangle.
    pub(crate) vertices: u32,
    /// Its bytes in the vertex buffer, which are freed when the row is dropped.
    pub(crate) claim: Option<Claim>,
}

impl Mesh {
    /// Allocates a part of the vertex buffer for vertices, and returns the row of the mesh.
    pub(crate) fn new(memory: &mut VertexMemory, vertices: Vertices) -> Result<Self, BoxError> {
        let Vertices { layout, bytes } = vertices;
        Ok(Self {
            layout,
            vertices: u32::try_from(bytes.len() / layout.stride())?,
            claim: Some(memory.claim(bytes, layout.stride())?),
        })
    }

    /// Returns a pyramid, which replaces meshes that are not loaded.
    fn placeholder(memory: &mut VertexMemory) -> Result<Self, BoxError> {
        let base = [
            [-0.5, 0.0, -0.5],
            [0.5, 0.0, -0.5],
            [0.5, 0.0, 0.5],
            [-0.5, 0.0, 0.5],
        ];
        let top = [0.0_f32, 1.0, 0.0];
        let sides = (0..4).map(|side| [base[side], base[(side + 1) % 4], top]);
        let bytes = bytemuck::cast_slice(&sides.collect::<Vec<_>>()).to_vec();
        let layout = Layout::Plain;
        Self::new(memory, Vertices { layout, bytes })
    }
}

/// Reads binary glTF.
#[derive(Debug)]
pub(crate) struct Gltf;

impl Loader for Gltf {
    type Record = Mesh;
    type Decoded = Vertices;

    fn decode(&self, bytes: Vec<u8>, _: &Job<'_>) -> Result<Vertices, BoxError> {
        decode::decode(&bytes)
    }
}

/// Creates the library of meshes. A pyramid replaces meshes that are not loaded yet or cannot be
/// loaded.
pub(crate) fn library(
    meshes: &mut MeshHub,
    memory: &mut VertexMemory,
    source: impl Source,
) -> Result<Library<Gltf>, BoxError> {
    let pyramid = meshes.insert(Mesh::placeholder(memory)?);
    let stand_in = StandIn {
        placeholder: pyramid,
        error: pyramid,
    };
    let config = crate::engine::config(2);
    Ok(Library::with_config(Gltf, source, stand_in, config))
}
