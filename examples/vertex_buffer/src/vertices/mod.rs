//! Where the vertices are: on the CPU and the GPU, or on the GPU alone.

mod copied;
mod staged;

use std::error::Error;
use std::fmt;
use std::ops::Range;

use bytemuck::Pod;
use soa_runtime::packed::{BlockId, Compaction, PackedConfig, Rejected, ViewError};

use crate::gpu::Gpu;
use crate::layout::Layout;
use crate::mirror::Mirror;

pub(crate) use copied::Copied;
pub(crate) use staged::Staged;

/// Bytes that the vertices may take up.
pub(crate) const CAPACITY: usize = 1 << 20;

/// The vertices of one mesh: a block, its layout beside it.
pub(crate) type MeshId = BlockId<Layout>;

/// What the GPU was sent to be up to date.
#[derive(Debug, Default)]
pub(crate) struct Sent {
    /// Whether the vertex buffer became longer.
    pub(crate) grew: bool,
    /// Bytes that were moved on the GPU.
    pub(crate) moved: usize,
    /// What went over from the CPU: each range in one write.
    pub(crate) uploads: Vec<Range<usize>>,
}

/// The vertices of all meshes, each a block that is reached by its id.
pub(crate) trait Vertices: fmt::Debug {
    /// Adds a mesh.
    fn insert<V: Pod>(
        &mut self,
        vertices: &[V],
        layout: Layout,
    ) -> Result<MeshId, Rejected<Layout>>;

    /// Changes the vertices of a mesh; `made` are those that it was inserted with.
    fn repaint<V: Pod>(
        &mut self,
        mesh: MeshId,
        made: &[V],
        paint: impl FnOnce(&mut [V]),
    ) -> Result<(), ViewError>;

    /// Takes meshes away.
    fn release(&mut self, meshes: Vec<MeshId>);

    fn contains(&self, mesh: MeshId) -> bool;

    /// Where a mesh is, and its layout.
    fn find(&self, mesh: MeshId) -> Option<(Range<usize>, Layout)>;

    /// All meshes, in memory order.
    fn blocks(&self) -> impl Iterator<Item = (MeshId, Range<usize>, Layout)>;

    /// The end of the last block, in bytes.
    fn top(&self) -> usize;

    /// How long the GPU's buffer has to be before anything was sent.
    fn first_capacity(&self) -> usize;

    /// Closes holes by moving at most `budget` bytes; returns how many moved, 0 when all are closed.
    fn compact_step(&mut self, budget: usize) -> usize;

    /// Brings the GPU up to date.
    fn send(&mut self, gpu: &Gpu, mirror: &mut Mirror) -> Result<Sent, Box<dyn Error>>;
}

/// What both have in common. Compaction has frames of its own here; by default it would be seen to
/// as soon as holes are a quarter of the bytes.
fn config(capacity: usize) -> PackedConfig {
    PackedConfig::new(capacity, 1024).compaction(Compaction::Manual)
}

fn range(offset: usize, len: usize) -> Range<usize> {
    offset..offset + len
}
