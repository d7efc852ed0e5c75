//! A buffer on the GPU that is replaced by a larger one when it is too small.

use wgpu::{Buffer, BufferDescriptor, BufferUsages, CommandEncoderDescriptor, Device};

use crate::error::UploadError;
use crate::link::{Gpu, scoped};
use crate::unit::WORD;

/// A buffer whose size is a multiple of a unit.
#[derive(Debug)]
pub(crate) struct Growing {
    label: String,
    usage: BufferUsages,
    unit: u64,
    buffer: Buffer,
    /// 0 if wgpu refused the first buffer. Then the first update makes another one, and returns the
    /// error.
    size: u64,
    revision: u64,
}

/// The bytes of the old buffer that the larger one must have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Keep {
    All,
    None,
}

/// How much larger a larger buffer is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Room {
    /// Half as much again as the old one, if that is more than is needed and within the limit.
    Ahead,
    /// As large as needed.
    Needed,
}

impl Growing {
    /// Creates a buffer of one unit that can be copied from and to.
    pub(crate) fn new(device: &Device, label: String, usage: BufferUsages, unit: usize) -> Self {
        let usage = usage | BufferUsages::COPY_DST | BufferUsages::COPY_SRC;
        let unit = unit as u64;
        let mut buffer = None;
        let made = scoped(device, || {
            buffer = Some(create(device, &label, unit, usage));
            Some(())
        });
        Self {
            size: if made.is_ok() { unit } else { 0 },
            buffer: buffer.expect("wgpu returns a buffer, also if it is invalid"),
            label,
            usage,
            unit,
            revision: 0,
        }
    }

    pub(crate) fn buffer(&self) -> &Buffer {
        &self.buffer
    }

    pub(crate) fn revision(&self) -> u64 {
        self.revision
    }

    /// Returns a larger buffer if this one has less than `needed` bytes. The bytes to keep are
    /// copied on the GPU.
    pub(crate) fn larger(
        &self,
        gpu: &Gpu,
        needed: u64,
        room: Room,
        keep: Keep,
    ) -> Result<Option<Grown>, UploadError> {
        let needed = needed.max(self.unit).next_multiple_of(self.unit);
        if needed <= self.size {
            return Ok(None);
        }
        let limit = gpu.device.limits().max_buffer_size;
        if needed > limit {
            return Err(UploadError::TooLarge { needed, limit });
        }
        let ahead = match room {
            Room::Ahead => (self.size + self.size / 2).min(limit) / self.unit * self.unit,
            Room::Needed => needed,
        };
        let grown = match self.copy(gpu, needed.max(ahead), keep) {
            Err(UploadError::OutOfMemory) if ahead > needed => self.copy(gpu, needed, keep),
            result => result,
        };
        grown.map(Some)
    }

    /// Returns a buffer with the given size and the bytes to keep.
    fn copy(&self, gpu: &Gpu, size: u64, keep: Keep) -> Result<Grown, UploadError> {
        let buffer = gpu.scoped(|| {
            let buffer = create(&gpu.device, &self.label, size, self.usage);
            // Only a write reports that the device is lost. The commands below come after it.
            gpu.write(&buffer, 0, WORD, |mut word| word.fill(0))?;
            if keep == Keep::All && self.size > 0 {
                let descriptor = CommandEncoderDescriptor::default();
                let mut encoder = gpu.device.create_command_encoder(&descriptor);
                encoder.copy_buffer_to_buffer(&self.buffer, 0, &buffer, 0, self.size);
                gpu.queue.submit([encoder.finish()]);
            }
            Some(buffer)
        })?;
        Ok(Grown { buffer, size })
    }

    /// Replaces the buffer.
    pub(crate) fn replace(&mut self, grown: Grown) {
        self.buffer = grown.buffer;
        self.size = grown.size;
        self.revision += 1;
    }
}

/// A buffer that has replaced nothing yet.
#[derive(Debug)]
pub(crate) struct Grown {
    pub(crate) buffer: Buffer,
    size: u64,
}

fn create(device: &Device, label: &str, size: u64, usage: BufferUsages) -> Buffer {
    device.create_buffer(&BufferDescriptor {
        label: Some(label),
        size,
        usage,
        mapped_at_creation: false,
    })
}
