//! The meshes: files that are decoded on workers, in one vertex buffer on the GPU.

pub(crate) mod memory;

use example_gpu::Layout;
use example_gpu::solids::{self, Vertices};
use soa_resources::{BoxError, Job, Library, Loader, Source, StandIn};
use soa_runtime::IdAllocator;

use memory::{Claim, VertexMemory};

/// A pyramid, which replaces meshes that are not loaded.
const PYRAMID: &[u8] = br#"{"layout": "plain", "parts": [
    {"cone": {"low": [0.7, 0.0], "high": [0.0, 1.0], "sides": 4}}
]}"#;

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
}

/// Reads mesh files.
#[derive(Debug)]
pub(crate) struct MeshFile;

impl Loader for MeshFile {
    type Record = Mesh;
    type Decoded = Vertices;

    fn decode(&self, bytes: Vec<u8>, _: &Job<'_>) -> Result<Vertices, BoxError> {
        solids::decode(&bytes)
    }
}

/// Creates the library of meshes. A pyramid replaces meshes that are not loaded yet or cannot be
/// loaded.
pub(crate) fn library(
    meshes: &mut MeshHub,
    memory: &mut VertexMemory,
    source: impl Source,
) -> Result<Library<MeshFile>, BoxError> {
    let pyramid = meshes.insert(Mesh::new(memory, solids::decode(PYRAMID)?)?);
    let stand_in = StandIn {
        placeholder: pyramid,
        error: pyramid,
    };
    let config = crate::engine::config(2);
    Ok(Library::with_config(MeshFile, source, stand_in, config))
}
