//! Stores the vertices on the GPU alone.

use std::ops::Range;

use bytemuck::Pod;
use example_gpu::{BoxError, Gpu};
use soa_runtime::packed::{PackedSpace, Rejected, ViewError};

use super::{CAPACITY, MeshId, Transfer, Vertices, config, range};
use crate::layout::Layout;
use crate::mirror::{Mirror, Upload};

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

    fn first_capacity(&self) -> usize {
        FEW
    }

    fn compact_step(&mut self, budget: usize) -> usize {
        self.space.compact_step(budget)
    }

    /// Grows the buffer, then moves blocks, then writes the staged vertices to the current offsets of
    /// their meshes.
    fn send(&mut self, gpu: &Gpu, mirror: &mut Mirror) -> Result<Transfer, BoxError> {
        let grown = self.space.take_grown();
        if let Some(grown) = &grown {
            mirror.grow(gpu, grown);
        }
        let moves = self.space.take_moves();
        mirror.replay(gpu, &moves);
        let staged = std::mem::take(&mut self.staged);
        let uploads = staged.iter().filter_map(|(mesh, bytes)| {
            // The mesh may have been removed since its vertices were staged.
            let at = self.space.get(*mesh)?.offset();
            Some(Upload { at, bytes })
        });
        let uploads: Vec<Upload<'_>> = uploads.collect();
        mirror.stage(gpu, &uploads)?;
        Ok(Transfer {
            grew: grown.is_some(),
            moved: moves.iter().map(|step| step.len).sum(),
            uploads: uploads
                .iter()
                .map(|upload| range(upload.at, upload.bytes.len()))
                .collect(),
        })
    }
}
