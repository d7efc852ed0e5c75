//! Stores the vertices on the CPU and on the GPU, equal after every frame.

use std::ops::Range;

use bytemuck::Pod;
use example_gpu::{BoxError, Gpu};
use soa_runtime::packed::{PackedBuffer, Rejected, ViewError};
use soa_wgpu::PackedCopy;

use super::{CAPACITY, MeshId, Transfer, Vertices, config, range};
use crate::layout::Layout;

/// Vertices that the CPU has too. The packed buffer records what the GPU does not have yet.
#[derive(Debug)]
pub(crate) struct Copied {
    pub(crate) buffer: PackedBuffer<Layout>,
}

impl Copied {
    pub(crate) fn new() -> Self {
        Self {
            buffer: PackedBuffer::with_config(config(CAPACITY)),
        }
    }

    /// Returns whether all blocks on the GPU are equal to the blocks here. Holes are not compared.
    fn is_mirrored(&self, gpu_bytes: &[u8]) -> bool {
        let mut blocks = self.buffer.iter();
        blocks.all(|(_, block)| gpu_bytes[block.offset()..].starts_with(block.bytes()))
    }
}

impl Vertices for Copied {
    fn insert<V: Pod>(
        &mut self,
        vertices: &[V],
        layout: Layout,
    ) -> Result<MeshId, Rejected<Layout>> {
        self.buffer.insert_slice(vertices, layout)
    }

    fn repaint<V: Pod>(
        &mut self,
        mesh: MeshId,
        _made: &[V],
        paint: impl FnOnce(&mut [V]),
    ) -> Result<(), ViewError> {
        if let Some(mut block) = self.buffer.get_mut(mesh) {
            paint(block.as_mut_slice()?);
        }
        Ok(())
    }

    fn release(&mut self, meshes: Vec<MeshId>) {
        self.buffer.remove_many(meshes);
    }

    fn contains(&self, mesh: MeshId) -> bool {
        self.buffer.contains(mesh)
    }

    fn find(&self, mesh: MeshId) -> Option<(Range<usize>, Layout)> {
        let block = self.buffer.get(mesh)?;
        Some((range(block.offset(), block.len()), *block.meta()))
    }

    fn blocks(&self) -> impl Iterator<Item = (MeshId, Range<usize>, Layout)> {
        let blocks = self.buffer.iter();
        blocks.map(|(id, block)| (id, range(block.offset(), block.len()), *block.meta()))
    }

    fn top(&self) -> usize {
        self.buffer.top()
    }

    fn compact_step(&mut self, budget: usize) -> usize {
        self.buffer.compact_step(budget)
    }

    /// Repeats the moves on the GPU, sends what was written, and compares both sides.
    fn send(&mut self, gpu: &Gpu, copy: &mut PackedCopy) -> Result<Transfer, BoxError> {
        let sent = copy.update(&gpu.device, &gpu.queue, &mut self.buffer)?;
        let size = usize::try_from(copy.buffer().size())?;
        if !self.is_mirrored(&gpu.read_buffer(copy.buffer(), size)?) {
            return Err("the vertices on the GPU differ from the vertices on the CPU".into());
        }
        Ok(Transfer::of(copy, sent))
    }
}
