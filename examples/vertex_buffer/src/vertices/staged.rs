//! Vertices on the GPU alone.

use std::error::Error;
use std::ops::Range;

use bytemuck::Pod;
use soa_runtime::packed::{PackedSpace, Rejected, ViewError};

use super::{CAPACITY, MeshId, Sent, Vertices, config, range};
use crate::gpu::Gpu;
use crate::layout::Layout;
use crate::mirror::{Mirror, Upload};

/// Bytes that vertices without a copy start with: too few, so that the story makes them grow.
const FEW: usize = 400 << 10;

/// Vertices that only the GPU has. The CPU knows where each mesh is, and keeps new vertices no
/// longer than until they are sent; what is to be changed later has to be made again.
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

    /// Grown, then moved, then written: what is staged goes to where its mesh is by now.
    fn send(&mut self, gpu: &Gpu, mirror: &mut Mirror) -> Result<Sent, Box<dyn Error>> {
        let grown = self.space.take_grown();
        if let Some(grown) = &grown {
            mirror.grow(gpu, grown);
        }
        let moves = self.space.take_moves();
        mirror.replay(gpu, &moves);
        let staged = std::mem::take(&mut self.staged);
        let uploads = staged.iter().filter_map(|(mesh, bytes)| {
            // A mesh that was released meanwhile is nowhere.
            let at = self.space.get(*mesh)?.offset();
            Some(Upload { at, bytes })
        });
        let uploads: Vec<Upload<'_>> = uploads.collect();
        mirror.stage(gpu, &uploads)?;
        Ok(Sent {
            grew: grown.is_some(),
            moved: moves.iter().map(|step| step.len).sum(),
            uploads: uploads
                .iter()
                .map(|upload| range(upload.at, upload.bytes.len()))
                .collect(),
        })
    }
}
