//! The vertex buffer of all meshes. The CPU has the range of each mesh, and only the GPU has the bytes.

use std::sync::mpsc::{Receiver, Sender, channel};

use example_gpu::Gpu;
use soa_runtime::packed::{BlockId, Compaction, PackedConfig, PackedError, PackedSpace};
use soa_wgpu::{PackedCopy, UploadError};

use crate::engine::Counts;

/// The first size of the buffer in bytes. It is too small, so that the buffer grows.
const FIRST: usize = 64 << 10;

/// The largest size of the buffer in bytes.
const MOST: usize = 16 << 20;

/// A mesh's part of the vertex buffer, which is freed when the claim is dropped.
#[derive(Debug)]
pub(crate) struct Claim {
    block: BlockId<()>,
    given_back: Sender<BlockId<()>>,
}

impl Drop for Claim {
    fn drop(&mut self) {
        // This fails only if the vertex memory was dropped before.
        self.given_back.send(self.block).ok();
    }
}

/// The vertex buffer, and the space that records which of its bytes are in use.
#[derive(Debug)]
pub(crate) struct VertexMemory {
    pub(crate) space: PackedSpace<()>,
    copy: PackedCopy,
    unsent: Vec<(BlockId<()>, Vec<u8>)>,
    given_back: Receiver<BlockId<()>>,
    giver: Sender<BlockId<()>>,
}

impl VertexMemory {
    pub(crate) fn new(gpu: &Gpu) -> Self {
        let (giver, given_back) = channel();
        // Frames have a budget for compaction.
        let space = PackedSpace::with_config(
            PackedConfig::new(FIRST, 4096)
                .max_capacity(MOST)
                .compaction(Compaction::Manual),
        );
        Self {
            space,
            copy: PackedCopy::new(&gpu.device, wgpu::BufferUsages::VERTEX),
            unsent: Vec::new(),
            given_back,
            giver,
        }
    }

    /// Allocates a part of the buffer for vertices, which are sent with the next frame.
    pub(crate) fn claim(&mut self, bytes: Vec<u8>, stride: usize) -> Result<Claim, PackedError> {
        let block = self.space.alloc_strided(bytes.len(), stride, ());
        let block = block.map_err(|rejected| rejected.error)?;
        self.unsent.push((block, bytes));
        Ok(Claim {
            block,
            given_back: self.giver.clone(),
        })
    }

    /// Returns the index of the first vertex of a claim.
    pub(crate) fn first_vertex(&self, claim: &Claim, stride: usize) -> Option<u32> {
        let block = self.space.get(claim.block)?;
        u32::try_from(block.offset() / stride).ok()
    }

    /// Frees the dropped claims in one pass.
    pub(crate) fn collect(&mut self) {
        let given_back = self.given_back.try_iter().collect::<Vec<_>>();
        self.space.remove_many(given_back);
    }

    /// Updates the buffer: grows it, then moves blocks, then writes new vertices.
    pub(crate) fn send(&mut self, gpu: &Gpu, counts: &mut Counts) -> Result<(), UploadError> {
        let (device, queue) = (&gpu.device, &gpu.queue);
        let update = self.copy.update(device, queue, &mut self.space)?;
        counts.growths += usize::from(update.grown);
        counts.moves += self.copy.moves();
        counts.moved_bytes += self.copy.moved();
        for (block, bytes) in self.unsent.drain(..) {
            // The mesh may have been freed before it was sent.
            if let Some(block) = self.space.get(block) {
                let write = self.copy.write(device, queue, block.offset(), &bytes)?;
                counts.mesh_writes += write.writes;
            }
        }
        Ok(())
    }

    pub(crate) fn buffer(&self) -> &wgpu::Buffer {
        self.copy.buffer()
    }

    /// Returns whether the holes exceed an eighth of the allocated bytes.
    pub(crate) fn is_scattered(&self) -> bool {
        self.space.stats().hole_units * 8 > self.space.allocated()
    }
}
