//! Stores the vertices on the GPU alone.

use std::ops::Range;

use bytemuck::Pod;
use example_gpu::{BoxError, Gpu};
use soa_runtime::packed::{PackedSpace, Rejected, ViewError};
use soa_wgpu::PackedCopy;

use super::{CAPACITY, MeshId, Transfer, Vertices, config, range};
use crate::layout::Layout;

/// The first size of the buffer in bytes. It is too small, so that the buffer grows.
const FEW: usize = 400 << 10;

/// Vertices that only the GPU has. The CPU has the range of each mesh, and keeps new vertices only
/// until they are sent. To change vertices later, the program generates them again.
#[derive(Debug)]
pub(crate) struct Staged {
    pub(crate) space: PackedSpace<Layout>,
    staged: Vec<(MeshId, Vec<u8>)>,
}

impl Staged {
    pub(crate) fn new() -> Self {
        Self {
            space: PackedSpace::with_config(config(FEW).max_capacity(CAPACITY)),
            staged: Vec::new(),
        }
    }
}

impl Vertices for Staged {
    fn insert<V: Pod>(
        &mut self,
        vertices: &[V],
        layout: Layout,
    ) -> Result<MeshId, Rejected<Layout>> {
        let bytes = bytemuck::cast_slice(vertices);
        let mesh = self
            .space
            .alloc_strided(bytes.len(), layout.stride(), layout)?;
        self.staged.push((mesh, bytes.to_vec()));
        Ok(mesh)
    }

    fn repaint<V: Pod>(
        &mut self,
        mesh: MeshId,
        made: &[V],
        paint: impl FnOnce(&mut [V]),
    ) -> Result<(), ViewError> {
        let mut vertices = made.to_vec();
        paint(&mut vertices);
        self.staged
            .push((mesh, bytemuck::cast_slice(&vertices).to_vec()));
        Ok(())
    }

    fn release(&mut self, meshes: Vec<MeshId>) {
        self.space.remove_many(meshes);
    }

    fn contains(&self, mesh: MeshId) -> bool {
        self.space.contains(mesh)
    }

    fn find(&self, mesh: MeshId) -> Option<(Range<usize>, Layout)> {
        let block = self.space.get(mesh)?;
        Some((range(block.offset(), block.len()), *block.meta()))
    }

    fn blocks(&self) -> impl Iterator<Item = (MeshId, Range<usize>, Layout)> {
        let blocks = self.space.iter();
        blocks.map(|(id, block)| (id, range(block.offset(), block.len()), *block.meta()))
    }

    fn top(&self) -> usize {
        self.space.top()
    }

    fn compact_step(&mut self, budget: usize) -> usize {
        self.space.compact_step(budget)
    }

    /// Grows the buffer, then moves blocks, then writes the staged vertices to the current offsets of
    /// their meshes.
    fn send(&mut self, gpu: &Gpu, copy: &mut PackedCopy) -> Result<Transfer, BoxError> {
        let sent = copy.update(&gpu.device, &gpu.queue, &mut self.space)?;
        let mut transfer = Transfer::of(copy, sent);
        for (mesh, bytes) in self.staged.drain(..) {
            // The mesh may have been removed since its vertices were staged.
            if let Some(block) = self.space.get(mesh) {
                copy.write(&gpu.device, &gpu.queue, block.offset(), &bytes)?;
                transfer.uploads.push(range(block.offset(), bytes.len()));
            }
        }
        Ok(transfer)
    }
}
