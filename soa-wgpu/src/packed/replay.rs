//! Repeats moves on the GPU.

use soa_runtime::packed::Move;
use wgpu::{Buffer, BufferDescriptor, BufferUsages, CommandEncoderDescriptor};

use crate::error::UploadError;
use crate::link::Gpu;
use crate::unit::WORD;

/// The largest scratch buffer in bytes. Longer moves are made in pieces.
const SCRATCH: usize = 1 << 20;

/// Returns whether a move of bytes can be made on the GPU, which copies whole words.
pub(super) fn is_of_words(step: &Move) -> bool {
    [step.src, step.dst, step.len]
        .iter()
        .all(|at| at.is_multiple_of(WORD))
}

/// Makes moves of whole words one after another. wgpu copies between two buffers only, so each piece
/// goes through a scratch buffer.
pub(super) fn replay(gpu: &Gpu, buffer: &Buffer, moves: &[Move]) -> Result<(), UploadError> {
    let lengths = moves.iter().flat_map(|step| step.pieces(SCRATCH));
    let Some(longest) = lengths.map(|piece| piece.len).max() else {
        return Ok(());
    };
    gpu.scoped(|| {
        let scratch = gpu.device.create_buffer(&BufferDescriptor {
            label: Some("scratch"),
            size: longest as u64,
            usage: BufferUsages::COPY_DST | BufferUsages::COPY_SRC,
            mapped_at_creation: false,
        });
        let descriptor = CommandEncoderDescriptor::default();
        let mut encoder = gpu.device.create_command_encoder(&descriptor);
        for piece in moves.iter().flat_map(|step| step.pieces(longest)) {
            let [src, dst, len] = [piece.src, piece.dst, piece.len].map(|at| at as u64);
            encoder.copy_buffer_to_buffer(buffer, src, &scratch, 0, len);
            encoder.copy_buffer_to_buffer(&scratch, 0, buffer, dst, len);
        }
        gpu.queue.submit([encoder.finish()]);
        Some(())
    })
}
