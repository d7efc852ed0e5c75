//! The vertex buffer of all meshes. The CPU has the range of each mesh, and only the GPU has the bytes.

use std::sync::mpsc::{Receiver, Sender, channel};

use soa_runtime::packed::{BlockId, Compaction, Move, PackedConfig, PackedError, PackedSpace};

use example_gpu::{Gpu, address};

/// The first size of the buffer in bytes. It is too small, so that the buffer grows.
const FIRST: usize = 64 << 10;

/// The largest size of the buffer in bytes.
const MOST: usize = 16 << 20;

/// The size of the scratch buffer, in bytes; longer moves are made in pieces.
const SCRATCH: usize = 64 << 10;

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

/// What a frame sent to the vertex buffer, and what it moved there.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Transfer {
    pub(crate) writes: usize,
    pub(crate) bytes: usize,
    pub(crate) moves: usize,
    pub(crate) moved_bytes: usize,
    pub(crate) grew: bool,
}

/// The vertex buffer, and the space that records which of its bytes are in use.
#[derive(Debug)]
pub(crate) struct VertexMemory {
    pub(crate) space: PackedSpace<()>,
    buffer: wgpu::Buffer,
    scratch: wgpu::Buffer,
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
            buffer: vertex_buffer(gpu, FIRST),
            scratch: gpu.buffer("scratch", SCRATCH, COPIES),
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
    pub(crate) fn send(&mut self, gpu: &Gpu) -> Transfer {
        let mut sent = Transfer::default();
        if let Some(grown) = self.space.take_grown() {
            let longer = vertex_buffer(gpu, grown.end);
            let mut encoder = gpu.encoder();
            encoder.copy_buffer_to_buffer(&self.buffer, 0, &longer, 0, address(grown.start));
            gpu.queue.submit([encoder.finish()]);
            self.buffer = longer;
            sent.grew = true;
        }
        let moves = self.space.take_moves();
        sent.moves = moves.len();
        sent.moved_bytes = moves.iter().map(|step| step.len).sum();
        self.replay(gpu, moves);
        for (block, bytes) in self.unsent.drain(..) {
            // The mesh may have been freed before it was sent.
            if let Some(block) = self.space.get(block) {
                gpu.queue
                    .write_buffer(&self.buffer, address(block.offset()), &bytes);
                sent.writes += 1;
                sent.bytes += bytes.len();
            }
        }
        sent
    }

    /// Makes the moves one after another. `WebGPU` copies between two buffers only, so each piece
    /// goes through a scratch buffer.
    fn replay(&self, gpu: &Gpu, moves: Vec<Move>) {
        if moves.is_empty() {
            return;
        }
        let mut encoder = gpu.encoder();
        for Move { src, dst, len } in moves.into_iter().flat_map(|step| step.pieces(SCRATCH)) {
            let (src, dst, len) = (address(src), address(dst), address(len));
            encoder.copy_buffer_to_buffer(&self.buffer, src, &self.scratch, 0, len);
            encoder.copy_buffer_to_buffer(&self.scratch, 0, &self.buffer, dst, len);
        }
        gpu.queue.submit([encoder.finish()]);
    }

    pub(crate) fn buffer(&self) -> &wgpu::Buffer {
        &self.buffer
    }

    /// Returns whether the holes exceed an eighth of the allocated bytes.
    pub(crate) fn is_scattered(&self) -> bool {
        self.space.stats().hole_units * 8 > self.space.allocated()
    }
}

const COPIES: wgpu::BufferUsages = wgpu::BufferUsages::COPY_DST.union(wgpu::BufferUsages::COPY_SRC);

fn vertex_buffer(gpu: &Gpu, size: usize) -> wgpu::Buffer {
    gpu.buffer("vertices", size, wgpu::BufferUsages::VERTEX | COPIES)
}
