//! Stores the vertices on the CPU and the GPU, or on the GPU alone.

mod copied;
mod staged;

use std::fmt;
use std::ops::Range;

use bytemuck::Pod;
use example_gpu::{BoxError, Gpu};
use soa_runtime::packed::{BlockId, Compaction, PackedConfig, Rejected, ViewError};
use soa_wgpu::{PackedCopy, Sent};

use crate::layout::Layout;

pub(crate) use copied::Copied;
pub(crate) use staged::Staged;

/// The number of bytes that the vertices can use.
pub(crate) const CAPACITY: usize = 1 << 20;

/// The id of the block with the vertices of one mesh. The metadata of the block is the layout.
pub(crate) type MeshId = BlockId<Layout>;

/// What was sent to the GPU to update it.
#[derive(Debug, Default)]
pub(crate) struct Transfer {
    /// Whether the vertex buffer grew.
    pub(crate) grew: bool,
    /// The number of bytes that were moved on the GPU.
    pub(crate) moved: usize,
    /// The ranges that were written from the CPU, one write each.
    pub(crate) uploads: Vec<Range<usize>>,
}

impl Transfer {
    /// Returns what the last update of a copy sent.
    fn of(copy: &PackedCopy, sent: Sent) -> Self {
        Self {
            // The first update makes the buffer.
            grew: sent.grown && copy.revision() > 1,
            moved: copy.moved(),
            uploads: copy.written().to_vec(),
        }
    }
}

/// The vertices of all meshes. Each mesh is a block with an id.
pub(crate) trait Vertices: fmt::Debug {
    /// Adds a mesh.
    fn insert<V: Pod>(
        &mut self,
        vertices: &[V],
        layout: Layout,
    ) -> Result<MeshId, Rejected<Layout>>;

    /// Changes the vertices of a mesh. `made` are the vertices that were inserted.
    fn repaint<V: Pod>(
        &mut self,
        mesh: MeshId,
        made: &[V],
        paint: impl FnOnce(&mut [V]),
    ) -> Result<(), ViewError>;

    /// Removes meshes.
    fn release(&mut self, meshes: Vec<MeshId>);

    fn contains(&self, mesh: MeshId) -> bool;

    /// Returns the byte range of a mesh and its layout.
    fn find(&self, mesh: MeshId) -> Option<(Range<usize>, Layout)>;

    /// Returns all meshes in memory order.
    fn blocks(&self) -> impl Iterator<Item = (MeshId, Range<usize>, Layout)>;

    /// Returns the end of the last block in bytes.
    fn top(&self) -> usize;

    /// Closes holes by moving at most `budget` bytes. Returns the number of moved bytes, which is 0
    /// when no holes are left.
    fn compact_step(&mut self, budget: usize) -> usize;

    /// Updates the GPU.
    fn send(&mut self, gpu: &Gpu, copy: &mut PackedCopy) -> Result<Transfer, BoxError>;
}

/// What both have in common. Compaction has frames of its own here; by default it would be seen to
/// as soon as holes are a quarter of the bytes.
fn config(capacity: usize) -> PackedConfig {
    PackedConfig::new(capacity, 1024).compaction(Compaction::Manual)
}

fn range(offset: usize, len: usize) -> Range<usize> {
    offset..offset + len
}
