//! The meshes: glTF files, decoded on workers, in one vertex buffer that only the GPU has.

pub(crate) mod decode;
pub(crate) mod memory;

use soa_resources::{BoxError, Job, Library, Loader, Source, StandIn};
use soa_runtime::IdAllocator;

use crate::vertex::Layout;
use decode::Vertices;
use memory::{Claim, VertexMemory};

/// A mesh: where its vertices are.
#[derive(IdAllocator, Debug)]
pub(crate) struct Mesh {
    pub(crate) layout: Layout,
    /// How many vertices it has, three a triangle.
    pub(crate) vertices: u32,
    /// Its bytes in the vertex buffer, given back when the row is dropped.
    pub(crate) claim: Option<Claim>,
}

impl Mesh {
    /// A row for vertices that get their place in the vertex buffer.
    pub(crate) fn new(memory: &mut VertexMemory, vertices: Vertices) -> Result<Self, BoxError> {
        let Vertices { layout, bytes } = vertices;
        Ok(Self {
            layout,
            vertices: u32::try_from(bytes.len() / layout.stride())?,
            claim: Some(memory.claim(bytes, layout.stride())?),
        })
    }

    /// A pyramid, for what is not there yet.
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

/// The library of meshes: a pyramid for what is not there, and for what cannot be had.
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
