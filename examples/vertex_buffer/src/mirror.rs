//! A buffer on the GPU that repeats the growth and the moves of a packed buffer or space.

use std::ops::Range;

use example_gpu::{BoxError, Gpu, address};
use soa_runtime::packed::Move;

/// The size of the scratch buffer, in bytes; longer moves are made in pieces.
const SCRATCH: usize = 64 << 10;

/// Bytes and the offset in the buffer that they are written to.
#[derive(Debug)]
pub(crate) struct Upload<'a> {
    pub(crate) at: usize,
    pub(crate) bytes: &'a [u8],
}

/// A vertex buffer on the GPU.
#[derive(Debug)]
pub(crate) struct Mirror {
    buffer: wgpu::Buffer,
}

impl Mirror {
    /// Creates a zeroed vertex buffer of `size` bytes.
    pub(crate) fn new(gpu: &Gpu, label: &str, size: usize) -> Self {
        let usage = wgpu::BufferUsages::VERTEX | COPIES;
        let buffer = gpu.buffer(label, size, usage);
        Self { buffer }
    }

    /// Replaces the buffer by a longer one, to which the old content is copied.
    pub(crate) fn grow(&mut self, gpu: &Gpu, grown: &Range<usize>) {
        let longer = gpu.buffer("vertices", grown.end, self.buffer.usage());
        gpu.encode(|encoder| {
            encoder.copy_buffer_to_buffer(&self.buffer, 0, &longer, 0, address(grown.start));
        });
        self.buffer = longer;
    }

    /// Makes the moves one after another. `WebGPU` copies between two buffers only, so each
    /// piece goes through a scratch buffer.
    pub(crate) fn replay(&self, gpu: &Gpu, moves: &[Move]) {
        let Some(longest) = moves.iter().map(|step| step.len).max() else {
            return;
        };
        let scratch = gpu.buffer("scratch", longest.min(SCRATCH), COPIES);
        gpu.encode(|encoder| {
            for Move { src, dst, len } in moves.iter().flat_map(|step| step.pieces(SCRATCH)) {
                let (src, dst, len) = (address(src), address(dst), address(len));
                encoder.copy_buffer_to_buffer(&self.buffer, src, &scratch, 0, len);
                encoder.copy_buffer_to_buffer(&scratch, 0, &self.buffer, dst, len);
            }
        });
    }

    /// Writes bytes through the queue, after all commands that were submitted before.
    pub(crate) fn write(&self, gpu: &Gpu, upload: &Upload<'_>) {
        let at = address(upload.at);
        gpu.queue.write_buffer(&self.buffer, at, upload.bytes);
    }

    /// Writes bytes through one mapped staging buffer.
    pub(crate) fn stage(&self, gpu: &Gpu, uploads: &[Upload<'_>]) -> Result<(), BoxError> {
        let size = uploads.iter().map(|upload| upload.bytes.len()).sum();
        if size == 0 {
            return Ok(());
        }
        let staging = gpu.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("staging"),
            size: address(size),
            usage: wgpu::BufferUsages::COPY_SRC,
            mapped_at_creation: true,
        });
        let mut mapped = staging.get_mapped_range_mut(..)?;
        let mut start = 0;
        for upload in uploads {
            let end = start + upload.bytes.len();
            mapped.slice(start..end).copy_from_slice(upload.bytes);
            start = end;
        }
        drop(mapped);
        staging.unmap();
        gpu.encode(|encoder| {
            let mut start = 0;
            for upload in uploads {
                let (at, len) = (address(upload.at), address(upload.bytes.len()));
                encoder.copy_buffer_to_buffer(&staging, start, &self.buffer, at, len);
                start += len;
            }
        });
        Ok(())
    }

    /// Reads all bytes back from the GPU.
    pub(crate) fn read_back(&self, gpu: &Gpu) -> Result<Vec<u8>, BoxError> {
        gpu.read_buffer(&self.buffer, usize::try_from(self.buffer.size())?)
    }

    pub(crate) const fn buffer(&self) -> &wgpu::Buffer {
        &self.buffer
    }
}

const COPIES: wgpu::BufferUsages = wgpu::BufferUsages::COPY_DST.union(wgpu::BufferUsages::COPY_SRC);
