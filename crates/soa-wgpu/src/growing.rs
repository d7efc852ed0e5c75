//! A buffer on the GPU that is replaced by a larger one when it is too small.

use wgpu::{Buffer, BufferUsages, CommandEncoderDescriptor, Device};

use crate::error::UploadError;
use crate::link::{Gpu, create, scoped};
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

/// The size that a buffer should have, if the device allows it and has the memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Room {
    /// Half as much again as the old size, if it is not enough.
    Ahead,
    /// This many bytes.
    For(u64),
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

    /// Returns the number of bytes that can be used.
    pub(crate) fn size(&self) -> u64 {
        self.size
    }

    pub(crate) fn revision(&self) -> u64 {
        self.revision
    }

    /// Returns a larger buffer if this one has less than `needed` bytes, or less than it should have.
    /// The bytes to keep are copied on the GPU.
    pub(crate) fn larger(
        &self,
        gpu: &mut Gpu,
        needed: u64,
        room: Room,
        keep: Keep,
    ) -> Result<Option<Grown>, UploadError> {
        let limit = gpu.device.limits().max_buffer_size;
        let needed = needed.max(self.unit).checked_next_multiple_of(self.unit);
        let needed = needed.unwrap_or(u64::MAX);
        if needed > limit {
            return Err(UploadError::TooLarge { needed, limit });
        }
        let wanted = match room {
            Room::Ahead if needed <= self.size => 0,
            Room::Ahead => self.size + self.size / 2,
            Room::For(bytes) => bytes.saturating_add(self.unit - 1),
        };
        let wanted = needed.max(wanted.min(limit) / self.unit * self.unit);
        if wanted <= self.size {
            return Ok(None);
        }
        let grown = match self.copy(gpu, wanted, keep) {
            Err(UploadError::OutOfMemory) if needed <= self.size => return Ok(None),
            Err(UploadError::OutOfMemory) if needed < wanted => self.copy(gpu, needed, keep),
            result => result,
        };
        grown.map(Some)
    }

    /// Returns a buffer with the given size and the bytes to keep.
    fn copy(&self, gpu: &mut Gpu, size: u64, keep: Keep) -> Result<Grown, UploadError> {
        let kept = match keep {
            Keep::All => self.size,
            Keep::None => 0,
        };
        self.with_copies(gpu, size, &self.buffer, [(0, 0, kept)])
    }

    /// Returns a buffer with the given size and with copies of bytes of another one. Each copy has the
    /// place that it is from, its new place, and the number of bytes.
    pub(crate) fn with_copies(
        &self,
        gpu: &mut Gpu,
        size: u64,
        from: &Buffer,
        copies: impl IntoIterator<Item = (u64, u64, u64)>,
    ) -> Result<Grown, UploadError> {
        let buffer = gpu.scoped(|gpu| {
            let buffer = create(&gpu.device, &self.label, size, self.usage);
            // Only a write reports that the device is lost. The commands below come after it.
            gpu.write(&buffer, 0, WORD, |mut word| word.fill(0))?;
            let mut copies = copies.into_iter().filter(|(_, _, len)| *len > 0).peekable();
            if copies.peek().is_some() {
                let descriptor = CommandEncoderDescriptor::default();
                let mut encoder = gpu.device.create_command_encoder(&descriptor);
                for (src, dst, len) in copies {
                    encoder.copy_buffer_to_buffer(from, src, &buffer, dst, len);
                }
                gpu.submit([encoder.finish()]);
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
    pub(crate) size: u64,
}
