//! The vertex buffer of all meshes: the CPU knows where each is, the GPU alone has the bytes.

use std::sync::mpsc::{Receiver, Sender, channel};

use soa_runtime::packed::{BlockId, Compaction, Move, PackedConfig, PackedError, PackedSpace};

use crate::gpu::{Gpu, address};

/// Bytes that the buffer starts with: too few, so that it grows.
const FIRST: usize = 64 << 10;

/// Bytes that it may grow to.
const MOST: usize = 16 << 20;

/// The size of the scratch buffer, in bytes; longer moves are made in pieces.
const SCRATCH: usize = 64 << 10;

/// Bytes of the vertex buffer that somebody has; dropped, they are free again.
#[derive(Debug)]
pub(crate) struct Claim {
    block: BlockId<()>,
    given_back: Sender<BlockId<()>>,
}

impl Drop for Claim {
    fn drop(&mut self) {
        // The memory that it was of may be gone already.
        self.given_back.send(self.block).ok();
    }
}

/// What a frame did to the vertex buffer.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Sent {
    pub(crate) writes: usize,
    pub(crate) bytes: usize,
    pub(crate) moves: usize,
    pub(crate) moved_bytes: usize,
    pub(crate) grew: bool,
}

/// Who has which bytes of the vertex buffer, and the buffer itself.
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

    /// A place for vertices, which are sent there with the next frame.
    pub(crate) fn claim(&mut self, bytes: Vec<u8>, stride: usize) -> Result<Claim, PackedError> {
        let block = self.space.alloc_strided(bytes.len(), stride, ());
        let block = block.map_err(|rejected| rejected.error)?;
        self.unsent.push((block, bytes));
        Ok(Claim {
            block,
            given_back: self.giver.clone(),
        })
    }

    /// The number of a claim's first vertex.
    pub(crate) fn first_vertex(&self, claim: &Claim, stride: usize) -> Option<u32> {
        let block = self.space.get(claim.block)?;
        u32::try_from(block.offset() / stride).ok()
    }

    /// Frees what was given back, in one pass.
    pub(crate) fn collect(&mut self) {
        let given_back = self.given_back.try_iter().collect::<Vec<_>>();
        self.space.remove_many(given_back);
    }

    /// Brings the buffer up to date: longer, then moved, then written.
    pub(crate) fn send(&mut self, gpu: &Gpu) -> Sent {
        let mut sent = Sent::default();
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
            // What was released meanwhile is nowhere.
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

    /// Whether holes are worth a frame's time: an eighth of what lives.
    pub(crate) fn is_scattered(&self) -> bool {
        self.space.stats().hole_units * 8 > self.space.allocated()
    }
}

const COPIES: wgpu::BufferUsages = wgpu::BufferUsages::COPY_DST.union(wgpu::BufferUsages::COPY_SRC);

fn vertex_buffer(gpu: &Gpu, size: usize) -> wgpu::Buffer {
    gpu.buffer("vertices", size, wgpu::BufferUsages::VERTEX | COPIES)
}
